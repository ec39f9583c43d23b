/** Spectral head automata from a treebank: derivations (automata.ts), then the spectral L-PCFG over them (models/parser). */

import { checkOptions } from "../../base/options.ts";
import type { Progress } from "../../base/progress.ts";
import type { DependencyTree } from "../../trees/dependencies.ts";
import { learnFromTreebank, SPECTRAL_OPTIONS, type SpectralReport } from "../parser/learn-spectral.ts";
import { type ParserModel, toSinglePrecision } from "../parser/model.ts";
import { automataTreebank } from "./automata.ts";

/** Observations that a word's class weighs in its direction: chosen on held-out trees, more than for constituents, whose heads are fewer. */
const LEXICAL_SMOOTHING = 10;

export function learnAutomata(
  trees: readonly DependencyTree[],
  { states, smoothing }: { readonly states: number; readonly smoothing: number },
  progress?: Progress,
): { model: ParserModel; report: SpectralReport } {
  const options = checkOptions("learnAutomata", SPECTRAL_OPTIONS, { states, smoothing, lexicalSmoothing: LEXICAL_SMOOTHING });
  const { model, report } = learnFromTreebank(automataTreebank(trees), options, progress === undefined ? {} : { progress });
  return { model: toSinglePrecision(model), report };
}
