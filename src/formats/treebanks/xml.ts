/**
 * A small streaming XML reader for the formats here: elements and attributes with their places. Text between elements,
 * comments, CDATA, processing instructions and the document type are passed over; a document type's own entities are
 * not known. XML that is not well formed throws whether or not bad records are skipped: after it nothing can be
 * trusted.
 */
import { InputError } from "../../base/errors.ts";
import { quoted, shortened } from "../../base/quoted.ts";
import { BYTE_ORDER_MARK, LARGEST_RECORD, type Reader, type ReadOptions, tooLarge } from "../reader.ts";

export interface XmlHandler {
  open(name: string, attributes: Readonly<Record<string, string>>, line: number, column: number): void;
  close(name: string, line: number, column: number): void;
}

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };
const ATTRIBUTE = /\s+([^\s=/>"'<]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/gy;
/** For each kind of passage that is no element, how it begins and ends. */
const PASSAGES = [
  ["<!--", "-->"],
  ["<![CDATA[", "]]>"],
  ["<?", "?>"],
] as const;
/** Open elements; TIGER-XML nests six deep. */
const DEEPEST = 10_000;
const GREATER = 62;
const DOUBLE_QUOTE = 34;
const SINGLE_QUOTE = 39;
const OPEN_SUBSET = 91;
const CLOSE_SUBSET = 93;

/** Each character is looked at once, whatever the pieces: an unfinished passage is kept with how far it was read. */
export class XmlReader implements Reader {
  /** What the current text is part of; `mark`: a passage of which too little is known. */
  #within: "text" | "mark" | "passage" | "tag" | "declaration" = "text";
  /** The passage as far as it was read; of a passage that is passed over, only the end that may be part of its mark. */
  #kept = "";
  /** What ends the current passage. */
  #ending = "";
  /** The quote that is open in a tag, and the open brackets of a declaration. */
  #quote = "";
  #subsets = 0;
  #line = 1;
  #column = 1;
  /** Where the current passage began. */
  #start = { line: 1, column: 1 };
  #begun = false;
  #rooted = false;
  readonly #open: { name: string; line: number; column: number }[] = [];

  constructor(
    readonly handler: XmlHandler,
    readonly options: Omit<ReadOptions, "onBad">,
  ) {}

  push(piece: string): void {
    if (piece === "") return;
    let at = !this.#begun && piece.startsWith(BYTE_ORDER_MARK) ? 1 : 0;
    this.#begun = true;
    while (at < piece.length) {
      const from = at;
      if (this.#within === "text") at = this.#readText(piece, at);
      else if (this.#within === "mark") at = this.#readMark(piece, at);
      else if (this.#within === "passage") at = this.#readPassage(piece, at);
      else at = this.#readTag(piece, at);
      this.#pass(piece, from, at);
      if (this.#within === "text" && this.#kept !== "") this.#finishTag();
    }
  }

  end(): void {
    if (this.#within !== "text") throw this.#error('"<" opens something that never ends; the file is truncated.');
    const innermost = this.#open.pop();
    if (innermost !== undefined) {
      this.#start = innermost;
      throw this.#error(`<${shortened(innermost.name)}> opened here is never closed; the file is truncated.`);
    }
  }

  #readText(piece: string, at: number): number {
    const mark = piece.indexOf("<", at);
    const end = mark < 0 ? piece.length : mark;
    const stray = this.#open.length === 0 ? piece.slice(at, end).search(/\S/) : -1;
    if (stray >= 0) {
      this.#pass(piece, at, at + stray);
      this.#start = { line: this.#line, column: this.#column };
      throw this.#error("there is text outside the document's element; expected XML, which begins with <.");
    }
    if (mark >= 0) this.#within = "mark";
    return end;
  }

  /** Takes characters until it is clear what kind of passage begins. */
  #readMark(piece: string, from: number): number {
    if (this.#kept === "") this.#start = { line: this.#line, column: this.#column };
    for (let at = from; at < piece.length; at++) {
      this.#kept += piece.charAt(at);
      const passage = PASSAGES.find(([begin]) => begin === this.#kept);
      if (passage !== undefined) {
        this.#within = "passage";
        this.#ending = passage[1];
        this.#kept = "";
        return at + 1;
      }
      if (!PASSAGES.some(([begin]) => begin.startsWith(this.#kept))) {
        this.#within = this.#kept.startsWith("<!") ? "declaration" : "tag";
        this.#subsets = this.#kept.startsWith("<![") ? 1 : 0;
        // The last character is not part of the mark.
        this.#kept = this.#kept.slice(0, -1);
        return at;
      }
    }
    return piece.length;
  }

  #readPassage(piece: string, at: number): number {
    const ending = this.#ending;
    // An ending that began in the piece before; its index is then negative.
    const inSeam = (this.#kept + piece.slice(at, at + ending.length - 1)).indexOf(ending);
    const found = inSeam >= 0 ? at + inSeam - this.#kept.length : piece.indexOf(ending, at);
    if (inSeam < 0 && found < 0) {
      this.#kept = (this.#kept + piece.slice(Math.max(at, piece.length - ending.length + 1))).slice(1 - ending.length);
      return piece.length;
    }
    this.#within = "text";
    this.#kept = "";
    return found + ending.length;
  }

  #readTag(piece: string, from: number): number {
    let at = from;
    let ended = false;
    while (at < piece.length && !ended) {
      if (this.#quote !== "") {
        const close = piece.indexOf(this.#quote, at);
        at = close < 0 ? piece.length : close + 1;
        if (close >= 0) this.#quote = "";
        continue;
      }
      const code = piece.charCodeAt(at++);
      if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE) this.#quote = piece.charAt(at - 1);
      else if (this.#within === "declaration" && code === OPEN_SUBSET) this.#subsets++;
      else if (this.#within === "declaration" && code === CLOSE_SUBSET) this.#subsets = Math.max(0, this.#subsets - 1);
      else ended = code === GREATER && this.#subsets === 0;
    }
    if (this.#within === "declaration") {
      if (ended) this.#within = "text";
      this.#kept = "";
      return at;
    }
    if (this.#kept.length + at - from > (this.options.largestRecord ?? LARGEST_RECORD)) {
      const { line, column } = this.#start;
      throw tooLarge("the tag that begins here", 'expected ">" before that', line, column, this.options);
    }
    this.#kept += piece.slice(from, at);
    if (ended) this.#within = "text";
    return at;
  }

  #finishTag(): void {
    const source = this.#kept;
    this.#kept = "";
    this.#element(source);
  }

  #element(source: string): void {
    const { line, column } = this.#start;
    if (source.startsWith("</")) {
      const name = source.slice(2, -1).trim();
      const opened = this.#open.pop();
      if (opened === undefined) throw this.#error(`</${shortened(name)}> closes nothing.`);
      else if (opened.name !== name) {
        const [found, expected] = [shortened(name), shortened(opened.name)];
        throw this.#error(
          `</${found}> closes <${expected}>, opened at ${opened.line}:${opened.column}; expected </${expected}>.`,
        );
      }
      this.handler.close(name, line, column);
      return;
    }
    const name = /^<([^\s/>"'<=]+)/.exec(source)?.[1];
    if (name === undefined)
      throw this.#error(`${quoted(source)} is not an XML element; a "<" in text is written &lt;.`);
    if (this.#open.length === 0 && this.#rooted)
      throw this.#error(`<${shortened(name)}> stands after the document's element; XML has one.`);
    this.#rooted = true;
    if (this.#open.length === DEEPEST)
      throw this.#error(`elements are nested more than ${DEEPEST} deep; expected closing tags.`);
    // Without a prototype, so that no name has a meaning of its own.
    const attributes: Record<string, string> = Object.create(null);
    let at = name.length + 1;
    for (;;) {
      ATTRIBUTE.lastIndex = at;
      const match = ATTRIBUTE.exec(source);
      if (match === null) break;
      const key = match[1]!;
      if (Object.hasOwn(attributes, key))
        throw this.#error(`<${shortened(name)}> has the attribute ${shortened(key)} twice.`);
      attributes[key] = this.#decode(match[2] ?? match[3]!);
      at = ATTRIBUTE.lastIndex;
    }
    const tail = source.slice(at).trim();
    if (tail !== ">" && tail !== "/>")
      throw this.#error(`<${shortened(name)}> has a bad attribute at ${quoted(tail)}; expected name="value".`);
    this.handler.open(name, attributes, line, column);
    if (tail === "/>") this.handler.close(name, line, column);
    else this.#open.push({ name, line, column });
  }

  #decode(value: string): string {
    const text = /[\t\r\n]/.test(value) ? value.replace(/\r\n|[\t\r\n]/g, " ") : value;
    if (!text.includes("&")) return text;
    return text.replace(
      /&(?:#x([0-9a-fA-F]+)|#([0-9]+)|([^\s;&]*));?/g,
      (whole, hex?: string, decimal?: string, name?: string) => {
        const code = hex !== undefined ? Number.parseInt(hex, 16) : decimal !== undefined ? Number(decimal) : -1;
        const surrogate = code >= 0xd800 && code < 0xe000;
        if (whole.endsWith(";") && code >= 0 && code <= 0x10ffff && !surrogate) return String.fromCodePoint(code);
        if (whole.endsWith(";") && name !== undefined && Object.hasOwn(ENTITIES, name)) return ENTITIES[name]!;
        throw this.#error(`${quoted(whole)} is not a character XML knows; an ampersand is written &amp;.`);
      },
    );
  }

  /** Counts the lines and columns of a part of the text. */
  #pass(text: string, from: number, to: number): void {
    const part = text.slice(from, to);
    let last = -1;
    for (let at = part.indexOf("\n"); at >= 0; at = part.indexOf("\n", at + 1)) {
      this.#line++;
      last = at;
    }
    this.#column = last < 0 ? this.#column + part.length : part.length - last;
  }

  #error(reason: string): InputError {
    return new InputError(reason, { file: this.options.file, ...this.#start });
  }
}

const NAMES: Readonly<Record<string, string>> = { "<": "&lt;", ">": "&gt;", "&": "&amp;", '"': "&quot;" };

/** A value as it can stand between the double quotes of an attribute. */
export const escapeAttribute = (value: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what has to be escaped
  value.replace(/[<>&"\u0000-\u001f]/g, (character) => NAMES[character] ?? `&#${character.charCodeAt(0)};`);
