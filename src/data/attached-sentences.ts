/** CoNLL-U as attachment scores compare it: heads, relations, tags, and written tokens that stand for several words. */
import { InputError } from "../base/errors.ts";
import type { Watch } from "../base/progress.ts";
import { breathe } from "../base/stopping.ts";
import type { AttachedSentence } from "../evaluation/attachment.ts";
import { readLocated } from "../formats/reader.ts";
import { type ConlluSentence, conllu, conlluDependencies, isWord } from "../formats/treebanks/conllu.ts";
import type { TextSource } from "./text.ts";

/** A sentence with its tree and its tags. */
export interface AttachedTaggedSentence extends AttachedSentence {
  readonly upos: readonly string[];
  readonly xpos: readonly string[];
}

/** A range like 3-4 is one written token that stands for several words. */
function multiwordTokens({ tokens }: ConlluSentence) {
  const ranges = tokens.filter(({ id }) => id.includes("-"));
  return ranges.map(({ id, form }) => {
    const [first, last] = id.split("-").map(Number) as [number, number];
    return { form, first, last };
  });
}

/** All sentences of a source; one without heads is an error. */
export async function collectAttached(
  { name: file, pieces }: TextSource,
  { signal }: Watch = {},
): Promise<AttachedTaggedSentence[]> {
  const sentences: AttachedTaggedSentence[] = [];
  for await (const { record, line } of readLocated(conllu, pieces, { file })) {
    const rows = record.tokens.filter(isWord);
    if (rows.some(({ head }) => head === "_"))
      throw new InputError("this sentence has no heads; expected dependency trees.", { file, line });
    const { words, heads, labels } = conlluDependencies(record);
    const tags = { upos: rows.map(({ upos }) => upos), xpos: rows.map(({ xpos }) => xpos) };
    sentences.push({ words, heads, labels, ...tags, multiword: multiwordTokens(record) });
    await breathe(signal);
  }
  return sentences;
}
