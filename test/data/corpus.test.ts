/** Corpora: the tokenizer, the table of words, ranks by frequency, folding. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InputError, inlineWorkers } from "../../src/base/index.ts";
import { LONGEST_LINE } from "../../src/data/corpus/chunks.ts";
import { LINE_END, Tokenizer } from "../../src/data/corpus/tokens.ts";
import { WordTable } from "../../src/data/corpus/word-table.ts";
import {
  type Corpus,
  type CorpusContext,
  type CorpusOptions,
  type CorpusView,
  collectCorpus,
  foldWord,
  readCorpus,
} from "../../src/data/index.ts";
import { FileScratch, openWorkers } from "../../src/files/index.ts";
import { allTokens, sampleText, source, viewOf } from "../models/vectors/text.ts";

// Threads and decompositions on a busy machine take their time.

const PLAIN: CorpusOptions = { tokens: "words", lines: "sentences", lowerCase: true, foldDigits: true };

function wordsOf(text: string, options: Partial<CorpusOptions> = {}): string {
  const tokenizer = new Tokenizer(new WordTable(), { ...PLAIN, ...options });
  return Array.from(tokenizer.ids(text), (id) => (id === LINE_END ? "|" : tokenizer.table.word(id))).join(" ");
}

const EVERYTHING = { minCount: 1, vocabulary: 50_000 };

const shown = (view: CorpusView): string =>
  Array.from(allTokens(view), (id) => (id === LINE_END ? "|" : (view.words[id] ?? "?"))).join(" ");

const tokensOf = async (text: string, vocabulary = 50_000): Promise<string> => shown(await viewOf(text, 1, vocabulary));

describe("tokenizer", () => {
  test("parts punctuation and English clitics, keeps hyphens and numbers together, folds case and digits", () => {
    expect(wordsOf("Don't! The 1,000.5 dogs' well-known o'clock--can’t Élan...\n")).toBe(
      "do n't ! the 0,000.0 dogs ' well-known o'clock -- ca n't élan ... |",
    );
    expect(wordsOf("It's Peter's; we'll\n", { lowerCase: false })).toBe("It 's Peter 's ; we 'll |");
    expect(wordsOf("in 1914\n", { foldDigits: false })).toBe("in 1914 |");
  });

  test("cuts at blanks alone where the text is cut already", () => {
    expect(wordsOf("Do n't , 3.5\tIT'S\u00a0x\n", { tokens: "spaces" })).toBe("do n't , 0.0 it's x |");
  });

  test("lines are sentences, or run on to the next empty line", () => {
    expect(wordsOf("a b\nc\n\n \nd\n")).toBe("a b | c | d |");
    expect(wordsOf("a b\nc\n\n \nd\n", { lines: "running" })).toBe("a b c | d");
  });
});

describe("word table", () => {
  test("gives each word one id in order of appearance", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 2 }), { maxLength: 200 }), (words) => {
        const table = new WordTable();
        const known = new Map<string, number>();
        for (const word of words) {
          const units = Uint16Array.from({ length: word.length }, (_, i) => word.charCodeAt(i));
          if (!known.has(word)) known.set(word, known.size);
          if (table.add(units, 0, units.length) !== known.get(word)) return false;
        }
        return [...known].every(([word, id]) => table.word(id) === word) && table.size === known.size;
      }),
    );
  });

  test("holds far more words than it begins with room for", () => {
    const table = new WordTable();
    const unitsOf = (id: number) => Uint16Array.from(`word ${id}`, (unit) => unit.charCodeAt(0));
    for (let round = 0; round < 2; round++) {
      for (let id = 0; id < 20_000; id++)
        if (table.add(unitsOf(id), 0, unitsOf(id).length) !== id) throw new Error(`word ${id}`);
    }
    expect(table.size).toBe(20_000);
    expect(table.word(12_345)).toBe("word 12345");
  });

  test("gives back a word with more units than a call has arguments", () => {
    const table = new WordTable();
    const units = Uint16Array.from({ length: 300_000 }, (_, i) => 97 + (i % 26));
    expect(table.word(table.add(units, 0, units.length))).toBe(Buffer.from(units).toString("latin1"));
  });
});

describe("corpus", () => {
  test("ranks words by frequency, first come first among equals, and pools the rest", async () => {
    expect(await tokensOf("b a a\nc b a\nd\n", 2)).toBe("b a a | ? b a | ? |");
    const corpus = await viewOf("b a a\nc b a\nd\n", 2);
    expect(corpus.words).toEqual(["a", "b"]);
    expect(Array.from(corpus.counts)).toEqual([3, 2, 2]);
    expect([corpus.tokens, corpus.types]).toEqual([7, 4]);
  });

  test("does not depend on the pieces the text comes in", async () => {
    const text = "one two\nthree four five\n\nsix\r\nseven";
    const whole = await tokensOf(text);
    expect(whole).toBe("one two | three four five | six | seven |");
    for (let cut = 0; cut < text.length; cut++) {
      const corpus = await collectCorpus([{ name: "x", pieces: [text.slice(0, cut), text.slice(cut)] }]);
      expect(shown(corpus.view(EVERYTHING))).toBe(whole);
    }
  });

  test("nothing runs on from one file to the next", async () => {
    const corpus = await collectCorpus(
      [
        { name: "x", pieces: ["a b"] },
        { name: "y", pieces: ["c"] },
      ],
      { lines: "running" },
    );
    expect(shown(corpus.view(EVERYTHING))).toBe("a b | c |");
    expect(corpus.sources).toEqual([
      { file: "x", records: 2, skipped: 0 },
      { file: "y", records: 1, skipped: 0 },
    ]);
  });

  test("one thread, two threads and tokens in temporary files give the same", async () => {
    const text = sampleText(15_000);
    const resultOf = (corpus: Corpus) => {
      const view = corpus.view(EVERYTHING);
      const result = { words: view.words, ids: Array.from(allTokens(view)), sources: corpus.sources };
      corpus.close();
      return result;
    };
    const read = async (context: CorpusContext) => resultOf(await collectCorpus(source(text), {}, context));
    const one = await read({ workers: inlineWorkers });
    expect(resultOf(readCorpus(text))).toEqual(one);
    const outside = { memory: 1 << 16, open: () => new FileScratch() };
    expect(
      await read({ workers: (jobs, setup) => openWorkers(jobs, { threads: 2, setup }), spilling: outside }),
    ).toEqual(one);
  });

  test("forgets the rarest words when there are more than fit, and says so", async () => {
    const rare = Array.from(
      { length: 60_000 },
      (_, i) => `w${i.toString(36).replace(/\d/g, "z")}${i % 26 === 0 ? "q" : "r"}`,
    );
    const lines: string[] = [];
    for (let i = 0; i < rare.length; i += 10) lines.push(`often ${rare.slice(i, i + 10).join(" ")} often`);
    const text = `${lines.join("\n")}\n`.repeat(3);
    const spilling = { memory: 1 << 20, open: () => new FileScratch() };
    const corpus = await collectCorpus(source(text), {}, { spilling });
    const { words, counts, tokens } = corpus.view(EVERYTHING);
    expect(words[0]).toBe("often");
    expect(counts[0]).toBe(2 * lines.length * 3);
    expect(counts.reduce((a, b) => a + b, 0)).toBe(tokens);
    expect(corpus.warnings.join()).toMatch(/more different words than the memory holds/);
  });

  test("a line longer than a million characters is cut, told with its place, and loses no word", async () => {
    const long = "word ".repeat((10 * LONGEST_LINE) / 5);
    const corpus = await collectCorpus(source(`first\n${long}\nlast\n`, "long.txt"));
    expect(Array.from(corpus.view(EVERYTHING).counts)).toEqual([long.length / 5, 1, 1, 0]);
    expect(corpus.warnings).toHaveLength(1);
    expect(corpus.warnings[0]).toMatch(
      /^long\.txt:2: a line is longer than a million characters; such lines were cut \(\d+ times\)\.$/,
    );
  });

  test("a word without end counts as unknown", async () => {
    expect(await tokensOf(`a ${"x".repeat(100_000)} a\n`)).toBe("a ? a |");
  });

  test("text without a word is an error that names its files", async () => {
    const message = "empty.txt: no words were found; expected text, one sentence per line.";
    const error = await collectCorpus(source(" \n\n", "empty.txt")).catch((e) => e);
    expect(error).toBeInstanceOf(InputError);
    expect(error.message).toBe(message);
    expect(() => readCorpus(" \n\n", { file: "empty.txt" })).toThrow(message);
  });

  test("stops soon after its signal", async () => {
    const stop = new AbortController();
    async function* endless() {
      for (;;) yield "the same line again and again\n".repeat(20_000);
    }
    const reading = collectCorpus([{ name: "endless", pieces: endless() }], {}, { signal: stop.signal });
    setTimeout(() => stop.abort(new Error("enough")), 100);
    await expect(reading).rejects.toThrow("enough");
  });
});

describe("folding", () => {
  test("of a look-up is that of the tokenizer, unit by unit", () => {
    const folding = { lowerCase: true, foldDigits: true, straightApostrophes: true };
    // A final Σ is lower-cased like any other, İ keeps its dot as its lower case is two units, 𝟙 is no digit of one.
    for (const word of ["ΟΔΟΣ", "İstanbul", "a1٣", "don’t", "Ǆ", "𝟙𐐀"]) {
      expect(foldWord(word, folding)).toBe(
        wordsOf(`${word}\n`, { tokens: "spaces" }).slice(0, -2).replaceAll("’", "'"),
      );
    }
    expect(foldWord("Don’t 42", { ...folding, lowerCase: false, straightApostrophes: false })).toBe("Don’t 00");
  });

  test("words as they are written, cut as the text is", () => {
    const tokenizer = new Tokenizer(new WordTable(), PLAIN);
    expect(tokenizer.words("Don’t STOP 42!")).toEqual(["Do", "n’t", "STOP", "42", "!"]);
    expect(tokenizer.table.size).toBe(0);
  });
});
