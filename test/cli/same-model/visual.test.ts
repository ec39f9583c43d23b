/** The command line and the library make the same model files of visual text, byte for byte. */
import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  learnVisual,
  learnVisualLexicon,
  readCaptionLabels,
  readLexiconText,
  VisualLexicon,
  visualLexiconFromParts,
} from "../../../src/applications/visual-text/index.ts";
import { loadModel, openWordNet, save, saveModel } from "../../../src/files/index.ts";
import { writeLabelledPhrases } from "../../../src/formats/index.ts";
import { smallTagger, syntheticCaptions } from "../../applications/visual-text/captions.ts";
import { taggedText } from "../../applications/visual-text/text.ts";
import { temporaryFolder } from "../folder.ts";

const { at, run } = temporaryFolder("same-visual");

test("lexicon and classifier", async () => {
  const text = taggedText(800);
  writeFileSync(at("text.txt"), text);
  const flags = ["--input", "tagged", "--min-count", "4", "--per-iteration", "3"];
  const trained = await run(
    "train",
    "visual-lexicon",
    at("text.txt"),
    "-o",
    at("words.model"),
    "--threads",
    "2",
    ...flags,
  );
  expect(trained.code, trained.err).toBe(0);
  const counted = readLexiconText(text, { file: at("text.txt"), input: "tagged" });
  await save(at("words.library"), (await learnVisualLexicon(counted, { minCount: 4, perIteration: 3 })).model);
  expect(readFileSync(at("words.library")).equals(readFileSync(at("words.model")))).toBe(true);

  const captions = writeLabelledPhrases(syntheticCaptions(20));
  writeFileSync(at("captions.jsonl"), captions);
  await saveModel(at("tags.model"), await smallTagger());
  const made = await run(
    ...["train", "visual", at("captions.jsonl"), "-o", at("seen.model"), "--lexicon", at("words.model")],
    ...[
      "--parser",
      at("tags.model"),
      "--l2",
      "2",
      "--templates",
      "words-phrase,lists-phrase,wordnet-phrase,image-match",
    ],
  );
  expect(made.code, made.err).toBe(0);
  const lexicon = new VisualLexicon(visualLexiconFromParts(await loadModel(at("words.model"))));
  const data = {
    ...readCaptionLabels(captions, { file: at("captions.jsonl") }),
    ...{ lexicon, wordnet: await openWordNet(), parser: await loadModel(at("tags.model")) },
  };
  const templates = ["words-phrase", "lists-phrase", "wordnet-phrase", "image-match"] as const;
  await save(at("seen.library"), (await learnVisual(data, { l2: 2, templates })).model);
  expect(readFileSync(at("seen.library")).equals(readFileSync(at("seen.model")))).toBe(true);
});
