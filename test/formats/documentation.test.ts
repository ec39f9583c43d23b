/** docs/formats.md shows real examples: each is read, and the claims beside it hold. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  conlluDependencies,
  formatPenn,
  readColumns,
  readConllu,
  readConllx,
  readNegra,
  readPenn,
  readRawText,
  readTagged,
  readTiger,
  readTokens,
  readVectors,
} from "../../src/formats/index.ts";
import { graphToTree } from "../../src/trees/index.ts";

const page = readFileSync(join(import.meta.dirname, "../../docs/formats.md"), "utf8");
/** The examples under a heading. */
const examples = (heading: string): string[] => {
  const section = page.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? "";
  return [...section.matchAll(/^```\w*\n([\s\S]*?)^```$/gm)].map((match) => match[1]!);
};

describe("docs/formats.md", () => {
  test("trees", () => {
    expect(readPenn(examples("Penn brackets")[0]!)).toHaveLength(3);
    const [xml, tree] = examples("TIGER-XML");
    const { tree: made, ...counts } = graphToTree(readTiger(xml!)[0]!);
    expect(`${formatPenn(made)}\n`).toBe(tree);
    expect(counts).toEqual({ lowered: 1, discontinuous: 1, raised: 1 });
    expect(graphToTree(readNegra(examples("NEGRA export")[0]!)[0]!).tree).toEqual(made);
  });
  test("sentences", () => {
    expect(readTokens(examples("Tokens")[0]!)).toHaveLength(2);
    expect(readTagged(examples("Tagged text")[0]!)[0]!.words[3]).toBe("1/2");
    const [text, words] = examples("Running text");
    expect(readRawText(text!)).toEqual(readTokens(words!));
    expect(readColumns(examples("Columns")[0]!)).toHaveLength(1);
  });
  test("dependencies", () => {
    expect(conlluDependencies(readConllu(examples("CoNLL-U")[0]!)[0]!).heads).toEqual([4, 4, 4, 0]);
    expect(readConllx(examples("CoNLL-X")[0]!)[0]).toHaveLength(3);
  });
  test("vectors", () => expect(readVectors(examples("word2vec")[0]!)).toHaveLength(2));
});
