/**
 * The scanner of Penn brackets: characters → trees with their places. Each character is looked at once, whatever the
 * pieces. A tree that is too large is refused and passed over without being kept.
 */
import { quoted } from "../../base/quoted.ts";
import type { Tree } from "../../trees/tree.ts";
import { BYTE_ORDER_MARK, LARGEST_RECORD, type Reader, type ReadOptions, reportBad, tooLarge } from "../reader.ts";
import type { PennDialects } from "./penn-dialects.ts";

export interface PennScanOptions extends ReadOptions {
  readonly allowEmpty?: boolean;
}

const OPEN = 40;
const CLOSE = 41;
const NEWLINE = 10;
const isSpace = (code: number) => code === 32 || (code >= 9 && code <= 13);

const COMMENT = /^(?:[#%;]|\*x\*)/;
/** Characters that tell a comment. */
const ENOUGH_FOR_COMMENT = 3;

/** Labels that are kept for reuse; treebanks have a few hundred. */
const MOST_LABELS = 10_000;

/** A bracket that is open; the objects are used again at the same depth. */
interface OpenBracket {
  label: string | undefined;
  word: string | undefined;
  /** Whether it has a third part. */
  lemma: boolean;
  /** Where its children begin in the list of finished constituents. */
  start: number;
  line: number;
  column: number;
}

export class PennReader implements Reader {
  /** The unfinished word at the end of the last piece, and its column. */
  #word = "";
  #wordColumn = 0;
  #line = 1;
  /**
   * Offset in the current text of the first character of the line; negative when the line began in an earlier piece.
   */
  #lineStart = 0;
  #begun = false;
  #inComment = false;
  readonly #stack: OpenBracket[] = [];
  #depth = 0;
  /** Finished constituents whose parent is still open. */
  readonly #finished: Tree[] = [];
  /** Characters of the current tree, white space aside; when there are too many, nothing of it is kept. */
  #size = 0;
  readonly #largest: number;
  #passingOver = false;
  /** Why the current tree cannot be used. */
  #defect: { reason: string; line: number; column: number } | undefined;
  /** Whether lines inside a tree may begin with "(" in column 1; not known before the first tree is complete. */
  #flush: boolean | undefined;
  #flushSeen = false;
  readonly #labels = new Map<string, string>();

  constructor(
    readonly dialects: PennDialects,
    readonly options: PennScanOptions,
  ) {
    this.#largest = options.largestRecord ?? LARGEST_RECORD;
  }

  push(piece: string): void {
    if (piece === "") return;
    const from = !this.#begun && piece.startsWith(BYTE_ORDER_MARK) ? 1 : 0;
    if (!this.#begun) this.#lineStart = from;
    this.#begun = true;
    this.#scan(piece, from);
    this.#lineStart -= piece.length;
  }

  end(): void {
    if (this.#word !== "") this.#finishWord("");
    if (this.#depth > 0) this.#neverClosed();
    this.dialects.end();
  }

  #scan(text: string, from: number): void {
    const length = text.length;
    let at = from;
    // A word that began in the piece before may go on.
    if (this.#word !== "" && at < length) at = this.#scanWord(text, at);
    while (at < length) {
      if (this.#inComment) {
        at = text.indexOf("\n", at);
        if (at < 0) return;
        this.#inComment = false;
      }
      const code = text.charCodeAt(at);
      if (code === OPEN) this.#open(++at - this.#lineStart);
      else if (code === CLOSE) this.#close(++at - this.#lineStart);
      else if (code === NEWLINE) {
        this.#line++;
        this.#lineStart = ++at;
      } else if (isSpace(code)) at++;
      else {
        this.#wordColumn = at - this.#lineStart + 1;
        at = this.#scanWord(text, at);
      }
    }
  }

  /** Takes a word, or the part of it that the text holds. */
  #scanWord(text: string, from: number): number {
    let end = from;
    for (; end < text.length; end++) {
      const next = text.charCodeAt(end);
      if (next === OPEN || next === CLOSE || isSpace(next)) break;
    }
    if (end < text.length) this.#finishWord(text.slice(from, end));
    else this.#keepWord(text.slice(from));
    return end;
  }

  /** Adds to the unfinished word; what is too long, or a comment, is not kept. */
  #keepWord(part: string): void {
    if (this.#word.length + part.length > this.#largest) {
      if (!this.#grow(this.#word.length + part.length)) this.#word = "";
      return;
    }
    const wasShort = this.#word.length < ENOUGH_FOR_COMMENT;
    this.#word += part;
    if (wasShort && this.#word.length >= ENOUGH_FOR_COMMENT && this.#beginsComment(this.#word)) {
      this.#inComment = true;
      this.#word = "";
    }
  }

  #beginsComment(word: string): boolean {
    return this.#depth === 0 && this.#wordColumn === 1 && COMMENT.test(word);
  }

  #finishWord(rest: string): void {
    const word = this.#word === "" ? rest : this.#word + rest;
    this.#word = "";
    if (this.#beginsComment(word)) this.#inComment = true;
    else if (this.#grow(word.length)) this.#atom(word, this.#wordColumn);
  }

  /** Counts characters of the current tree; false when they are too many. */
  #grow(by: number): boolean {
    if (this.#depth === 0 || this.#passingOver) return !this.#passingOver;
    this.#size += by;
    if (this.#size <= this.#largest) return true;
    const { line, column } = this.#stack[0]!;
    const { reason } = tooLarge("the tree that begins here", 'a ")" may be missing', line, column, this.options);
    this.#spoil(reason, line, column);
    this.#passingOver = true;
    this.#finished.length = 0;
    this.#stack.length = 1;
    // The next line that begins with a bracket is taken to begin the next tree.
    this.#flush ??= false;
    return false;
  }

  #open(column: number): void {
    if (this.#depth > 0 && column === 1) {
      if (this.#flush === false) this.#neverClosed();
      else this.#flushSeen = true;
    }
    if (!this.#grow(1)) {
      this.#depth++;
      return;
    }
    if (this.#depth > 0) {
      const parent = this.#stack[this.#depth - 1]!;
      if (parent.word !== undefined) {
        this.#spoil(
          `a bracket follows the word ${quoted(parent.word)}; a bracket holds either one word or other brackets.`,
          this.#line,
          column,
        );
      }
      parent.label ??= "";
    }
    const reused = this.#stack[this.#depth++];
    const start = this.#finished.length;
    if (reused === undefined) {
      const unknown = { label: undefined, word: undefined, lemma: false };
      this.#stack.push({ ...unknown, start, line: this.#line, column });
    } else {
      reused.label = reused.word = undefined;
      reused.lemma = false;
      reused.start = start;
      reused.line = this.#line;
      reused.column = column;
    }
  }

  #atom(atom: string, column: number): void {
    const top = this.#depth === 0 ? undefined : this.#stack[this.#depth - 1]!;
    if (top === undefined) {
      reportBad(this.options, `${quoted(atom)} stands outside any tree; a tree begins with "(".`, this.#line, column);
    } else if (top.label === undefined) top.label = this.#sharedLabel(atom);
    else if (top.word === undefined && top.start === this.#finished.length) top.word = atom;
    else if (top.word === undefined) {
      const reason = `the word ${quoted(atom)} has no bracket of its own; a leaf is (TAG word), as in (NN dog).`;
      this.#spoil(reason, this.#line, column);
    } else if (this.#depth > 1 && this.dialects.isAside(this.#stack[1]!.label)) {
      // Left out with all it holds.
    } else if (!top.lemma && this.dialects.takesLemma) {
      top.lemma = true;
      this.dialects.lemma(top.word, atom, this.#line, column);
    } else this.#spoil(this.dialects.excess(atom, top.word), this.#line, column);
  }

  /** One string for all occurrences of a label. */
  #sharedLabel(label: string): string {
    const shared = this.#labels.get(label);
    if (shared !== undefined) return shared;
    if (this.#labels.size >= MOST_LABELS) this.#labels.clear();
    this.#labels.set(label, label);
    return label;
  }

  #close(column: number): void {
    if (this.#depth === 0) {
      reportBad(
        this.options,
        '")" closes nothing; remove it, or add the "(" that is missing before it.',
        this.#line,
        column,
      );
      return;
    }
    this.#grow(1);
    this.#depth--;
    if (this.#passingOver) {
      if (this.#depth === 0) this.#finish(undefined);
      return;
    }
    const node = this.#stack[this.#depth]!;
    const finished = this.#finished;
    const label = node.label ?? "";
    let tree: Tree;
    if (node.word !== undefined) tree = this.dialects.leaf(label, node.word);
    else {
      const children = finished.slice(node.start);
      tree = { label, children };
      if (children.length === 0 && !this.options.allowEmpty) {
        const found = label === "" ? "this bracket is empty" : `${quoted(`(${label})`)} has a label but no word`;
        this.#spoil(`${found}; a leaf is (TAG word), as in (NN dog).`, node.line, node.column);
      }
    }
    finished.length = node.start;
    if (this.#depth > 0) finished.push(tree);
    else this.#finish(tree);
  }

  #finish(tree: Tree | undefined): void {
    const { line, column } = this.#stack[0]!;
    const defect = this.#defect;
    this.#flush ??= this.#flushSeen;
    this.#forget();
    if (defect !== undefined) {
      this.dialects.forget();
      reportBad(this.options, defect.reason, defect.line, defect.column);
    } else this.dialects.tree(tree!, line, column);
  }

  /**
   * Notes the first defect of the current tree; it is reported when the tree ends, so that reading can go on after it.
   */
  #spoil(reason: string, line: number, column: number): void {
    if (this.options.onBad === undefined) reportBad(this.options, reason, line, column);
    this.#defect ??= { reason, line, column };
  }

  #neverClosed(): void {
    const { line, column } = this.#stack[0]!;
    const missing = this.#depth;
    const defect = this.#passingOver ? this.#defect : undefined;
    this.#depth = 0;
    this.#finished.length = 0;
    this.#forget();
    this.dialects.forget();
    const reason = defect?.reason ?? `tree opened here is never closed; ${missing} ")" missing.`;
    reportBad(this.options, reason, line, column);
  }

  #forget(): void {
    this.#defect = undefined;
    this.#size = 0;
    this.#passingOver = false;
  }
}
