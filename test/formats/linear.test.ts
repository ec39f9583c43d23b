/**
 * Every reader takes time in proportion to its input, whatever the input: twice the size, twice the steps. The inputs
 * are those that made one reader or another slow, and their like for all others, whole and in pieces.
 */
import { describe, expect, test } from "vitest";
import { InputError } from "../../src/base/index.ts";
import {
  BinaryVectorsReader,
  columns,
  conllu,
  conllx,
  detokenize,
  formatPenn,
  guessFormat,
  learnSegmentation,
  negra,
  penn,
  type ReadOptions,
  rawText,
  readAudio,
  readLab,
  readPhn,
  readRawText,
  readTextGrid,
  type TextFormat,
  tagged,
  tiger,
  tokens,
  vectors,
  writeTextGrid,
  writeVectorsBinary,
  writeWav,
} from "../../src/formats/index.ts";
import { binarize, debinarize, graphToTree, type Tree } from "../../src/trees/index.ts";
import { growth } from "./steps.ts";

/** Characters of the smallest input, and of one in a script that is handled in windows. */
const SMALLEST = 6000;
const SMALLEST_IN_WINDOWS = 20_000;
/** Two doublings of the same work, with room for what does not grow. */
const MOST = 2.2;
/** Less would mean that the work was not counted. */
const LEAST = 1.6;
/** Characters of a piece, where a text comes in pieces. */
const PIECE = 1000;

const ignoringDefects = (run: () => void) => {
  try {
    run();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
  }
};

const reading =
  <T, R extends ReadOptions>(format: TextFormat<T, R>, options: R, text: string, piece: number) =>
  () =>
    ignoringDefects(() => {
      const reader = format.reader(() => {}, { ...options, onBad: () => {} });
      for (let at = 0; at < text.length; at += piece) reader.push(text.slice(at, at + piece));
      reader.end();
    });

const filled = (part: string, size: number) => part.repeat(Math.ceil(size / part.length));

/** What surrounds a filling of any size. */
type Case = readonly [name: string, before: string, part: string, after: string];

const row = (word: string) => `${word}\tN\t--\tHD\t0\n`;

