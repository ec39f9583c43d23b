/**
 * Scores of a parser against gold trees: brackets as EVALB with COLLINS.prm counts them, by length of sentence, with
 * times and fallbacks. A label that training did not have can only be missed; how many there are is counted.
 */
import { bootstrapInterval, type Interval } from "../../evaluation/bootstrap.ts";
import { COLLINS_UNNAMED_TOP } from "../../evaluation/bracket-parameters.ts";
import { BracketScorer, type BracketSummary, summarizeBrackets } from "../../evaluation/bracket-scorer.ts";
import type { SentenceBrackets } from "../../evaluation/brackets.ts";
import { ratesOf } from "../../evaluation/rates.ts";
import { foldTree, nodes } from "../../trees/fold.ts";
import { isLeaf, leaves, type Tree } from "../../trees/tree.ts";
import { splitChain } from "../../trees/unaries.ts";
import type { Fallback, Symbols } from "../grammar/index.ts";
import type { ParsedSentence } from "./parse-jobs.ts";

/** Upper bounds of the lengths that are summed up together, in words. */
const BANDS = [10, 20, 30, 40, 60, 80, 120, Number.POSITIVE_INFINITY];

/** Sentences of about the same length. */
export interface LengthBand {
  readonly from: number;
  /** Infinity for the last. */
  readonly to: number;
  readonly sentences: number;
  readonly f1: number;
  /** Mean time of a sentence. */
  readonly milliseconds: number;
}

/** How well the trees of a parser agree with gold ones. */
export interface BracketScores {
  readonly all: BracketSummary;
  readonly short: BracketSummary;
  /** 95 % interval of the F1 of all sentences, by resampling them. */
  readonly interval: Interval;
  /** Longest sentence of `short`, in words. */
  readonly cutoff: number;
  readonly byLength: readonly LengthBand[];
  readonly fallbacks: Readonly<Record<Exclude<Fallback, "none">, number>>;
  /** Sentences that EVALB drops because gold and predicted trees do not have the same words, by reason. */
  readonly notComparable: Readonly<Record<NotComparable, number>>;
  /** Whether brackets were compared under the gold tags, which makes the accuracy of tags 100. */
  readonly copyTags: boolean;
  /** Labels and tags of the gold trees that the model does not have, with their counts, most frequent first. */
  readonly unseenLabels: Readonly<Record<string, number>>;
  /** Time in the parser, summed over threads. */
  readonly parsingSeconds: number;
}

/**
 * `punctuation`: a word has the tag of a punctuation mark, which is not counted, in one of the trees only. `noWords`:
 * every word of the predicted tree has such a tag. `otherWords`: the trees have different words.
 */
export type NotComparable = "punctuation" | "noWords" | "otherWords";

interface Scored {
  readonly words: number;
  readonly brackets: SentenceBrackets;
  readonly milliseconds: number;
}

export class ScoreCollector {
  readonly #scorer = new BracketScorer(COLLINS_UNNAMED_TOP);
  readonly #known: ReadonlySet<string>;
  readonly #unseen = new Map<string, number>();
  readonly #scored: Scored[] = [];
  readonly #fallbacks = { relaxed: 0, coarse: 0, pieces: 0, flat: 0 };
  readonly #notComparable = { punctuation: 0, noWords: 0, otherWords: 0 };
  readonly #copyTags: boolean;

  /** With `copyTags` the predicted trees get the gold tags before they are compared. */
  constructor(symbols: Pick<Symbols, "labels">, { copyTags }: { readonly copyTags: boolean }) {
    this.#copyTags = copyTags;
    this.#known = new Set(symbols.labels.flatMap((label) => splitChain(label)));
  }

  /** `gold` is prepared as the model's treebank was. */
  add(
    gold: Tree,
    { trees, fallback, milliseconds }: Pick<ParsedSentence, "trees" | "fallback" | "milliseconds">,
  ): SentenceBrackets {
    let words = 0;
    for (const node of nodes(gold)) {
      if (isLeaf(node)) words++;
      const { label } = node;
      if (label !== "" && !this.#known.has(label)) this.#unseen.set(label, (this.#unseen.get(label) ?? 0) + 1);
    }
    const predicted = trees[0]!.tree;
    const brackets = this.#scorer.add(gold, this.#copyTags ? withTagsOf(gold, predicted) : predicted);
    if (brackets.status !== "valid") this.#notComparable[reasonOf(gold, predicted, brackets)]++;
    this.#scored.push({ words, brackets, milliseconds });
    if (fallback !== "none") this.#fallbacks[fallback]++;
    return brackets;
  }

  scores(): BracketScores {
    const byLength = BANDS.map((to, band) => {
      const from = band === 0 ? 1 : BANDS[band - 1]! + 1;
      const here = this.#scored.filter(({ words }) => words >= from && words <= to);
      const total = here.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
      const { f1 } = summarizeBrackets(here.map(({ brackets }) => brackets));
      return { from, to, sentences: here.length, f1, milliseconds: here.length === 0 ? 0 : total / here.length };
    });
    return {
      ...this.#scorer.summary(),
      interval: bootstrapInterval(
        this.#scored.map(({ brackets }) => brackets),
        f1Of,
      ),
      byLength: byLength.filter(({ sentences }) => sentences > 0),
      fallbacks: { ...this.#fallbacks },
      notComparable: { ...this.#notComparable },
      copyTags: this.#copyTags,
      unseenLabels: Object.fromEntries([...this.#unseen].sort((x, y) => y[1] - x[1])),
      parsingSeconds: this.#scored.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / 1000,
    };
  }
}

/** F1 of the sums alone: all that resampling needs. */
export function f1Of(sentences: readonly SentenceBrackets[]): number {
  let [gold, predicted, matched] = [0, 0, 0];
  for (const sentence of sentences) {
    gold += sentence.gold;
    predicted += sentence.predicted;
    matched += sentence.matched;
  }
  return ratesOf(matched, gold, predicted).f1;
}

function reasonOf(gold: Tree, predicted: Tree, { status }: SentenceBrackets): NotComparable {
  const [own, other] = [leaves(gold), leaves(predicted)];
  const same = own.length === other.length && own.every(({ word }, at) => word === other[at]!.word);
  if (!same) return "otherWords";
  return status === "skipped" ? "noWords" : "punctuation";
}

/** The predicted tree with the tags of the gold one; as it is where they have different numbers of words. */
export function withTagsOf(gold: Tree, predicted: Tree): Tree {
  const tags = leaves(gold).map(({ label }) => label);
  if (leaves(predicted).length !== tags.length) return predicted;
  let at = 0;
  return foldTree<Tree>(
    predicted,
    ({ word }) => ({ label: tags[at++]!, word }),
    ({ label }, children) => ({ label, children }),
  );
}
