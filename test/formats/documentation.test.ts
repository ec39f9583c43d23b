/** docs/formats.md shows real examples: each is read, and the claims beside it hold. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  conlluDependencies,
  entityLabels,
  formatPenn,
  openPennReport,
  readCocoDetections,
  readColumns,
  readConllu,
  readConllx,
  readEntities,
  readImageCaptions,
  readLabelledPhrases,
  readNegra,
  readPenn,
  readRawText,
  readScenes,
  readSts,
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
  test("dialects of Penn brackets", () => {
    const pairs = examples("Penn brackets").slice(2, 8);
    const dialects = [0, 2, 4].map((at) => {
      const report = openPennReport();
      const [tree] = readPenn(pairs[at]!, { report });
      expect(`${formatPenn(tree!)}\n`).toBe(pairs[at + 1]);
      return report;
    });
    expect(dialects).toEqual([
      { dialect: "historical", counts: { codes: 1, identifiers: 1, "bare empties": 2 } },
      { dialect: "word-lemma", counts: { identifiers: 1, lemmas: 4 } },
      { dialect: "tag-word-lemma", counts: { lemmas: 3, "bare empties": 1, "multi-word tokens": 1 } },
    ]);
  });
  test("sentences", () => {
    expect(readTokens(examples("Tokens")[0]!)).toHaveLength(2);
    expect(readTagged(examples("Tagged text")[0]!)[0]!.words[3]).toBe("1/2");
    const [text, words] = examples("Running text");
    expect(readRawText(text!)).toEqual(readTokens(words!));
    const [, , german, germanWords] = examples("Running text");
    expect(readRawText(german!, { language: "de" })).toEqual(readTokens(germanWords!));
    expect(readColumns(examples("Columns")[0]!)).toHaveLength(1);
  });
  test("dependencies", () => {
    expect(conlluDependencies(readConllu(examples("CoNLL-U")[0]!)[0]!).heads).toEqual([4, 4, 4, 0]);
    expect(readConllx(examples("CoNLL-X")[0]!)[0]).toHaveLength(3);
  });
  test("vectors", () => expect(readVectors(examples("word2vec")[0]!)).toHaveLength(2));
  test("pairs and captions", () => {
    expect(readSts(examples("Pairs of sentences")[0]!).map(({ score }) => score)).toEqual([4.2, 0.5]);
    expect(readImageCaptions(examples("Captions")[0]!).map(({ number }) => number)).toEqual([0, 1, undefined]);
  });
  test("images", () => {
    const [scene] = readScenes(examples("Scenes")[0]!);
    expect(scene!.objects.map(({ attributes, actions }) => ({ ...attributes, ...actions }))).toEqual([
      { young: 0.6, water: 0.5 },
      {},
    ]);
    const [detected] = readCocoDetections(examples("COCO detections")[0]!);
    expect(detected!.objects.map(({ label }) => label)).toEqual(["dog", "person"]);
  });
  test("phrases", () => {
    const [entity] = readEntities(examples("Flickr30k Entities")[0]!);
    const labelled = [entityLabels(entity!), ...readLabelledPhrases(examples("Labelled phrases")[0]!)];
    expect(
      labelled.flatMap(({ caption, phrases }) => phrases.map(({ start, end }) => caption.slice(start, end))),
    ).toEqual([...["A man", "the air", "A man", "the morning", "Two dogs"]]);
    expect(labelled[0]!.phrases.map(({ visual }) => visual)).toEqual([true, false]);
  });
});
