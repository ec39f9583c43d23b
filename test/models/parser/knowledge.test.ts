/** Classes and vectors of words in a grammar: words that training never saw are taken for words like them. */
import { describe, expect, test } from "vitest";
import { decodeModel, encodeModel, Random, Vocabulary } from "../../../src/base/index.ts";
import { WordVectors } from "../../../src/data/index.ts";
import { DirectionTable } from "../../../src/models/grammar/lexicon/directions.ts";
import { Lexicon } from "../../../src/models/grammar/lexicon/lexicon.ts";
import { learnMaps } from "../../../src/models/grammar/spectral/vector-maps.ts";
import { learnParser, Parser, parserFromParts, parserToParts } from "../../../src/models/parser/index.ts";
import { VectorFeatures, WordClasses } from "../../../src/models/representations/index.ts";
import { generateTreebank } from "../../../src/samples/index.ts";
import { leaves, words } from "../../../src/trees/index.ts";

const { trees } = generateTreebank({ trees: 150, seed: 4 });
/**
 * Every word with its most frequent tag, and two that no tree has: "zorp" among the verbs, "frimble" among the nouns.
 */
const tagOf = new Map(
  trees.flatMap((tree) => leaves(tree).map(({ word, label }) => [word.toLowerCase(), label] as const)),
);
const tags = [...new Set(tagOf.values())];
const NEW = [
  ["zorp", "VBZ"],
  ["frimble", "NN"],
] as const;
const all = [...tagOf, ...NEW];
const classes = all.map(([word, tag]) => ({ word, path: tags.indexOf(tag).toString(2).padStart(6, "0") }));
const random = new Random(5);
const vectors = new WordVectors(
  all.map(([word]) => word),
  tags.length,
  Float32Array.from(all.flatMap(([, tag]) => tags.map((other) => (other === tag ? 1 : 0) + 0.05 * random.normal()))),
);

/** p(tag | word) as the lexicon sees it, of a word that is not the first. */
function bestTag(model: Awaited<ReturnType<typeof learnParser>>["model"], word: string): string {
  const readings = new Lexicon(model.symbols, model.lexicon, model.lexiconOptions).readings(word, false);
  const share = (symbol: number) => readings.find((reading) => reading.symbol === symbol)!.score;
  const best = readings.map(({ symbol }) => symbol).sort((a, b) => share(b) - share(a))[0]!;
  return model.symbols.tags[model.symbols.tagOf[best]!]!;
}

describe.each([
  ["classes", { classes }],
  ["vectors", { vectors }],
  ["both", { classes, vectors }],
])("%s", async (_, known) => {
  const { model, report } = await learnParser({ train: trees, ...known }, { states: 3 });

  test("tell the tags of words that the trees do not have", () => {
    expect(report.warnings).toEqual([]);
    for (const [word, tag] of NEW) expect(bestTag(model, word)).toBe(tag);
  });

  test("are kept in the model, which needs no file", async () => {
    const bytes = new Uint8Array(
      await new Blob([...(await encodeModel(parserToParts(model)))] as BlobPart[]).arrayBuffer(),
    );
    const again = parserFromParts(await decodeModel(bytes));
    const sentence = [...words(trees[3]!).slice(0, 4), "zorp", "frimble", "."];
    const [before, after] = [new Parser(model).parse(sentence), new Parser(again).parse(sentence)];
    expect([after.tree, after.logProbability]).toEqual([before.tree, before.logProbability]);
    for (const [word, tag] of NEW) expect(bestTag(again, word)).toBe(tag);
  });
});

test("classes and vectors of another language are told in the report", async () => {
  const foreign = {
    classes: [{ word: "Haus", path: "01" }],
    vectors: new WordVectors(["Haus"], 2, Float32Array.of(1, 2)),
  };
  const { report } = await learnParser({ train: trees.slice(0, 20), ...foreign }, { states: 1 });
  expect(report.warnings.filter((warning) => warning.startsWith("only 0.0 % of the words"))).toHaveLength(2);
});

