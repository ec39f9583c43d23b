/**
 * A small streaming XML reader for the formats here: elements and attributes with their places. Text between elements, comments, CDATA, processing
 * instructions and the document type are passed over; a document type's own entities are not known. XML that is not well formed throws
 * whether or not bad records are skipped: after it nothing can be trusted.
 */
import { InputError } from "../base/errors.ts";
import { BYTE_ORDER_MARK, type Reader } from "./reader.ts";

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

export class XmlReader implements Reader {
  #rest = "";
  #line = 1;
  #column = 1;
  #begun = false;
  #rooted = false;
  readonly #open: { name: string; line: number; column: number }[] = [];

  constructor(
    readonly handler: XmlHandler,
    readonly file: string | undefined,
  ) {}

  push(piece: string): void {
    let text = this.#rest + piece;
    if (!this.#begun && text !== "") {
      this.#begun = true;
      if (text.startsWith(BYTE_ORDER_MARK)) text = text.slice(1);
    }
    let at = 0;
    for (;;) {
      const mark = text.indexOf("<", at);
      const stray = this.#open.length === 0 ? text.slice(at, mark < 0 ? undefined : mark).search(/\S/) : -1;
      if (stray >= 0) {
        this.#pass(text, at, at + stray);
        throw this.#error("there is text outside the document's element; expected XML, which begins with <.");
      }
      const next = mark < 0 ? text.length : mark;
      this.#pass(text, at, next);
      at = next;
      if (mark < 0) break;
      const end = this.#passageEnd(text, at);
      if (end < 0) break;
      this.#element(text.slice(at, end));
      this.#pass(text, at, end);
      at = end;
    }
    this.#rest = text.slice(at);
  }

  end(): void {
    if (this.#rest !== "") throw this.#error('"<" opens something that never ends; the file is truncated.');
    const innermost = this.#open.pop();
    if (innermost !== undefined) {
      [this.#line, this.#column] = [innermost.line, innermost.column];
      throw this.#error(`<${innermost.name}> opened here is never closed; the file is truncated.`);
    }
  }

  /** One past the end of the passage that begins with the "<" at `at`; −1 when the text ends before it. */
  #passageEnd(text: string, at: number): number {
    for (const [begin, end] of PASSAGES) {
      if (text.startsWith(begin, at)) {
        const found = text.indexOf(end, at + begin.length);
        return found < 0 ? -1 : found + end.length;
      }
      // Too short to tell a comment from something else.
      if (begin.startsWith(text.slice(at))) return -1;
    }
    const declaration = text.startsWith("<!", at);
    let subsets = 0;
    for (let i = at + 1; i < text.length; i++) {
      const character = text[i];
      if (character === '"' || character === "'") {
        const close = text.indexOf(character, i + 1);
        if (close < 0) return -1;
        i = close;
      } else if (declaration && character === "[") subsets++;
      else if (declaration && character === "]") subsets--;
      else if (character === ">" && subsets === 0) return i + 1;
    }
    return -1;
  }

  #element(source: string): void {
    if (source.startsWith("<!") || source.startsWith("<?")) return;
    if (source.startsWith("</")) {
      const name = source.slice(2, -1).trim();
      const opened = this.#open.pop();
      if (opened === undefined) throw this.#error(`</${name}> closes nothing.`);
      else if (opened.name !== name) {
        throw this.#error(`</${name}> closes <${opened.name}>, opened at ${opened.line}:${opened.column}; expected </${opened.name}>.`);
      }
      this.handler.close(name, this.#line, this.#column);
      return;
    }
    const name = /^<([^\s/>"'<=]+)/.exec(source)?.[1];
    if (name === undefined) throw this.#error(`"${source.slice(0, 20)}" is no XML element; a "<" in text is written &lt;.`);
    if (this.#open.length === 0 && this.#rooted) throw this.#error(`<${name}> stands after the document's element; XML has one.`);
    this.#rooted = true;
    const attributes: Record<string, string> = {};
    let at = name.length + 1;
    for (;;) {
      ATTRIBUTE.lastIndex = at;
      const match = ATTRIBUTE.exec(source);
      if (match === null) break;
      const key = match[1]!;
      if (Object.hasOwn(attributes, key)) throw this.#error(`<${name}> has the attribute ${key} twice.`);
      attributes[key] = this.#decode(match[2] ?? match[3]!);
      at = ATTRIBUTE.lastIndex;
    }
    const tail = source.slice(at).trim();
    if (tail !== ">" && tail !== "/>") throw this.#error(`<${name}> has a bad attribute at "${tail.slice(0, 20)}"; expected name="value".`);
    this.handler.open(name, attributes, this.#line, this.#column);
    if (tail === "/>") this.handler.close(name, this.#line, this.#column);
    else this.#open.push({ name, line: this.#line, column: this.#column });
  }

  #decode(value: string): string {
    const text = /[\t\r\n]/.test(value) ? value.replace(/\r\n|[\t\r\n]/g, " ") : value;
    if (!text.includes("&")) return text;
    return text.replace(/&(?:#x([0-9a-fA-F]+)|#([0-9]+)|([^\s;&]*));?/g, (whole, hex?: string, decimal?: string, name?: string) => {
      const code = hex !== undefined ? Number.parseInt(hex, 16) : decimal !== undefined ? Number(decimal) : -1;
      if (whole.endsWith(";") && code >= 0 && code <= 0x10ffff) return String.fromCodePoint(code);
      if (whole.endsWith(";") && name !== undefined && Object.hasOwn(ENTITIES, name)) return ENTITIES[name]!;
      throw this.#error(`"${whole}" is no character XML knows; an ampersand is written &amp;.`);
    });
  }

  #pass(text: string, from: number, to: number): void {
    let start = -1;
    for (let at = text.indexOf("\n", from); at >= 0 && at < to; at = text.indexOf("\n", at + 1)) {
      this.#line++;
      start = at;
    }
    this.#column = start < 0 ? this.#column + (to - from) : to - start;
  }

  #error(reason: string): InputError {
    return new InputError(reason, { file: this.file, line: this.#line, column: this.#column });
  }
}

const NAMES: Readonly<Record<string, string>> = { "<": "&lt;", ">": "&gt;", "&": "&amp;", '"': "&quot;" };

/** A value as it can stand between the double quotes of an attribute. */
export const escapeXml = (value: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what has to be escaped
  value.replace(/[<>&"\u0000-\u001f]/g, (character) => NAMES[character] ?? `&#${character.charCodeAt(0)};`);
