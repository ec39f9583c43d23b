/** A `PartsReader` refuses what no model can have written. */
import { describe, expect, test } from "vitest";
import { ModelFileError, type ModelParts, PartsReader, type TensorData, whole } from "../../../src/base/index.ts";

const flat = (data: TensorData) => ({ shape: [data.length], data });

const parts: ModelParts = {
  kind: "tagger",
  version: 2,
  options: { states: 8, method: "em" },
  report: null,
  symbols: { labels: ["N", "V"], words: ["dog", "", "barks"], twice: ["a", "b", "a"] },
  tensors: {
    weights: { shape: [2, 3], data: new Float32Array(6) },
    tags: flat(new Int32Array([0, 1, 1, 0])),
    starts: flat(new Int32Array([0, 2, 2, 4])),
    wide: flat(new Uint32Array([0, 0xffffffff])),
    none: flat(new Int32Array(0)),
    holes: flat(new Int32Array([-1, 0, 1])),
  },
};

const readerOf = (changed: Partial<ModelParts> = {}) =>
  new PartsReader({ ...parts, ...changed }, { kind: "tagger", version: 2 });
const read = readerOf();

/** What the reader finds wrong, without its advice. */
function complaint(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    expect(error).toBeInstanceOf(ModelFileError);
    expect((error as ModelFileError).defect).toBe("damaged");
    const [found, advice] = (error as ModelFileError).message.split("; the file is damaged");
    expect(advice).toBe(": train the tagger model again.");
    return found!;
  }
  return expect.unreachable("the parts were accepted");
}

describe("a reader of parts", () => {
  test("refuses another kind, and any other version", () => {
    const open = (changed: Partial<ModelParts>) => () => readerOf(changed);
    expect(open({ kind: "parser" })).toThrow('holds a model of kind "parser"; expected kind "tagger"');
    expect(open({ version: 3 })).toThrow("holds version 3 of a tagger model; this program reads up to 2");
    expect(open({ version: 1 })).toThrow(
      "holds version 1 of a tagger model; this program reads version 2; train it again.",
    );
  });

  test("gives symbols that are texts, each once where that matters", () => {
    expect(read.symbols("words")).toBe(parts.symbols.words);
    expect(complaint(() => read.symbols("tags"))).toBe('has no list "tags"');
    expect(complaint(() => read.symbols("constructor"))).toBe('has no list "constructor"');
    expect(complaint(() => read.symbols("twice", { distinct: true }))).toBe('holds an entry of "twice" twice');
    for (const list of [null, "dog", 3, {}]) {
      const odd = readerOf({ symbols: { words: list as never } });
      expect(complaint(() => odd.symbols("words"))).toBe('has no list "words"');
    }
    for (const list of [["dog", 3], ["dog", null], [["dog"]]]) {
      const odd = readerOf({ symbols: { words: list as never } });
      expect(complaint(() => odd.symbols("words"))).toBe('holds something other than text in "words"');
    }
  });

  test("gives tensors of the type and shape asked for", () => {
    expect(read.float32("weights", [2, undefined])).toBe(parts.tensors.weights!.data);
    expect(read.int32("tags", [4])).toBe(parts.tensors.tags!.data);
    expect(complaint(() => read.float32("missing"))).toBe('has no table "missing"');
    expect(complaint(() => read.float32("__proto__"))).toBe('has no table "__proto__"');
    expect(complaint(() => read.float64("weights"))).toBe(
      'holds Float32Array in table "weights" where Float64Array is expected',
    );
    expect(complaint(() => read.float32("weights", [3, 2]))).toBe(
      'has table "weights" of 2 × 3 where 3 × 2 is expected',
    );
    expect(complaint(() => read.float32("weights", [6]))).toBe('has table "weights" of 2 × 3 where 6 is expected');
  });

  test("gives indices that point inside", () => {
    expect(read.indices("tags", Int32Array, 2, { shape: [4] })).toBe(parts.tensors.tags!.data);
    expect(read.indices("none", Int32Array, 0)).toHaveLength(0);
    expect(read.indices("holes", Int32Array, 2, { least: -1 })).toHaveLength(3);
    expect(complaint(() => read.indices("tags", Int32Array, 1))).toBe(
      'points at 1 in table "tags", element 1, where 0 to 0 is expected',
    );
    expect(complaint(() => read.indices("holes", Int32Array, 2))).toBe(
      'points at -1 in table "holes", element 0, where 0 to 1 is expected',
    );
    expect(complaint(() => read.indices("wide", Uint32Array, 9))).toBe(
      'points at 4294967295 in table "wide", element 1, where 0 to 8 is expected',
    );
  });

  test("gives offsets that rise from 0 to the end of what they bound", () => {
    expect(read.offsets("starts", Int32Array, 3, 4)).toBe(parts.tensors.starts!.data);
    expect(complaint(() => read.offsets("starts", Int32Array, 3, 5))).toBe(
      'has table "starts" that ends at 4 where 5 is expected',
    );
    expect(complaint(() => read.offsets("starts", Int32Array, 4, 4))).toBe(
      'has table "starts" of 4 where 5 is expected',
    );
    const of = (...offsets: number[]) => {
      const odd = readerOf({ tensors: { o: flat(new Int32Array(offsets)) } });
      return complaint(() => odd.offsets("o", Int32Array, offsets.length - 1, 4));
    };
    expect(of(1, 4)).toBe('has rows out of order in table "o", row 0');
    expect(of(0, 3, 2, 4)).toBe('has rows out of order in table "o", row 2');
    expect(of(0)).toBe('has table "o" that ends at 0 where 4 is expected');
  });

  test("gives options that their declaration accepts", () => {
    const states = whole("states", { default: 1, min: 1, max: 16 });
    expect(read.option("states", states)).toBe(8);
    expect(complaint(() => read.option("width", states))).toBe(
      'has "width" of nothing, which must be a whole number from 1 to 16',
    );
    expect(complaint(() => readerOf({ options: { states: "8" } }).option("states", states))).toBe(
      'has "states" of "8", which must be a whole number from 1 to 16',
    );
    for (const options of [null, [], 3]) expect(complaint(() => readerOf({ options }).options)).toBe("has no options");
  });
});
