/** A sentence with a tag for every word. */
import { leaves, type Tree } from "./tree.ts";

export interface TaggedSentence {
  readonly words: readonly string[];
  readonly tags: readonly string[];
}

/** The words and tags of a tree. */
export function taggedSentence(tree: Tree): TaggedSentence {
  const found = leaves(tree);
  return { words: found.map((leaf) => leaf.word), tags: found.map((leaf) => leaf.label) };
}
