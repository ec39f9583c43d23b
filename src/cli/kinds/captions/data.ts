/** Captions, trees of captions, and scenes, as the commands read them. */
import { choice, InputError } from "../../../base/index.ts";
import type { TextSource } from "../../../data/index.ts";
import { displayName, readFileText, STANDARD_INPUT } from "../../../files/index.ts";
import {
  readCaptions,
  readCocoCategories,
  readCocoDetections,
  readImageCaptions,
  readPenn,
  readScenes,
  type Scene,
} from "../../../formats/index.ts";
import type { Tree } from "../../../trees/index.ts";

export const CAPTION_INPUT = choice(
  "form of the captions: one per line, image TAB caption, or Penn trees; auto detects it for each file",
  ["auto", "captions", "image-captions", "trees"],
  { default: "auto" },
);

export interface CaptionFiles {
  readonly captions: string[];
  readonly trees: Tree[];
}

async function textOf({ pieces }: TextSource): Promise<string> {
  let text = "";
  for await (const piece of pieces) text += piece;
  return text;
}

/** What a text holds, by its first line. */
function formOf(text: string): "captions" | "image-captions" | "trees" {
  const [first = ""] = text.trimStart().split("\n", 1);
  if (first.startsWith("(")) return "trees";
  return first.includes("\t") ? "image-captions" : "captions";
}

/** Everything that the files hold, each read in its own form. */
export async function readCaptionFiles(
  sources: readonly TextSource[],
  input: "auto" | "captions" | "image-captions" | "trees",
): Promise<CaptionFiles> {
  const [captions, trees]: [string[], Tree[]] = [[], []];
  for (const source of sources) {
    const text = await textOf(source);
    const form = input === "auto" ? formOf(text) : input;
    const options = { file: source.name };
    // A file may hold more records than a call takes arguments.
    if (form === "trees") for (const tree of readPenn(text, options)) trees.push(tree);
    else if (form === "captions") for (const caption of readCaptions(text, options)) captions.push(caption);
    else for (const { caption } of readImageCaptions(text, options)) captions.push(caption);
  }
  return { captions, trees };
}

export const SCENE_INPUT = choice(
  "form of the detections: scenes as documented in docs/captions.md, or COCO's results; auto detects it",
  ["auto", "scenes", "coco"],
  { default: "auto" },
);

const wholeText = (path: string): Promise<string> => textOf({ name: path, pieces: readFileText(path) });

/** The scenes of files; standard input when there are none. */
export async function readSceneFiles(
  paths: readonly string[],
  { input, categories }: { readonly input: "auto" | "scenes" | "coco"; readonly categories: string | undefined },
): Promise<Scene[]> {
  const names =
    categories === undefined
      ? undefined
      : readCocoCategories(await wholeText(categories), { file: displayName(categories) });
  const scenes: Scene[] = [];
  for (const path of paths.length === 0 ? [STANDARD_INPUT] : paths) {
    const text = await wholeText(path);
    const file = displayName(path);
    if (text.trim() === "") throw new InputError("is empty; expected scenes as JSON.", { file });
    const coco = input === "coco" || (input === "auto" && isCoco(text));
    const read = coco ? readCocoDetections(text, { file, categories: names }) : readScenes(text, { file });
    for (const scene of read) scenes.push(scene);
  }
  return scenes;
}

/**
 * Whether the first entry is one of COCO's. What is not JSON is left to the reader of scenes, which says where it
 * breaks.
 */
function isCoco(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    const [first] = Array.isArray(value) ? value : [];
    return typeof first === "object" && first !== null && "category_id" in first;
  } catch {
    return false;
  }
}
