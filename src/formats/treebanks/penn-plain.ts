/**
 * Dialects of Penn brackets, as real corpora have them, made into plain trees (TAG word):
 *
 * - `historical`, the parsed corpora of historical English and their kin (York, Pennsylvania, IcePaHC): beside the tree
 *   stand `(ID …)` and `(METADATA …)` in the outer bracket, `(CODE …)` anywhere; empty categories have no bracket of
 *   their own, `(NP-SBJ *con*)`, `(C 0)`. The former are left out, the latter become `(NP-SBJ (-NONE- *con*))`.
 * - `word-lemma`, IcePaHC: the same with leaves `(N-N konungur-konungur)`.
 * - `tag-word-lemma`, CESS and AnCora: leaves of three parts, `(sps00 de de)`, and empty categories as above.
 */
import { foldTree, withParts } from "../../trees/fold.ts";
import { isLeaf, type Leaf, type Tree } from "../../trees/tree.ts";

/** The dialects of Penn brackets that real corpora have. */
export const PENN_DIALECTS = ["auto", "penn", "historical", "word-lemma", "tag-word-lemma"] as const;
/** One of `PENN_DIALECTS`. */
export type PennDialect = (typeof PENN_DIALECTS)[number];

/** Labels of a bracket around a tree and what is said about it. */
export const OUTER_LABELS: ReadonlySet<string> = new Set(["", "TOP", "ROOT"]);
export const IDENTIFIER = "ID";
export const METADATA = "METADATA";
export const CODE = "CODE";
/** The tag that Penn gives empty categories. */
export const EMPTY_TAG = "-NONE-";

/** Whether a constituent of an outer bracket says something about the tree beside it. */
export const isAside = ({ label }: Tree): boolean => label === IDENTIFIER || label === METADATA;
/** Empty categories: `*con*`, `*T*-1`, `*`. */
export const isStar = (word: string): boolean => /^\*(?:[^*]*\*)?(?:-\d+)?$/.test(word);
/** A page, a heading or a comment: `<P_1>`, `{COM:blotted}`. */
export const isCode = ({ label, word }: Leaf): boolean => label === CODE && /^[<{]/.test(word);
const isMultiWord = (word: string) => /[^_]_+[^_]/.test(word);

/**
 * Where word and lemma of `föru-nautur-förunautur` part: at the hyphen that makes them most equal in length, the last
 * of several; −1 when there is none with something on both sides.
 */
export function lemmaHyphen(text: string): number {
  let best = -1;
  let difference = Number.POSITIVE_INFINITY;
  for (let at = text.indexOf("-", 1); at >= 0 && at < text.length - 1; at = text.indexOf("-", at + 1)) {
    const unequal = Math.abs(at - (text.length - at - 1));
    if (unequal > difference) break;
    best = at;
    difference = unequal;
  }
  return best;
}

/** The plain tree of one in a dialect; undefined when it has no words. What is done goes to `count`. */
export function plainTree(
  tree: Tree,
  dialect: PennDialect,
  splitMultiWords: boolean,
  count: (what: string) => void,
): Tree | undefined {
  const whole = dialect === "penn" || dialect === "auto" ? tree : withoutAsides(tree, dialect, count);
  if (whole === undefined) {
    count("trees without words");
    return undefined;
  }
  const wordOf = ({ label, word }: Leaf): string => {
    if (dialect !== "word-lemma" || label === EMPTY_TAG) return word;
    const hyphen = lemmaHyphen(word);
    count(hyphen < 0 ? "words without a lemma" : "lemmas");
    return hyphen < 0 ? word : word.slice(0, hyphen);
  };
  return foldTree<Tree>(
    whole,
    (leaf) => {
      const word = wordOf(leaf);
      const { label } = leaf;
      if (isMultiWord(word)) {
        if (dialect !== "penn") count("multi-word tokens");
        if (splitMultiWords) {
          count("multi-word tokens split");
          const parts = word.split("_").filter((part) => part !== "");
          return { label, children: parts.map((part) => ({ label, word: part })) };
        }
      }
      return word === leaf.word ? leaf : { label, word };
    },
    (branch, children) => withParts(branch, branch.label, children),
  );
}

/** Without ID, METADATA and CODE, and with a bracket around each empty category. */
function withoutAsides(tree: Tree, dialect: PennDialect, count: (what: string) => void): Tree | undefined {
  const outer = !isLeaf(tree) && OUTER_LABELS.has(tree.label) ? tree : undefined;
  let inner: Tree = tree;
  if (outer !== undefined) {
    for (const child of outer.children)
      if (isAside(child)) count(child.label === IDENTIFIER ? "identifiers" : "metadata");
    inner = withParts(
      outer,
      outer.label,
      outer.children.filter((child) => !isAside(child)),
    );
  }
  return foldTree<Tree | undefined>(
    inner,
    (leaf) => {
      if (leaf.label === CODE) {
        count("codes");
        return undefined;
      }
      if (!isBareEmpty(leaf, dialect)) return leaf;
      count("bare empties");
      return { label: leaf.label, children: [{ label: EMPTY_TAG, word: leaf.word }] };
    },
    (branch, children) => {
      const left = children.filter((child) => child !== undefined);
      return left.length === 0 ? undefined : withParts(branch, branch.label, left);
    },
  );
}

/** In the historical corpora `0` is an empty complementizer or pronoun, unless it is a number. */
function isBareEmpty({ label, word }: Leaf, dialect: PennDialect): boolean {
  if (label === EMPTY_TAG) return false;
  return isStar(word) || (word === "0" && dialect !== "tag-word-lemma" && !label.startsWith("NUM"));
}
