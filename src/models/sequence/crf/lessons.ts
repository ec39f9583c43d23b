/**
 * Training sentences of a conditional random field, encoded. Features are numbered; each has weights for the labels
 * that it was seen with, and for no others (Sutton and McCallum 2012, §2.4, "unsupported features").
 *
 * Sentences are put into blocks of similar length, and within a block the tokens of all its sentences at one place
 * stand together, the longest sentence first: a step of forward–backward is then a product of matrices for the whole
 * block.
 */
import type { Vocabulary } from "../../../base/vocabulary.ts";
import type { TaggedSentence } from "../../../trees/sentence.ts";
import { type FeatureCoder, type Row, tokenKey } from "../features/coder.ts";
import { FeatureNumbers } from "./feature-numbers.ts";

/** Ragged lists of numbers: list i is ids[starts[i]] up to starts[i + 1]. */
export interface Lists {
  readonly starts: Uint32Array;
  readonly ids: Int32Array;
}

/** Sentences of similar length, place after place. */
export interface LessonBlock {
  /** Tokens at each place: those of the sentences that are long enough, in the same order. */
  readonly active: readonly number[];
  readonly tokens: number;
  readonly gold: Int32Array;
  /** For each of the coder's places the rows of the tokens there. */
  readonly rows: readonly Int32Array[];
  /** The same for the places whose vectors are features. */
  readonly vectorRows: readonly Int32Array[];
  /** Feature numbers of the products. */
  readonly products: Lists;
  /** tokens × contextWidth; empty without contexts. */
  readonly contexts: Float64Array;
}

export interface Lessons {
  /** Distinct tokens; the last stands for what is beyond the ends of a sentence. */
  readonly rows: readonly Row[];
  /** For each of the coder's places the feature numbers of every row there. */
  readonly rowFeatures: readonly Lists[];
  readonly sentences: readonly Sentence[];
  readonly blocks: readonly LessonBlock[];
  /** The coder's places. */
  readonly offsets: readonly number[];
  readonly vectorOffsets: readonly number[];
  /** Feature f is keys[f], and has weights starts[f] up to starts[f + 1], of the labels `columns`. */
  readonly keys: Uint32Array;
  readonly starts: Uint32Array;
  readonly columns: Uint16Array;
  /** Tokens that have each feature. */
  readonly counts: Float64Array;
  readonly labelCount: number;
}

/** Sentences of a block: enough for products of matrices to pay, few enough for the tables to stay in the cache. */
const BLOCK = 256;

/** A sentence: the rows of its tokens, and the feature numbers of the products at each. */
export interface Sentence {
  readonly rows: Int32Array;
  readonly gold: Int32Array;
  readonly products: Lists;
  /** tokens × contextWidth. */
  readonly contexts: Float32Array;
}

export interface LessonSettings {
  /** Features seen less often are left out. */
  readonly minCount: number;
  readonly contextsOf: ((words: readonly string[]) => Float32Array) | undefined;
}

/** Sentences without words are left out. `tick` is awaited after every sentence. */
export async function encodeLessons(
  sentences: readonly TaggedSentence[],
  labels: Vocabulary,
  coder: FeatureCoder,
  { minCount, contextsOf }: LessonSettings,
  tick: () => Promise<void>,
): Promise<Lessons> {
  const numbers = new Map<string, number>();
  const rows: Row[] = [];
  const features = new FeatureNumbers();
  const encoded: Sentence[] = [];
  const joined = new Uint32Array(coder.products);
  const rowNumber = (token: { readonly word: string; readonly values: readonly string[] }) => {
    const key = tokenKey(token);
    let number = numbers.get(key);
    if (number === undefined) {
      numbers.set(key, (number = rows.length));
      rows.push(coder.row(token));
    }
    return number;
  };
  for (const { words, tags, columns } of sentences) {
    if (words.length === 0) continue;
    const own = Int32Array.from(coder.tokens(words, columns), rowNumber);
    const here = Array.from(own, (number) => rows[number]!);
    const gold = Int32Array.from(tags, (tag) => labels.id(tag));
    const starts = new Uint32Array(words.length + 1);
    const ids: number[] = [];
    for (let i = 0; i < words.length; i++) {
      const count = coder.join(here, i, joined, 0);
      for (let e = 0; e < count; e++) ids.push(features.add(joined[e]!, gold[i]!, 1));
      starts[i + 1] = ids.length;
    }
    encoded.push({
      rows: own,
      gold,
      products: { starts, ids: Int32Array.from(ids) },
      contexts: contextsOf?.(words) ?? new Float32Array(0),
    });
    await tick();
  }
  const edge = rows.length;
  rows.push(coder.edge);
  const rowFeatures = coder.offsets.map((offset, place) =>
    numberRows(rows, place, offset, encoded, features, labels.size),
  );
  const kept = features.finish(minCount);
  const lessons = encoded.map((sentence) => ({ ...sentence, products: keptLists(sentence.products, kept.numbers) }));
  return {
    rows,
    rowFeatures: rowFeatures.map((lists) => keptLists(lists, kept.numbers)),
    sentences: lessons,
    blocks: blocksOf(lessons, coder, edge),
    offsets: coder.offsets,
    vectorOffsets: coder.vectorOffsets,
    labelCount: labels.size,
    keys: kept.keys,
    starts: kept.starts,
    columns: kept.columns,
    counts: kept.counts,
  };
}