const CASES: readonly (readonly [TextFormat<never, never>, object, readonly Case[]])[] = [
  [
    penn as unknown as TextFormat<never, never>,
    {},
    [
      ["a long word", "(S (NN ", "a", "))"],
      ["a word outside", "", "a", ""],
      ["a long comment", "#", "# ", ""],
      ["many trees", "", "(S (NN a) (VB b))\n", ""],
      ["many leaves", "(S ", "(NN dog) ", ")"],
      ["deep", "", "(S ", ""],
      ["blanks", "(S ", " ", "(NN a))"],
      ["closing brackets", "(S (NN a", ")", ""],
      ["lines that begin with a bracket", "(S (NN a))\n", "(S (NN a)\n", ""],
      ["words without brackets", "(S ", "a ", ")"],
    ],
  ],
  [
    tiger as unknown as TextFormat<never, never>,
    {},
    [
      ["one line", "<c>", '<s id="1"><t id="a" word="x" pos="N"/></s>', "</c>"],
      ["one sentence", '<c><s id="1">', '<t id="" word="x" pos="N"/>', "</s></c>"],
      ["a long attribute", '<c><s id="1"><t id="a" pos="N" word="', "x", '"/></s></c>'],
      ["quotes of the other kind", '<c><s id="1"><t id="a" pos="N" word="', "'", '"/></s></c>'],
      ["many attributes", "<c><s", " a='1'", "/></c>"],
      ["a tag that does not end", "<c><s ", "x ", ""],
      ["white space in a tag", "<c><s", " ", "/></c>"],
      ["a long comment", "<c><!--", " x- --", "--></c>"],
      ["many comments", "<c>", "<!-- x -->", "</c>"],
      ["entities", '<c><s id="1"><t id="a" pos="N" word="', "&amp;", '"/></s></c>'],
      ["ampersands", '<c><s id="', "&", '"/></c>'],
      ["text", "<c>", "text\n", "</c>"],
      ["nested", "", "<an-element-with-a-long-name>", ""],
      ["a document type", "<!DOCTYPE c [", "<!ELEMENT s ANY>", "]><c/>"],
    ],
  ],
  [
    negra as unknown as TextFormat<never, never>,
    {},
    [
      ["comment marks", "#BOS 1\na\tN\t--\tHD\t0", " %%", "\n#EOS 1\n"],
      ["comment marks and a line separator", "#BOS 1\na\tN\t--\tHD\t0", " %%", "\u2028x\n#EOS 1\n"],
      ["one sentence", "#BOS 1\n", row("a"), "#EOS 1\n"],
      ["many sentences", "", `#BOS 1\n${row("a")}#EOS 1\n`, ""],
      ["secondary edges", "#BOS 1\na\tN\t--\tHD\t0", " SB 0", "\n#EOS 1\n"],
      ["a long note", "#BOS 1", " x", `\n${row("a")}#EOS 1\n`],
      ["a table", "#BOT X\n", "0 x\n", "#EOT X\n"],
    ],
  ],
  [
    conllu as unknown as TextFormat<never, never>,
    {},
    [
      ["a long word", "1\t", "a", "\t_\t_\t_\t_\t0\troot\t_\t_\n"],
      ["many sentences", "", "1\ta\t_\t_\t_\t_\t0\troot\t_\t_\n\n", ""],
      ["comments", "", "# x\n", ""],
      ["tabs", "1", "\t", "\n"],
      ["misplaced rows", "", "1\ta\t_\t_\t_\t_\t0\troot\t_\t_\n", ""],
    ],
  ],
  [
    conllx as unknown as TextFormat<never, never>,
    {},
    [
      ["a long word", "1\t", "a", "\t_\t_\t_\t_\t0\troot\t_\t_\n"],
      ["many sentences", "", "1\ta\t_\t_\t_\t_\t0\troot\t_\t_\n\n", ""],
      ["tabs", "1", "\t", "\n"],
    ],
  ],
  [
    columns as unknown as TextFormat<never, never>,
    {},
    [
      ["one sentence", "", "dog NN\n", ""],
      ["many sentences", "", "dog NN\n\n", ""],
      ["one line", "", "x ", "\n"],
      ["tabs", "x", "\t", "\n"],
    ],
  ],
  [
    tokens as unknown as TextFormat<never, never>,
    {},
    [
      ["one line", "", "x ", ""],
      ["a long word", "", "x", ""],
      ["many lines", "", "the dog\n", ""],
      ["empty lines", "", "\n", ""],
      ["blanks", "", " ", "x"],
    ],
  ],
  [
    tagged as unknown as TextFormat<never, never>,
    {},
    [
      ["one line", "", "x/Y ", ""],
      ["slashes", "a", "/", "N"],
      ["backslashes", "a", "\\", "/N"],
      ["escaped slashes", "a", "\\/", "N"],
      ["backslashes and slashes", "a", "\\\\\\/", "N"],
    ],
  ],
  [
    vectors as unknown as TextFormat<never, never>,
    {},
    [
      ["one vector", "dog", " 1", "\n"],
      ["a bad number", "dog", " 1", " x\n"],
      ["a long word", "", "x", " 1\n"],
      ["many vectors", "", "x 1\n", ""],
    ],
  ],
];

const TEXT_CASES: readonly Case[] = [
  ["words", "", "The dog doesn't bark. ", ""],
  ["one long word", "", "a", ""],
  ["quotation marks", "", '"', ""],
  ["quotation marks before a word", "", '"', "a"],
  ["single quotes", "", "'", ""],
  ["single quotes after a word", "a", "'", "b"],
  ["curly quotes", "", "“", "”"],
  ["backquotes", "a", "`", "b"],
  ["n't", "", "n't", ""],
  ["clitics", "x", "'s", ""],
  ["hyphens", "a", "-", "b"],
  ["words with hyphens", "", "a-", "b"],
  ["dashes", "", "a--", ""],
  ["periods", "", ".", ""],
  ["periods between letters", "", "a.", ""],
  ["dots and letters", "", "a..", ""],
  ["brackets", "", "(", ""],
  ["closing brackets after a word", "a", ")", "b"],
  ["commas and digits", "1", ",1", ""],
  ["commas", "a", ",", "b"],
  ["percent signs", "", "%", ""],
  ["addresses", "www.", "a@b.", ""],
  ["ats", "", "a@", ""],
  ["an address with punctuation", "http://a", "!.,", "b"],
  ["slashes", "", "a/", ""],
  ["question marks", "", "?!", ""],
  ["emoji", "", "😀", ""],
  ["ampersands", "", "&amp;", ""],
  ["underscores", "", "_", ""],
  ["blanks", "", " ", "."],
  ["line ends", "", "\n", "."],
  ["Chinese without blanks", "", "他来了我走了", ""],
  ["Chinese sentences", "", "他来了。我走了！", ""],
  ["Chinese lines", "", "他来了。我走了\n", ""],
  ["Russian", "", "Мы идём домой. ", ""],
  ["Thai", "", "ฉันกินข้าว", ""],
  ["abbreviations", "", "Mr. ", ""],
  ["numbers with periods", "", "3. ", ""],
];

