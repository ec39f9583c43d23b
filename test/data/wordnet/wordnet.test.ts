/** WordNet: a small database by hand, and the whole one where it is installed. */
import { describe, expect, test } from "vitest";
import { InputError } from "../../../src/base/index.ts";
import { WordNet } from "../../../src/data/wordnet/index.ts";
import { FILES, keyOf, SYNSETS, synsetOf, writeDatabase } from "./fixture.ts";

const wordnet = new WordNet(FILES);
const text = (name: string) => new TextDecoder().decode(FILES[name]);
const bytes = (content: string) => new TextEncoder().encode(content);
const keys = (synsets: Iterable<number>) => Array.from(synsets, keyOf);

describe("a small database", () => {
  test("synsets and what they are", () => {
    expect(wordnet.size).toBe(SYNSETS.length);
    expect(wordnet.partsOfSpeech).toEqual(["noun", "verb", "adjective", "adverb"]);
    expect(wordnet.range("verb")).toEqual({ first: 12, end: 16 });
    const dog = synsetOf("dog");
    expect(wordnet.lemmas(dog)).toEqual(["dog", "domestic_dog", "Canis_familiaris"]);
    expect(wordnet.gloss(dog)).toBe('an animal that barks; "the dog barked"; "my dog"');
    expect(wordnet.definition(dog)).toBe("an animal that barks");
    expect(wordnet.examples(dog)).toEqual(["the dog barked", "my dog"]);
    expect(wordnet.lexicalFile(dog)).toBe("noun.animal");
    expect(wordnet.lexicalFile(synsetOf("run"))).toBe("verb.motion");
    expect(wordnet.partOfSpeech(synsetOf("fine"))).toBe("adjective");
    expect(wordnet.lemmas(synsetOf("fine"))).toEqual(["fine"]);
    expect([dog, synsetOf("cad"), synsetOf("rex")].map((s) => wordnet.label(s))).toEqual([
      "dog.n.1",
      "cad.n.1",
      "rex.n.1",
    ]);
    expect(wordnet.synsetAt("noun", wordnet.offset(dog))).toBe(dog);
    expect(wordnet.synsetAt("noun", 1)).toBeUndefined();
    expect(() => wordnet.gloss(SYNSETS.length)).toThrow(RangeError);
  });

  test("words and senses", () => {
    expect(keys(wordnet.senses("dog"))).toEqual(["dog", "cad"]);
    expect(keys(wordnet.senses("Dogs", "noun"))).toEqual(["dog", "cad"]);
    expect(keys(wordnet.senses("Toy dogs"))).toEqual(["toy-dog"]);
    expect(keys(wordnet.senses("toy-dog"))).toEqual(["toy-dog"]);
    expect(keys(wordnet.senses("ran"))).toEqual(["run"]);
    expect(wordnet.senses("ran", "noun")).toEqual([]);
    for (const absent of ["", " ", "zebra", "do", "dogg", "dog%", "ü", "x".repeat(1000), "__proto__"])
      expect(wordnet.senses(absent)).toEqual([]);
    expect([...wordnet.words("noun")]).toEqual(
      [...new Set(SYNSETS.filter(({ letter }) => letter === "n").flatMap(({ words }) => words))]
        .map((word) => word.toLowerCase())
        .sort(),
    );
  });

  test("relations", () => {
    expect(keys(wordnet.hypernyms(synsetOf("toy-dog")))).toEqual(["dog", "artifact"]);
    expect(keys(wordnet.hypernyms(synsetOf("rex")))).toEqual(["dog"]);
    expect(keys(wordnet.hyponyms(synsetOf("dog")))).toEqual(["poodle", "toy-dog", "rex"]);
    expect(wordnet.hypernyms(synsetOf("entity"))).toEqual([]);
    expect(wordnet.relations(synsetOf("idea"))).toEqual([
      { symbol: "@", synset: synsetOf("entity"), sourceWord: 0, targetWord: 0 },
      { symbol: "+", synset: synsetOf("think"), sourceWord: 1, targetWord: 1 },
    ]);
    expect(wordnet.relations(synsetOf("good")).map(({ synset }) => keyOf(synset))).toEqual(["bad", "fine"]);
  });

  test("tag counts", () => {
    expect(wordnet.tagCount("dog", synsetOf("dog"))).toBe(42);
    expect(wordnet.tagCount("dog", synsetOf("cad"))).toBe(2);
    expect(wordnet.tagCount("domestic_dog", synsetOf("dog"))).toBe(1);
    expect(wordnet.tagCount("cat", synsetOf("dog"))).toBe(0);
    const { "index.sense": _, ...rest } = FILES;
    expect(new WordNet(rest).tagCount("dog", synsetOf("dog"))).toBe(0);
  });

  test("a part of speech may be missing; exception lists and names of lexical files may be there", () => {
    const nouns = new WordNet({ "index.noun": FILES["index.noun"]!, "data.noun": FILES["data.noun"]! });
    expect(nouns.partsOfSpeech).toEqual(["noun"]);
    expect(nouns.senses("run")).toEqual([]);
    expect(() => nouns.relations(synsetOf("idea"))).toThrow("where no synset begins");
    const listed = new WordNet({
      ...FILES,
      "verb.exc": bytes("rund run\n"),
      lexnames: bytes("00\tfirst\t1\n01\tx\t1\n"),
    });
    expect(listed.baseForms("rund", "verb")).toEqual(["run"]);
    expect(listed.baseForms("ran", "verb")).toEqual([]);
    expect(listed.lexicalFile(synsetOf("good"))).toBe("first");
    expect(listed.lexicalFile(synsetOf("dog"))).toBe("5");
  });
});

