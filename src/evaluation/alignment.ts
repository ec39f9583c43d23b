/**
 * Which words of two tokenizations of the same text are the same word, as the CoNLL 2018 scorer decides it: by
 * character offsets, white space apart. Words inside a multi-word token ("du" = "de" + "le") have no offsets of their
 * own; within a stretch that such tokens cover, words are paired by a longest common subsequence of their lower-cased
 * forms. O(words), plus O(g·p) within such a stretch.
 */
import { InputError } from "../base/errors.ts";

/** A token written as one and analysed as the words numbered `first` to `last`, from 1. */
export interface MultiwordToken {
  readonly form: string;
  readonly first: number;
  readonly last: number;
}

/** A text as words, with the surface tokens that stand for several of them. */
export interface TokenizedText {
  readonly words: readonly string[];
  readonly multiword?: readonly MultiwordToken[] | undefined;
}

/** A word and its place in the text. */
export interface PlacedWord {
  readonly form: string;
  /** Characters from `start` up to `end`. */
  readonly start: number;
  readonly end: number;
  readonly multiword: boolean;
}

/** The words of the sentences in one row with their offsets, and the characters they cover. */
export function placeWords(sentences: Iterable<TokenizedText>): {
  readonly words: PlacedWord[];
  readonly characters: string;
} {
  const words: PlacedWord[] = [];
  const pieces: string[] = [];
  let offset = 0;
  const write = (form: string): number => {
    const visible = form.replace(/\s+/gu, "");
    pieces.push(visible);
    offset += visible.length;
    return offset - visible.length;
  };
  for (const { words: forms, multiword = [] } of sentences) {
    const opening = new Map(multiword.map((token) => [token.first, token]));
    for (let i = 0; i < forms.length; ) {
      const token = opening.get(i + 1);
      const start = write(token?.form ?? forms[i]!);
      const last = token?.last ?? i + 1;
      for (; i < last; i++) words.push({ form: forms[i]!, start, end: offset, multiword: token !== undefined });
    }
  }
  return { words, characters: pieces.join("") };
}

/** The pairs of a longest common subsequence, by lower-cased form. */
function commonSubsequence(gold: readonly PlacedWord[], predicted: readonly PlacedWord[]): [number, number][] {
  const width = predicted.length + 1;
  const same = (g: number, p: number) => gold[g]!.form.toLowerCase() === predicted[p]!.form.toLowerCase();
  // longest[g, p]: of the suffixes from g and p
  const longest = new Int32Array((gold.length + 1) * width);
  for (let g = gold.length - 1; g >= 0; g--) {
    for (let p = predicted.length - 1; p >= 0; p--) {
      const skip = Math.max(longest[(g + 1) * width + p]!, longest[g * width + p + 1]!);
      longest[g * width + p] = same(g, p) ? Math.max(skip, 1 + longest[(g + 1) * width + p + 1]!) : skip;
    }
  }
  const pairs: [number, number][] = [];
  for (let g = 0, p = 0; g < gold.length && p < predicted.length; ) {
    if (same(g, p)) pairs.push([g++, p++]);
    else if (longest[(g + 1) * width + p]! >= longest[g * width + p + 1]!) g++;
    else p++;
  }
  return pairs;
}

/**
 * Where a stretch of multi-word tokens up to the character `end`, or further if one of them reaches further, ends in
 * both rows.
 */
function stretchEnd(
  gold: readonly PlacedWord[],
  predicted: readonly PlacedWord[],
  g: number,
  p: number,
  end: number,
): [number, number] {
  const inside = (word: PlacedWord | undefined) =>
    word !== undefined && (word.multiword ? word.start < end : word.end <= end);
  while (inside(gold[g]) || inside(predicted[p])) {
    const fromGold = g < gold.length && (p >= predicted.length || gold[g]!.start <= predicted[p]!.start);
    const word = fromGold ? gold[g++]! : predicted[p++]!;
    if (word.multiword && word.end > end) end = word.end;
  }
  return [g, p];
}

/** Shows where two texts part. */
function difference(gold: string, predicted: string): string {
  let at = 0;
  while (gold[at] === predicted[at]) at++;
  return `after ${at} characters the gold text goes on "${gold.slice(at, at + 20)}" and the predicted "${predicted.slice(at, at + 20)}"`;
}

/** For each predicted word the index of the gold word it is, or −1. */
export function alignWords(goldText: Iterable<TokenizedText>, predictedText: Iterable<TokenizedText>): Int32Array {
  const { words: gold, characters } = placeWords(goldText);
  const { words: predicted, characters: others } = placeWords(predictedText);
  if (characters !== others) {
    throw new InputError(
      `the two texts differ: ${difference(characters, others)}; scoring needs the same characters in both.`,
    );
  }
  const goldOf = new Int32Array(predicted.length).fill(-1);
  for (let g = 0, p = 0; g < gold.length && p < predicted.length; ) {
    const [a, b] = [gold[g]!, predicted[p]!];
    if (a.multiword || b.multiword) {
      // A plain word that began before the multi-word token is not part of the stretch.
      if (a.multiword && !b.multiword && b.start < a.start) p++;
      else if (!a.multiword && a.start < b.start) g++;
      const [afterGold, afterPredicted] = stretchEnd(gold, predicted, g, p, a.multiword ? a.end : b.end);
      const pairs = commonSubsequence(gold.slice(g, afterGold), predicted.slice(p, afterPredicted));
      for (const [x, y] of pairs) goldOf[p + y] = g + x;
      [g, p] = [afterGold, afterPredicted];
    } else if (a.start === b.start && a.end === b.end) goldOf[p++] = g++;
    else if (a.start <= b.start) g++;
    else p++;
  }
  return goldOf;
}