const inWindows = (part: string) => /[^\p{Script=Latin}\P{L}]/u.test(part);
/** Other scripts take the engine's segmenter, which is slow, and the same steps whatever the conventions. */
const LATIN_CASES = TEXT_CASES.filter(([, , part]) => !inWindows(part));

/** A treebank with something of everything that can be learnt. */
const SENTENCES = [
  "I don't know Dr. Hall (he is well-known).",
  "1. Wait - 5km, #2 :) at 3:30!",
  '"Go," she said; we cannot...',
];
const LEARNT = learnSegmentation(
  Array.from({ length: 30 }, (_, i) => readRawText(SENTENCES[i % 3]!, { lines: "sentences" })[0]!),
  "en",
);

for (const [format, options, cases] of [
  ...CASES,
  [rawText, {}, TEXT_CASES] as unknown as (typeof CASES)[number],
  [{ ...rawText, name: "text in German" }, { language: "de" }, LATIN_CASES] as unknown as (typeof CASES)[number],
  [
    { ...rawText, name: "text as a treebank has it" },
    { segmentation: LEARNT },
    LATIN_CASES,
  ] as unknown as (typeof CASES)[number],
]) {
  describe(`${format.name}: twice the text, twice the steps`, () => {
    test.each(cases)("%s", (_name, before, part, after) => {
      for (const piece of [Number.POSITIVE_INFINITY, PIECE]) {
        const run = (size: number) => {
          const text = `${before}${filled(part, size)}${after}`;
          return reading(format, options as never, text, Math.min(piece, text.length));
        };
        for (const factor of growth(run, inWindows(part) ? SMALLEST_IN_WINDOWS : SMALLEST)) {
          expect(factor).toBeLessThan(MOST);
          expect(factor).toBeGreaterThan(LEAST);
        }
      }
    });
  });
}