describe("damaged files", () => {
  const failure = (change: Readonly<Record<string, string | undefined>>): string => {
    const files: Record<string, Uint8Array> = { ...FILES };
    for (const [name, content] of Object.entries(change)) {
      if (content === undefined) delete files[name];
      else files[name] = bytes(content);
    }
    try {
      const opened = new WordNet(files);
      for (const word of ["dog", "idea", "run"]) opened.senses(word);
    } catch (error) {
      if (error instanceof InputError) return error.message;
      throw error;
    }
    return "";
  };
  const [data, index] = [text("data.noun"), text("index.noun")];
  test.each([
    [
      "line ends",
      { "data.noun": data.replaceAll("\n", "\r\n") },
      /^data\.noun:3: the synset says that it begins at byte \d+, but/,
    ],
    [
      "a line cut short",
      { "data.noun": data.slice(0, data.indexOf("@")) },
      /^data\.noun:4:\d+: found the end of the line/,
    ],
    [
      "an index without data",
      { "data.verb": undefined },
      /^the database has index\.verb but not data\.verb; expected both/,
    ],
    [
      "letters for digits",
      { "data.noun": data.replace(" 001 @", " xyz @") },
      /^data\.noun:4:\d+: found no number of pointers/,
    ],
    [
      "too many words",
      { "data.noun": data.replace("n 01 entity", "n ff entity") },
      /^data\.noun:3:\d+: found the gloss inside/,
    ],
    ["another part of speech", { "data.noun": text("data.verb") }, /^data\.noun:3:\d+: found a synset of another part/],
    [
      "a pointer to nowhere",
      { "data.noun": data.replace(/@ \d{8}/, "@ 00000001") },
      /^data\.noun:4: a pointer leads to byte 1, where/,
    ],
    [
      "a sense that is nowhere",
      { "index.noun": index.replace(/(dog n .*) \d{8} {2}\n/, "$1 00000001  \n") },
      /^index\.noun:\d+: "dog" leads to byte "00000001" of data\.noun/,
    ],
    [
      "senses that do not add up",
      { "index.noun": index.replace("\ndog n 2", "\ndog n 3") },
      /^index\.noun:\d+: "dog" has 2 senses; the line says 3\.$/,
    ],
    [
      "a word twice",
      { "index.noun": `${index}dog n 1 0 1 0 00000001  \n` },
      /^index\.noun:\d+: "dog" has a line already; expected one for each\.$/,
    ],
    ["an exception without base form", { "noun.exc": "men man\nmice\n" }, /^noun\.exc:2: "mice" has no base form/],
    ["lexnames", { lexnames: "01\tnoun.act\t1\n" }, /^lexnames:1: found "01\tnoun\.act\t1"; expected number 0/],
  ])("%s", (_, change, message) => expect(failure(change as Record<string, string>)).toMatch(message));

  test("nothing at all", () => {
    expect(() => new WordNet({})).toThrow(
      "there is no WordNet database here; expected index.noun, data.noun and the like.",
    );
    expect(new WordNet({ "index.noun": bytes(""), "data.noun": bytes("") }).senses("dog")).toEqual([]);
  });

  test("any cut of a file is told, or reads what is left", () => {
    for (let end = 0; end <= data.length; end += 7) {
      try {
        const opened = new WordNet({ ...FILES, "data.noun": bytes(data.slice(0, end)) });
        for (let s = 0; s < opened.size; s++) opened.lemmas(s);
      } catch (error) {
        expect(error).toBeInstanceOf(InputError);
      }
    }
  });
});

test("the generator writes offsets that hold, whatever the bytes of a word", () => {
  const files = writeDatabase([
    { key: "a", letter: "n", words: ["café"], gloss: "naïve — “quoted”" },
    { key: "b", letter: "n", words: ["thé"], gloss: "x | y", pointers: [["@", "a"]] },
  ]);
  const opened = new WordNet(files);
  expect(opened.lemmas(opened.senses("THÉ")[0]!)).toEqual(["thé"]);
  expect(opened.gloss(1)).toBe("x | y");
  expect(opened.hypernyms(1)).toEqual([0]);
});
