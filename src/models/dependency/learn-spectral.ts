/** Estimates the spectral tree model from a treebank in one pass, and says how far it can be trusted. */
import { checkOptions, choice, type OptionsOf, real, whole } from "../../base/options.ts";
import { type Progress, Stage } from "../../base/progress.ts";
import { inverse, matrix, multiply } from "../../linalg/index.ts";
import type { DependencyTree } from "../../trees/dependencies.ts";
import type { TaggedSentence } from "../../trees/sentence.ts";
import type { WordVectors } from "../vectors/index.ts";
import { type Dictionary, dictionaryFromArcs, dictionaryFromVectors, rowsOf } from "./dictionary.ts";
import { requireTrees } from "./learn-base.ts";
import { type Conditioning, MomentCollector, operatorsFrom, type TreeOperators } from "./spectral-moments.ts";
import { type SignedLog, SpectralScorer } from "./spectral-trees.ts";

export const SPECTRAL_TREE_OPTIONS = {
  states: whole("dimensions of the spectral model", { default: 10, min: 2, max: 100 }),
  ridge: real("damping of inverses, as a share of the largest singular value", { default: 0.01, min: 0, max: 1 }),
  start: choice("which words the start of the model is estimated from", ["roots", "words"], { default: "roots" }),
};

export type SpectralTreeOptions = OptionsOf<typeof SPECTRAL_TREE_OPTIONS>;

export interface SpectralModel {
  readonly dictionary: Dictionary;
  /**
   * (words + 1) × k: v_x = (UᵀCU)⁻¹UᵀCδ_x, C the shares of the words. The paper has C = I, which is exact when the columns of O lie in the space of U; this is exact when they
   * lie in that of CU, as they do for vectors that tell how much more often than usual a word is seen in a state, which CCA vectors are.
   */
  readonly emissions: Float64Array;
  readonly operators: TreeOperators;
}

export interface SpectralTreeReport {
  readonly dictionaryWords: number;
  /** Words of the treebank with a row of their own, in percent. */
  readonly coverage: number;
  readonly counts: { readonly starts: number; readonly leftArcs: number; readonly rightArcs: number; readonly pairs: number };
  readonly conditioning: Conditioning;
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
  const { states, ridge, start } = checkOptions("learnSpectralTrees", SPECTRAL_TREE_OPTIONS, given);
  requireTrees("learnSpectralTrees", trees);
  const sentences = trees.map(({ words }) => words);
  const dictionary = vectors === undefined ? dictionaryFromArcs(trees, states) : dictionaryFromVectors(sentences, vectors, states);
  const collector = new MomentCollector(states, dictionary.vectors, start === "roots");
  const stage = new Stage("moments", "trees", trees.length, progress);
  let [words, known] = [0, 0];
  for (const { words: sentence, heads } of trees) {
    const rows = rowsOf(dictionary, sentence);
    words += rows.length;
    for (const row of rows) if (row < dictionary.words.size) known++;
    collector.add(rows, heads);
    stage.advance();
  }
  stage.finish();
  const { operators, conditioning } = operatorsFrom(collector.moments(), ridge);
  const U = matrix(dictionary.words.size + 1, states, dictionary.vectors);
  const weighted = matrix(
    U.rows,
    states,
    Float64Array.from(U.data, (value, e) => value * dictionary.shares[Math.floor(e / states)]!),
  );
  const emissions = multiply(weighted, inverse(multiply(U, weighted, { transposeA: true }))).data;
  const model = Object.freeze({ dictionary, emissions, operators });
  const scorer = new SpectralSentences(model);
  const tried = trees.slice(0, TRIED);
  const negative = tried.filter((tree) => scorer.score(tree, [tree.heads])[0]!.sign < 0).length;
  const warnings =
    negative > MANY_NEGATIVE * tried.length
      ? [`${negative} of ${tried.length} training trees have a negative p̂; fewer states or more damping may help.`]
      : [];
  const report: SpectralTreeReport = {
    ...{ dictionaryWords: dictionary.words.size, coverage: (100 * known) / words, counts: { ...collector.counts }, conditioning },
    ...{ negative, tried: tried.length, seconds: (performance.now() - began) / 1000, warnings },
  };
  return { model, report };
}

/** Probabilities of trees over tagged sentences. */
export class SpectralSentences {
  readonly #scorer: SpectralScorer;

  constructor(readonly model: SpectralModel) {
    this.#scorer = new SpectralScorer(model.operators);
  }

  /** Several trees over one sentence, each with one root. */
  score({ words }: TaggedSentence, trees: readonly ArrayLike<number>[]): SignedLog[] {
    const { dictionary, emissions } = this.model;
    const k = dictionary.k;
    const rows = Array.from(rowsOf(dictionary, words), (row) => emissions.subarray(row * k, (row + 1) * k));
    const operators = this.#scorer.wordOperators(rows);
    return trees.map((heads) => this.#scorer.score(operators, heads));
  }
}
