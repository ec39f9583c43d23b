/**
 * Spectral head automata from a treebank: derivations (derivations.ts), then the spectral L-PCFG over them
 * (models/grammar).
 */
import type { LearnContext, StageTime } from "../../../base/learning.ts";
import { checkOptions } from "../../../base/options.ts";
import type { DependencyTree } from "../../../trees/dependencies.ts";
import {
  type GrammarModel,
  learnSpectral,
  SPECTRAL_OPTIONS,
  type SpectralReport,
  toSinglePrecision,
} from "../../grammar/index.ts";
import { NO_REPRESENTATIONS, type Representations } from "../../representations/index.ts";
import { automataTreebank } from "./derivations.ts";

/**
 * Observations that a word's class weighs in its direction: chosen on held-out trees, more than for constituents, whose
 * heads are fewer.
 */
const LEXICAL_SMOOTHING = 10;

/** Everything that the grammar reports but its times. */
export type AutomataReport = Omit<SpectralReport, "times">;

export async function learnAutomata(
  trees: readonly DependencyTree[],
  { states, smoothing }: { readonly states: number; readonly smoothing: number },
  { progress, signal }: LearnContext = {},
  known: Representations = NO_REPRESENTATIONS,
): Promise<{ model: GrammarModel; report: AutomataReport; times: readonly StageTime[] }> {
  const options = checkOptions("learnAutomata", SPECTRAL_OPTIONS, {
    states,
    smoothing,
    lexicalSmoothing: LEXICAL_SMOOTHING,
    // Derivations have fewer rare features than constituents.
    winsorize: 0,
  });
  const { model, report } = await learnSpectral(automataTreebank(trees), options, { progress, signal }, { known });
  const { times, ...facts } = report;
  return { model: toSinglePrecision(model), report: facts, times };
}