describe("directions", () => {
  const keys = Vocabulary.from(["dog", "\t0110", "\t10"]);
  const directions = {
    ...{ keys, symbol: Int32Array.of(0, 0, 0), key: Int32Array.of(0, 1, 2), offset: Int32Array.of(0, 2, 4) },
    data: Float64Array.of(1, 2, 3, 4, 5, 6),
  };
  const known = {
    classes: new WordClasses(
      new Map([
        ["dog", "0110"],
        ["cat", "0110"],
        ["rat", "111"],
      ]),
    ),
    vectors: VectorFeatures.from(new WordVectors(["cat", "rat", "x"], 1, Float32Array.of(1, 3, 2)), 1),
  };
  const maps = { symbol: Int32Array.of(0), states: Int32Array.of(2), rows: 2, data: Float64Array.of(10, 20, 1, 0) };

  test("of a word are its own, then those of class and vector in equal parts, then none", () => {
    const plain = new DirectionTable(directions, { classes: known.classes, vectors: undefined });
    expect(Array.from(plain.of(0, "dog", false, 2)!)).toEqual([1, 2]);
    expect(Array.from(plain.of(0, "cat", false, 2)!)).toEqual([3, 4]);
    expect(plain.of(0, "rat", false, 2)).toBeUndefined();
    expect(plain.of(0, "mouse", false, 2)).toBeUndefined();
    const table = new DirectionTable({ ...directions, maps }, known);
    const numberOf = (word: string) => known.vectors.vector(word)[0]!;
    expect(Array.from(table.of(0, "rat", false, 2)!)).toEqual([10 + numberOf("rat"), 20]);
    expect(Array.from(table.of(0, "cat", false, 2)!)).toEqual([(10 + numberOf("cat") + 3) / 2, 12]);
    expect(Array.from(table.of(0, "rat", false, 1)!)).toEqual([10 + numberOf("rat")]);
  });

  test("from vectors are ridge regression over the words, each as often as it occurs", async () => {
    const [n, d, m] = [40, 3, 2];
    const noise = new Random(8);
    const names = Array.from({ length: n }, (_, i) => `w${i}`);
    const features = VectorFeatures.from(
      new WordVectors(
        names,
        d,
        Float32Array.from({ length: n * d }, () => noise.normal()),
      ),
      1,
    );
    const sums = names.map((word, i) => {
      const count = 1 + (i % 3);
      const vector = Float64Array.from({ length: m }, () => count * noise.normal());
      return { symbol: 4, key: i, word, vector, broader: undefined, count };
    });
    const found = (await learnMaps(sums, features, { states: Int32Array.of(0, 0, 0, 0, m) }))!;
    expect([Array.from(found.symbol), found.rows]).toEqual([[4], d + 1]);
    // The minimum of Σ n‖z̄ − c − Mᵀv‖² + λ‖M‖²: its gradient vanishes in every number of M and c.
    const at = (row: number, j: number) => found.data[row * m + j]!;
    const own = (i: number) => features.vector(names[i]!);
    const total = sums.reduce((sum, { count }) => sum + count, 0);
    const mean = Array.from({ length: d }, (_, r) => sums.reduce((sum, s, i) => sum + s.count * own(i)[r]!, 0) / total);
    const trace = sums.reduce(
      (sum, s, i) => sum + mean.reduce((more, value, r) => more + s.count * (own(i)[r]! - value) ** 2, 0),
      0,
    );
    for (let j = 0; j < m; j++) {
      const residual = (i: number) =>
        sums[i]!.vector[j]! -
        sums[i]!.count * (at(0, j) + mean.reduce((sum, _, r) => sum + at(r + 1, j) * own(i)[r]!, 0));
      const constant = sums.reduce((sum, _, i) => sum + residual(i), 0);
      expect(Math.abs(constant)).toBeLessThan(1e-9);
      for (let r = 0; r < d; r++) {
        const slope = sums.reduce((sum, _, i) => sum + residual(i) * own(i)[r]!, 0) - (trace / d) * at(r + 1, j);
        expect(Math.abs(slope)).toBeLessThan(1e-9);
      }
    }
    expect(await learnMaps(sums.slice(0, 5), features, { states: Int32Array.of(0, 0, 0, 0, m) })).toBeUndefined();
  });
});
