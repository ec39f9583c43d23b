/** What commands about visual text open in addition to their data: a tagger or parser, a lexicon, WordNet. */
import {
  analyserOf,
  collectCaptionLabels,
  type LabelledCaptions,
  VISUAL_INPUTS,
  VISUAL_LEXICON_VERSION,
  VisualLexicon,
  visualLexiconFromParts,
} from "../../../applications/visual-text/index.ts";
import { choice, flag, InputError, type ModelParts } from "../../../base/index.ts";
import type { WordNet } from "../../../data/index.ts";
import {
  ENCODING_OPTION,
  findWordNet,
  loadModel,
  modelPath,
  textSources,
  WORDNET_MISSING,
} from "../../../files/index.ts";
import type { Context } from "../../frame/context.ts";
import { file } from "../../frame/flags.ts";
import { counted } from "../../frame/numbers.ts";

export const PARSER_OPTION = {
  parser: file("tagger or parser that finds tags and noun phrases, or en for the shipped tagger; a tagger is faster"),
};

export const WORDNET_OPTION = { wordnet: flag("use WordNet where it is installed", { default: true }) };

/** How labelled captions are read. */
export const LABELLED_OPTIONS = {
  input: choice(
    "form of the captions: JSON lines with phrases and labels, the markup of Flickr30k Entities, or scenes, whose " +
      "annotated objects give weak labels; auto detects it",
    VISUAL_INPUTS,
    { default: "auto" },
  ),
  skipBad: flag("skip and count captions that cannot be read", { default: false }),
  encoding: ENCODING_OPTION,
};

/** The parts of the tagger or parser of that name; undefined where none is given. */
export async function openParser(path: string | undefined): Promise<ModelParts | undefined> {
  if (path === undefined) return undefined;
  const parts = await loadModel(modelPath(path, ["sequence", "parser"]));
  try {
    analyserOf(parts);
  } catch (error) {
    if (error instanceof InputError && error.file === undefined) throw new InputError(error.message, { file: path });
    throw error;
  }
  return parts;
}

export async function openLexicon(path: string | undefined): Promise<VisualLexicon | undefined> {
  if (path === undefined) return undefined;
  const parts = await loadModel(modelPath(path, ["visual-lexicon"]), {
    kind: "visual-lexicon",
    version: VISUAL_LEXICON_VERSION,
  });
  return new VisualLexicon(visualLexiconFromParts(parts));
}

/** WordNet, unless it is not wanted; a remark where it is not installed. */
export async function openWords(context: Context, wanted: boolean): Promise<WordNet | undefined> {
  if (!wanted) return undefined;
  const wordnet = await findWordNet();
  if (wordnet === undefined) context.note(`${WORDNET_MISSING} Going on without hypernyms.`);
  return wordnet;
}

/** Labelled captions of files; what was skipped is noted. */
export async function readLabelled(
  context: Context,
  paths: readonly string[],
  { input, skipBad, encoding }: { input: (typeof VISUAL_INPUTS)[number]; skipBad: boolean; encoding: string },
  parser: ModelParts | undefined,
  wordnet: WordNet | undefined,
  language: string,
): Promise<LabelledCaptions> {
  const labelled = await collectCaptionLabels(
    textSources(paths, { progress: context.progress, encoding }),
    {
      input,
      weak: parser && { analyse: analyserOf(parser), wordnet, language },
      onBad: skipBad ? (error) => context.note(`skipped: ${error.message}`) : undefined,
    },
    context.learning,
  );
  const skipped = labelled.sources.reduce((sum, source) => sum + source.skipped, 0);
  if (skipped > 0) context.note(`${counted(skipped, "caption")} skipped`);
  return labelled;
}
