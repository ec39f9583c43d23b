/**
 * The spectral model of dependency trees from a treebank, without iteration, and how far it can be trusted. Two models:
 *
 *   automata   hidden states for every tag, along a head's modifiers and down the tree; moments of whole trees inside and outside a node   (automata.ts)
 *   arcs       one space of hidden states for all words; moments of single arcs and pairs of siblings, as in Dhillon et al. 2012           (spectral-moments.ts)
 *
 * Arcs are what the paper has. They rest on a bilinear form in word vectors, which is nearest to 0 just where it matters (arcs that never occur), so that its sign is that of the
 * noise; automata know tags and valence, and the back-off of the parser's tensors keeps them positive.
 */
import { checkOptions, choice, type OptionsOf, optional, real, whole } from "../../base/options.ts";
import type { Progress } from "../../base/progress.ts";
import type { SignedLog } from "../../charts/derivations.ts";
import type { DependencyTree } from "../../trees/dependencies.ts";
import type { TaggedSentence } from "../../trees/sentence.ts";
import type { SpectralReport } from "../parser/learn-spectral.ts";
import type { ParserModel } from "../parser/model.ts";
import type { WordVectors } from "../vectors/index.ts";
import { AutomataTrees } from "./automata-trees.ts";
import { type ArcModel, type ArcReport, ArcTrees, learnArcs } from "./learn-arcs.ts";
import { learnAutomata } from "./learn-automata.ts";
import { requireTrees } from "./learn-base.ts";

/** Automata: chosen on held-out trees. Arcs: Dhillon et al. 2012, §4.2. */
const DEFAULT_STATES = { automata: 32, arcs: 10 } as const;

export const SPECTRAL_TREE_OPTIONS = {
  spectralModel: choice("what has hidden states: heads with their modifiers, or single arcs as in the paper", ["automata", "arcs"], {
    default: "automata",
  }),
  states: optional(
    whole(
      `hidden states: of every tag for automata, ${DEFAULT_STATES.automata} unless given; of all words for arcs, ${DEFAULT_STATES.arcs} unless given`,
      { default: DEFAULT_STATES.automata, min: 1, max: 256 },
    ),
  ),
  smoothing: real("automata: C of the back-off weights λ = √n/(C + √n)", { default: 10, min: 0 }),
  ridge: real("arcs: damping of inverses, as a share of the largest singular value", { default: 0.01, min: 0, max: 1 }),
  start: choice("arcs: which words the start of the model is estimated from", ["roots", "words"], { default: "roots" }),
};

export type SpectralTreeOptions = OptionsOf<typeof SPECTRAL_TREE_OPTIONS>;

/** The number of hidden states that the options ask for. */
export const statesOf = ({ spectralModel, states }: Pick<SpectralTreeOptions, "spectralModel" | "states">): number =>
  states ?? DEFAULT_STATES[spectralModel];

export type SpectralModel =
  | { readonly kind: "automata"; readonly grammar: ParserModel }
  | { readonly kind: "arcs"; readonly arcs: ArcModel };

export interface SpectralTreeReport {
  readonly automata?: SpectralReport;
  readonly arcs?: ArcReport;
  /** Training trees whose p̂ came out negative, of those tried. */
  readonly negative: number;
  readonly tried: number;
  readonly seconds: number;
  readonly warnings: readonly string[];
}

/** Training trees scored for the report. */
const TRIED = 500;
/** Share of negative probabilities from which the report warns. */
const MANY_NEGATIVE = 0.1;

export function learnSpectralTrees(
  trees: readonly DependencyTree[],
  given: Partial<SpectralTreeOptions> = {},
  { vectors, progress }: { readonly vectors?: WordVectors | undefined; readonly progress?: Progress | undefined } = {},
): { model: SpectralModel; report: SpectralTreeReport } {
  const began = performance.now();
  const options = checkOptions("learnSpectralTrees", SPECTRAL_TREE_OPTIONS, given);
  requireTrees("learnSpectralTrees", trees);
  const { model, ...learnt } = learn(trees, options, vectors, progress);
  const scorer = new SpectralSentences(model);
  const tried = trees.slice(0, TRIED);
  const negative = tried.filter((tree) => scorer.score(tree, [tree.heads])[0]!.sign < 0).length;
  const warnings = [...(learnt.automata?.warnings ?? [])];
  if (vectors !== undefined && model.kind === "automata") {
    warnings.push("the word vectors are not used: automata learn words from the treebank; a model of arcs would use them.");
  }
  if (negative > MANY_NEGATIVE * tried.length) {
    warnings.push(`${negative} of ${tried.length} training trees have a negative p̂; fewer states or more damping may help.`);
  }
  return { model, report: { ...learnt, negative, tried: tried.length, seconds: (performance.now() - began) / 1000, warnings } };
}

function learn(
  trees: readonly DependencyTree[],
  given: SpectralTreeOptions,
  vectors: WordVectors | undefined,
  progress: Progress | undefined,
): { model: SpectralModel } & Pick<SpectralTreeReport, "automata" | "arcs"> {
  const options = { ...given, states: statesOf(given) };
  if (options.spectralModel === "arcs") {
    const { model, report } = learnArcs(trees, options, vectors, progress);
    return { model: Object.freeze({ kind: "arcs", arcs: model }), arcs: report };
  }
  const { model, report } = learnAutomata(trees, options, progress);
  return { model: Object.freeze({ kind: "automata", grammar: model }), automata: report };
}

/** Probabilities of trees over tagged sentences. */
export class SpectralSentences {
  readonly #trees: AutomataTrees | ArcTrees;

  constructor(readonly model: SpectralModel) {
    this.#trees = model.kind === "automata" ? new AutomataTrees(model.grammar) : new ArcTrees(model.arcs);
  }

  /** Several trees over one sentence, each with one root. */
  score(sentence: TaggedSentence, trees: readonly ArrayLike<number>[]): SignedLog[] {
    return this.#trees.score(sentence, trees);
  }
}
