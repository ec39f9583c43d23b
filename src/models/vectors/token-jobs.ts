/** The threads' part of reading a corpus: a chunk of text becomes local word ids and the words they stand for. */
import { defineJobs, Transferred } from "../../base/index.ts";
import { Tokenizer, type TokenOptions } from "./tokens.ts";
import { type WordList, WordTable } from "./word-table.ts";

export interface TokenizedChunk {
  readonly ids: Uint32Array;
  readonly words: WordList;
}

export const tokenJobs = defineJobs(import.meta.url, {
  start: (options: TokenOptions) => new Tokenizer(new WordTable(), options),
  jobs: {
    tokenize: (text: string, tokenizer): Transferred<TokenizedChunk> => {
      tokenizer.table.clear();
      const ids = tokenizer.ids(text);
      const words = tokenizer.table.list();
      return new Transferred({ ids, words }, [ids.buffer, words.units.buffer, words.ends.buffer] as Transferable[]);
    },
  },
});

export default tokenJobs;
