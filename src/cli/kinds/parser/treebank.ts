/** Treebanks as `train parser` and `evaluate` read them: any format with trees, several files, bad trees skipped or not. */
import { choice, InputError, type Progress } from "../../../base/index.ts";
import type { Located } from "../../../formats/index.ts";
import {
  ENGLISH_HEADS,
  GENERIC_HEADS,
  guessHeads,
  type HeadTable,
  STANDARD_STEPS,
  type StepName,
  type Tree,
} from "../../../trees/index.ts";
import { openText } from "../../data.ts";
import { treesOf } from "../../trees.ts";

/** What a parser learns from: no traces, function tags or outer brackets, one spelling for labels, no NP over a lone NP. Punctuation stays. */
export const LEARNING_STEPS: readonly StepName[] = [...STANDARD_STEPS, "repeats"];

export const HEADS_OPTION = choice(
  "head rules; auto: English ones for the tags of the English Penn Treebank",
  ["auto", "english", "generic"],
  {
    default: "auto",
  },
);

const HEADS = { english: ENGLISH_HEADS, generic: GENERIC_HEADS };

export const headsNamed = (name: string, trees: readonly Tree[]): HeadTable =>
  name === "auto" ? guessHeads(trees) : HEADS[name as keyof typeof HEADS];

export interface TreebankFiles {
  readonly trees: Tree[];
  readonly files: readonly { readonly file: string; readonly trees: number; readonly skipped: number }[];
  /** The first few errors of skipped trees. */
  readonly skipped: readonly string[];
}

/** Errors of skipped trees that are told in full. */
const SHOWN = 5;

/** The trees of one file with their lines. With `skipBad` those that cannot be read go to `onBad`. */
export async function* treesIn(
  path: string,
  progress: Progress | undefined,
  onBad?: (error: InputError) => void,
): AsyncGenerator<Located<Tree> & { readonly file: string }> {
  const text = await openText(path, progress);
  for await (const item of treesOf(text, { onBad })) yield { file: text.file, ...item };
}

export async function readTreebank(paths: readonly string[], progress: Progress | undefined, skipBad: boolean): Promise<TreebankFiles> {
  const trees: Tree[] = [];
  const files: { file: string; trees: number; skipped: number }[] = [];
  const told: string[] = [];
  for (const path of paths) {
    let skipped = 0;
    const onBad = (error: InputError) => {
      skipped++;
      if (told.length < SHOWN) told.push(error.message);
    };
    const before = trees.length;
    for await (const { record } of treesIn(path, progress, skipBad ? onBad : undefined)) trees.push(record);
    files.push({ file: path, trees: trees.length - before, skipped });
  }
  if (trees.length === 0) throw new InputError("has no tree that could be read; a parser learns from trees.", { file: paths.join(", ") });
  return { trees, files, skipped: told };
}
