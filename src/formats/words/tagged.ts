/**
 * Tagged text: one sentence per line, `the/DT dog/NN barks/VBZ`. The last slash parts word and tag; a slash inside
 * either may be written `\/` and must be where it would be the last; `\\` is a backslash. Any other backslash stands
 * for itself.
 */
import { InputError } from "../../base/errors.ts";
import { quoted } from "../../base/quoted.ts";
import type { TaggedSentence } from "../../trees/sentence.ts";
import { checkField, checkStart, type Line, lineReader } from "../blocks.ts";
import { type ReadOptions, readText, type TextFormat, writeText } from "../reader.ts";

/** How word/TAG text is read. */
export interface TaggedReadOptions extends ReadOptions {
  /** Give an empty sentence for an empty line, so that line n stays sentence n (false). */
  readonly keepEmpty?: boolean;
}

/** The index of the slash between word and tag, or −1. */
function partingSlash(item: string): number {
  for (let slash = item.lastIndexOf("/"); slash >= 0; slash = slash === 0 ? -1 : item.lastIndexOf("/", slash - 1)) {
    let backslashes = 0;
    while (backslashes < slash && item[slash - 1 - backslashes] === "\\") backslashes++;
    if (backslashes % 2 === 0) return slash;
  }
  return -1;
}

const unescapeSlashes = (text: string) => (text.includes("\\") ? text.replace(/\\([\\/])/g, "$1") : text);
const escapeSlashes = (text: string) => (/[\\/]/.test(text) ? text.replace(/[\\/]/g, "\\$&") : text);

function parseLine({ text, number }: Line, file: string | undefined): TaggedSentence {
  const words: string[] = [];
  const tags: string[] = [];
  for (const match of text.matchAll(/[^ \t]+/g)) {
    const item = match[0];
    const slash = partingSlash(item);
    if (slash <= 0 || slash === item.length - 1) {
      const missing = slash === 0 ? "no word before its slash" : "no tag";
      const reason = `${quoted(item)} has ${missing}; tagged input is word/TAG, as in dog/NN. Use --input tokens to let the model tag.`;
      throw new InputError(reason, { file, line: number, column: match.index + 1 });
    }
    words.push(unescapeSlashes(item.slice(0, slash)));
    tags.push(unescapeSlashes(item.slice(slash + 1)));
  }
  return { words, tags };
}

const FORMAT = "tagged text";

/** A sentence a line, each word with its tag: dog/NN. */
export const tagged: TextFormat<TaggedSentence, TaggedReadOptions> = {
  name: "tagged",
  reader(emit, options) {
    const keepEmpty = options.keepEmpty ?? false;
    return lineReader(
      (line) => {
        const sentence = parseLine(line, options.file);
        return sentence.words.length > 0 || keepEmpty ? sentence : undefined;
      },
      emit,
      options,
    );
  },
  write({ words, tags }) {
    const items = words.map((word, i) => {
      const written = escapeSlashes(checkField(FORMAT, "word", word));
      return `${written}/${escapeSlashes(checkField(FORMAT, "tag", tags[i] ?? ""))}`;
    });
    return `${checkStart(FORMAT, items.join(" "))}\n`;
  },
};

/** All sentences of a tagged text. */
export const readTagged = (text: string, options: TaggedReadOptions = {}): TaggedSentence[] =>
  readText(tagged, text, options);

/** Tagged sentences as word/TAG text. */
export const writeTagged = (sentences: Iterable<TaggedSentence>): string => writeText(tagged, sentences);
