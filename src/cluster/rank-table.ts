/**
 * The ranks of words as a hash table that plain SQL can look up in. Every word stands in one of two slots, both of them
 * remainders of its checksum; a look-up reads two elements of an array. A join would have to explode the words of a
 * line, and a shuffle of all tokens would have to put them together again.
 *
 * The table is filled as in cuckoo hashing (Pagh and Rodler, 2004, section 2): a word that finds its slot taken drives
 * the other out to its second slot.
 */

/** Slots for each word. Filling works while more than two are there for each. */
const ROOM = 3;
/** Below 2^16 slots two words with different checksums might share both remainders: (2^16)² reaches all checksums. */
const FEWEST = 2 ** 16;
/** Chains are short while two thirds of the room are free; one of this length is a circle. */
const LONGEST_CHAIN = 500;
/** The polynomial of CRC-32 (ISO 3309), bits reversed: that of `crc32` in SQL. */
const POLYNOMIAL = 0xedb88320;

const REMAINDERS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ POLYNOMIAL : rest >>> 1;
  return rest;
});

/** CRC-32 of the UTF-8 bytes of a text. */
export function checksum(text: string): number {
  let rest = 0xffffffff;
  for (const byte of new TextEncoder().encode(text)) rest = (rest >>> 8) ^ REMAINDERS[(rest ^ byte) & 0xff]!;
  return (rest ^ 0xffffffff) >>> 0;
}

/** The ranks of words: those in slots, and the few that found none. */
export interface RankTable {
  readonly size: number;
  /** The rank in each slot, or -1: a word with checksum c stands in slot c mod `size` or c mod (`size` - 1). */
  readonly slots: Int32Array;
  /** Ranks of words without a slot: where three words have one checksum, which is unlikely unless somebody means it. */
  readonly strays: readonly number[];
}

/** The table of words, which are all different; their ranks are their places. */
export function rankTable(words: readonly string[]): RankTable {
  const checksums = Uint32Array.from(words, checksum);
  const size = Math.max(FEWEST, ROOM * words.length);
  const slots = new Int32Array(size).fill(-1);
  const strays: number[] = [];
  for (let rank = 0; rank < checksums.length; rank++) {
    let [moving, slot] = [rank, checksums[rank]! % size];
    for (let steps = 0; ; steps++) {
      if (steps === LONGEST_CHAIN) {
        strays.push(moving);
        break;
      }
      const driven = slots[slot]!;
      slots[slot] = moving;
      moving = driven;
      if (moving < 0) break;
      const [first, second] = [checksums[moving]! % size, checksums[moving]! % (size - 1)];
      slot = slot === first ? second : first;
    }
  }
  return { size, slots, strays };
}
