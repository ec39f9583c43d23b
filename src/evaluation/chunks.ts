/**
 * Phrases written as tags (B-NP I-NP O …), scored as conlleval does: a phrase is right when its type, first and last
 * word are. IOB1, IOB2 and IOBES are all read by one rule: a phrase begins at B or S, or at any tag of another type
 * than the one before, or after O, E or S; it ends before the next beginning, at O, and after E and S.
 */
import { ShapeError } from "../base/errors.ts";
import { type Rates, ratesOf } from "./rates.ts";

/** A labelled run of words. */
export interface Chunk {
  readonly type: string;
  /** Words from `start` up to `end`, from 0. */
  readonly start: number;
  readonly end: number;
}

/** The chunks that IOB or IOBES tags describe. */
export function chunksOf(tags: readonly string[]): Chunk[] {
  const chunks: Chunk[] = [];
  let open: { type: string; start: number } | undefined;
  const close = (end: number) => {
    if (open !== undefined) chunks.push({ ...open, end });
    open = undefined;
  };
  tags.forEach((tag, i) => {
    const mark = tag[0];
    const type = tag.slice(2);
    if (mark === "O" || mark === "B" || mark === "S" || open?.type !== type) close(i);
    if (mark !== "O") open ??= { type, start: i };
    if (mark === "E" || mark === "S") close(i + 1);
  });
  close(tags.length);
  return chunks;
}

/** Rates of one type of chunks, or of all, with their counts. */
export interface ChunkRates extends Rates {
  readonly gold: number;
  readonly predicted: number;
  readonly matched: number;
}

/** Compares chunks sentence by sentence, as conlleval does. */
export class ChunkScorer {
  readonly #types = new Map<string, { gold: number; predicted: number; matched: number }>();
  #sentences = 0;

  add(gold: readonly string[], predicted: readonly string[]): void {
    this.#sentences++;
    if (gold.length !== predicted.length) {
      throw new ShapeError(
        `sentence ${this.#sentences}: ${predicted.length} tags were predicted; the gold sentence has ${gold.length}.`,
      );
    }
    const key = ({ type, start, end }: Chunk) => `${start}-${end}-${type}`;
    const wanted = new Set<string>();
    for (const chunk of chunksOf(gold)) {
      wanted.add(key(chunk));
      this.#count(chunk.type).gold++;
    }
    for (const chunk of chunksOf(predicted)) {
      const counts = this.#count(chunk.type);
      counts.predicted++;
      if (wanted.has(key(chunk))) counts.matched++;
    }
  }

  #count(type: string) {
    const counts = this.#types.get(type) ?? { gold: 0, predicted: 0, matched: 0 };
    this.#types.set(type, counts);
    return counts;
  }

  /** Over all types, and type by type in alphabetical order. */
  summary(): { readonly all: ChunkRates; readonly types: Readonly<Record<string, ChunkRates>> } {
    const all = { gold: 0, predicted: 0, matched: 0 };
    const types: Record<string, ChunkRates> = {};
    for (const [type, counts] of [...this.#types].sort(([a], [b]) => (a < b ? -1 : 1))) {
      types[type] = { ...counts, ...ratesOf(counts.matched, counts.gold, counts.predicted) };
      all.gold += counts.gold;
      all.predicted += counts.predicted;
      all.matched += counts.matched;
    }
    return { all: { ...all, ...ratesOf(all.matched, all.gold, all.predicted) }, types };
  }
}
