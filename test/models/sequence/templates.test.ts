/** Templates of sequence features. */
import { describe, expect, test } from "vitest";
import { OptionError } from "../../../src/base/errors.ts";
import { sparseToDense } from "../../../src/linalg/sparse.ts";
import type { EncodedCorpus } from "../../../src/models/sequence/data/sequence.ts";
import { featureMatrix } from "../../../src/models/sequence/spectral/features.ts";
import { atomValues, parseTemplates, type View } from "../../../src/models/sequence/spectral/templates.ts";

/** Two sequences: labels 0 0 1 1 1 and 1. */
const CORPUS: EncodedCorpus = {
  starts: Uint32Array.of(0, 5, 6),
  labels: Int32Array.of(0, 0, 1, 1, 1, 1),
  words: new Int32Array(0),
  classes: Int32Array.of(5, 6, 7, 5, 6, 7),
  coarse: Int32Array.of(0, 0, 1, 0, 0, 1),
  labelCount: 2,
  classCount: 8,
  coarseCount: 2,
};

const values = (view: View, atom: string) =>
  Array.from(atomValues(parseTemplates(view, atom)[0]!.atoms[0]!, CORPUS).values);

describe("atoms", () => {
  test("look at neighbours within the sequence, and at its edge beyond", () => {
    expect(values("future", "a+1")).toEqual([0, 1, 1, 1, 2, 2]);
    expect(values("past", "x-2")).toEqual([8, 8, 5, 6, 7, 8]);
    expect(values("present", "c")).toEqual([0, 0, 1, 0, 0, 1]);
  });

  test("np and pp are the nearest labels that differ", () => {
    expect(values("future", "np")).toEqual([1, 1, 2, 2, 2, 2]);
    expect(values("past", "pp")).toEqual([2, 2, 0, 0, 0, 2]);
  });

  test("pos is only, begin, middle or end; left and since count the stay", () => {
    expect(values("destiny", "pos")).toEqual([1, 3, 1, 2, 3, 0]);
    expect(values("future", "left")).toEqual([1, 0, 2, 1, 0, 0]);
    expect(values("past", "since")).toEqual([0, 1, 0, 1, 2, 0]);
  });

  test("a template joins its atoms into one feature", () => {
    const features = featureMatrix(CORPUS, parseTemplates("future", "a+1*x, 1"));
    const dense = sparseToDense(features);
    expect(features.columns).toBe(7);
    for (let row = 0; row < 6; row++)
      expect(dense.data.subarray(row * 7, row * 7 + 7).reduce((a, b) => a + b, 0)).toBe(2);
    expect(new Set(features.ids.filter((_, e) => e % 2 === 0)).size).toBe(6);
  });
});

describe("views", () => {
  test.each([
    ["future", "a-1", "may use a, x, c at or after the position"],
    ["future", "pp", "may use a, x, c at or after the position"],
    ["past", "x", "x and c before it"],
    ["present", "x+1", "may use a, x, c, 1"],
    ["destiny", "x", "anything but x and c at the position itself"],
    ["future", "b+1", 'has the atom "b+1"; atoms are'],
    ["past", " , ", "no template given"],
  ] as const)("the %s refuses %s", (view, list, reason) => {
    expect(() => parseTemplates(view, list)).toThrow(OptionError);
    expect(() => parseTemplates(view, list)).toThrow(reason);
  });
});
