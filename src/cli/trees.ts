/** Trees from whatever format holds them: what training, evaluation and scoring read. */
import { InputError } from "../base/index.ts";
import { type FormatName, type Located, negra, type PennReadOptions, penn, readLocated, tiger } from "../formats/index.ts";
import { graphToTree, type SyntaxGraph, type Tree } from "../trees/index.ts";
import type { OpenText } from "./data.ts";

export const TREE_FORMATS = ["penn", "tiger-xml", "negra-export"] as const satisfies readonly FormatName[];

export const holdsTrees = (format: FormatName): boolean => (TREE_FORMATS as readonly FormatName[]).includes(format);

/** The trees of an open text. Graphs with crossing branches become trees by the rule of `graphToTree`. */
export async function* treesOf(
  { file, format, chunks }: OpenText,
  options: Omit<PennReadOptions, "file"> = {},
): AsyncGenerator<Located<Tree>> {
  if (format === "penn") {
    yield* readLocated(penn, chunks, { ...options, file });
    return;
  }
  if (!holdsTrees(format)) throw new InputError(`looks like ${format}; expected trees (${TREE_FORMATS.join(", ")}).`, { file });
  for await (const { record, line, column } of readLocated(format === "tiger-xml" ? tiger : negra, chunks, { ...options, file })) {
    const tree = treeOf(record);
    if (tree !== undefined) yield { record: tree, line, column };
  }
}

/** Undefined for a sentence without words. */
const treeOf = (graph: SyntaxGraph): Tree | undefined => (graph.words.length === 0 ? undefined : graphToTree(graph).tree);
