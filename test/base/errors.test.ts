/** Messages and fields of the error classes. */
import { describe, expect, test } from "vitest";
import {
  EigentreeError,
  formatPosition,
  InputError,
  ModelFileError,
  NumericalError,
  OptionError,
  ShapeError,
} from "../../src/base/errors.ts";

describe("errors", () => {
  test("positions name what is known", () => {
    expect(formatPosition({ file: "a.mrg", line: 4, column: 17 })).toBe("a.mrg:4:17");
    expect(formatPosition({ file: "a.mrg", line: 4 })).toBe("a.mrg:4");
    expect(formatPosition({ line: 4, column: 17 })).toBe("line 4:17");
    expect(formatPosition({ line: 4 })).toBe("line 4");
    expect(formatPosition({ file: "a.mrg", column: 17 })).toBe("a.mrg");
    expect(formatPosition({})).toBe("");
  });

  test("an input error carries its place and its reason apart", () => {
    const error = new InputError("tree opened here is never closed.", { file: "a.mrg", line: 4, column: 17 });
    expect(error.message).toBe("a.mrg:4:17: tree opened here is never closed.");
    expect([error.reason, error.file, error.line, error.column]).toEqual([
      "tree opened here is never closed.",
      "a.mrg",
      4,
      17,
    ]);
    expect(new InputError("nothing here.").message).toBe("nothing here.");
  });

  test("a model file error says what is wrong, and with which file", () => {
    const error = new ModelFileError("truncated", "the file ends early.", "x.model");
    expect([error.message, error.defect, error.file]).toEqual([
      "x.model: the file ends early.",
      "truncated",
      "x.model",
    ]);
    expect(new ModelFileError("foreign", "not a model.").message).toBe("not a model.");
  });

  test("every class has its name, its code and the common ancestor", () => {
    const errors = [
      new InputError("x"),
      new OptionError("states", "x"),
      new ShapeError("x"),
      new NumericalError("x"),
      new ModelFileError("foreign", "x"),
    ];
    for (const error of errors) expect(error).toBeInstanceOf(EigentreeError);
    expect(errors.map(({ name, code }) => `${name} ${code}`)).toEqual([
      "InputError EIGENTREE_INPUT",
      "OptionError EIGENTREE_OPTION",
      "ShapeError EIGENTREE_SHAPE",
      "NumericalError EIGENTREE_NUMERICAL",
      "ModelFileError EIGENTREE_MODEL_FILE",
    ]);
    expect(String(errors[2])).toBe("ShapeError: x");
  });
});
