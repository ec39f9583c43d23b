/**
 * Labelling with a conditional random field: the best sequence of labels (Viterbi), or the best label at each position,
 * each with its probability. O(words · l²); what the features of a distinct token add up to is kept.
 */

import type { TokenColumns } from "../features/attributes.ts";
import { type FeatureCoder, type Row, tokenKey } from "../features/coder.ts";
import { allColumns, answerOf, coderOf, type WordColumns } from "../features/setup.ts";
import type { TaggingResult } from "../predict.ts";
import type { PositionScores } from "../product/chain-scores.ts";
import { KeyTable } from "./feature-numbers.ts";
import type { CrfTables } from "./tables.ts";

/** A token, and the scores of labels that it gives the positions around it: for each place labels numbers. */
interface Known extends Row {
  readonly scores: Float32Array;
}

/** Distinct tokens whose scores are kept: at 45 labels and five places 45 MB. */
const KEPT = 50_000;

/** How labels are chosen. */
export type CrfDecoding = "position" | "sequence";

export class CrfDecoder {
  readonly #tables: CrfTables;
  readonly #coder: FeatureCoder;
  readonly #numbers = new KeyTable();
  readonly #names: readonly string[];
  readonly #l: number;
  readonly #kept = new Map<string, Known>();
  readonly #edge: Known;
  readonly #decoding: CrfDecoding;
  readonly #sure: boolean;
  readonly #beside: PositionScores | undefined;
  /** Places whose scores a token's row has, and where each begins. */
  readonly #places: readonly number[];
  readonly #joined: Uint32Array;
  readonly #moves: Float64Array;
  readonly #movesBack: Float32Array;
  /** By how much transitions differ at most, and room for the labels that are not passed over. */
  readonly #span: number;
  readonly #alive: Int32Array;
  #scores = new Float64Array(0);
  #alpha = new Float64Array(0);
  #back = new Uint16Array(0);

  /** `beside` adds to the scores of labels at positions what another model says of them. */
  constructor(
    tables: CrfTables,
    { decoding, confidence }: { readonly decoding: CrfDecoding; readonly confidence: boolean },
    beside?: PositionScores,
  ) {
    this.#beside = beside;
    this.#tables = tables;
    this.#coder = coderOf(tables)!;
    this.#names = tables.labels.words();
    this.#l = tables.labels.size;
    this.#decoding = decoding;
    this.#sure = confidence || decoding === "position";
    for (const key of tables.weights.keys) this.#numbers.add(key);
    this.#places = [...new Set([...this.#coder.offsets, ...this.#coder.vectorOffsets])];
    this.#joined = new Uint32Array(this.#coder.products);
    this.#moves = Float64Array.from(tables.transitions, Math.exp);
    const l = this.#l;
    this.#alive = new Int32Array(l);
    const { transitions } = tables;
    let [low, high] = [transitions[0]!, transitions[0]!];
    for (const value of transitions) [low, high] = [Math.min(low, value), Math.max(high, value)];
    this.#span = high - low + 1e-6;
    this.#movesBack = new Float32Array(l * l);
    for (let a = 0; a < l; a++) for (let b = 0; b < l; b++) this.#movesBack[b * l + a] = tables.transitions[a * l + b]!;
    this.#edge = this.#scored(this.#coder.edge, undefined);
  }

