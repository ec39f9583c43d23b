/** Dependency trees from CoNLL-U or CoNLL-X files, each checked to have one root. */
import { InputError } from "../../../base/index.ts";
import {
  conllu,
  conlluDependencies,
  conllx,
  conllxDependencies,
  isWord,
  readLocated,
  vectors,
  type WordVector,
} from "../../../formats/index.ts";
import type { TagColumn } from "../../../models/dependency/index.ts";
import { type WordVectors, wordVectorsFrom } from "../../../models/vectors/index.ts";
import { type DependencyTree, dependencyDefect } from "../../../trees/index.ts";
import type { Context } from "../../context.ts";
import { openText } from "../../data.ts";

export const TREEBANK_FORMATS = ["conllu", "conllx"] as const;

export interface TreebankOptions {
  readonly format: (typeof TREEBANK_FORMATS)[number];
  readonly tags: TagColumn;
  readonly skipBad: boolean;
}

/** All trees of the files; a bad one throws, or under `skipBad` is counted. An empty file is an error either way. */
export async function readTreebank(
  context: Context,
  paths: readonly string[],
  { format, tags, skipBad }: TreebankOptions,
): Promise<{ trees: DependencyTree[]; skipped: number }> {
  const trees: DependencyTree[] = [];
  let skipped = 0;
  const onBad = skipBad
    ? (error: InputError) => {
        if (++skipped <= SHOWN) context.note(`skipped: ${error.message}`);
      }
    : undefined;
  for (const path of paths) {
    const { file, chunks } = await openText(path, context.progress, "conllu");
    const before = trees.length + skipped;
    const take = (tree: DependencyTree, line: number) => {
      const reason = defectOf(tree);
      if (reason === undefined) trees.push(tree);
      else refuse(new InputError(`the sentence that begins here cannot be used: ${reason}.`, { file, line }), onBad);
    };
    if (format === "conllx")
      for await (const { record, line } of readLocated(conllx, chunks, { file, onBad })) take(conllxDependencies(record), line);
    else {
      for await (const { record, line } of readLocated(conllu, chunks, { file, onBad })) {
        const bare = record.tokens.find((token) => isWord(token) && token.head === "_");
        if (bare === undefined) take(conlluDependencies(record, { tags }), line);
        else
          refuse(
            new InputError(`word ${bare.id} ("${bare.form}") has no head; expected a sentence with dependencies.`, { file, line }),
            onBad,
          );
      }
    }
    if (trees.length + skipped === before) throw new InputError("holds no sentences; expected dependency trees.", { file });
  }
  if (skipped > 0) context.note(`${skipped} bad sentences skipped`);
  return { trees, skipped };
}

const SHOWN = 5;

function defectOf({ words, heads, tags, labels }: DependencyTree): string | undefined {
  const untagged = tags.indexOf("_");
  if (untagged >= 0) return `word ${untagged + 1} ("${words[untagged]}") has no tag; name the column that has them with --tags`;
  const unlabelled = labels.indexOf("_");
  if (unlabelled >= 0) return `word ${unlabelled + 1} ("${words[unlabelled]}") has no relation`;
  return dependencyDefect(heads);
}

function refuse(error: InputError, onBad: ((error: InputError) => void) | undefined): void {
  if (onBad === undefined) throw error;
  onBad(error);
}

/** Word vectors in word2vec's text format. */
export async function readDictionary(context: Context, path: string): Promise<WordVectors> {
  const { file, chunks } = await openText(path, context.progress, "word2vec");
  const records: WordVector[] = [];
  for await (const { record } of readLocated(vectors, chunks, { file })) records.push(record);
  if (records.length === 0) throw new InputError("holds no word vectors; expected a word and its numbers a line.", { file });
  return wordVectorsFrom(records);
}
