/**
 * Unlabelled bracketing F1 as the unsupervised-parsing literature counts it (Klein and Manning 2002 and after), which
 * is not EVALB's:
 *
 * - words with a deleted tag (punctuation, traces) go, on both sides; lengths are of what remains;
 * - brackets are *sets* of spans: a unary chain counts once, single words never;
 * - the bracket around the whole sentence is right by construction, so every figure is given with it and without it;
 * - micro: one F1 from the corpus's counts; macro: the mean of the sentences' F1, where a sentence with no bracket to
 *   find and none found has F1 100.
 *
 * Sentences of fewer than two words are left out and counted.
 */
import { ShapeError } from "../base/errors.ts";
import { isLeaf, type Tree } from "../trees/tree.ts";
import { COLLINS } from "./bracket-parameters.ts";
import { type Rates, ratesOf } from "./rates.ts";

/** Spans of the gold tree, of the predicted one, and in both. */
export interface SpanCounts {
  readonly gold: number;
  readonly predicted: number;
  readonly matched: number;
}

/** The counts of one sentence, with and without the span of all of it. */
export interface UnlabelledSentence {
  /** Words after deletion. */
  readonly length: number;
  readonly withWhole: SpanCounts;
  readonly withoutWhole: SpanCounts;
}

/** F1 over all spans, and the mean F1 of sentences. */
export interface UnlabelledRates {
  readonly micro: Rates;
  readonly macroF1: number;
}

/** What an `UnlabelledScorer` found. */
export interface UnlabelledSummary {
  readonly sentences: number;
  /** Sentences of fewer than two words, in no figure. */
  readonly trivial: number;
  readonly withWhole: UnlabelledRates;
  readonly withoutWhole: UnlabelledRates;
}

/** The spans of two words or more, written "start-end", and the number of words. */
function spanSet(tree: Tree, deleted: ReadonlySet<string>): { readonly spans: Set<string>; readonly length: number } {
  const spans = new Set<string>();
  let length = 0;
  const open: (Tree | { readonly start: number })[] = [tree];
  while (open.length > 0) {
    const node = open.pop()!;
    if ("start" in node) {
      if (length - node.start > 1) spans.add(`${node.start}-${length}`);
    } else if (isLeaf(node)) {
      if (!deleted.has(node.label)) length++;
    } else {
      open.push({ start: length });
      for (let i = node.children.length - 1; i >= 0; i--) open.push(node.children[i]!);
    }
  }
  return { spans, length };
}

function countSpans(gold: ReadonlySet<string>, predicted: ReadonlySet<string>): SpanCounts {
  let matched = 0;
  for (const span of predicted) if (gold.has(span)) matched++;
  return { gold: gold.size, predicted: predicted.size, matched };
}

/** The harmonic mean for one sentence; 100 when there was nothing to find and nothing was found. */
const sentenceF1 = ({ gold, predicted, matched }: SpanCounts): number =>
  gold + predicted === 0 ? 100 : (200 * matched) / (gold + predicted);

function summarizeSpans(counts: readonly SpanCounts[]): UnlabelledRates {
  const total = (key: keyof SpanCounts) => counts.reduce((sum, count) => sum + count[key], 0);
  const macro = counts.reduce((sum, count) => sum + sentenceF1(count), 0) / (counts.length || 1);
  return { micro: ratesOf(total("matched"), total("gold"), total("predicted")), macroF1: macro };
}

/** Compares unlabelled bracketings sentence by sentence. */
export class UnlabelledScorer {
  readonly #deleted: ReadonlySet<string>;
  readonly #sentences: UnlabelledSentence[] = [];

  constructor({ deletedTags = COLLINS.deletedLabels }: { readonly deletedTags?: readonly string[] } = {}) {
    this.#deleted = new Set(deletedTags);
  }

  get sentences(): readonly UnlabelledSentence[] {
    return this.#sentences;
  }

  add(goldTree: Tree, predictedTree: Tree): UnlabelledSentence {
    const gold = spanSet(goldTree, this.#deleted);
    const predicted = spanSet(predictedTree, this.#deleted);
    if (gold.length !== predicted.length) {
      const id = this.#sentences.length + 1;
      throw new ShapeError(
        `sentence ${id}: the predicted tree has ${predicted.length} words; the gold tree has ${gold.length}.`,
      );
    }
    const whole = `0-${gold.length}`;
    for (const { spans, length } of [gold, predicted]) if (length > 1) spans.add(whole);
    const withWhole = countSpans(gold.spans, predicted.spans);
    gold.spans.delete(whole);
    predicted.spans.delete(whole);
    const sentence = { length: gold.length, withWhole, withoutWhole: countSpans(gold.spans, predicted.spans) };
    this.#sentences.push(sentence);
    return sentence;
  }

  /** Over the sentences of at most `maxLength` words. */
  summary({ maxLength = Number.POSITIVE_INFINITY }: { readonly maxLength?: number } = {}): UnlabelledSummary {
    const short = this.#sentences.filter(({ length }) => length <= maxLength);
    const counted = short.filter(({ length }) => length > 1);
    return {
      sentences: counted.length,
      trivial: short.length - counted.length,
      withWhole: summarizeSpans(counted.map((sentence) => sentence.withWhole)),
      withoutWhole: summarizeSpans(counted.map((sentence) => sentence.withoutWhole)),
    };
  }
}
