/**
 * Bytes → text: UTF-8 checked unless another encoding is named, byte-order mark taken off, errors with line and column.
 */
import { isUtf8 } from "node:buffer";
import { InputError } from "../../base/errors.ts";
import { checkOptions, type OptionSpec } from "../../base/options.ts";
import { BYTE_ORDER_MARK } from "../../formats/reader.ts";

/** Near the beginning of every model file (base/container/model-container.ts), after the length of its header. */
const MODEL_MARK = /^.{8}\{"__metadata__":\{[^}]*"format":"eigentree"/s;

/** What the first bytes give away about a file that is not UTF-8 text. */
function foreignKind(bytes: Uint8Array): string | undefined {
  const starts = (...magic: number[]) => magic.every((byte, i) => bytes[i] === byte);
  if (starts(0xff, 0xfe) || starts(0xfe, 0xff)) {
    return "this is UTF-16 text; save it as UTF-8, or name its encoding: --encoding utf-16.";
  }
  if (starts(0x50, 0x4b, 3, 4)) return "this is a zip archive; unpack it first.";
  if (starts(0x42, 0x5a, 0x68)) return "this is a bzip2 file; unpack it first (gz is read as it is).";
  if (starts(0xfd, 0x37, 0x7a, 0x58)) return "this is an xz file; unpack it first (gz is read as it is).";
  if (starts(0x28, 0xb5, 0x2f, 0xfd)) return "this is a zstd file; unpack it first (gz is read as it is).";
  const beginning = bytes.subarray(0, 8192);
  if (!beginning.includes(0)) return undefined;
  return MODEL_MARK.test(new TextDecoder("latin1").decode(beginning))
    ? "this is a model file; expected text."
    : "this is a binary file; expected text in UTF-8.";
}

/** Bytes as text: for those of `readBytes` that have been looked at first. `name` is what errors call them. */
export async function* decodeText(
  pieces: AsyncIterable<Uint8Array>,
  name: string,
  label?: string,
): AsyncGenerator<string, void, undefined> {
  const { encoding } = checkOptions("readFileText", { encoding: ENCODING_OPTION }, { encoding: label });
  const decoder = isUtf8Label(encoding) ? new Utf8Decoder(name) : new LabelledDecoder(name, encoding);
  let begun = !takesMark(encoding);
  for await (const bytes of pieces) {
    const text = decoder.decode(bytes);
    if (text === "") continue;
    if (!begun && text.startsWith(BYTE_ORDER_MARK)) throw secondMark(name);
    begun = true;
    yield text;
  }
  const rest = decoder.end();
  if (rest !== "") yield rest;
}

/** The name of a text encoding, wherever it is an option. */
export const ENCODING_OPTION: OptionSpec<string> = {
  meaning: "encoding of the input",
  default: "utf-8",
  expected: "a text encoding such as utf-8, latin1 or utf-16",
  accepts: (value) => typeof value === "string" && encodingNamed(value) !== undefined,
  fromText: (word) => word,
};

/** The standard's own name of an encoding; undefined for one that the engine does not know. */
function encodingNamed(label: string): string | undefined {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}

/** Whether decoders of the encoding take a byte-order mark off: by the standard, those of UTF-8 and UTF-16. */
const takesMark = (label: string): boolean => encodingNamed(label)!.startsWith("utf-");

/** A reader of text would take a second mark off without a word. */
function secondMark(file: string): InputError {
  const reason = "the text begins with two byte-order marks, perhaps where files were joined; remove the second.";
  return new InputError(reason, { file, line: 1, column: 1 });
}

const isUtf8Label = (label: string): boolean => encodingNamed(label) === "utf-8";

/** Text in any encoding that the engine knows. */
class LabelledDecoder {
  #decoder: TextDecoder | undefined;
  #line = 1;

  constructor(
    readonly name: string,
    readonly encoding: string,
  ) {}

  decode(piece: Uint8Array): string {
    this.#decoder ??= new TextDecoder(this.#labelFor(piece), { fatal: true });
    return this.#take(() => this.#decoder!.decode(piece, { stream: true }));
  }

  end(): string {
    return this.#take(() => this.#decoder?.decode() ?? "");
  }

  /** UTF-16 is read in the byte order that its mark tells. */
  #labelFor(piece: Uint8Array): string {
    return encodingNamed(this.encoding) === "utf-16le" && piece[0] === 0xfe && piece[1] === 0xff
      ? "utf-16be"
      : this.encoding;
  }

  #take(decode: () => string): string {
    try {
      const text = decode();
      for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) this.#line++;
      return text;
    } catch {
      throw new InputError(`the text is not ${this.encoding} from about here on; check its encoding.`, {
        file: this.name,
        line: this.#line,
      });
    }
  }
}

/** UTF-8 → text that says where a byte does not belong. */
export class Utf8Decoder {
  #rest: Uint8Array = new Uint8Array(0);
  #begun = false;
  #line = 1;
  /** Characters on the current line that were decoded with earlier pieces. */
  #column = 0;

  constructor(readonly name: string) {}

  decode(piece: Uint8Array): string {
    let bytes: Uint8Array = this.#rest.length === 0 ? piece : Buffer.concat([this.#rest, piece]);
    if (!this.#begun) {
      const foreign = foreignKind(bytes);
      if (foreign !== undefined) throw new InputError(foreign, { file: this.name });
      this.#begun = bytes.length >= 3;
      if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) bytes = bytes.subarray(3);
    }
    const end = completeEnd(bytes);
    this.#rest = Uint8Array.from(bytes.subarray(end));
    const whole = bytes.subarray(0, end);
    if (!isUtf8(whole)) this.#fail(whole);
    const text = Buffer.from(whole.buffer, whole.byteOffset, whole.byteLength).toString("utf8");
    this.#advance(text);
    return text;
  }

  /** Always "": what is left over is an error. */
  end(): string {
    if (this.#rest.length > 0) this.#fail(this.#rest);
    return "";
  }

  #advance(text: string): void {
    let at = text.indexOf("\n");
    let start = -1;
    for (; at >= 0; at = text.indexOf("\n", at + 1)) {
      this.#line++;
      start = at;
    }
    this.#column = start < 0 ? this.#column + text.length : text.length - start - 1;
  }

  #fail(bytes: Uint8Array): never {
    let good = 0;
    let bad = bytes.length;
    // The longest good beginning, by halving: validity of a beginning that ends between characters only falls off.
    while (good < bad) {
      const middle = (good + bad + 1) >> 1;
      if (isUtf8(bytes.subarray(0, completeEnd(bytes.subarray(0, middle))))) good = middle;
      else bad = middle - 1;
    }
    const end = completeEnd(bytes.subarray(0, good));
    this.#advance(Buffer.from(bytes.subarray(0, end)).toString("utf8"));
    const byte = (bytes[end] ?? 0).toString(16).toUpperCase().padStart(2, "0");
    throw new InputError(
      `byte 0x${byte} is not UTF-8; save the file as UTF-8, or name its encoding, as in --encoding latin1.`,
      { file: this.name, line: this.#line, column: this.#column + 1 },
    );
  }
}

/** Where the last complete character ends, if the bytes end inside one. */
function completeEnd(bytes: Uint8Array): number {
  const length = bytes.length;
  for (let back = 1; back <= 3 && back <= length; back++) {
    const byte = bytes[length - back]!;
    if (byte < 0x80) return length;
    if (byte >= 0xc0) {
      const size = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return size > back ? length - back : length;
    }
  }
  return length;
}
