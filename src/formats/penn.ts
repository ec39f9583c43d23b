/**
 * Penn brackets: `(S (NP (DT the) (NN dog)) (VP (VBZ barks)))`. Trees may run over lines or share one; an outer bracket without a label is kept as a
 * branch labelled "". Between trees a line that begins with #, %, ; or *x* is a comment. White space is blank, tab and line end only, so that a
 * no-break space can stand inside a word.
 *
 * A tree that is never closed ends where the next line begins with "(" in column 1; unless the first tree of the text has such lines
 * inside and is closed later: then the whole text is taken to be printed without indentation.
 */
import { InputError } from "../base/errors.ts";
import { isLeaf, type Tree } from "../trees/tree.ts";
import { BYTE_ORDER_MARK, type Emit, type Reader, type ReadOptions, readText, reportBad, type TextFormat, writeText } from "./reader.ts";

export interface PennReadOptions extends ReadOptions {
  /** Accept brackets without words, as in `(())`, which some parsers write for a sentence they could not parse (false). */
  readonly allowEmpty?: boolean;
  /** Turn -LRB- and its kin, `\/` and `\*` in words back into the characters they stand for (false). */
  readonly unescape?: boolean;
}

export interface PennWriteOptions {
  /** `line`: one tree a line; `indented`: one constituent a line (line). */
  readonly layout?: "line" | "indented";
  /** Write `/` and `*` in words as `\/` and `\*`, and all brackets by name (false; round ones are always written by name). */
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
export const escapePenn = (word: string): string => word.replace(/[()[\]{}]/g, (bracket) => NAME_OF.get(bracket)!).replace(/[/*]/g, "\\$&");

const OPEN = 40;
const CLOSE = 41;
const NEWLINE = 10;
const isSpace = (code: number) => code === 32 || (code >= 9 && code <= 13);

/** A bracket that is open; the objects are used again at the same depth. */
interface OpenBracket {
  label: string | undefined;
  word: string | undefined;
  /** Where its children begin in the list of finished constituents. */
  start: number;
  line: number;
  column: number;
}

class PennReader implements Reader {
  /** The unfinished word or comment at the end of the last piece. */
  #rest = "";
  #line = 1;
  /** Offset in the text at hand of the first character of the line; negative when the line began in an earlier piece. */
  #lineStart = 0;
  #begun = false;
  #inComment = false;
  readonly #stack: OpenBracket[] = [];
  #depth = 0;
  /** Finished constituents whose parent is still open. */
  readonly #finished: Tree[] = [];
  /** Why the tree at hand cannot be used. */
  #defect: { reason: string; line: number; column: number } | undefined;
  /** Whether lines inside a tree may begin with "(" in column 1; not known before the first tree is complete. */
  #flush: boolean | undefined;
  #flushSeen = false;
  readonly #labels = new Map<string, string>();

  constructor(
    readonly emit: Emit<Tree>,
    readonly options: PennReadOptions,
  ) {}

  push(piece: string): void {
    let text = this.#rest + piece;
    this.#rest = "";
    if (!this.#begun && text !== "") {
      this.#begun = true;
      if (text.startsWith(BYTE_ORDER_MARK)) text = text.slice(1);
    }
    this.#scan(text, false);
  }

  end(): void {
    this.#scan(this.#rest, true);
    this.#rest = "";
    if (this.#depth > 0) this.#neverClosed();
  }

  #scan(text: string, last: boolean): void {
    const length = text.length;
    let at = 0;
    while (at < length) {
      const code = text.charCodeAt(at);
      if (this.#inComment) {
        const end = text.indexOf("\n", at);
        if (end < 0) break;
        this.#inComment = false;
        at = end;
      } else if (code === NEWLINE) {
        this.#line++;
        this.#lineStart = ++at;
      } else if (isSpace(code)) at++;
      else if (code === OPEN) {
        this.#open(at - this.#lineStart + 1);
        at++;
      } else if (code === CLOSE) {
        this.#close(at - this.#lineStart + 1);
        at++;
      } else {
        let end = at + 1;
        for (; end < length; end++) {
          const next = text.charCodeAt(end);
          if (next === OPEN || next === CLOSE || isSpace(next)) break;
        }
        if (end === length && !last) {
          this.#rest = text.slice(at);
          break;
        }
        const atom = text.slice(at, end);
        if (this.#depth === 0 && at === this.#lineStart && /^(?:[#%;]|\*x\*)/.test(atom)) this.#inComment = true;
        else this.#atom(atom, at - this.#lineStart + 1);
        at = end;
      }
    }
    // What is kept will be scanned again, at the start of the next text.
    this.#lineStart -= this.#rest === "" ? length : length - this.#rest.length;
  }

  #open(column: number): void {
    if (this.#depth > 0 && column === 1) {
      if (this.#flush === false) this.#neverClosed();
      else this.#flushSeen = true;
    }
    if (this.#depth > 0) {
      const parent = this.#stack[this.#depth - 1]!;
      if (parent.word !== undefined) {
        this.#spoil(`a bracket follows the word "${parent.word}"; a bracket holds either one word or other brackets.`, this.#line, column);
      }
      parent.label ??= "";
    }
    const reused = this.#stack[this.#depth++];
    const start = this.#finished.length;
    if (reused === undefined) this.#stack.push({ label: undefined, word: undefined, start, line: this.#line, column });
    else {
      reused.label = reused.word = undefined;
      reused.start = start;
      reused.line = this.#line;
      reused.column = column;
    }
  }

  #atom(atom: string, column: number): void {
    const top = this.#depth === 0 ? undefined : this.#stack[this.#depth - 1]!;
    if (top === undefined) {
      reportBad(this.options, `"${atom}" stands outside any tree; a tree begins with "(".`, this.#line, column);
    } else if (top.label === undefined) {
      let label = this.#labels.get(atom);
      if (label === undefined) this.#labels.set(atom, (label = atom));
      top.label = label;
    } else if (top.word === undefined && top.start === this.#finished.length) {
      top.word = this.options.unescape ? unescapePenn(atom) : atom;
    } else if (top.word !== undefined) {
      this.#spoil(`"${atom}" follows the word "${top.word}" in one bracket; a leaf is (TAG word), as in (NN dog).`, this.#line, column);
    } else this.#spoil(`the word "${atom}" has no bracket of its own; a leaf is (TAG word), as in (NN dog).`, this.#line, column);
  }

  #close(column: number): void {
    if (this.#depth === 0) {
      reportBad(this.options, '")" closes nothing; remove it, or add the "(" that is missing before it.', this.#line, column);
      return;
    }
    const node = this.#stack[--this.#depth]!;
    const finished = this.#finished;
    const label = node.label ?? "";
    let tree: Tree;
    if (node.word !== undefined) tree = { label, word: node.word };
    else {
      const children = finished.slice(node.start);
      tree = { label, children };
      if (children.length === 0 && !this.options.allowEmpty) {
        const found = label === "" ? "this bracket is empty" : `"(${label})" has a label but no word`;
        this.#spoil(`${found}; a leaf is (TAG word), as in (NN dog).`, node.line, node.column);
      }
    }
    finished.length = node.start;
    if (this.#depth > 0) {
      finished.push(tree);
      return;
    }
    this.#flush ??= this.#flushSeen;
    const defect = this.#defect;
    this.#defect = undefined;
    if (defect === undefined) this.emit(tree, node.line, node.column);
    else reportBad(this.options, defect.reason, defect.line, defect.column);
  }

  /** Notes the first defect of the tree at hand; it is reported when the tree ends, so that reading can go on after it. */
  #spoil(reason: string, line: number, column: number): void {
    if (this.options.onBad === undefined) reportBad(this.options, reason, line, column);
    this.#defect ??= { reason, line, column };
  }

  #neverClosed(): void {
    const { line, column } = this.#stack[0]!;
    const missing = this.#depth;
    this.#depth = 0;
    this.#finished.length = 0;
    this.#defect = undefined;
    reportBad(this.options, `tree opened here is never closed; ${missing} ")" missing.`, line, column);
  }
}

/** A label or word as it can stand between brackets. */
function written(kind: string, text: string, escaped: boolean): string {
  if (/[ \t-\r]/.test(text) || (text === "" && kind === "word")) {
    const shown = text === "" ? "an empty word" : `the ${kind} "${text}" with white space in it`;
    throw new InputError(`Penn brackets cannot hold ${shown}; replace it before writing.`);
  }
  if (escaped && kind === "word") return escapePenn(text);
  return text.includes("(") || text.includes(")") ? text.replace(/[()]/g, (bracket) => NAME_OF.get(bracket)!) : text;
}

/** Levels that are indented; deeper ones stand below each other, so that a very deep tree does not cost the square of its depth. */
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
    if (isLeaf(node)) text += ` ${written("word", node.word, escaped)})`;
    else {
      level++;
      open.push(")");
      for (let i = node.children.length - 1; i >= 0; i--) open.push(node.children[i]!);
    }
  }
  return text;
}

export const penn: TextFormat<Tree, PennReadOptions, PennWriteOptions> = {
  name: "penn",
  reader: (emit, options) => new PennReader(emit, options),
  write: (tree, options) => `${formatPenn(tree, options)}\n`,
};

/** All trees of a text in Penn brackets. */
export const readPenn = (text: string, options: PennReadOptions = {}): Tree[] => readText(penn, text, options);

/** Trees as text in Penn brackets, a line end after each. */
export const writePenn = (trees: Iterable<Tree>, options: PennWriteOptions = {}): string => writeText(penn, trees, options);
