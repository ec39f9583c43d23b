/** One set of decompositions serves many settings: its models equal those learnt from the beginning. */
import { describe, expect, test } from "vitest";
import { StageClock } from "../../../src/base/learning.ts";
import { checkOptions } from "../../../src/base/options.ts";
import {
  binaryTreebank,
  decompose,
  grammarFromDecompositions,
  SPECTRAL_OPTIONS,
} from "../../../src/models/grammar/index.ts";
import { firstStates } from "../../../src/models/grammar/spectral/node-vectors.ts";
import { generateTreebank } from "../../../src/samples/index.ts";
import { ENGLISH_HEADS } from "../../../src/trees/index.ts";

const options = (given: object) => checkOptions("test", SPECTRAL_OPTIONS, { noise: 0, ...given });
const treebank = binaryTreebank(generateTreebank({ trees: 60 }).trees, ENGLISH_HEADS);

describe("the decompositions of a treebank", async () => {
  const found = await decompose(treebank, options({ states: 6 }), new StageClock());
  test("gives under another smoothing what learning again gives", async () => {
    const wanted = options({ states: 6, smoothing: 3, lexicalSmoothing: 1 });
    const { model: shared } = await grammarFromDecompositions(found, wanted);
    const { model: anew } = await grammarFromDecompositions(
      await decompose(treebank, wanted, new StageClock()),
      wanted,
    );
    expect(shared.grammar.numbers).toEqual(anew.grammar.numbers);
    expect(shared.grammar.weights).toEqual(anew.grammar.weights);
    expect(shared.directions.data).toEqual(anew.directions.data);
    const { model: other } = await grammarFromDecompositions(
      found,
      options({ states: 6, smoothing: 4, lexicalSmoothing: 1 }),
    );
    expect(other.grammar.weights).not.toEqual(anew.grammar.weights);
  });
  test("limits the states of tags apart from those of phrases", async () => {
    const { model } = await grammarFromDecompositions(found, options({ states: 5, tagStates: 2 }));
    const { states } = model.grammar;
    const most = (tags: number) =>
      Math.max(...states.filter((_, symbol) => treebank.symbols.preterminal[symbol] === tags));
    expect([most(0), most(1)]).toEqual([5, 2]);
  });
});

test("the first states are the first columns, cut at the smallest singular value", () => {
  const vectors = {
    states: 3,
    inside: Float64Array.of(1, 2, 3, 4, 5, 6),
    outside: Float64Array.of(6, 5, 4, 3, 2, 1),
    singularValues: Float64Array.of(1, 0.5, 0.1),
    shares: Float64Array.of(1, 0.9, 0.2),
  };
  expect(firstStates(vectors, 3, 0.1)).toBe(vectors);
  const two = firstStates(vectors, 3, 0.2);
  expect([...two.inside, ...two.outside]).toEqual([1, 2, 4, 5, 6, 5, 3, 2]);
  expect([...two.singularValues]).toEqual([1, 0.5]);
  expect([...two.shares]).toEqual([1, 0.9]);
  expect(firstStates(vectors, 2, 0.1)).toEqual(two);
  expect(firstStates(vectors, 3, 2).states).toBe(1);
});
