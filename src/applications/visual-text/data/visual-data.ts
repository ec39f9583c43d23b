/**
 * Labelled captions from text, in any of three forms: JSON lines (formats/images/labelled-phrases.ts), the markup of
 * Flickr30k Entities (formats/images/entities.ts), and scenes (formats/images/scenes.ts), whose annotated objects give
 * weak labels.
 */
import { InputError, type LearnContext, throwIfStopped } from "../../../base/index.ts";
import type { SourceCount, TextSource } from "../../../data/index.ts";
import {
  entityLabels,
  type LabelledCaption,
  readEntities,
  readLabelledPhrases,
  readScenes,
} from "../../../formats/index.ts";
import { type WeakLabelling, weakLabels } from "./weak-labels.ts";

/** The forms in which labelled captions are given; `auto` looks at the beginning. */
export const VISUAL_INPUTS = ["auto", "json", "entities", "scenes"] as const;
/** One of `VISUAL_INPUTS`. */
export type VisualInput = (typeof VISUAL_INPUTS)[number];

/** Labelled captions, and where they came from. */
export interface LabelledCaptions {
  readonly captions: readonly LabelledCaption[];
  readonly sources: readonly SourceCount[];
  /** Whether some of the labels come from annotated objects. */
  readonly weak: boolean;
}

/** How labelled captions are read. */
export interface ReadCaptionsOptions {
  readonly input?: VisualInput | undefined;
  /** For scenes: what finds noun phrases, and WordNet. */
  readonly weak?: WeakLabelling | undefined;
  /** Called with captions that cannot be read; without it the first one throws. */
  readonly onBad?: ((error: InputError) => void) | undefined;
}

/** What is left out at the beginning: blanks and the byte-order mark. */
const NOT_BLANK = /[^\s\ufeff]/;

/** Scenes are a list or an object over several lines, or have objects; JSON lines have phrases. */
function formOf(text: string, file: string): Exclude<VisualInput, "auto"> {
  const first = NOT_BLANK.exec(text)?.[0];
  if (first === undefined) throw new InputError("there is no text in it; expected labelled captions.", { file });
  if (text.trimStart().startsWith("[/EN#")) return "entities";
  if (first === "[") return "scenes";
  if (first !== "{") return "entities";
  const line = text.trimStart().split("\n", 1)[0]!;
  return /"phrases"\s*:/.test(line) || !/"(?:objects|descriptions)"\s*:/.test(text) ? "json" : "scenes";
}

/** The captions of a text in memory. */
export function readCaptionLabels(
  text: string,
  { file = "text", input = "auto", weak, onBad }: ReadCaptionsOptions & { readonly file?: string } = {},
): LabelledCaptions {
  const form = input === "auto" ? formOf(text, file) : input;
  let skipped = 0;
  const bad =
    onBad &&
    ((error: InputError) => {
      skipped++;
      onBad(error);
    });
  const captions = captionsOf(text, form, { file, onBad: bad }, weak);
  return { captions, sources: [{ file, records: captions.length, skipped }], weak: form === "scenes" };
}

function captionsOf(
  text: string,
  form: Exclude<VisualInput, "auto">,
  options: { readonly file: string; readonly onBad: ((error: InputError) => void) | undefined },
  weak: WeakLabelling | undefined,
): LabelledCaption[] {
  if (form === "json") return readLabelledPhrases(text, options);
  if (form === "entities") return readEntities(text, options).map(entityLabels);
  if (weak === undefined) {
    throw new InputError(
      "scenes have no noun phrases; expected a tagger or parser to find them (--parser on the command line).",
      { file: options.file },
    );
  }
  return readScenes(text, { file: options.file }).flatMap((scene) => weakLabels(scene, weak));
}

/** The captions of several sources, one after another; each is read whole. */
export async function collectCaptionLabels(
  sources: Iterable<TextSource>,
  options: ReadCaptionsOptions = {},
  context: LearnContext = {},
): Promise<LabelledCaptions> {
  const parts: LabelledCaptions[] = [];
  for (const { name, pieces } of sources) {
    const texts: string[] = [];
    for await (const piece of pieces) {
      texts.push(piece);
      throwIfStopped(context.signal);
    }
    parts.push(readCaptionLabels(texts.join(""), { ...options, file: name }));
  }
  return {
    captions: parts.flatMap(({ captions }) => captions),
    sources: parts.flatMap((part) => part.sources),
    weak: parts.some((part) => part.weak),
  };
}
