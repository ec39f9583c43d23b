/**
 * Dependency scores as in the CoNLL 2018 shared task (conll18_ud_eval). Words are aligned by their characters, so
 * tokenization and sentence boundaries may differ; a word is right when it is aligned, its head is aligned to the gold
 * head, and (LAS) its relation up to the first ":" is the gold one. Recall is over gold words, precision over predicted
 * words; with equal tokenization both, and F1, are the usual accuracy. CLAS is LAS over the words with a content
 * relation: no function words, no punctuation.
 */
import { ShapeError } from "../base/errors.ts";
import { alignWords, type TokenizedText } from "./alignment.ts";
import { percentOf, type Rates, ratesOf } from "./rates.ts";

/** A sentence with heads (from 1; 0 is the root) and relations. `DependencyTree` is one. */
export interface AttachedSentence extends TokenizedText {
  readonly heads: readonly number[];
  readonly labels: readonly string[];
}

/** Options of `scoreAttachment`. */
export interface AttachmentOptions {
  /**
   * Which words `withoutPunctuation` leaves out, by the gold word or, for precision, the predicted one. Default: all
   * characters are punctuation.
   */
  readonly isPunctuation?: (word: string, label: string) => boolean;
}

/** Unlabelled, labelled and content-word attachment. */
export interface AttachmentRates {
  readonly uas: Rates;
  readonly las: Rates;
  readonly clas: Rates;
  /** Gold sentences with every counted head right, and with every relation too, in percent. */
  readonly complete: number;
  readonly completeLabelled: number;
}

/** What `scoreAttachment` finds. */
export interface AttachmentSummary extends AttachmentRates {
  readonly sentences: number;
  readonly goldWords: number;
  readonly predictedWords: number;
  readonly alignedWords: number;
  readonly withoutPunctuation: AttachmentRates;
}

/** The relations of Universal Dependencies 2 that hold between content words. */
const CONTENT: ReadonlySet<string> = new Set(
  `nsubj obj iobj csubj ccomp xcomp obl vocative expl dislocated advcl advmod discourse nmod appos nummod acl amod conj fixed flat compound
   list parataxis orphan goeswith reparandum root dep`.split(/\s+/),
);

/** A relation without its subtype: "nsubj:pass" is nsubj. */
const universal = (label: string): string => label.split(":", 1)[0]!;

interface Row {
  readonly sentence: number;
  readonly word: string;
  readonly label: string;
  /** Position of the head in the row of all words; −1 for a root. */
  readonly head: number;
}

function rowsOf(sentences: readonly AttachedSentence[], side: string): Row[] {
  const rows: Row[] = [];
  sentences.forEach(({ words, heads, labels }, sentence) => {
    if (heads.length !== words.length || labels.length !== words.length) {
      const sizes = `${words.length} words, ${heads.length} heads and ${labels.length} labels`;
      throw new ShapeError(`${side} sentence ${sentence + 1}: it has ${sizes}; the three must be equally many.`);
    }
    const before = rows.length - 1;
    words.forEach((word, i) => {
      const head = heads[i]!;
      if (!Number.isInteger(head) || head < 0 || head > words.length) {
        throw new ShapeError(
          `${side} sentence ${sentence + 1}: word ${i + 1} has the head ${head}; heads run from 0 to ${words.length}.`,
        );
      }
      rows.push({ sentence, word, label: universal(labels[i]!), head: head === 0 ? -1 : before + head });
    });
  });
  return rows;
}

function measure(
  gold: readonly Row[],
  predicted: readonly Row[],
  goldOf: Int32Array,
  sentences: number,
  counts: (row: Row) => boolean,
) {
  const content = (row: Row) => counts(row) && CONTENT.has(row.label);
  const headWrong = new Set<number>();
  const wrong = new Set<number>();
  let heads = 0;
  let both = 0;
  let contentBoth = 0;
  const right = new Uint8Array(gold.length);
  predicted.forEach((row, p) => {
    const g = goldOf[p]!;
    if (g < 0 || !counts(gold[g]!)) return;
    // A predicted root must be a gold root; any other head must be aligned.
    const head = row.head < 0 ? -1 : goldOf[row.head]!;
    if (gold[g]!.head !== head || (row.head >= 0 && head < 0)) return;
    heads++;
    right[g] = 1;
    if (gold[g]!.label !== row.label) return;
    both++;
    right[g] = 2;
    if (content(gold[g]!)) contentBoth++;
  });
  gold.forEach((row, g) => {
    if (!counts(row)) return;
    if (right[g] === 0) headWrong.add(row.sentence);
    if (right[g] !== 2) wrong.add(row.sentence);
  });
  const [inGold, inPredicted] = [gold.filter(counts).length, predicted.filter(counts).length];
  return {
    uas: ratesOf(heads, inGold, inPredicted),
    las: ratesOf(both, inGold, inPredicted),
    clas: ratesOf(contentBoth, gold.filter(content).length, predicted.filter(content).length),
    complete: percentOf(sentences - headWrong.size, sentences),
    completeLabelled: percentOf(sentences - wrong.size, sentences),
  };
}

/** Scores a predicted text against the gold one. */
export function scoreAttachment(
  gold: readonly AttachedSentence[],
  predicted: readonly AttachedSentence[],
  { isPunctuation = (word) => /^\p{P}+$/u.test(word) }: AttachmentOptions = {},
): AttachmentSummary {
  const goldRows = rowsOf(gold, "gold");
  const predictedRows = rowsOf(predicted, "predicted");
  const goldOf = alignWords(gold, predicted);
  return {
    sentences: gold.length,
    goldWords: goldRows.length,
    predictedWords: predictedRows.length,
    alignedWords: goldOf.filter((index) => index >= 0).length,
    ...measure(goldRows, predictedRows, goldOf, gold.length, () => true),
    withoutPunctuation: measure(
      goldRows,
      predictedRows,
      goldOf,
      gold.length,
      ({ word, label }) => !isPunctuation(word, label),
    ),
  };
}
