/** Records have a largest size; what is larger is refused with its place, and never kept. Errors stay short. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { InputError } from "../../src/base/index.ts";
import {
  BinaryVectorsReader,
  columns,
  conllu,
  conllx,
  LARGEST_RECORD,
  negra,
  penn,
  type ReadOptions,
  rawText,
  readPhn,
  readTextGrid,
  type TextFormat,
  tagged,
  tiger,
  tokens,
  vectors,
} from "../../src/formats/index.ts";
import { nodes } from "../../src/trees/index.ts";
import { failureOf, recordsOf, reported } from "./contract.ts";
import { inPieces } from "./pieces.ts";

type AnyFormat = TextFormat<unknown, ReadOptions>;
const any = (format: unknown) => format as AnyFormat;

const ROW = "1\ta\t_\t_\t_\t_\t0\troot\t_\t_\n";
const sentence = (words: number) => {
  let text = "";
  for (let i = 1; i <= words; i++) text += `${i}\ta\t_\t_\t_\t_\t0\troot\t_\t_\n`;
  return `${text}\n`;
};
const tigerSentence = (words: number) => {
  let text = '<s id="1">';
  for (let i = 0; i < words; i++) text += `<t id="${i}" word="Hund" pos="NN"/>`;
  return `${text}</s>\n`;
};
const LINE = "this line has more than 200 characters, the most that is read at once; break it into several.";
const SENTENCE =
  "the sentence that begins here has more than 200 characters, the most that is read at once; break it into several.";
const TREE =
  'the tree that begins here has more than 200 characters, the most that is read at once; a ")" may be missing.';

describe("a record that is too large", () => {
  /** Each with a record that is larger than 200 characters between two that are not. */
  test.each<[string, AnyFormat, string, string, string, string]>([
    ["a line", any(tokens), "dog\n", `${"dog ".repeat(60)}\n`, "dog\n", `x:2:1: ${LINE}`],
    ["a line", any(tagged), "a/B\n", `${"a/B ".repeat(60)}\n`, "a/B\n", `x:2:1: ${LINE}`],
    ["a line", any(columns), "a b\n\n", `${"a".repeat(200)} b\n\n`, "a b\n\n", `x:3:1: ${LINE}`],
    ["a sentence", any(columns), "a b\n\n", `${"a b\n".repeat(60)}\n`, "a b\n\n", `x:3:1: ${SENTENCE}`],
    ["a line", any(conllu), `${ROW}\n`, `${ROW.replace("a", "a".repeat(200))}\n`, ROW, `x:3:1: ${LINE}`],
    ["a sentence", any(conllu), `${ROW}\n`, sentence(20), ROW, `x:3:1: ${SENTENCE}`],
    ["comments", any(conllu), `${ROW}\n`, `${"# a\n".repeat(60)}${ROW}\n`, ROW, `x:3:1: ${SENTENCE}`],
    ["a sentence", any(conllx), `${ROW}\n`, sentence(20), ROW, `x:3:1: ${SENTENCE}`],
    ["a line", any(vectors), "dog 1\n", `${"d".repeat(200)} 2\n`, "cat 3\n", `x:2:1: ${LINE}`],
    ["a tree", any(penn), "(NN a)\n", `(S ${"(NN a) ".repeat(60)})\n`, "(NN a)\n", `x:2:1: ${TREE}`],
    ["a tree in a line", any(penn), "(NN a)", `(S ${"(NN a) ".repeat(60)})`, "(NN a)\n", `x:1:7: ${TREE}`],
    ["a word", any(penn), "(NN a)\n", ` (NN ${"a".repeat(300)})\n`, "(NN a)\n", `x:2:2: ${TREE}`],
    ["a tree without end", any(penn), "(NN a)\n", `${"(S ".repeat(300)}\n`, "(NN a)\n", `x:2:1: ${TREE}`],
    [
      ...(["a sentence", any(tiger), `<c>${tigerSentence(1)}`, tigerSentence(30)] as const),
      ...([`${tigerSentence(1)}</c>`, `x:2:1: ${SENTENCE}`] as const),
    ],
    [
      ...(["a sentence", any(negra), "#BOS 1\na\tN\t--\tHD\t0\n#EOS 1\n"] as const),
      `#BOS 2\n${"a\tN\t--\tHD\t0\n".repeat(30)}#EOS 2\n`,
      ...(["#BOS 3\na\tN\t--\tHD\t0\n#EOS 3\n", `x:4:1: ${SENTENCE}`] as const),
    ],
    [
      ...(["a word", any(rawText), "It rained.\n\n", ` ${"a".repeat(300)}`, " It rained."] as const),
      "x:3:2: this word has more than 200 characters; expected text with blanks in it.",
    ],
  ])("%s", (_what, format, before, large, after, message) => {
    const text = before + large + after;
    const options = { largestRecord: 200 };
    const events = reported(format, [text], options);
    const record = expect.objectContaining({ record: expect.anything() });
    expect(events).toEqual([record, message, record]);
    for (const size of [1, 7, 100]) {
      const cuts = Array.from({ length: text.length / size }, (_, i) => i * size);
      expect(reported(format, inPieces(text, cuts), options)).toEqual(events);
    }
    expect(failureOf(format, text, options).message).toBe(message);
    // With room for it, it is read.
    const roomy = reported(format, [text], { largestRecord: 2000 });
    expect(roomy).not.toContain(message);
  });

  test("XML tags, binary vectors", () => {
    expect(failureOf(tiger, `<c>\n<s id="${"a".repeat(300)}"/></c>`, { largestRecord: 200 }).message).toBe(
      'x:2:1: the tag that begins here has more than 200 characters, the most that is read at once; expected ">" before that.',
    );
    expect(failureOf(tiger, "<a>".repeat(10_001)).message).toBe(
      "x:1:30001: elements are nested more than 10000 deep; expected closing tags.",
    );
    const reader = new BinaryVectorsReader(() => {}, { file: "v.bin" });
    expect(() => reader.push(new TextEncoder().encode("3 99999999\n"))).toThrow(
      "v.bin: the header gives 99999999 dimensions; expected at most 4194304, what is read at once.",
    );
  });

  test("by itself the limit is 16,777,216 characters, and a tree of 100,000 nodes is far below", () => {
    const many = `(S ${"(NP (NN dog)) ".repeat(50_000)})`;
    const [tree] = recordsOf(penn, many, {});
    let count = 0;
    for (const _ of nodes(tree!)) count++;
    expect(count).toBe(100_001);
    expect(recordsOf(tokens, "a".repeat(LARGEST_RECORD), {})).toHaveLength(1);
    expect(failureOf(tokens, "a".repeat(LARGEST_RECORD + 1)).message).toBe(
      "x:1:1: this line has more than 16,777,216 characters, the most that is read at once; break it into several.",
    );
  });

  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const memoryInUse = () => {
    collect();
    return process.memoryUsage().heapUsed;
  };

  /** Feeds the same piece again and again, more than would fit into memory if it were kept. */
  test.each<[string, AnyFormat, string, string]>([
    ["tokens", any(tokens), "", "dog "],
    ["columns", any(columns), "", "dog NN\n"],
    ["a comment", any(conllu), "", "# x\n"],
    ["a tree", any(penn), "(S ", "(NN a) "],
    ["depth", any(penn), "", "(S "],
    ["a word in a tree", any(penn), "(NN ", "a"],
    ["a word outside", any(penn), "", "a"],
    ["a comment in brackets", any(penn), "#", "a "],
    ["a sentence of XML", any(tiger), '<c><s id="1">', '<t id="" word="x" pos="N"/>'],
    ["a comment in XML", any(tiger), "<!--", "x"],
    ["words of NEGRA", any(negra), "#BOS 1\n", "a\tN\t--\tHD\t0\n"],
    ["one word", any(rawText), "", "a"],
    ["a line of text", any(rawText), "", "dog "],
    ["a line of Chinese", any(rawText), "", "他来了"],
  ])("streams of any length: %s", (_what, format, before, part) => {
    let bad = 0;
    const options = { largestRecord: 50_000, onBad: () => bad++ };
    const reader = format.reader(() => {}, options);
    const piece = part.repeat(Math.ceil(20_000 / part.length));
    reader.push(before);
    for (let i = 0; i < 20; i++) reader.push(piece);
    const first = memoryInUse();
    // The engine's segmenter takes 5 µs for a character.
    for (let i = 0; i < (part.charCodeAt(0) > 255 ? 20 : 200); i++) reader.push(piece);
    // 4 million characters went by, or 400,000; kept as records they would take far more.
    expect(memoryInUse() - first).toBeLessThan(2 << 20);
    expect(bad).toBeLessThanOrEqual(1);
  });
});

