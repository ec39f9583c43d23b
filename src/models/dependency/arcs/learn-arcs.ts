/** The spectral model of words and arcs (Dhillon et al. 2012) from a treebank, in one pass. */
import { Meter, type Watch } from "../../../base/progress.ts";
import { breathe } from "../../../base/stopping.ts";
import type { SignedLog } from "../../../charts/phrases/derivations.ts";
import { inverse, matrix, multiply } from "../../../linalg/index.ts";
import type { DependencyTree } from "../../../trees/dependencies.ts";
import type { TaggedSentence } from "../../../trees/sentence.ts";
import type { WordVectors } from "../../vectors/index.ts";
import { type Dictionary, dictionaryFromArcs, dictionaryFromVectors, rowsOf } from "./dictionary.ts";
import { type Conditioning, MomentCollector, operatorsFrom, type TreeOperators } from "./moments.ts";
import { SpectralScorer } from "./scorer.ts";

export interface ArcModel {
  readonly dictionary: Dictionary;
  /**
   * (words + 1) × k: v_x = (UᵀCU)⁻¹UᵀCδ_x, C the shares of the words. The paper has C = I, which is exact when the
   * columns of O lie in the space of U; this is exact when they lie in that of CU, as they do for vectors that tell how
   * much more often than usual a word is seen in a state, which CCA vectors are.
   */
  readonly emissions: Float64Array;
  readonly operators: TreeOperators;
}

/** What a model of arcs was estimated from, and how far its moments can be inverted. */
export interface ArcReport {
  readonly dictionaryWords: number;
  /** Words of the treebank with a row of their own, in percent. */
  readonly coverage: number;
  readonly counts: {
    readonly starts: number;
    readonly leftArcs: number;
    readonly rightArcs: number;
    readonly pairs: number;
  };
  readonly conditioning: Conditioning;
}

export interface ArcOptions {
  readonly states: number;
  readonly ridge: number;
  readonly initialState: "roots" | "words";
}

export async function learnArcs(
  trees: readonly DependencyTree[],
  vectors: WordVectors | undefined,
  { states, ridge, initialState }: ArcOptions,
  watch: Watch = {},
): Promise<{ model: ArcModel; report: ArcReport }> {
  const sentences = trees.map(({ words }) => words);
  const dictionary =
    vectors === undefined ? dictionaryFromArcs(trees, states) : dictionaryFromVectors(sentences, vectors, states);
  const collector = new MomentCollector(states, dictionary.vectors, initialState === "roots");
  const meter = new Meter("moments", "trees", trees.length, watch);
  let [words, known] = [0, 0];
  for (const { words: sentence, heads } of trees) {
    const rows = rowsOf(dictionary, sentence);
    words += rows.length;
    for (const row of rows) if (row < dictionary.words.size) known++;
    collector.add(rows, heads);
    meter.advance();
    await breathe(watch.signal);
  }
  meter.finish();
  const { operators, conditioning } = operatorsFrom(collector.moments(), ridge);
  const U = matrix(dictionary.words.size + 1, states, dictionary.vectors);
  const weighted = matrix(
    U.rows,
    states,
    Float64Array.from(U.data, (value, e) => value * dictionary.shares[Math.floor(e / states)]!),
  );
  const emissions = multiply(weighted, inverse(multiply(U, weighted, { transposeA: true }))).data;
  const model = Object.freeze({ dictionary, emissions, operators });
  return {
    model,
    report: {
      dictionaryWords: dictionary.words.size,
      coverage: (100 * known) / words,
      counts: { ...collector.counts },
      conditioning,
    },
  };
}

/** Probabilities of trees over sentences of words. */
export class ArcTrees {
  readonly #scorer: SpectralScorer;

  constructor(readonly model: ArcModel) {
    this.#scorer = new SpectralScorer(model.operators);
  }

  /** Several trees over one sentence, each with one root. */
  score({ words }: Pick<TaggedSentence, "words">, trees: readonly ArrayLike<number>[]): SignedLog[] {
    const { dictionary, emissions } = this.model;
    const k = dictionary.k;
    const rows = Array.from(rowsOf(dictionary, words), (row) => emissions.subarray(row * k, (row + 1) * k));
    const operators = this.#scorer.wordOperators(rows);
    return trees.map((heads) => this.#scorer.score(operators, heads));
  }
}