describe("twice the data, twice the steps", () => {
  const linear = (run: (size: number) => () => void, smallest = 2000) => {
    for (const factor of growth(run, smallest)) {
      expect(factor).toBeLessThan(MOST);
      expect(factor).toBeGreaterThan(LEAST);
    }
  };
  const heads = (size: number, head: (word: number) => number) => {
    let text = "";
    for (let word = 1; word <= size; word++) text += `${word}\ta\t_\t_\t_\t_\t${head(word)}\tx\t_\t_\n`;
    return text;
  };
  test.each([
    ["a chain", (word: number) => word - 1],
    ["a cycle", (word: number, size: number) => (word % size) + 1],
    ["flat", () => 0],
  ])("dependencies: %s", (_name, head) => {
    for (const format of [conllu, conllx] as unknown as TextFormat<never, never>[])
      linear((size) => {
        const text = heads(size, (word) => head(word, size));
        return reading(format, {} as never, text, text.length);
      });
  });
  const quietly = (run: () => void) => () => ignoringDefects(run);
  test("TextGrid", () => {
    const segments = (size: number) => Array.from({ length: size }, (_, i) => ({ start: i, end: i + 1, label: "a" }));
    linear((size) => {
      const text = writeTextGrid(segments(size), size);
      return quietly(() => readTextGrid(text));
    });
    for (const [before, part, after] of [
      ['"', "x", '"'],
      ['"', '""', '"'],
      ['"', '""', ""],
      ["", '" "', ""],
      ["", "1", "x"],
      ["1", ".1", ""],
      ["", "\n", ""],
      ["", "= ", ""],
      ["", "<a", ">"],
    ] as const) {
      linear((size) => {
        const text = `"ooTextFile" "TextGrid" ${before}${filled(part, size)}${after}`;
        return quietly(() => readTextGrid(text));
      }, SMALLEST);
    }
  });
  test("intervals", () => {
    linear((size) => {
      let text = "";
      for (let i = 0; i < size; i++) text += `${i} ${i + 1} a\n`;
      return quietly(() => [readPhn(text), readLab(text)]);
    });
    linear((size) => quietly(() => readPhn(filled(" ", size))), SMALLEST);
  });
  test("binary vectors in small pieces", () => {
    const read = (bytes: Uint8Array, piece: number) =>
      quietly(() => {
        const reader = new BinaryVectorsReader(() => {});
        for (let at = 0; at < bytes.length; at += piece) reader.push(bytes.subarray(at, at + piece));
        reader.end();
      });
    linear((dimension) => {
      const record = { word: "w".repeat(100), vector: new Float32Array(dimension) };
      const bytes = Buffer.concat([...writeVectorsBinary([record], { count: 1, dimension })]);
      return read(bytes, 16);
    });
    linear((count) => {
      const record = { word: "dog", vector: new Float32Array(4) };
      const bytes = Buffer.concat([...writeVectorsBinary(new Array(count).fill(record), { count, dimension: 4 })]);
      return read(bytes, 16);
    });
  });
  test("sound", () => {
    linear((size) => {
      const bytes = writeWav(new Float32Array(size), 16_000);
      return quietly(() => readAudio(bytes));
    });
    linear((size) => {
      const bytes = new Uint8Array(12 + 8 * size);
      bytes.set(new TextEncoder().encode("RIFF    WAVE"));
      for (let at = 12; at < bytes.length; at += 8) bytes.set(new TextEncoder().encode("junk"), at);
      return quietly(() => readAudio(bytes));
    });
    linear((size) => {
      const header = `NIST_1A\n${`${size + 16}`.padStart(7)}\n`.padEnd(16);
      const bytes = new TextEncoder().encode(header + filled("a -i 1\n", size));
      return quietly(() => readAudio(bytes));
    }, SMALLEST);
  });
  test("words back to text, trees to brackets", () => {
    linear((size) => () => detokenize(new Array(size).fill("''")));
    linear((size) => () => {
      let tree: Tree = { label: "NN", word: "a" };
      for (let i = 0; i < size; i++) tree = { label: "X", children: [tree, { label: "NN", word: "a" }] };
      formatPenn(tree);
    });
  });
  test("graphs with words that hang nowhere become trees", () => {
    const node = { edge: "--", features: {}, secondary: [] };
    linear((size) => {
      const loose = { label: "$,", word: ",", parent: -1, ...node };
      const words = Array.from({ length: size }, (_, i) => ({ ...loose, parent: i % (size - 1) === 0 ? 0 : -1 }));
      const graph = { id: "", words, constituents: [{ label: "S", parent: -1, ...node }], note: "" };
      return () => graphToTree(graph);
    });
    linear((size) => {
      const words = Array.from({ length: size }, (_, i) => ({
        ...{ label: "N", word: "a", parent: i % 2 === 0 ? i / 2 : -1 },
        ...node,
      }));
      const constituents = Array.from({ length: size / 2 }, (_, i) => ({ label: "S", parent: i - 1, ...node }));
      return () => graphToTree({ id: "", words, constituents, note: "" });
    });
  });
  test.each(["left", "right"] as const)("binarized trees branch as before: %s", (branching) => {
    linear((size) => {
      const children = Array.from({ length: size }, () => ({ label: "NN", word: "a" }));
      const tree = binarize({ label: "S", children }, branching);
      return () => debinarize(tree);
    });
  });
  test("a guess looks at the beginning only", () => {
    const text = filled("a/b ", 1_000_000);
    const [factor] = growth((size) => () => guessFormat(text.slice(0, size)), 100_000, 1);
    expect(factor).toBeLessThan(1.1);
  });
});
