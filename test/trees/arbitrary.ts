/** Random trees, with labels and words that try the escapes. */
import fc from "fast-check";
import type { Tree } from "../../src/trees/index.ts";

const LABELS = [
  "S",
  "NP",
  "VP",
  "NN",
  "@VP",
  "\\@VP",
  "A|B",
  "|",
  "\\",
  "\\|",
  "@",
  "",
  "-LRB-",
  "NP-SBJ-1",
  "a\\",
  "@@",
];
const label = fc.oneof(
  fc.constantFrom(...LABELS),
  fc.string({ unit: fc.constantFrom("@", "|", "\\", "/", "-", "A"), maxLength: 5 }),
);
/** Any text without white space or brackets. */
const atom = fc.oneof(
  fc.constantFrom("dog", "1\\/2", "-LRB-", "#", "%", "犬", "*x*", "'s", "no\u00A0break"),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 6 }).filter((text) => !/[\s()]/.test(text)),
);

const treesWith = (labels: fc.Arbitrary<string>, words: fc.Arbitrary<string>): fc.Arbitrary<Tree> =>
  fc.letrec<{ tree: Tree }>((tie) => ({
    tree: fc.oneof(
      { depthSize: "small" },
      fc.record({ label: labels, word: words }),
      fc.record({ label: labels, children: fc.array(tie("tree"), { minLength: 1, maxLength: 5 }) }),
    ),
  })).tree;

export const anyTree = treesWith(label, atom);
/** Trees Penn brackets can hold: an empty label only over brackets. */
export const pennTree = treesWith(fc.oneof(fc.constantFrom("S", "NP", "-LRB-", "A|B", "#"), atom), atom);

const TREEBANK_LABELS = ["S", "NP", "VP", "PP", "NN", "VBZ", "IN", "CC", ",", "POS", "X", "ADVP|PRT"];
/** Trees with ordinary labels. */
export const treebankTree = treesWith(fc.constantFrom(...TREEBANK_LABELS), atom);

/** A tree of this depth, each level with a word on both sides. */
export function deepTree(levels: number): Tree {
  let tree: Tree = { label: "NN", word: "middle" };
  for (let i = 0; i < levels; i++) {
    tree = { label: "X", children: [{ label: "A", word: `a${i}` }, tree, { label: "B", word: `b${i}` }] };
  }
  return tree;
}

/** A chain of unary branches over one word. */
export function chainTree(levels: number): Tree {
  let tree: Tree = { label: "NN", word: "dog" };
  for (let i = 0; i < levels; i++) tree = { label: `U${i % 7}`, children: [tree] };
  return tree;
}