/** Numbers the features that rows give positions at one place, with the labels of those positions. */
function numberRows(
  rows: readonly Row[],
  place: number,
  offset: number,
  encoded: readonly Sentence[],
  features: FeatureNumbers,
  l: number,
): Lists {
  const counts = new Float64Array(rows.length * l);
  for (const { rows: own, gold } of encoded)
    for (let i = 0; i < gold.length; i++) counts[(own[i + offset] ?? rows.length - 1) * l + gold[i]!]!++;
  const starts = new Uint32Array(rows.length + 1);
  const ids: number[] = [];
  for (const [r, { keys }] of rows.entries()) {
    for (const key of keys[place]!) {
      let id = -1;
      for (let a = 0; a < l; a++) if (counts[r * l + a]! > 0) id = features.add(key, a, counts[r * l + a]!);
      if (id >= 0) ids.push(id);
    }
    starts[r + 1] = ids.length;
  }
  return { starts, ids: Int32Array.from(ids) };
}

/** Lists without what was left out. */
function keptLists({ starts, ids }: Lists, numbers: Int32Array): Lists {
  const kept = new Int32Array(ids.length);
  const begins = new Uint32Array(starts.length);
  let to = 0;
  for (let i = 0; i + 1 < starts.length; i++) {
    for (let e = starts[i]!; e < starts[i + 1]!; e++) {
      const number = numbers[ids[e]!]!;
      if (number >= 0) kept[to++] = number;
    }
    begins[i + 1] = to;
  }
  return { starts: begins, ids: kept.slice(0, to) };
}

function blocksOf(encoded: readonly Sentence[], coder: FeatureCoder, edge: number): LessonBlock[] {
  const order = encoded.toSorted((a, b) => b.gold.length - a.gold.length);
  const blocks: LessonBlock[] = [];
  for (let first = 0; first < order.length; first += BLOCK)
    blocks.push(blockOf(order.slice(first, first + BLOCK), coder, edge));
  return blocks;
}

function blockOf(sentences: readonly Sentence[], coder: FeatureCoder, edge: number): LessonBlock {
  const active = Array.from(
    { length: sentences[0]!.gold.length },
    (_, t) => sentences.filter(({ gold }) => gold.length > t).length,
  );
  const tokens = active.reduce((sum, count) => sum + count, 0);
  const gold = new Int32Array(tokens);
  const rowsAt = (offsets: readonly number[]) => offsets.map(() => new Int32Array(tokens));
  const [rows, vectorRows] = [rowsAt(coder.offsets), rowsAt(coder.vectorOffsets)];
  const width = sentences[0]!.contexts.length / sentences[0]!.gold.length;
  const contexts = new Float64Array(tokens * width);
  const starts = new Uint32Array(tokens + 1);
  const ids: number[] = [];
  let n = 0;
  for (const [t, count] of active.entries()) {
    for (let s = 0; s < count; s++, n++) {
      const sentence = sentences[s]!;
      gold[n] = sentence.gold[t]!;
      for (const [p, offset] of coder.offsets.entries()) rows[p]![n] = sentence.rows[t + offset] ?? edge;
      for (const [p, offset] of coder.vectorOffsets.entries()) vectorRows[p]![n] = sentence.rows[t + offset] ?? edge;
      for (let e = sentence.products.starts[t]!; e < sentence.products.starts[t + 1]!; e++) {
        ids.push(sentence.products.ids[e]!);
      }
      starts[n + 1] = ids.length;
      contexts.set(sentence.contexts.subarray(t * width, (t + 1) * width), n * width);
    }
  }
  return { active, tokens, gold, rows, vectorRows, products: { starts, ids: Int32Array.from(ids) }, contexts };
}
