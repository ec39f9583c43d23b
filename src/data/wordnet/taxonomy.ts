/**
 * The hypernyms of nouns and of verbs as a taxonomy: everything above a synset with its distance, depths, and the
 * nearest common ancestor. Each part of speech is a taxonomy of its own; where it has several roots, as verbs have, a
 * virtual root stands above them. Adjectives and adverbs have no hypernyms: every one of them is a root.
 *
 * Made once: O(synsets · ancestors), which is some 12 for a noun.
 */
import { InputError } from "../../base/errors.ts";
import { PARTS_OF_SPEECH, type PartOfSpeech } from "./parts-of-speech.ts";
import { type Lists, reversed } from "./reversed.ts";
import type { Synset, WordNet } from "./wordnet.ts";

/** Longest chain of hypernyms that is accepted: WordNet's has 20. */
const LONGEST_CHAIN = 200;

/** Most synsets above one that are accepted: WordNet has up to 37. */
const MOST_ANCESTORS = 1000;

/** In place of a synset: the virtual root. */
export const VIRTUAL_ROOT = -1;

/** What two synsets share. */
export interface CommonAncestor {
  /** `VIRTUAL_ROOT` where nothing else is above both. */
  readonly ancestor: Synset | typeof VIRTUAL_ROOT;
  /** Steps from the one to the other through it. */
  readonly distance: number;
}

/** The hierarchy of hypernyms of a WordNet, with depths and common ancestors. */
export class Taxonomy {
  /** Steps on the longest way down to each synset, from the root of its taxonomy, the virtual one if there is. */
  readonly depths: Uint16Array;
  /** For each synset the index of its part of speech. */
  readonly parts: Uint8Array;
  /** By index of the part of speech: deepest synset, and whether there is a virtual root. */
  readonly #deepest = new Uint16Array(PARTS_OF_SPEECH.length);
  readonly #hasVirtualRoot: boolean[] = PARTS_OF_SPEECH.map(() => false);
  /** Ancestors of s, itself included, by rising number: entries from `starts[s]`, `counts[s]` of them. */
  readonly #starts: Uint32Array;
  readonly #counts: Uint16Array;
  readonly #ancestors: Uint32Array;
  readonly #distances: Uint8Array;
  /** Steps on the shortest way to a root. */
  readonly #heights: Uint8Array;

