/**
 * Captions to be marked, one a line: text, `image TAB text`, the markup of Flickr30k Entities, or JSON:
 *
 *   {"caption": "A man in the air", "phrases": [{"start": 0, "end": 5}], "detections": […], "size": [500, 375]}
 *
 * where everything but the caption may be missing; without phrases they are looked for.
 */
import { isBlank, lineReader } from "../../../formats/blocks.ts";
import { captions } from "../../../formats/images/captions.ts";
import { type JsonNode, parseJson } from "../../../formats/images/json.ts";
import { detectionOf } from "../../../formats/images/scenes.ts";
import { entities, imageCaptions, phraseDefect, type Reader, type ReadOptions } from "../../../formats/index.ts";
import type { Emit } from "../../../formats/reader.ts";
import type { CaptionInput } from "../predict.ts";

/** The forms in which captions to be marked are given. */
export const CAPTION_INPUTS = ["auto", "lines", "images", "entities", "json"] as const;
/** One of `CAPTION_INPUTS`. */
export type CaptionForm = (typeof CAPTION_INPUTS)[number];

/** The form of captions that begin like this. */
export function captionForm(beginning: string): Exclude<CaptionForm, "auto"> {
  const line = beginning
    .replace(/^\ufeff/, "")
    .trimStart()
    .split("\n", 1)[0]!;
  if (line.startsWith("{")) return "json";
  if (line.includes("[/EN#")) return "entities";
  return /^[^\t]+\t[^\t]+$/.test(line) ? "images" : "lines";
}

/** Reads captions in a form, which is known. */
export function captionReader(
  form: Exclude<CaptionForm, "auto">,
  emit: Emit<CaptionInput>,
  options: ReadOptions,
): Reader {
  if (form === "lines") return captions.reader((caption, line, column) => emit({ caption }, line, column), options);
  if (form === "images")
    return imageCaptions.reader(({ caption }, line, column) => emit({ caption }, line, column), options);
  if (form === "entities") return entities.reader(emit, options);
  return lineReader(
    ({ text, number }) => (isBlank(text) ? undefined : inputOf(parseJson(text, { file: options.file, line: number }))),
    emit,
    options,
  );
}

function inputOf(node: JsonNode): CaptionInput {
  const caption = node.field("caption").filledText();
  let before = 0;
  const phrases = node
    .optional("phrases")
    ?.items()
    .map((phrase) => {
      const [start, end] = [phrase.field("start").whole(0), phrase.field("end").whole(0)];
      const defect = phraseDefect(caption, start, end, before);
      if (defect !== undefined) phrase.fail(defect);
      before = end;
      return { start, end };
    });
  return {
    caption,
    phrases,
    detections: node.optional("detections")?.items().map(detectionOf),
    size: node.optional("size")?.numbers(2, 1) as [number, number] | undefined,
  };
}
