/** Declarations of options: defaults, types, checks, messages. */
import { describe, expect, expectTypeOf, test } from "vitest";
import { OptionError } from "../../src/base/errors.ts";
import { checkOptions, choice, flag, type OptionsOf, optional, real, text, whole } from "../../src/base/options.ts";

const OPTIONS = {
  states: whole("hidden states", { default: 32, min: 1, max: 512 }),
  ridge: real("regularization", { default: 0.1, min: 0 }),
  shift: real("any number", { default: 0 }),
  kernel: choice("kernel", ["linear", "cosine"], { default: "linear" }),
  verbose: flag("say more", { default: false }),
  name: text("a name", { default: "model" }),
  limit: optional(whole("at most so many", { default: 1, max: 9 })),
};

function failure(given: object): OptionError {
  try {
    checkOptions("learn", OPTIONS, given as Partial<OptionsOf<typeof OPTIONS>>);
  } catch (error) {
    expect(error).toBeInstanceOf(OptionError);
    return error as OptionError;
  }
  throw new Error("nothing was thrown");
}

describe("checkOptions", () => {
  test("completes with defaults; undefined counts as left out", () => {
    const defaults = {
      states: 32,
      ridge: 0.1,
      shift: 0,
      kernel: "linear",
      verbose: false,
      name: "model",
      limit: undefined,
    };
    expect(checkOptions("learn", OPTIONS)).toEqual(defaults);
    expect(checkOptions("learn", OPTIONS, { states: 8, verbose: true, limit: 9 })).toEqual({
      ...defaults,
      states: 8,
      verbose: true,
      limit: 9,
    });
    expect(checkOptions("learn", OPTIONS, { states: undefined } as never)).toEqual(defaults);
  });

  test("types follow the declarations", () => {
    const options = checkOptions("learn", OPTIONS);
    expectTypeOf(options.states).toEqualTypeOf<number>();
    expectTypeOf(options.kernel).toEqualTypeOf<"linear" | "cosine">();
    expectTypeOf(options.limit).toEqualTypeOf<number | undefined>();
  });

  test.each([
    [{ states: 0 }, "states", "learn: states must be a whole number from 1 to 512; got 0."],
    [{ states: 513 }, "states", "learn: states must be a whole number from 1 to 512; got 513."],
    [{ states: 1.5 }, "states", "learn: states must be a whole number from 1 to 512; got 1.5."],
    [{ states: "8" }, "states", 'learn: states must be a whole number from 1 to 512; got "8".'],
    [{ states: null }, "states", "learn: states must be a whole number from 1 to 512; got null."],
    [{ ridge: -1 }, "ridge", "learn: ridge must be a number of at least 0; got -1."],
    [{ ridge: Number.NaN }, "ridge", "learn: ridge must be a number of at least 0; got NaN."],
    [{ shift: Number.POSITIVE_INFINITY }, "shift", "learn: shift must be a number; got Infinity."],
    [{ kernel: "cubic" }, "kernel", 'learn: kernel must be one of linear, cosine; got "cubic".'],
    [{ verbose: 1 }, "verbose", "learn: verbose must be true or false; got 1."],
    [{ name: 7 }, "name", "learn: name must be a text; got 7."],
    [{ limit: 10 }, "limit", "learn: limit must be a whole number of at most 9; got 10."],
    [{ sates: 8 }, "sates", 'learn: unknown option "sates". Did you mean "states"?'],
    [{ zzzzzz: 8 }, "zzzzzz", 'learn: unknown option "zzzzzz".'],
    [{ toString: 8 }, "toString", 'learn: unknown option "toString".'],
  ])("%j is refused", (given, option, message) => {
    const error = failure(given);
    expect([error.option, error.message]).toEqual([option, message]);
  });

  test("bounds are inside the range", () => {
    expect(checkOptions("learn", OPTIONS, { states: 1, ridge: 0 }).states).toBe(1);
    expect(checkOptions("learn", OPTIONS, { states: 512 }).states).toBe(512);
  });
});

describe("fromText", () => {
  test("reads the words of a command line", () => {
    expect(["8", "1e2", " 4 ", "", " ", "x", "4x"].map((word) => OPTIONS.states.fromText!(word))).toEqual([
      8,
      100,
      4,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(OPTIONS.ridge.fromText!("-0.5")).toBe(-0.5);
    expect(OPTIONS.kernel.fromText!("cosine")).toBe("cosine");
    expect(OPTIONS.name.fromText!("")).toBe("");
    expect(OPTIONS.limit.fromText!("3")).toBe(3);
    expect(OPTIONS.verbose.fromText).toBeUndefined();
  });
});
