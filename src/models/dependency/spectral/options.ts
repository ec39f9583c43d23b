/** Options of the spectral model of trees. */
import { choice, expert, type OptionsOf, optional, real, whole } from "../../../base/options.ts";

/** Automata: chosen on held-out trees. Arcs: Dhillon et al. 2012, §4.2. */
const DEFAULT_STATES = { automata: 32, arcs: 10 } as const;

/** Options of `learnSpectralTrees`. */
export const SPECTRAL_TREE_OPTIONS = {
  spectralModel: choice(
    "what has hidden states: heads with their modifiers, or single arcs as in the paper",
    ["automata", "arcs"],
    { default: "automata" },
  ),
  states: optional(
    whole(
      `hidden states: of every tag for automata (default ${DEFAULT_STATES.automata}), of all words for arcs (default ${DEFAULT_STATES.arcs})`,
      { default: DEFAULT_STATES.automata, min: 1, max: 256 },
    ),
  ),
  ...expert({
    smoothing: real("automata: C of the back-off weights λ = √n/(C + √n)", { default: 10, min: 0 }),
    ridge: real("arcs: damping of inverses, as a share of the largest singular value", {
      default: 0.01,
      min: 0,
      max: 1,
    }),
    initialState: choice("arcs: which words the initial state is estimated from", ["roots", "words"], {
      default: "roots",
    }),
  }),
};

/** Options of `learnSpectralTrees`, complete. */
export type SpectralTreeOptions = OptionsOf<typeof SPECTRAL_TREE_OPTIONS>;

/** The number of hidden states that the options ask for. */
export const statesOf = ({ spectralModel, states }: Pick<SpectralTreeOptions, "spectralModel" | "states">): number =>
  states ?? DEFAULT_STATES[spectralModel];
