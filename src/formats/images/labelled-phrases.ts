/**
 * Captions whose phrases are labelled as visible in the image or not, one JSON object a line:
 *
 *   {"image": "12.jpg", "caption": "A man in the air", "phrases": [{"start": 0, "end": 5, "label": "visual"}],
 *       "detections": […]}
 *
 * Offsets count UTF-16 units of the caption; a phrase runs from `start` up to, not including, `end`. Image, its size
 * and detections (both as in scenes.ts) may be missing.
 */
import { InputError } from "../../base/errors.ts";
import { isBlank, lineReader } from "../blocks.ts";
import { type ReadOptions, readText, type TextFormat, writeText } from "../reader.ts";
import { type JsonNode, parseJson } from "./json.ts";
import { type Detection, detectionOf } from "./scenes.ts";

/** A phrase of a caption, and whether it names something that can be seen. */
export interface LabelledPhrase {
  readonly start: number;
  readonly end: number;
  readonly visual: boolean;
}

/** A caption with phrases that are marked as visual or not. */
export interface LabelledCaption {
  readonly image: string | undefined;
  readonly caption: string;
  /** In order, without overlap. */
  readonly phrases: readonly LabelledPhrase[];
  /** Undefined where nothing is known of the image. */
  readonly detections: readonly Detection[] | undefined;
  /** Width and height of the image in pixels. */
  readonly size?: readonly [number, number] | undefined;
}

const LABELS = { visual: true, nonvisual: false } as const;
/** Letters, marks and digits up to a place, and from it on. */
const WORD_BEFORE = /[\p{L}\p{M}\p{N}]+$/u;
const WORD_AFTER = /^[\p{L}\p{M}\p{N}]+/u;
/** Characters of the word that a message shows on either side. */
const SHOWN = 40;

/** The word or character that a place cuts in two, or undefined. */
function cutAt(text: string, place: number): string | undefined {
  if (place <= 0 || place >= text.length) return undefined;
  if (text.codePointAt(place - 1)! > 0xffff) return text.slice(place - 1, place + 1);
  const before = WORD_BEFORE.exec(text.slice(Math.max(0, place - SHOWN), place));
  const after = WORD_AFTER.exec(text.slice(place, place + SHOWN));
  return before === null || after === null ? undefined : before[0] + after[0];
}

/** What is wrong with the place of a phrase, or undefined. `before` is the end of the phrase before it. */
export function phraseDefect(caption: string, start: number, end: number, before: number): string | undefined {
  const length = `the caption has ${caption.length} characters`;
  if (end > caption.length) return `the phrase ends at ${end}, outside the caption; ${length}.`;
  if (start >= end) return `the phrase runs from ${start} to ${end}; expected it to end after its start.`;
  if (start < before)
    return `the phrase starts at ${start}, before the one before it ends at ${before}; phrases may not overlap.`;
  for (const place of [start, end]) {
    const cut = cutAt(caption, place);
    if (cut !== undefined) return `place ${place} lies inside "${cut}"; expected phrases of whole words.`;
  }
  return isBlank(caption.slice(start, end)) ? "the phrase is blank; expected words." : undefined;
}

function captionOf(node: JsonNode): LabelledCaption {
  const caption = node.field("caption").filledText();
  let before = 0;
  const phrases = node
    .field("phrases")
    .items()
    .map((phrase) => {
      const start = phrase.field("start").whole(0);
      const end = phrase.field("end").whole(0);
      const defect = phraseDefect(caption, start, end, before);
      if (defect !== undefined) phrase.fail(defect);
      before = end;
      const label = phrase.field("label");
      const name = label.filledText();
      if (!Object.hasOwn(LABELS, name)) label.fail(`"${name}" is not a label; expected "visual" or "nonvisual".`);
      return { start, end, visual: LABELS[name as keyof typeof LABELS] };
    });
  return {
    image: node.optional("image")?.filledText(),
    caption,
    phrases,
    detections: node.optional("detections")?.items().map(detectionOf),
    size: node.optional("size")?.numbers(2, 1) as [number, number] | undefined,
  };
}

/** Captions with visual and other phrases, a JSON object a line. */
export const labelledPhrases: TextFormat<LabelledCaption> = {
  name: "labelled-phrases",
  reader: (emit, options) =>
    lineReader(
      ({ text, number }) =>
        isBlank(text) ? undefined : captionOf(parseJson(text, { file: options.file, line: number })),
      emit,
      options,
    ),
  write({ image, caption, phrases, detections, size }) {
    let before = 0;
    for (const { start, end } of phrases) {
      const defect = phraseDefect(caption, start, end, before);
      if (defect !== undefined) throw new InputError(`labelled phrases cannot hold this caption: ${defect}`);
      before = end;
    }
    const labelled = phrases.map(({ start, end, visual }) => ({ start, end, label: visual ? "visual" : "nonvisual" }));
    return `${JSON.stringify({ image, caption, phrases: labelled, detections, size })}\n`;
  },
};

/** All captions of a text. */
export const readLabelledPhrases = (text: string, options: ReadOptions = {}): LabelledCaption[] =>
  readText(labelledPhrases, text, options);

/** Captions with visual and other phrases as JSON lines. */
export const writeLabelledPhrases = (captions: Iterable<LabelledCaption>): string =>
  writeText(labelledPhrases, captions);
