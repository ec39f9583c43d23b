/** Defects of JSON have places. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InputError } from "../../src/base/index.ts";
import { type JsonNode, parseJson } from "../../src/formats/images/json.ts";

const messageOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
  return "";
};

describe("JSON", () => {
  test.each([
    ["", "x:1:1: the text ends where a value should stand; this is not JSON."],
    ["[1,\n 2", 'x:2:3: the text ends where "," or "]" should stand; this is not JSON.'],
    ["[1,\n  2 3]", 'x:2:5: found "3" where "," or "]" should stand; this is not JSON.'],
    ['{"a": 1,}', 'x:1:9: found "}" where a name in quotes should stand; this is not JSON.'],
    ['{"a" 1}', 'x:1:6: found "1" where ":" should stand; this is not JSON.'],
    ["[01]", 'x:1:3: found "1" where "," or "]" should stand; this is not JSON.'],
    ["{'a': 1}", `x:1:2: found "'" where a name in quotes should stand; this is not JSON.`],
    ['["a\\x"]', 'x:1:4: found "\\\\" where the rest of a text in quotes should stand; this is not JSON.'],
    ['["a\nb"]', 'x:1:4: found "\\n" where the rest of a text in quotes should stand; this is not JSON.'],
    ['["open', "x:1:7: the text ends where the rest of a text in quotes should stand; this is not JSON."],
    ["[NaN]", 'x:1:2: found "N" where a value should stand; this is not JSON.'],
    ["[] []", 'x:1:4: found "[" where the end should stand; this is not JSON.'],
  ])("%j", (text, message) => expect(messageOf(() => parseJson(text, { file: "x" }))).toBe(message));

  test("whatever the engine refuses has a place; whatever it accepts is walked", () => {
    const pieces = [
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      '"a"',
      '"\\u00e9"',
      "1",
      "-0.5e3",
      "true",
      "null",
      " ",
      "\n",
      "x",
      '"',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), (parts) => {
        const text = parts.join("");
        let accepted = true;
        try {
          JSON.parse(text);
        } catch {
          accepted = false;
        }
        expect(messageOf(() => parseJson(text)) === "").toBe(accepted);
        if (accepted) expect(messageOf(() => parseJson(text).fail("here"))).toMatch(/^line \d+:\d+: here$/);
      }),
      { numRuns: 2000 },
    );
  });

  test("the place of every value", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), fc.constantFrom(undefined, 1, "\t"), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const check = (node: JsonNode): void => {
          const at = /^line (\d+):(\d+): /.exec(messageOf(() => node.fail("!")))!;
          const lines = text.split("\n");
          const before = lines.slice(0, Number(at[1]) - 1).reduce((sum, line) => sum + line.length + 1, 0);
          const own = JSON.stringify(node.value, null, indent);
          // Nested values are indented by where they stand.
          const found = text.slice(before + Number(at[2]) - 1).replace(/\n\s*/g, "\n");
          expect(found.startsWith(own.replace(/\n\s*/g, "\n"))).toBe(true);
          if (Array.isArray(node.value)) for (const item of node.items()) check(item);
          else if (typeof node.value === "object" && node.value !== null)
            for (const [, inner] of node.entries()) check(inner);
        };
        check(parseJson(text));
      }),
      { numRuns: 200 },
    );
  });

  test("a name that stands twice: the last, as the engine takes it", () => {
    expect(messageOf(() => parseJson('{"a": 1,\n "a": "x"}').field("a").number())).toBe(
      'line 2:7: a is "x"; expected a number.',
    );
  });

  test("what a value should be", () => {
    const node = parseJson('{"list": [1, "two", {"deep": [null]}], "n": 1.5, "t": " ", "__proto__": 3}', {
      file: "x",
      line: 7,
    });
    const list = node.field("list").items();
    expect(messageOf(() => list[1]!.number(0, 1))).toBe('x:7:14: list[1] is "two"; expected a number from 0 to 1.');
    expect(messageOf(() => list[2]!.field("deep").items()[0]!.filledText())).toBe(
      "x:7:31: list[2].deep[0] is null; expected a text that is not empty.",
    );
    expect(messageOf(() => node.field("n").whole(0))).toBe("x:7:45: n is 1.5; expected a whole number of at least 0.");
    expect(messageOf(() => node.field("n").whole(0, 9))).toContain("expected a whole number from 0 to 9.");
    expect(messageOf(() => node.field("t").filledText())).toContain('t is " "; expected a text that is not empty.');
    expect(messageOf(() => node.field("list").numbers(4))).toContain("list has 3 values; expected 4 numbers.");
    expect(messageOf(() => node.items())).toBe("x:7:1: the whole is an object; expected a list.");
    expect(messageOf(() => node.field("list").optional("a"))).toContain("list is a list; expected an object.");
    expect(messageOf(() => node.field("toString"))).toBe('x:7:1: the whole has no "toString"; expected one.');
    expect(node.field("__proto__").number()).toBe(3);
    expect(node.optional("absent")).toBeUndefined();
  });

  test("very deep and very long texts", () => {
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    expect(messageOf(() => parseJson(deep).fail("deep"))).toBe("line 1:1: deep");
    expect(messageOf(() => parseJson(`["${"x".repeat(2_000_000)}", 1 2]`))).toMatch('found "2" where "," or "]"');
    expect(parseJson("\uFEFF[1]").items()).toHaveLength(1);
  });
});
