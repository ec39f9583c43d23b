/** Classes and vectors of words as features, and as parts of a model file. */
import { expect, test } from "vitest";
import { PartsReader } from "../../../src/base/container/parts-reader.ts";
import { ModelFileError } from "../../../src/base/errors.ts";
import type { ModelParts } from "../../../src/base/model-parts.ts";
import { readClusters, readVectors } from "../../../src/data/index.ts";
import {
  coverageWarnings,
  NO_REPRESENTATIONS,
  type Representations,
  representationsFromParts,
  representationsOf,
  representationsToParts,
} from "../../../src/models/representations/index.ts";
import { learnVectors, ModelVectors } from "../../../src/models/vectors/index.ts";

const classes = readClusters("0110100110111\thouse\t12\n0110\tLondon\n1\t0000\t3\n");
const SCALE = { vectorScale: 0.5 };

const parts = (known: Representations): ModelParts => ({
  ...{ kind: "some", version: 1, options: {}, report: null },
  ...representationsToParts(known),
});

const reopened = (known: Representations) =>
  representationsFromParts(new PartsReader(parts(known), { kind: "some", version: 1 }));

test("a word's class is found as written, in lower case, and with digits as 0", () => {
  const known = representationsOf({ classes }, SCALE).classes!;
  expect(known.path("London")).toBe("0110");
  expect(known.path("london")).toBe("");
  expect(known.path("HOUSE")).toBe("0110100110111");
  expect(known.path("1984")).toBe("1");
  expect(known.beginnings("house")).toEqual(["0110", "011010", "0110100110", "0110100110111", "0110100110111"]);
  expect(known.beginnings("1984")).toEqual(["1", "1", "1", "1", "1"]);
  expect(known.beginnings("cat")).toEqual(["", "", "", "", ""]);
});

test("the numbers of vectors have the standard deviation asked for", () => {
  const vectors = readVectors("a 1 2 3\nb 4 5 6\nc 7 8 10\n");
  const features = representationsOf({ vectors }, SCALE).vectors!;
  const all = ["a", "b", "c"].flatMap((word) => Array.from(features.vector(word)));
  const mean = all.reduce((sum, x) => sum + x, 0) / all.length;
  const deviation = Math.sqrt(all.reduce((sum, x) => sum + (x - mean) ** 2, 0) / all.length);
  expect(deviation).toBeCloseTo(0.5, 6);
  expect(features.vector("b")[1]! / features.vector("a")[0]!).toBeCloseTo(5, 5);
  expect(Array.from(features.vector("unheard"))).toEqual([0, 0, 0]);
  expect([features.has("a"), features.has("unheard"), features.contextWidth]).toEqual([true, false, 0]);
});

test("vectors of LR-MVL give a token the numbers of its context, scaled", async () => {
  const text = Array.from({ length: 200 }, (_, i) => ["the dog barks", "a cat sleeps", "the cat sees a dog"][i % 3]!);
  const { model } = await learnVectors([{ name: "t", pieces: [text.join("\n")] }], {
    ...{ method: "lrmvl", dim: 4, minCount: 1, iterations: 2 },
  });
  const vectors = new ModelVectors(model);
  const features = representationsOf({ vectors }, SCALE).vectors!;
  const words = ["the", "cat", "barks"];
  const whole = vectors.inContext(words);
  const found = features.inContext(words);
  expect(features.contextWidth).toBe(4);
  for (let i = 0; i < 3; i++)
    for (let j = 0; j < 4; j++) expect(found[i * 4 + j]).toBeCloseTo(0.5 * whole.data[i * 8 + 4 + j]!, 4);
  const again = reopened({ classes: undefined, vectors: features }).vectors!;
  expect(again.inContext(words)).toEqual(found);
  expect(again.vector("the")).toEqual(features.vector("the"));
});

test("a model file gives back what was stored, and nothing where nothing was", () => {
  const vectors = readVectors("a 1 2\nb 4 5\n", {
    folding: { lowerCase: true, foldDigits: false, straightApostrophes: false },
  });
  const known = representationsOf({ classes, vectors }, SCALE);
  const again = reopened(known);
  expect(again.classes!.paths).toEqual(known.classes!.paths);
  expect(again.vectors!.vector("B")).toEqual(known.vectors!.vector("b"));
  expect(reopened(NO_REPRESENTATIONS)).toEqual(NO_REPRESENTATIONS);
  const stored = parts(known);
  const broken = { ...stored, tensors: { ...stored.tensors, wordClasses: { shape: [1], data: Int32Array.of(9) } } };
  expect(() => representationsFromParts(new PartsReader(broken, { kind: "some", version: 1 }))).toThrow(ModelFileError);
});

test("classes and vectors that few words of the data have are warned of", () => {
  const known = representationsOf({ classes, vectors: readVectors("haus 1 2\nhund 3 4\n") }, SCALE);
  expect(coverageWarnings(known, ["house", "London", "dog", "."])).toEqual([
    "only 0.0 % of the words of the training data have a vector; " +
      "is the file in another language, or are its words spelt differently?",
  ]);
});
