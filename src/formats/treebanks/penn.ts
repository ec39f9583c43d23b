/**
 * Penn brackets: `(S (NP (DT the) (NN dog)) (VP (VBZ barks)))`. Trees may run over lines or share one; an outer bracket
 * without a label is kept as a branch labelled "". Between trees a line that begins with #, %, ; or *x* is a comment.
 * White space is blank, tab and line end only, so that a no-break space can stand inside a word.
 *
 * A tree that is never closed ends where the next line begins with "(" in column 1; unless the first tree of the text
 * has such lines inside and is closed later: then the whole text is taken to be printed without indentation.
 */
import { InputError } from "../../base/errors.ts";
import { quoted } from "../../base/quoted.ts";
import { isLeaf, type Tree } from "../../trees/tree.ts";
import { readText, type TextFormat, writeText } from "../reader.ts";
import { type PennDialectOptions, PennDialects } from "./penn-dialects.ts";
import { PennReader } from "./penn-reader.ts";

/** How brackets are read. */
export interface PennReadOptions extends PennDialectOptions {
  /**
   * Accept brackets without words, as in `(())`, which some parsers write for a sentence they could not parse (false).
   */
  readonly allowEmpty?: boolean;
  /** Turn -LRB- and its kin, `\/` and `\*` in words back into the characters they stand for (false). */
  readonly unescape?: boolean;
}

/** How brackets are written. */
export interface PennWriteOptions {
  /** `line`: one tree per line; `indented`: one constituent per line (line). */
  readonly layout?: "line" | "indented";
  /**
   * Write `/` and `*` in words as `\/` and `\*`, and all brackets by name (false; round ones are always written by
   * name).
   */
  readonly escape?: boolean;
}

const BRACKET_NAMES: readonly (readonly [string, string])[] = [
  ["(", "-LRB-"],
  [")", "-RRB-"],
  ["[", "-LSB-"],
  ["]", "-RSB-"],
  ["{", "-LCB-"],
  ["}", "-RCB-"],
];
const NAME_OF = new Map(BRACKET_NAMES);
const BRACKET_OF = new Map(BRACKET_NAMES.map(([bracket, name]) => [name, bracket]));

/** Words as people write them: -LRB- → (, 1\/2 → 1/2. */
export const unescapePenn = (word: string): string =>
  word.includes("-") || word.includes("\\")
    ? word.replace(/-[LR][RSC]B-/g, (name) => BRACKET_OF.get(name)!).replace(/\\([/*])/g, "$1")
    : word;

/** Words as Penn treebanks write them: ( → -LRB-, 1/2 → 1\/2. */
export const escapePenn = (word: string): string =>
  word.replace(/[()[\]{}]/g, (bracket) => NAME_OF.get(bracket)!).replace(/[/*]/g, "\\$&");

/** A label or word as it can stand between brackets. */
function written(kind: string, text: string, escaped: boolean): string {
  if (/[ \t-\r]/.test(text) || (text === "" && kind === "word")) {
    const shown = text === "" ? "an empty word" : `the ${kind} ${quoted(text)} with white space in it`;
    throw new InputError(`Penn brackets cannot hold ${shown}; replace it before writing.`);
  }
  if (escaped && kind === "word") return escapePenn(text);
  return text.includes("(") || text.includes(")") ? text.replace(/[()]/g, (bracket) => NAME_OF.get(bracket)!) : text;
}

/**
 * Levels that are indented; deeper ones stand below each other, so that a very deep tree does not cost the square of
 * its depth.
 */
const DEEPEST_INDENT = 100;

/** A tree in brackets, without a final line end. */
export function formatPenn(tree: Tree, options: PennWriteOptions = {}): string {
  const escaped = options.escape ?? false;
  const indented = options.layout === "indented";
  let text = "";
  const open: (Tree | ")")[] = [tree];
  let level = 0;
  while (open.length > 0) {
    const node = open.pop()!;
    if (node === ")") {
      text += ")";
      level--;
      continue;
    }
    if (text !== "") text += indented && !isLeaf(node) ? `\n${"  ".repeat(Math.min(level, DEEPEST_INDENT))}` : " ";
    text += `(${written("label", node.label, escaped)}`;
    if (isLeaf(node) && node.label === "")
      throw new InputError(`Penn brackets cannot hold the word ${quoted(node.word)} without a tag; give it one.`);
    if (isLeaf(node)) text += ` ${written("word", node.word, escaped)})`;
    else {
      level++;
      open.push(")");
      for (let i = node.children.length - 1; i >= 0; i--) open.push(node.children[i]!);
    }
  }
  return text;
}

/** Trees as brackets, as the Penn Treebank has them. */
export const penn: TextFormat<Tree, PennReadOptions, PennWriteOptions> = {
  name: "penn",
  reader(emit, options) {
    const spell = options.unescape ? unescapePenn : (word: string) => word;
    return new PennReader(new PennDialects(emit, options, spell), options);
  },
  write: (tree, options) => `${formatPenn(tree, options)}\n`,
};

/** All trees of a text in Penn brackets. */
export const readPenn = (text: string, options: PennReadOptions = {}): Tree[] => readText(penn, text, options);

/** Trees as text in Penn brackets, a line end after each. */
export const writePenn = (trees: Iterable<Tree>, options: PennWriteOptions = {}): string =>
  writeText(penn, trees, options);
