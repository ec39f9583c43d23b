/** One study serves many settings: its models equal those learnt from the beginning. */
import { describe, expect, test } from "vitest";
import { checkOptions } from "../../../src/base/options.ts";
import { modelFromStudy, SPECTRAL_OPTIONS } from "../../../src/models/parser/learn-spectral.ts";
import { firstStates } from "../../../src/models/parser/node-vectors.ts";
import { studyTreebank } from "../../../src/models/parser/study.ts";
import { buildTreebank } from "../../../src/models/parser/treebank.ts";
import { generateTreebank } from "../../../src/samples/index.ts";
import { ENGLISH_HEADS } from "../../../src/trees/index.ts";

const options = (given: object) => checkOptions("study", SPECTRAL_OPTIONS, given);
const treebank = buildTreebank(generateTreebank({ trees: 60 }).trees, ENGLISH_HEADS);

describe("a study of a treebank", () => {
  const study = studyTreebank(treebank, options({ states: 6 }));
  test("gives under another smoothing what learning anew gives", () => {
    const wanted = options({ states: 6, smoothing: 3, lexicalSmoothing: 1 });
    const shared = modelFromStudy(study, wanted).model;
    const anew = modelFromStudy(studyTreebank(treebank, wanted), wanted).model;
    expect(shared.grammar.numbers).toEqual(anew.grammar.numbers);
    expect(shared.grammar.weights).toEqual(anew.grammar.weights);
    expect(shared.directions.data).toEqual(anew.directions.data);
    const other = modelFromStudy(study, options({ states: 6, smoothing: 4, lexicalSmoothing: 1 })).model;
    expect(other.grammar.weights).not.toEqual(anew.grammar.weights);
  });
  test("limits the states of tags apart from those of phrases", () => {
    const { states } = modelFromStudy(study, options({ states: 5, tagStates: 2 })).model.grammar;
    const most = (tags: number) => Math.max(...states.filter((_, symbol) => treebank.symbols.preterminal[symbol] === tags));
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
