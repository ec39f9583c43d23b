/** Inputs that once overflowed the stack or took minutes. Each must end within a generous time of the processor. */
import { describe, expect, test } from "vitest";
import {
  detokenize,
  negra,
  penn,
  type ReadOptions,
  rawText,
  readConllu,
  readConllx,
  readNegra,
  readPenn,
  readRawText,
  readTextGrid,
  type TextFormat,
  tiger,
  writeTextGrid,
} from "../../src/formats/index.ts";
import { dependencyDefect, drawText, findCycle, graphToTree, leaves, prepareTree } from "../../src/trees/index.ts";
import { reported } from "./contract.ts";

/** Seconds of the processor that none of these takes even on a slow machine; before, they took minutes. */
const PATIENCE = 20;

function patiently<T>(run: () => T): T {
  const start = process.cpuUsage();
  const result = run();
  const { user, system } = process.cpuUsage(start);
  expect((user + system) / 1e6).toBeLessThan(PATIENCE);
  return result;
}

const inPieces = (text: string, size = 1 << 18) =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, i) => text.slice(i * size, (i + 1) * size));

const read = (format: unknown, text: string) =>
  patiently(() => reported(format as TextFormat<unknown, ReadOptions>, inPieces(text), {}));

describe("long inputs", () => {
  test("400,000 Chinese characters on a line", () => {
    const events = read(rawText, "他来了我走了。".repeat(60_000)) as { record: string[] }[];
    expect(events).toHaveLength(60_000);
    expect(events[59_999]!.record.join("")).toBe("他来了我走了。");
    const endless = read(rawText, "他来了我走了".repeat(20_000)) as { record: string[] }[];
    expect(endless.map(({ record }) => record.join("")).join("")).toBe("他来了我走了".repeat(20_000));
  });
  test("a Penn token of 15 MB", () => {
    const [event] = read(penn, `(NN ${"a".repeat(15_000_000)})`) as { record: { word: string } }[];
    expect(event!.record.word).toHaveLength(15_000_000);
  });
  test("TIGER-XML on one line", () => {
    const one = '<s id="1"><t id="a" word="Hund" pos="NN"/></s>';
    expect(read(tiger, `<corpus>${one.repeat(100_000)}</corpus>`)).toHaveLength(100_000);
  });
  test.each(['"', "'", "“", "”", "`", "''", "``", "(", ")", "n't", "'s", ".", "-", "%", "?!", "a.", "a-", "…", "&"])(
    "100,000 times %s",
    (mark) => {
      for (const text of [mark.repeat(100_000), `a${mark.repeat(100_000)}b`, `${mark.repeat(100_000)} x`])
        expect(read(rawText, text)).not.toEqual([]);
    },
  );
  test("n't, 10,050 times", () => {
    expect(readRawText("n't".repeat(10_050)).flat()).toHaveLength(10_050);
    expect(readRawText(`do${"n't".repeat(10_050)}.`).flat()).toHaveLength(10_052);
  });
  test("20,000 comment marks of NEGRA, and a line separator that ends no line", () => {
    const row = (comment: string) => `#BOS 1\na\tN\t--\tHD\t0 ${comment}\n#EOS 1\n`;
    const [graph] = patiently(() => readNegra(row(`${" %%".repeat(200_000)}\u2028x`)));
    expect(graph!.words[0]!.features.comment).toBe(`${"%% ".repeat(199_999).trimEnd()}\u2028x`);
    expect(read(negra, row("%%".repeat(200_000)))).toHaveLength(1);
  });
  test("a cycle of 125,000 words", () => {
    const heads = Array.from({ length: 125_000 }, (_, i) => ((i + 1) % 125_000) + 1);
    expect(findCycle(heads)).toHaveLength(125_000);
    expect(dependencyDefect(heads)).toBe("words 1 → 2 → 3 → 4 → 5 → 6 → 7 → 8 → … → 1 form a cycle");
    const text = heads.map((head, i) => `${i + 1}\ta\t_\t_\t_\t_\t${head}\tx\t_\t_\n`).join("");
    for (const readAll of [readConllu, readConllx]) {
      const reading = () => patiently(() => readAll(text, { file: "x" }));
      expect(reading).toThrow(
        "x:1:13: words 1 → 2 → 3 → 4 → 5 → 6 → 7 → 8 → … → 1 form a cycle; every word must lead to the root, head 0.",
      );
    }
    expect(dependencyDefect(new Array(100_000).fill(0))).toBe(
      "words 1, 2, 3, 4, 5, 6, 7, 8, …, 100000 all have the head 0; a tree has one root",
    );
  });
  test("a TextGrid label of 8 million characters", () => {
    const segment = { start: 0, end: 1, label: 'a"'.repeat(4_000_000) };
    expect(patiently(() => readTextGrid(writeTextGrid([segment], 1)))).toEqual([segment]);
  });
  test("a constituent of 130,000 words", () => {
    const [tree] = patiently(() => readPenn(`(S ${"(NP-SBJ (NN a)) ".repeat(130_000)})`));
    expect(leaves(patiently(() => prepareTree(tree!)!))).toHaveLength(130_000);
    expect(patiently(() => drawText(tree!)).split("\n")).toHaveLength(260_001);
    expect(patiently(() => detokenize(new Array(130_000).fill("dog"))).length).toBe(519_999);
  });
  test("a graph of 200,000 words that hang nowhere", () => {
    const node = { label: "N", edge: "--", features: {}, secondary: [] };
    const words = Array.from({ length: 200_000 }, () => ({ ...node, word: "a", parent: -1 }));
    const graph = { id: "", words, constituents: [{ ...node, label: "S", parent: -1 }], note: "" };
    expect(leaves(patiently(() => graphToTree(graph)).tree)).toHaveLength(200_000);
  });
});
