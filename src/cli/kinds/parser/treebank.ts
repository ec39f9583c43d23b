/** Treebanks as `train parser` and `evaluate` read them: any format with trees, several files, bad trees skipped or not. */
import { InputError, type Progress } from "../../../base/index.ts";
import type { Located } from "../../../formats/index.ts";
import type { Tree } from "../../../trees/index.ts";
import { openText } from "../../data.ts";
import { treesOf } from "../../trees.ts";

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
