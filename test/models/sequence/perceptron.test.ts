/** The perceptron's weights without their zeros. */
import { expect, test } from "vitest";
import { Random } from "../../../src/base/random.ts";
import { coderOf } from "../../../src/models/sequence/features/setup.ts";
import { learnSequence, sequenceToParts, Tagger } from "../../../src/models/sequence/index.ts";
import {
  BUCKETS,
  PLAIN,
  TAG_FEATURES,
  tagFeatures,
  WORD_FEATURES,
  WordFeatures,
} from "../../../src/models/sequence/perceptron/features.ts";
import { moreFeatures } from "../../../src/models/sequence/perceptron/more-features.ts";
import { placesOfRows, sparseWeights } from "../../../src/models/sequence/perceptron/tables.ts";
import { train } from "../../../src/models/sequence/perceptron/train.ts";
import { generateTreebank } from "../../../src/samples/index.ts";
import { taggedSentence } from "../../../src/trees/index.ts";

/** The whole table. */
function dense({ rows, starts, columns, values }: ReturnType<typeof sparseWeights>, height: number, width: number) {
  const table = new Float32Array(height * width);
  rows.forEach((row, r) => {
    for (let e = starts[r]!; e < starts[r + 1]!; e++) table[row * width + columns[e]!] = values[e]!;
  });
  return table;
}

test("a table is what it was after its zeros were left out", () => {
  const random = new Random(4);
  for (const share of [0, 0.05, 0.6, 1]) {
    const table = Float32Array.from({ length: 300 }, () => (random.uniform() < share ? random.normal() : 0));
    const sparse = sparseWeights(table, 3);
    expect(dense(sparse, 100, 3)).toEqual(table);
    expect(sparse.values.every((value) => value !== 0)).toBe(true);
    const places = placesOfRows(sparse, 100);
    for (let row = 0; row < 100; row++) {
      const filled = table.subarray(row * 3, row * 3 + 3).some((value) => value !== 0);
      expect(places[row]! >= 0).toBe(filled);
      if (filled) expect(sparse.rows[places[row]!]).toBe(row);
    }
  }
});

test("tags are those of the whole table, and the file has no zeros", async () => {
  const { trees } = generateTreebank({ trees: 120 });
  const { model } = await learnSequence(trees.slice(0, 80), { method: "perceptron", epochs: 2 });
  const l = model.labels.size;
  const table = dense(model.weights, BUCKETS, l);
  const tagger = new Tagger(model);
  const extra = new Int32Array(TAG_FEATURES);
  const { tensors } = sequenceToParts(model);
  expect(tensors.weightValues!.data.every((value) => value !== 0)).toBe(true);
  const bytes = Object.values(tensors).reduce((sum, { data }) => sum + data.byteLength, 0);
  expect(bytes).toBeLessThan(table.byteLength / 20);
  for (const { words } of trees.slice(80).map(taggedSentence)) {
    const features = new WordFeatures((word) => String(model.usual.get(word) ?? "")).rows(words);
    const more = moreFeatures(coderOf(model)!, words, undefined, PLAIN);
    let [last, beforeLast] = [-1, -1];
    const expected = words.map((_, i) => {
      tagFeatures(last, beforeLast, features, i * WORD_FEATURES, extra);
      const all = [
        ...features.subarray(i * WORD_FEATURES, (i + 1) * WORD_FEATURES),
        ...extra,
        ...more.buckets.subarray(more.starts[i]!, more.starts[i + 1]!),
      ];
      const scores = Array.from({ length: l }, (_unused, a) =>
        all.reduce((sum, bucket) => sum + table[bucket * l + a]!, 0),
      );
      beforeLast = last;
      last = scores.indexOf(Math.max(...scores));
      return model.labels.word(last);
    });
    expect(tagger.tag(words).tags).toEqual(expected);
  }
});

test("the weights of several orders are averaged into one table", async () => {
  const words = new WordFeatures(() => "");
  const lessons = generateTreebank({ trees: 60 })
    .trees.map(taggedSentence)
    .map((sentence) => ({
      features: words.rows(sentence.words),
      gold: Int32Array.from(sentence.tags, (tag) => tag.charCodeAt(0) % 3),
      more: undefined,
      rare: new Uint8Array(sentence.words.length),
    }));
  const course = { labels: 3, reals: 0, settings: PLAIN, epochs: 1, dropout: 0 };
  const learn = async (orders: number, random: Random) =>
    dense((await train(lessons, { ...course, orders }, random, async () => {})).weights, BUCKETS, 3);
  const random = new Random(5);
  const [first, second] = [await learn(1, random), await learn(1, random)];
  const both = await learn(2, new Random(5));
  expect(first).not.toEqual(second);
  let furthest = 0;
  for (let e = 0; e < both.length; e++)
    furthest = Math.max(furthest, Math.abs(both[e]! - (first[e]! + second[e]!) / 2));
  expect(furthest).toBeLessThan(1e-5);
});

test("a word that training has once may be taken for an unknown one, and then has no weights of its own", async () => {
  const sentences = Array.from({ length: 40 }, (_, n) => ({
    words: [`w${String.fromCharCode(97 + n)}q`],
    tags: [n % 2 === 0 ? "A" : "B"],
  }));
  const bucketOf = (word: string) => new WordFeatures(() => "").rows([word])[1]!;
  for (const [dropout, kept] of [
    [0, true],
    [1, false],
  ] as const) {
    const { model } = await learnSequence(sentences, { method: "perceptron", epochs: 2, dropout });
    const places = placesOfRows(model.weights, BUCKETS);
    expect(sentences.some(({ words }) => places[bucketOf(words[0]!)]! >= 0)).toBe(kept);
  }
});

test("learns from more sentences than a call has arguments", async () => {
  const sentences = Array.from({ length: 200_000 }, (_, n) => ({
    words: [n % 2 === 0 ? "a" : "b"],
    tags: [n % 2 === 0 ? "A" : "B"],
  }));
  const { model } = await learnSequence(sentences, { method: "perceptron", epochs: 1, hashBits: 16, orders: 1 });
  expect(new Tagger(model).tag(["b"]).tags).toEqual(["B"]);
});
