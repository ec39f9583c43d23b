/**
 * Lists of symbols in packed models. A long list is sorted, and of each text only what differs from the one before is
 * stored, in the table `symbols:NAME` (U8). A text is UTF-8 and stored as
 *
 *   16·min(s, 15) + min(r, 15),   s − 15 where s ≥ 15,   r − 15 where r ≥ 15,   its last r bytes
 *
 * where s bytes are those of the text before and r follow; s − 15 and r − 15 have seven bits a byte, the lowest first,
 * and the upper bit says that more follow. Where the list is not sorted, `symbols:NAME:order` has the place of each of
 * its texts among the sorted ones. Words of a language take a third of their room in JSON.
 *
 * Reading is linear in what is read, and makes texts of at most `MOST_GROWTH` times the bytes that are stored.
 */
import type { Tensor } from "../model-parts.ts";
import { shortened } from "../quoted.ts";
import { ContainerDefect } from "./safetensors.ts";

type Symbols = Readonly<Record<string, readonly string[]>>;
type Tensors = Readonly<Record<string, Tensor>>;

/** Lists of fewer texts stay as they are. */
const SHORTEST = 256;
/** Bytes of all texts for a stored byte, at most: sorted words have some four. */
const MOST_GROWTH = 64;
/** The largest number that fits half of a text's first byte; it says that more follows. */
const FULL = 15;

const tableOf = (name: string): string => `symbols:${name}`;
const orderOf = (name: string): string => `${tableOf(name)}:order`;

/** What a packed model stores of its symbols. */
export interface PackedSymbols {
  /** Lists that stay as they are. */
  readonly symbols: Symbols;
  /** Tables of the others. */
  readonly tensors: Tensors;
  /** Names of the others. */
  readonly packed: readonly string[];
}

/** The same lists in less room. */
export function packSymbols(symbols: Symbols): PackedSymbols {
  const plain: Record<string, readonly string[]> = {};
  const tensors: Record<string, Tensor> = {};
  const packed: string[] = [];
  for (const [name, texts] of Object.entries(symbols)) {
    const table = texts.length < SHORTEST ? undefined : packTexts(texts);
    if (table === undefined) {
      plain[name] = texts;
      continue;
    }
    packed.push(name);
    tensors[tableOf(name)] = { shape: [table.bytes.length], data: table.bytes };
    if (table.order !== undefined) tensors[orderOf(name)] = { shape: [texts.length], data: table.order };
  }
  return { symbols: plain, tensors, packed };
}

/** Undefined where a text has no UTF-8 (half of a surrogate pair), or where texts are too long and too much alike. */
function packTexts(texts: readonly string[]) {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const places = Array.from(texts.keys()).sort((a, b) =>
    texts[a]! < texts[b]! ? -1 : texts[a]! > texts[b]! ? 1 : a - b,
  );
  const out: number[] = [];
  let [before, total] = [new Uint8Array(0), 0];
  for (const place of places) {
    const bytes = encoder.encode(texts[place]!);
    if (decoder.decode(bytes) !== texts[place]) return undefined;
    let shared = 0;
    while (shared < before.length && shared < bytes.length && before[shared] === bytes[shared]) shared++;
    const rest = bytes.length - shared;
    out.push(16 * Math.min(shared, FULL) + Math.min(rest, FULL));
    if (shared >= FULL) pushNumber(out, shared - FULL);
    if (rest >= FULL) pushNumber(out, rest - FULL);
    for (let i = shared; i < bytes.length; i++) out.push(bytes[i]!);
    [before, total] = [bytes, total + bytes.length];
  }
  if (total > MOST_GROWTH * out.length) return undefined;
  if (places.every((place, i) => place === i)) return { bytes: Uint8Array.from(out), order: undefined };
  const order = new Uint32Array(texts.length);
  for (const [rank, place] of places.entries()) order[place] = rank;
  return { bytes: Uint8Array.from(out), order };
}

