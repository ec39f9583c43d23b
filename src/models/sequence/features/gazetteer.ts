/**
 * Lists of names as a feature: a file has on each line a type, a tab, and a name of one or more words. A token's value
 * is where it stands in the longest name that begins at or before it: "B-city", "I-city", or nothing.
 */
import { InputError } from "../../../base/errors.ts";
import { quoted } from "../../../base/quoted.ts";

/** A name of a list. */
export interface ListedName {
  readonly type: string;
  readonly words: readonly string[];
}

/** The name of the column that lists make. */
export const LIST_COLUMN = "list";

/** Names from the text of a file. */
export function readGazetteer(text: string, { file }: { readonly file?: string | undefined } = {}): ListedName[] {
  const names: ListedName[] = [];
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === "") continue;
    const [type = "", name = "", ...more] = line.split("\t");
    const words = name.split(" ").filter((word) => word !== "");
    if (type.trim() === "" || words.length === 0 || more.length > 0) {
      throw new InputError(`${quoted(line)} is not the name of a list; expected a type, a tab, and a name.`, {
        file,
        line: i + 1,
      });
    }
    names.push({ type: type.trim(), words });
  }
  if (names.length === 0) throw new InputError("holds no names; expected lines of type, tab, name.", { file });
  return names;
}

const key = (words: readonly string[]): string => words.join(" ");

export class Gazetteer {
  /** Names → type; the first type of a name counts. */
  readonly names: ReadonlyMap<string, string>;
  readonly #longest: number;

  constructor(names: ReadonlyMap<string, string>) {
    this.names = names;
    let longest = 0;
    for (const name of names.keys()) longest = Math.max(longest, name.split(" ").length);
    this.#longest = longest;
  }

  static from(listed: Iterable<ListedName>): Gazetteer {
    const names = new Map<string, string>();
    for (const { type, words } of listed) if (!names.has(key(words))) names.set(key(words), type);
    return new Gazetteer(names);
  }

  /** The column of a sentence: the longest name from the left, again and again. O(words × longest name). */
  column(words: readonly string[]): string[] {
    const values = words.map(() => "");
    for (let i = 0; i < words.length; ) {
      let length = Math.min(this.#longest, words.length - i);
      let type: string | undefined;
      for (; length > 0 && type === undefined; length--) type = this.#type(key(words.slice(i, i + length)));
      if (type === undefined) i++;
      else {
        for (let k = 0; k <= length; k++) values[i + k] = `${k === 0 ? "B" : "I"}-${type}`;
        i += length + 1;
      }
    }
    return values;
  }

  /** As it is written, or else in lower case: a sentence may begin with any word. */
  #type(name: string): string | undefined {
    return this.names.get(name) ?? this.names.get(name.toLowerCase());
  }
}
