/** New inputs from old ones: bytes and characters that break readers, pieces of other inputs, repeated pieces. */
import type { Random } from "../../src/base/random.ts";
import { bytesOf } from "./family.ts";

/** Pieces that have broken readers: brackets, quotes, line ends, numbers at the edges, marks that are seen nowhere. */
const PIECES = [
  "(", ")", "((", "))", "\n", "\r\n", "\r", "\n\n", "\t", " ", "_", "-", "--", "/", "\\", "\"", "'", "``", "''", "<", ">", "&amp;",
  "&#x110000;", "<!--", "]]>", "%%", "#", "0", "-1", "1e39", "1e309", "NaN", "Infinity", "9007199254740993", "4294967295", "0x10", "1-2", "1.1",
  "\uFEFF", "\u0000", "\u200B", "\u2028", "\uD800", "🐕", "狗", "e\u0301", "n't", "Dr.", "z. B.", "...", "http://a.b/c?d=e#f", "a@b.c",
  "__proto__", "constructor", "-LRB-", "-NONE-", "*T*-1", "B-NP", "O",
].map(bytesOf); // biome-ignore format: a list of short texts

/** The largest input that mutation makes; records of the limits are families of their own. */
const LONGEST = 1 << 16;

function splice(input: Uint8Array, at: number, remove: number, insert: Uint8Array): Uint8Array {
  const out = new Uint8Array(input.length - remove + insert.length);
  out.set(input.subarray(0, at));
  out.set(insert, at);
  out.set(input.subarray(at + remove), at + insert.length);
  return out;
}

const pick = <T>(random: Random, list: readonly T[]): T => list[random.integer(list.length)]!;

/** Line or word around a place, as a range. */
function pieceAround(input: Uint8Array, at: number, ends: (byte: number) => boolean): [number, number] {
  let from = at;
  while (from > 0 && !ends(input[from - 1]!)) from--;
  let to = at;
  while (to < input.length && !ends(input[to]!)) to++;
  return [from, Math.min(input.length, to + 1)];
}

type Mutation = (input: Uint8Array, random: Random, others: readonly Uint8Array[]) => Uint8Array;

const anywhere = (input: Uint8Array, random: Random) => random.integer(input.length + 1);
const isLineEnd = (byte: number) => byte === 10;
const isBlank = (byte: number) => byte === 32 || byte === 10 || byte === 9 || byte === 40 || byte === 41;

const MUTATIONS: readonly Mutation[] = [
  (input, random) => splice(input, anywhere(input, random), 0, pick(random, PIECES)),
  (input, random) => {
    const at = random.integer(input.length);
    return splice(input, at, Math.min(input.length - at, 1 + random.integer(8)), pick(random, PIECES));
  },
  (input, random) => {
    const copy = Uint8Array.from(input);
    copy[random.integer(copy.length)]! ^= 1 << random.integer(8);
    return copy;
  },
  (input, random) => {
    const at = random.integer(input.length);
    return splice(input, at, Math.min(input.length - at, 1 + random.integer(64)), new Uint8Array(0));
  },
  (input, random) => input.subarray(0, random.integer(input.length)),
  (input, random) => {
    const [from, to] = pieceAround(input, random.integer(input.length), random.integer(2) === 0 ? isLineEnd : isBlank);
    const times = 1 + random.integer(random.integer(20) === 0 ? 2000 : 5);
    const piece = input.subarray(from, to);
    const count = Math.min(times, Math.floor(LONGEST / Math.max(1, piece.length)));
    const repeated = new Uint8Array(piece.length * count);
    for (let i = 0; i < count; i++) repeated.set(piece, i * piece.length);
    return splice(input, from, 0, repeated);
  },
  (input, random) => {
    const [from, to] = pieceAround(input, random.integer(input.length), isLineEnd);
    return splice(input, from, to - from, new Uint8Array(0));
  },
  (input, random, others) => {
    const other = pick(random, others);
    if (other.length === 0) return input;
    const start = random.integer(other.length);
    const piece = other.subarray(start, start + 1 + random.integer(200));
    return splice(input, anywhere(input, random), 0, piece);
  },
];

/** One to eight mutations of a seed. */
export function mutate(seed: Uint8Array, random: Random, others: readonly Uint8Array[]): Uint8Array {
  let input = seed;
  for (let i = 1 + random.integer(random.integer(3) === 0 ? 8 : 2); i > 0; i--) {
    input = input.length === 0 ? pick(random, PIECES) : pick(random, MUTATIONS)(input, random, others);
    if (input.length > LONGEST) input = input.subarray(0, LONGEST);
  }
  return input;
}