function pushNumber(out: number[], value: number): void {
  for (let left = value; ; left = Math.floor(left / 128)) {
    out.push(left < 128 ? left : 128 + (left % 128));
    if (left < 128) return;
  }
}

/** The lists that `packSymbols` packed, and the tables that are not theirs. Throws a `ContainerDefect`. */
export function unpackSymbols(
  tensors: Tensors,
  packed: unknown,
): { readonly symbols: Record<string, string[]>; readonly tensors: Tensors } {
  if (!Array.isArray(packed) || !packed.every((name) => typeof name === "string"))
    throw new ContainerDefect("damaged", "has packed symbols that are not a list of names");
  const symbols: [string, string[]][] = [];
  const others: Record<string, Tensor> = { ...tensors };
  for (const name of packed) {
    const fail = (found: string) => new ContainerDefect("damaged", `${found} symbols "${shortened(name)}"`);
    const table = Object.hasOwn(tensors, tableOf(name)) ? tensors[tableOf(name)]!.data : undefined;
    if (!(table instanceof Uint8Array)) throw fail("has no table of the packed");
    const texts = unpackTexts(table, fail);
    const order = Object.hasOwn(tensors, orderOf(name)) ? tensors[orderOf(name)]!.data : undefined;
    symbols.push([name, order === undefined ? texts : inOrder(texts, order, fail)]);
    delete others[tableOf(name)];
    delete others[orderOf(name)];
  }
  return { symbols: Object.fromEntries(symbols), tensors: others };
}

type Fail = (found: string) => ContainerDefect;

/**
 * All texts are laid out one after the other, decoded at once, and cut: many times faster than one by one. A text has
 * as many UTF-16 units as bytes that begin a character, and one more for each character of four bytes.
 */
function unpackTexts(table: Uint8Array, fail: Fail): string[] {
  let all = new Uint8Array(8 * table.length);
  const ends: number[] = [];
  let [at, end, begin, units] = [0, 0, 0, 0];
  const number = (): number => {
    for (let value = 0, weight = 1; ; weight *= 128) {
      const byte = table[at++];
      if (byte === undefined || weight > 2 ** 35) throw fail("is cut short in");
      value += weight * (byte % 128);
      if (byte < 128) return value;
    }
  };
  while (at < table.length) {
    const head = table[at++]!;
    const shared = head >> 4 === FULL ? FULL + number() : head >> 4;
    const rest = head % 16 === FULL ? FULL + number() : head % 16;
    if (shared > end - begin || rest > table.length - at) throw fail("is cut short in");
    const next = end + shared + rest;
    if (next > MOST_GROWTH * table.length) throw fail("has too long texts in");
    if (next > all.length) all = grown(all, next);
    all.copyWithin(end, begin, begin + shared);
    all.set(table.subarray(at, at + rest), end + shared);
    for (let i = end; i < next; i++) {
      const byte = all[i]!;
      if (byte < 0x80 || byte > 0xbf) units += byte < 0xf0 ? 1 : 2;
    }
    ends.push(units);
    [begin, end, at] = [end, next, at + rest];
  }
  const text = decoded(all.subarray(0, end), fail);
  if (text.length !== units) throw fail("has bytes that are no texts in");
  return ends.map((to, i) => text.slice(i === 0 ? 0 : ends[i - 1], to));
}

function grown(bytes: Uint8Array, least: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.max(least, 2 * bytes.length));
  larger.set(bytes);
  return larger;
}

function decoded(bytes: Uint8Array, fail: Fail): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw fail("has bytes that are no texts in");
  }
}

function inOrder(texts: readonly string[], order: Tensor["data"], fail: Fail): string[] {
  if (!(order instanceof Uint32Array) || order.length !== texts.length) throw fail("does not tell the order of");
  const found: string[] = [];
  for (const place of order) {
    if (place >= texts.length) throw fail("does not tell the order of");
    found.push(texts[place]!);
  }
  return found;
}
