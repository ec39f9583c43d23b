/** Gloss vectors on a small database. */
import { describe, expect, test } from "vitest";
import { OptionError } from "../../../src/base/index.ts";
import { GlossVectors, WordNet } from "../../../src/data/wordnet/index.ts";
import { FILES, SYNSETS, synsetOf } from "./fixture.ts";

const wordnet = new WordNet(FILES);
const ALL = { minGlosses: 1, maxShare: 1, kept: 10_000 };
/** Vectors are kept in single precision. */
const DIGITS = 6;

/** The definition in the head of gloss-vectors.ts, with maps. */
function plainly(minGlosses: number, maxShare: number) {
  const glosses = SYNSETS.map((_, s) => {
    const text = `${wordnet.definition(s)} ${wordnet.lemmas(s).join(" ")}`.toLowerCase();
    const base = (word: string) =>
      wordnet.baseForms(word, "noun").at(-1) ?? wordnet.baseForms(word, "verb").at(-1) ?? word;
    return new Set((text.match(/[a-z_]+/g) ?? []).map(base));
  });
  const count = (...words: string[]) => glosses.filter((gloss) => words.every((word) => gloss.has(word))).length;
  const used = [...new Set(glosses.flatMap((gloss) => [...gloss]))].filter(
    (word) => count(word) >= minGlosses && count(word) <= maxShare * glosses.length,
  );
  const unit = (vector: number[]) => {
    const norm = Math.hypot(...vector);
    return vector.map((value) => (norm === 0 ? 0 : value / norm));
  };
  const wordVector = (word: string) =>
    unit(
      used.map((other) => Math.max(0, Math.log((count(word, other) * glosses.length) / (count(word) * count(other))))),
    );
  return (synset: number) => {
    const relations = wordnet.relations(synset).filter(({ symbol }) => symbol !== "!");
    const sum = used.map(() => 0);
    for (const related of new Set([synset, ...relations.map((relation) => relation.synset)])) {
      for (const word of glosses[related]!) {
        if (!used.includes(word)) continue;
        for (const [i, value] of wordVector(word).entries()) sum[i]! += Math.log(glosses.length / count(word)) * value;
      }
    }
    return unit(sum);
  };
}

describe("gloss vectors", () => {
  test.each([
    [1, 1],
    [2, 0.3],
  ])("cosines by the definition, words in at least %i glosses and at most a share of %d", (minGlosses, maxShare) => {
    const vectors = new GlossVectors(wordnet, { ...ALL, minGlosses, maxShare });
    const vectorOf = plainly(minGlosses, maxShare);
    const plain = SYNSETS.map((_, s) => vectorOf(s));
    for (let a = 0; a < SYNSETS.length; a++) {
      for (let b = 0; b < SYNSETS.length; b++) {
        const expected = a === b ? 1 : plain[a]!.reduce((sum, value, i) => sum + value * plain[b]![i]!, 0);
        expect(vectors.similarity(a, b)).toBeCloseTo(expected, DIGITS);
      }
    }
  });

  test("related glosses are alike, across parts of speech too", () => {
    const { similarity } = { similarity: between(new GlossVectors(wordnet, ALL)) };
    expect(similarity("dog", "poodle")).toBeGreaterThan(similarity("dog", "car"));
    expect(similarity("idea", "think")).toBeGreaterThan(similarity("idea", "walk"));
    expect(similarity("dog", "poodle")).toBe(similarity("poodle", "dog"));
  });
  const between = (vectors: GlossVectors) => (a: string, b: string) => vectors.similarity(synsetOf(a), synsetOf(b));

  test("pruned vectors keep their largest entries, and length 1", () => {
    const whole = new GlossVectors(wordnet, ALL);
    for (const kept of [1, 3]) {
      const pruned = new GlossVectors(wordnet, { ...ALL, kept });
      for (const word of [0, 5, 9]) {
        const [all, some] = [whole.wordVector(word), pruned.wordVector(word)];
        const largest = [...all.weights].sort((a, b) => b - a).slice(0, kept);
        const norm = Math.hypot(...largest);
        expect([...some.weights].sort((a, b) => b - a).map((weight) => weight * norm)).toEqual(
          largest.map((weight) => expect.closeTo(weight, DIGITS)),
        );
        expect([...some.ids]).toEqual([...some.ids].sort((a, b) => a - b));
        for (const id of some.ids) expect(all.ids).toContain(id);
      }
      for (let s = 0; s < wordnet.size; s++) {
        const { weights } = pruned.vector(s);
        expect(weights.length).toBeLessThanOrEqual(kept);
        if (weights.length > 0) expect(Math.hypot(...weights)).toBeCloseTo(1, DIGITS);
      }
    }
  });

  test("options", () => {
    expect(() => new GlossVectors(wordnet, { kept: 0 })).toThrow(OptionError);
    expect(new GlossVectors(wordnet, { minGlosses: 1000 }).vector(0).ids).toHaveLength(0);
  });
});