  /** The labels of a sentence, and how probable each is at its position. */
  tag(words: readonly string[], given?: WordColumns): Omit<TaggingResult, "words"> {
    const { labels, ...sure } = this.#decode(words, allColumns(this.#tables, words, given));
    const tags = Array.from(labels, (label) => this.#names[label]!);
    return { tags: answerOf(this.#tables, tags), ...sure };
  }

  #decode(
    words: readonly string[],
    columns: WordColumns | undefined,
  ): { readonly labels: Int32Array } & Pick<TaggingResult, "confidence" | "logProbability"> {
    const n = words.length;
    const l = this.#l;
    if (this.#scores.length < n * l) {
      this.#scores = new Float64Array(2 * n * l);
      this.#alpha = new Float64Array(2 * n * l);
      this.#back = new Uint16Array(2 * n * l);
    }
    if (n === 0) return { labels: new Int32Array(0) };
    this.#score(words, columns);
    const best = this.#decoding === "sequence" ? this.#viterbi(n) : new Int32Array(n);
    if (!this.#sure) return { labels: best };
    const confidence = new Float64Array(n);
    const logProbability = this.#marginals(n);
    for (let i = 0; i < n; i++) {
      if (this.#decoding === "position")
        for (let a = 1; a < l; a++) if (this.#alpha[i * l + a]! > this.#alpha[i * l + best[i]!]!) best[i] = a;
      confidence[i] = this.#alpha[i * l + best[i]!]!;
    }
    return { labels: best, confidence, logProbability };
  }

  #score(words: readonly string[], columns: WordColumns | undefined): void {
    const l = this.#l;
    const scores = this.#scores;
    const rows = this.#coder.tokens(words, columns).map((token) => this.#known(token));
    const { starts, columns: labels, values } = this.#tables.weights;
    const joined = this.#joined;
    for (let i = 0; i < words.length; i++) {
      const at = i * l;
      scores.fill(0, at, at + l);
      for (const [p, offset] of this.#places.entries()) {
        const from = (rows[i + offset] ?? this.#edge).scores;
        for (let a = 0, e = p * l; a < l; a++, e++) scores[at + a]! += from[e]!;
      }
      const count = this.#coder.join(rows, i, joined, 0);
      for (let k = 0; k < count; k++) {
        const f = this.#numbers.get(joined[k]!);
        if (f < 0) continue;
        for (let e = starts[f]!; e < starts[f + 1]!; e++) scores[at + labels[e]!]! += values[e]!;
      }
    }
    if (this.#coder.contexts) this.#scoreContexts(words);
    this.#beside?.(words, scores);
  }

  #scoreContexts(words: readonly string[]): void {
    const l = this.#l;
    const vectors = this.#tables.known.vectors!;
    const { contextWeights } = this.#tables;
    const width = vectors.contextWidth;
    const contexts = vectors.inContext(words);
    for (let i = 0; i < words.length; i++)
      for (let j = 0; j < width; j++) {
        const x = contexts[i * width + j]!;
        for (let a = 0; a < l; a++) this.#scores[i * l + a]! += x * contextWeights[j * l + a]!;
      }
  }

  #known(token: TokenColumns): Known {
    const key = tokenKey(token);
    let known = this.#kept.get(key);
    if (known !== undefined) return known;
    known = this.#scored(this.#coder.row(token), token.word);
    if (this.#kept.size >= KEPT) this.#kept.clear();
    this.#kept.set(key, known);
    return known;
  }

  #scored(row: Row, word: string | undefined): Known {
    const l = this.#l;
    const scores = new Float32Array(this.#places.length * l);
    const { starts, columns, values } = this.#tables.weights;
    for (const [place, offset] of this.#coder.offsets.entries()) {
      const at = this.#places.indexOf(offset) * l;
      for (const key of row.keys[place]!) {
        const f = this.#numbers.get(key);
        if (f < 0) continue;
        for (let e = starts[f]!; e < starts[f + 1]!; e++) scores[at + columns[e]!]! += values[e]!;
      }
    }
    const { known, vectorWeights } = this.#tables;
    if (word !== undefined)
      for (const [p, offset] of this.#coder.vectorOffsets.entries()) {
        const at = this.#places.indexOf(offset) * l;
        for (const [j, x] of known.vectors!.vector(word).entries()) {
          const from = (p * known.vectors!.width + j) * l;
          for (let a = 0; a < l; a++) scores[at + a]! += x * vectorWeights[from + a]!;
        }
      }
    return { ...row, scores };
  }

  /**
   * The best path. A label that is further behind the best one at its position than any two transitions differ is no
   * predecessor of anything, and is passed over: the answer is exact.
   */
  #viterbi(n: number): Int32Array {
    const l = this.#l;
    const scores = this.#scores;
    const best = this.#alpha;
    const back = this.#back;
    const moves = this.#movesBack;
    for (let a = 0; a < l; a++) best[a] = scores[a]!;
    const alive = this.#alive;
    for (let i = 1; i < n; i++) {
      const [at, before] = [i * l, (i - 1) * l];
      let most = best[before]!;
      for (let a = 1; a < l; a++) if (best[before + a]! > most) most = best[before + a]!;
      const least = most - this.#span;
      let count = 0;
      for (let a = 0; a < l; a++) if (best[before + a]! >= least) alive[count++] = a;
      for (let b = 0; b < l; b++) {
        const row = b * l;
        let top = Number.NEGATIVE_INFINITY;
        let from = 0;
        for (let k = 0; k < count; k++) {
          const a = alive[k]!;
          const score = best[before + a]! + moves[row + a]!;
          if (score > top) {
            top = score;
            from = a;
          }
        }
        best[at + b] = top + scores[at + b]!;
        back[at + b] = from;
      }
    }
    const path = new Int32Array(n);
    let last = 0;
    for (let a = 1; a < l; a++) if (best[(n - 1) * l + a]! > best[(n - 1) * l + last]!) last = a;
    for (let i = n - 1; i >= 0; i--) {
      path[i] = last;
      last = back[i * l + last]!;
    }
    return path;
  }

  /** Leaves the marginals in #alpha; returns log Z. The recursions are those of objective.ts. */
  #marginals(n: number): number {
    const l = this.#l;
    const [scores, alpha, moves] = [this.#scores, this.#alpha, this.#moves];
    let total = 0;
    const norms = new Float64Array(n);
    for (let i = 0; i < n; i++) {
      const at = i * l;
      let most = scores[at]!;
      for (let a = 1; a < l; a++) if (scores[at + a]! > most) most = scores[at + a]!;
      for (let a = 0; a < l; a++) scores[at + a] = Math.exp(scores[at + a]! - most);
      if (i === 0) for (let a = 0; a < l; a++) alpha[a] = scores[a]!;
      else {
        alpha.fill(0, at, at + l);
        for (let a = 0; a < l; a++) {
          const weight = alpha[at - l + a]!;
          if (weight < 1e-12) continue;
          for (let b = 0, e = a * l; b < l; b++, e++) alpha[at + b]! += weight * moves[e]!;
        }
        for (let a = 0; a < l; a++) alpha[at + a]! *= scores[at + a]!;
      }
      let sum = 0;
      for (let a = 0; a < l; a++) sum += alpha[at + a]!;
      norms[i] = sum;
      for (let a = 0; a < l; a++) alpha[at + a]! /= sum;
      total += most + Math.log(sum);
    }
    let beta = new Float64Array(l).fill(1);
    let earlier = new Float64Array(l);
    for (let i = n - 1; i >= 0; i--) {
      const at = i * l;
      for (let a = 0; a < l; a++) alpha[at + a]! *= beta[a]!;
      if (i === 0) break;
      for (let a = 0; a < l; a++) beta[a]! *= scores[at + a]! / norms[i]!;
      for (let a = 0; a < l; a++) {
        let sum = 0;
        for (let b = 0, e = a * l; b < l; b++, e++) sum += moves[e]! * beta[b]!;
        earlier[a] = sum;
      }
      [beta, earlier] = [earlier, beta];
    }
    return total;
  }
}
