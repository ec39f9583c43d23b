/** The threads' part of reading a corpus: a chunk of text becomes local word ids and the words they stand for. */
import { defineJobs, Transferred } from "../../base/parallel.ts";
import { type CorpusOptions, Tokenizer } from "./tokens.ts";
import { type WordList, WordTable } from "./word-table.ts";

export interface TokenizedChunk {
  readonly ids: Uint32Array;
  readonly words: WordList;
}

export const newTokenizer = (options: CorpusOptions): Tokenizer => new Tokenizer(new WordTable(), options);

export function tokenizeChunk(text: string, tokenizer: Tokenizer): TokenizedChunk {
  tokenizer.table.clear();
  const ids = tokenizer.ids(text);
  return { ids, words: tokenizer.table.list() };
}

export const tokenJobs = defineJobs(import.meta.url, {
  start: newTokenizer,
  jobs: {
    tokenize: (text: string, tokenizer): Transferred<TokenizedChunk> => {
      const chunk = tokenizeChunk(text, tokenizer);
      const { units, ends } = chunk.words;
      return new Transferred(chunk, [chunk.ids.buffer, units.buffer, ends.buffer]);
    },
  },
});

export default tokenJobs;