describe("errors stay short, however long what they are about", () => {
  const long = "x".repeat(1_000_000);
  test.each<[string, () => unknown]>([
    ["tagged", () => recordsOf(tagged, long, {})],
    ["penn: outside", () => recordsOf(penn, long, {})],
    ["penn: second word", () => recordsOf(penn, `(NN ${long} ${long}y)`, {})],
    ["penn: no bracket", () => recordsOf(penn, `(S (NN a) ${long})`, {})],
    ["penn: bracket after word", () => recordsOf(penn, `(S ${long} (NN a))`, {})],
    ["penn: no word", () => recordsOf(penn, `(${long})`, {})],
    ["conllu: number", () => recordsOf(conllu, ROW.replace("1", long), {})],
    ["conllu: head", () => recordsOf(conllu, ROW.replace("0", long), {})],
    ["conllu: far head", () => recordsOf(conllu, ROW.replace("0", "9".repeat(1_000_000)), {})],
    ["conllx: number", () => recordsOf(conllx, ROW.replace("1", long), {})],
    ["conllx: head", () => recordsOf(conllx, ROW.replace("0", long), {})],
    ["conllx: far head", () => recordsOf(conllx, ROW.replace("0", "9".repeat(1_000_000)), {})],
    ["vectors: header", () => recordsOf(vectors, `${long} 1\n`, { header: "yes" })],
    ["vectors: numbers", () => recordsOf(vectors, `a 1 2\n${long} 1\n`, {})],
    ["vectors: number", () => recordsOf(vectors, `${long} ${long}\n`, {})],
    ["negra: parent", () => recordsOf(negra, `#BOS 1\na\tN\t--\tHD\t${long}\n#EOS 1\n`, {})],
    ["negra: format", () => recordsOf(negra, `#FORMAT ${long}\n`, {})],
    ["negra: end", () => recordsOf(negra, `#BOS 1\na\tN\t--\tHD\t0\n#EOS ${long}\n`, {})],
    ["tiger: root", () => recordsOf(tiger, `<c><s id="1"><graph root="${long}"/></s></c>`, {})],
    ["tiger: id", () => recordsOf(tiger, `<c><s id="${long}"></s></c>`, {})],
    ["tiger: attribute", () => recordsOf(tiger, `<c ${long}></c>`, {})],
    ["tiger: entity", () => recordsOf(tiger, `<c a="&${long};"></c>`, {})],
    ["tiger: name", () => recordsOf(tiger, `<${long}></c>`, {})],
    ["tiger: closing", () => recordsOf(tiger, `<c></${long}>`, {})],
    ["phn", () => readPhn(long)],
    ["phn: label", () => readPhn(`0 0 ${long}\n`)],
    ["TextGrid", () => readTextGrid(`"ooTextFile" "TextGrid" "${long}"`)],
    ["tokens", () => tokens.write([`${long} ${long}`])],
    ["columns", () => columns.write([[`${long}\t${long}`]])],
    ["penn: writing", () => penn.write({ label: "NN", word: `${long} ${long}` })],
    ["text: language", () => recordsOf(rawText, "a", { language: long })],
  ])("%s", (_name, run) => {
    let message = "";
    try {
      run();
    } catch (error) {
      message = (error as Error).message;
      if (!(error instanceof InputError)) expect(error).toHaveProperty("code", "EIGENTREE_OPTION");
    }
    expect(message).not.toBe("");
    expect(message.length).toBeLessThan(400);
  });
});
