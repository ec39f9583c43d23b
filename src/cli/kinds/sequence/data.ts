/** Labelled sequences from whatever format holds them: CoNLL-U, columns, tagged text, trees. */
import { InputError, OptionError, type Progress } from "../../../base/index.ts";
import { columns, conllu, type FormatName, isWord, readLocated, tagged, taggedColumns } from "../../../formats/index.ts";
import { type TaggedSentence, taggedSentence } from "../../../trees/index.ts";
import { openText } from "../../data.ts";
import { holdsTrees, treesOf } from "../../trees.ts";

export const SEQUENCE_FORMATS = ["auto", "conllu", "penn", "tagged", "columns"] as const;

export interface SequenceReadOptions {
  readonly format: (typeof SEQUENCE_FORMATS)[number];
  /** upos or xpos of CoNLL-U; the number of a column elsewhere, from 1, negative from the last. "" takes upos, or the last. */
  readonly column: string;
  readonly onBad?: ((error: InputError) => void) | undefined;
}

export async function* sequencesIn(
  path: string,
  progress: Progress | undefined,
  options: SequenceReadOptions,
): AsyncGenerator<TaggedSentence> {
  const given = options.format === "auto" ? undefined : (options.format as FormatName);
  const text = await openText(path, progress, given);
  const { file, format, chunks } = text;
  const read = { file, onBad: options.onBad };
  if (format === "conllu") {
    const column = conlluColumn(options.column);
    for await (const { record, line } of readLocated(conllu, chunks, read)) {
      const words = record.tokens.filter(isWord);
      const missing = words.find((word) => word[column] === "_");
      if (missing === undefined) yield { words: words.map(({ form }) => form), tags: words.map((word) => word[column]) };
      else {
        const reason = `word ${missing.id} of the sentence that begins here, "${missing.form}", has no ${column.toUpperCase()}; expected a label.`;
        refuse(new InputError(reason, { file, line }), options.onBad);
      }
    }
  } else if (format === "columns") {
    const tag = options.column === "" ? -1 : Number(options.column);
    if (!Number.isInteger(tag)) {
      throw new OptionError(
        "column",
        `--column must be the number of a column in this format, from 1 or −1 back; got "${options.column}".`,
      );
    }
    for await (const { record } of readLocated(columns, chunks, read)) yield taggedColumns(record, { tag });
  } else if (format === "tagged") {
    for await (const { record } of readLocated(tagged, chunks, read)) yield record;
  } else if (holdsTrees(format)) {
    for await (const { record } of treesOf(text, { onBad: options.onBad })) yield taggedSentence(record);
  } else {
    throw new InputError(
      `looks like ${format}; expected labelled sequences (CoNLL-U, columns, word/TAG or trees); name it with --format.`,
      { file },
    );
  }
}

function refuse(error: InputError, onBad: ((error: InputError) => void) | undefined): void {
  if (onBad === undefined) throw error;
  onBad(error);
}

export function conlluColumn(column: string): "upos" | "xpos" {
  const name = column === "" ? "upos" : column.toLowerCase();
  if (name !== "upos" && name !== "xpos") throw new OptionError("column", `--column must be upos or xpos for CoNLL-U; got "${column}".`);
  return name;
}

/** All sequences of several files; the number of bad ones that were skipped. */
export async function readSequences(
  paths: readonly string[],
  progress: Progress | undefined,
  { skipBad, ...options }: Omit<SequenceReadOptions, "onBad"> & { readonly skipBad: boolean },
): Promise<{ sequences: TaggedSentence[]; skipped: string[] }> {
  const sequences: TaggedSentence[] = [];
  const skipped: string[] = [];
  const onBad = skipBad ? (error: InputError) => skipped.push(error.message) : undefined;
  for (const path of paths) for await (const sequence of sequencesIn(path, progress, { ...options, onBad })) sequences.push(sequence);
  return { sequences, skipped };
}