  constructor(readonly wordnet: WordNet) {
    const { size, hypernymLists } = wordnet;
    this.parts = new Uint8Array(size);
    for (const [i, name] of PARTS_OF_SPEECH.entries()) {
      const { first, end } = wordnet.range(name);
      this.parts.fill(i, first, end);
    }
    const { order, isRoot } = fromTheRoots(hypernymLists);
    const roots = new Uint32Array(PARTS_OF_SPEECH.length);
    for (let s = 0; s < size; s++) if (isRoot[s] === 1) roots[this.parts[s]!]!++;
    for (const [i, count] of roots.entries()) this.#hasVirtualRoot[i] = count > 1;

    this.depths = new Uint16Array(size);
    this.#starts = new Uint32Array(size);
    this.#counts = new Uint16Array(size);
    this.#heights = new Uint8Array(size).fill(LONGEST_CHAIN);
    const gatherer = new AncestorGatherer(size);
    for (const s of order) {
      this.#starts[s] = gatherer.begin(s);
      let depth = isRoot[s] === 1 && this.#hasVirtualRoot[this.parts[s]!] ? 1 : 0;
      let height = isRoot[s] === 1 ? 0 : LONGEST_CHAIN;
      const { starts, ids } = hypernymLists;
      for (let e = starts[s]!; isRoot[s] === 0 && e < starts[s + 1]!; e++) {
        const above = ids[e]!;
        // A part of a cycle that is not yet known does not count.
        if (this.#counts[above] === 0) continue;
        depth = Math.max(depth, this.depths[above]! + 1);
        height = Math.min(height, this.#heights[above]! + 1);
        gatherer.addAbove(this.#starts[above]!, this.#counts[above]!);
      }
      const count = gatherer.finish();
      if (depth > LONGEST_CHAIN || count > MOST_ANCESTORS) {
        throw new InputError(
          `the synset at byte ${wordnet.offset(s)} of the ${wordnet.partOfSpeech(s)}s has ${count - 1} above it, ` +
            `on a way of ${depth} steps; expected some 20; the data file is damaged.`,
        );
      }
      this.depths[s] = depth;
      this.#heights[s] = height;
      this.#counts[s] = count;
      const part = this.parts[s]!;
      this.#deepest[part] = Math.max(this.#deepest[part]!, depth);
    }
    this.#ancestors = gatherer.ids;
    this.#distances = gatherer.distances;
  }

  /** Depth of the deepest synset of a part of speech. */
  deepest(part: PartOfSpeech): number {
    return this.#deepest[PARTS_OF_SPEECH.indexOf(part)]!;
  }

  hasVirtualRoot(part: PartOfSpeech): boolean {
    return this.#hasVirtualRoot[PARTS_OF_SPEECH.indexOf(part)]!;
  }

  /** All synsets above one, itself first, with distances: nearest first. */
  ancestors(synset: Synset): { readonly synset: Synset; readonly distance: number }[] {
    const start = this.#starts[synset]!;
    return Array.from({ length: this.#counts[synset]! }, (_, i) => ({
      synset: this.#ancestors[start + i]!,
      distance: this.#distances[start + i]!,
    })).sort((a, b) => a.distance - b.distance || a.synset - b.synset);
  }

  /** Adds to `into[a]` for every ancestor a of the synset, itself included. */
  addToAncestors(synset: Synset, amount: number, into: Float64Array): void {
    const start = this.#starts[synset]!;
    for (let e = start; e < start + this.#counts[synset]!; e++) into[this.#ancestors[e]!]! += amount;
  }

  /** Steps on the shortest way through a common ancestor; undefined for synsets that share none. */
  distance(a: Synset, b: Synset): number | undefined {
    let shortest = Number.POSITIVE_INFINITY;
    this.#walk(a, b, (_, distance) => {
      if (distance < shortest) shortest = distance;
    });
    if (this.parts[a] === this.parts[b] && this.#hasVirtualRoot[this.parts[a]!])
      shortest = Math.min(shortest, this.#heights[a]! + this.#heights[b]! + 2);
    return Number.isFinite(shortest) ? shortest : undefined;
  }

  /** The common ancestor with the highest `value`; undefined for synsets that share none. */
  highestCommon(a: Synset, b: Synset, value: Float64Array | Uint16Array): CommonAncestor | undefined {
    let ancestor: Synset = VIRTUAL_ROOT;
    let distance = Number.POSITIVE_INFINITY;
    let highest = Number.NEGATIVE_INFINITY;
    this.#walk(a, b, (id, steps) => {
      const own = value[id]!;
      if (own < highest || (own === highest && steps >= distance)) return;
      ancestor = id;
      highest = own;
      distance = steps;
    });
    if (ancestor !== VIRTUAL_ROOT) return { ancestor, distance };
    if (this.parts[a] !== this.parts[b] || !this.#hasVirtualRoot[this.parts[a]!]) return undefined;
    return { ancestor, distance: this.#heights[a]! + this.#heights[b]! + 2 };
  }

  /** The highest `value` of a common ancestor; −∞ where there is none. */
  highestValue(a: Synset, b: Synset, value: Float64Array): number {
    const ids = this.#ancestors;
    let i = this.#starts[a]!;
    let j = this.#starts[b]!;
    const iEnd = i + this.#counts[a]!;
    const jEnd = j + this.#counts[b]!;
    let highest = Number.NEGATIVE_INFINITY;
    while (i < iEnd && j < jEnd) {
      const one = ids[i]!;
      const other = ids[j]!;
      if (one === other && value[one]! > highest) highest = value[one]!;
      if (one <= other) i++;
      if (other <= one) j++;
    }
    return highest;
  }

  /** Visits the common ancestors of two synsets. */
  #walk(a: Synset, b: Synset, visit: (ancestor: Synset, distance: number) => void): void {
    const ids = this.#ancestors;
    let i = this.#starts[a]!;
    let j = this.#starts[b]!;
    const iEnd = i + this.#counts[a]!;
    const jEnd = j + this.#counts[b]!;
    while (i < iEnd && j < jEnd) {
      const one = ids[i]!;
      const other = ids[j]!;
      if (one === other) visit(one, this.#distances[i]! + this.#distances[j]!);
      if (one <= other) i++;
      if (other <= one) j++;
    }
  }
}

/** An order in which hypernyms come before what is below them. A cycle is entered at its first member, as if a root. */
function fromTheRoots(above: Lists): { readonly order: Uint32Array; readonly isRoot: Uint8Array } {
  const size = above.starts.length - 1;
  const below = reversed(above, size);
  const waiting = new Uint32Array(size);
  for (let s = 0; s < size; s++) waiting[s] = above.starts[s + 1]! - above.starts[s]!;
  const order = new Uint32Array(size);
  const isRoot = new Uint8Array(size);
  const queued = new Uint8Array(size);
  let end = 0;
  const enter = (s: number) => {
    queued[s] = 1;
    order[end++] = s;
  };
  for (let s = 0; s < size; s++) {
    if (waiting[s] !== 0) continue;
    isRoot[s] = 1;
    enter(s);
  }
  let unqueued = 0;
  for (let at = 0; at < size; at++) {
    if (at === end) {
      // Only cycles are left, and what is below them.
      while (queued[unqueued] === 1) unqueued++;
      isRoot[unqueued] = 1;
      enter(unqueued);
    }
    const s = order[at]!;
    for (let e = below.starts[s]!; e < below.starts[s + 1]!; e++) {
      const child = below.ids[e]!;
      if (--waiting[child]! === 0 && queued[child] === 0) enter(child);
    }
  }
  return { order, isRoot };
}

/** Gathers the ancestors of one synset after another, each list sorted, in arrays that grow. */
class AncestorGatherer {
  ids = new Uint32Array(1 << 16);
  distances = new Uint8Array(1 << 16);
  readonly #placeOf: Uint32Array;
  readonly #owner: Uint32Array;
  #start = 0;
  #end = 0;
  #current = 0;

  constructor(size: number) {
    this.#placeOf = new Uint32Array(size);
    this.#owner = new Uint32Array(size);
  }

  begin(synset: Synset): number {
    this.#start = this.#end;
    this.#current = synset + 1;
    this.#add(synset, 0);
    return this.#start;
  }

  addAbove(start: number, count: number): void {
    for (let e = start; e < start + count; e++) this.#add(this.ids[e]!, this.distances[e]! + 1);
  }

  #add(id: Synset, distance: number): void {
    if (this.#owner[id] === this.#current) {
      const place = this.#placeOf[id]!;
      this.distances[place] = Math.min(this.distances[place]!, distance);
      return;
    }
    if (this.#end === this.ids.length) {
      const longer = new Uint32Array(2 * this.#end);
      longer.set(this.ids);
      this.ids = longer;
      const more = new Uint8Array(2 * this.#end);
      more.set(this.distances);
      this.distances = more;
    }
    this.#owner[id] = this.#current;
    this.#placeOf[id] = this.#end;
    this.ids[this.#end] = id;
    this.distances[this.#end++] = distance;
  }

  /** Sorts the list by insertion, as it is short; returns its length. */
  finish(): number {
    const { ids, distances } = this;
    for (let i = this.#start + 1; i < this.#end; i++) {
      const id = ids[i]!;
      const distance = distances[i]!;
      let j = i - 1;
      for (; j >= this.#start && ids[j]! > id; j--) {
        ids[j + 1] = ids[j]!;
        distances[j + 1] = distances[j]!;
      }
      ids[j + 1] = id;
      distances[j + 1] = distance;
    }
    return this.#end - this.#start;
  }
}
