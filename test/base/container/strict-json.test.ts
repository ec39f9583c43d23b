/** Strict JSON: as the engine reads it, without repeated fields. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseStrictJson, RepeatedField } from "../../../src/base/container/strict-json.ts";

describe("strict JSON", () => {
  test("is JSON", () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(undefined, 1, "\t"), (json, indent) => {
        const text = JSON.stringify(JSON.parse(json), undefined, indent);
        expect(parseStrictJson(text)).toEqual(JSON.parse(text));
      }),
      { seed: 3 },
    );
    expect(() => parseStrictJson('{"a":')).toThrow(SyntaxError);
    expect(parseStrictJson("[1,2]", (_, value) => (value === 2 ? 3 : value))).toEqual([1, 3]);
  });

  test.each([
    '{"a":1,"a":1}',
    '{"a":1,"b":{"c":[],"c":0}}',
    '{"a" : 1 ,\n "\\u0061": 2}',
    '[0,{"x":{"y":1},"x":2}]',
    '{"\\\\":1,"\\\\":2}',
    '{"__proto__":1,"__proto__":2}',
  ])("refuses %s", (text) => {
    expect(() => parseStrictJson(text)).toThrow(RepeatedField);
  });

  test.each([
    '{"a":"a","b":"a"}',
    '[{"a":1},{"a":1}]',
    '{"a":{"a":1}}',
    '{"a":"\\",\\"a\\":","b":[":","a",{"c":"a"}]}',
    '{"a":["b","b"],"b":{"b":"b"},"__proto__":{"a":0}}',
  ])("takes %s", (text) => {
    expect(parseStrictJson(text)).toEqual(JSON.parse(text));
  });

  test("refuses what is deeper than asked for", () => {
    const nested = '[{"a":[0]},[[]]]';
    expect(parseStrictJson(nested, undefined, 3)).toEqual(JSON.parse(nested));
    expect(() => parseStrictJson(nested, undefined, 2)).toThrow(/more than 2 deep/);
  });

  test("reads deep nesting and wide tables", () => {
    const nested = "[".repeat(200_000) + "]".repeat(200_000);
    expect(Array.isArray(parseStrictJson(nested))).toBe(true);
    const wide = `{${Array.from({ length: 200_000 }, (_, i) => `"${i}":"${'\\"'.repeat(9)}"`).join(",")}}`;
    expect(Object.keys(parseStrictJson(wide) as object)).toHaveLength(200_000);
  });
});
