/** Captions cut into sentences. */
import { expect, test } from "vitest";
import { captionSentences } from "../../../src/applications/captions/parse-captions.ts";
import { sentencesOf } from "../../../src/data/segmentation.ts";
import { defaultSegmentation } from "../../../src/formats/text/defaults.ts";

test("captions are cut as each by itself: no sentence or quotation runs on into the next", () => {
  const segmentation = defaultSegmentation("en");
  const captions = [
    "A dog runs",
    'He said "stop',
    'and "go" .',
    "",
    "Two men . They sit\non a wall",
    "Mr",
    "Smith runs.",
  ];
  const each = captions.flatMap((caption) => sentencesOf(caption.replaceAll("\n", " "), segmentation));
  expect(captionSentences(captions, segmentation)).toEqual(each);
  expect(each.length).toBeGreaterThan(captions.length - 1);
  expect(captionSentences(["A <b>dog</b> :) sits &amp; waits"], segmentation)).toEqual([["A", "dog", "sits", "waits"]]);
});
