/** Vocabularies do what a Map does, in less memory. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Vocabulary } from "../../src/base/vocabulary.ts";

describe("Vocabulary", () => {
  test("gives ids in order of first appearance", () => {
    const vocabulary = Vocabulary.from(["the", "dog", "the", "cat", "dog"]);
    expect(vocabulary.size).toBe(3);
    expect(["the", "dog", "cat", "cow", ""].map((word) => vocabulary.id(word))).toEqual([0, 1, 2, -1, -1]);
    expect([vocabulary.has("cat"), vocabulary.has("cats"), vocabulary.has("ca")]).toEqual([true, false, false]);
    expect(vocabulary.words()).toEqual(["the", "dog", "cat"]);
    expect(vocabulary.add("")).toBe(3);
    expect([vocabulary.id(""), vocabulary.word(3)]).toEqual([3, ""]);
  });

  test("does what a Map does, for any strings, unpaired surrogates included", () => {
    const units = fc.constantFrom(
      "a",
      "b",
      "\u007f",
      "\u0080",
      "é",
      "\u07ff",
      "\u0800",
      "中",
      "\uffff",
      "𝄞",
      "\ud800",
      "\udc00",
    );
    const strings = fc.array(fc.string({ unit: units, maxLength: 4 }), { maxLength: 40 });
    fc.assert(
      fc.property(strings, strings, (added, asked) => {
        const ids = new Map<string, number>();
        const vocabulary = new Vocabulary();
        for (const word of added) {
          if (!ids.has(word)) ids.set(word, ids.size);
          expect(vocabulary.add(word)).toBe(ids.get(word));
        }
        expect(vocabulary.size).toBe(ids.size);
        expect(vocabulary.words()).toEqual([...ids.keys()]);
        for (const word of [...added, ...asked]) expect(vocabulary.id(word)).toBe(ids.get(word) ?? -1);
        for (const [word, id] of ids) expect(vocabulary.word(id)).toBe(word);
      }),
      { numRuns: 60 },
    );
  });

  test("holds a hundred thousand words through every growth, in less than 40 bytes each", () => {
    const vocabulary = new Vocabulary();
    const wordOf = (n: number) => `w${n}é`;
    for (let n = 0; n < 100_000; n++) vocabulary.add(wordOf(n));
    let wrong = 0;
    for (let n = 0; n < 100_000; n++) if (vocabulary.id(wordOf(n)) !== n || vocabulary.word(n) !== wordOf(n)) wrong++;
    expect(wrong).toBe(0);
    expect(vocabulary.id("w100000é")).toBe(-1);
    expect(vocabulary.byteLength / 100_000).toBeLessThan(40);
  });

  test("tells words apart whose hashes are the same", () => {
    // Pairs with equal 32-bit hashes, found by search; the second and third pair differ in length.
    const twins = ["anpo", "ggkq", "axuv", "schcm", "axap", "schok"];
    const vocabulary = Vocabulary.from(twins);
    expect(vocabulary.words()).toEqual(twins);
    expect(Vocabulary.from(["anpo", "axuv", "schok"]).id("ggkq")).toBe(-1);
    expect(Vocabulary.from(["anpo", "axuv", "schok"]).id("axap")).toBe(-1);
  });

  test("words() keeps up with additions and is made once while in use", () => {
    const vocabulary = Vocabulary.from(["a"]);
    const first = vocabulary.words();
    expect(vocabulary.words()).toBe(first);
    vocabulary.add("b");
    expect(vocabulary.words()).toEqual(["a", "b"]);
    expect(first).toEqual(["a"]);
  });

  test("long words", () => {
    const long = "x".repeat(100_000);
    const vocabulary = Vocabulary.from([long, `${long}y`]);
    expect([vocabulary.id(long), vocabulary.id(`${long}y`), vocabulary.word(1).length]).toEqual([0, 1, 100_001]);
  });

  test.each([-1, 2, 0.5, Number.NaN])("no word has the id %d", (id) => {
    expect(() => Vocabulary.from(["a", "b"]).word(id)).toThrow(`no word has the id ${id}; ids run from 0 to 1`);
    expect(() => Vocabulary.from(["a", "b"]).word(id)).toThrow(RangeError);
  });
});
