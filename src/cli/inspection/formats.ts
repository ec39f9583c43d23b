/** Which inspection fits which format. */
import {
  columns,
  conllu,
  type FormatName,
  type Located,
  negra,
  penn,
  type ReadOptions,
  readLocated,
  type TextFormat,
  tagged,
  taggedColumns,
  tiger,
  tokens,
  vectors,
} from "../../formats/index.ts";
import { DependencyInspection } from "./dependency-treebank.ts";
import { GraphInspection } from "./graphs.ts";
import type { Inspection } from "./inspection.ts";
import { TextInspection } from "./plain-text.ts";
import { TaggedInspection } from "./tagged-text.ts";
import { TreebankInspection } from "./treebank.ts";
import { VectorsInspection } from "./word-vectors.ts";

export interface Inspector {
  /** As the report calls the format, and one record of it. */
  readonly title: string;
  readonly record: string;
  begin(): Inspection<never>;
  records(chunks: AsyncIterable<string> | Iterable<string>, options: ReadOptions): AsyncGenerator<Located<unknown>>;
}

function inspector<T, U = T>(
  title: string,
  record: string,
  format: TextFormat<T>,
  begin: () => Inspection<U>,
  convert: (record: T) => U = (record) => record as unknown as U,
): Inspector {
  return {
    title,
    record,
    begin: begin as () => Inspection<never>,
    async *records(chunks, options) {
      for await (const item of readLocated(format, chunks, options)) yield { ...item, record: convert(item.record) };
    },
  };
}

export const INSPECTORS: Readonly<Record<FormatName, Inspector>> = {
  penn: inspector("Penn brackets", "tree", penn, () => new TreebankInspection()),
  "tiger-xml": inspector("TIGER-XML", "sentence", tiger, () => new GraphInspection()),
  "negra-export": inspector("NEGRA export", "sentence", negra, () => new GraphInspection()),
  conllu: inspector("CoNLL-U", "sentence", conllu, () => new DependencyInspection()),
  // biome-ignore format: a table
  columns: inspector("columns, tags in the last", "sentence", columns, () => new TaggedInspection(), (sentence) => taggedColumns(sentence, { tag: -1 })),
  tagged: inspector("tagged text", "sentence", tagged, () => new TaggedInspection()),
  word2vec: inspector("word vectors", "vector", vectors, () => new VectorsInspection()),
  text: inspector("text", "line", tokens, () => new TextInspection()),
};
