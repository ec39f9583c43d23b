/** A sentence with a tag for every word. */
import { leaves, type Tree } from "./tree.ts";

/** A sentence with a tag for every word. */
export interface TaggedSentence {
  readonly words: readonly string[];
  readonly tags: readonly string[];
  /** For each word whether a blank stands behind it in the text, where the file says so (CoNLL-U does). */
  readonly spaces?: readonly boolean[] | undefined;
  /** Further columns of the file by name, a value for each word. */
  readonly columns?: Readonly<Record<string, readonly string[]>> | undefined;
}

/** The first part of a tag of two parts, as "VERB" of "VERB VBD"; all of any other. */
export function coarseTag(tag: string): string {
  const blank = tag.indexOf(" ");
  return blank < 0 ? tag : tag.slice(0, blank);
}

/** The sentence with the first parts of its tags. */
export const withCoarseTags = <T extends TaggedSentence>(sentence: T): T =>
  sentence.tags.some((tag) => tag.includes(" ")) ? { ...sentence, tags: sentence.tags.map(coarseTag) } : sentence;

/** The words and tags of a tree. */
export function taggedSentence(tree: Tree): TaggedSentence {
  const found = leaves(tree);
  return { words: found.map((leaf) => leaf.word), tags: found.map((leaf) => leaf.label) };
}
