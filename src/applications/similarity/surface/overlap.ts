/** How much of two bags is shared. Bags are counts by key; p and r are the shares of either bag that the other has. */

export type Bag = ReadonlyMap<string, number>;

export function bagOf(items: Iterable<string>): Map<string, number> {
  const bag = new Map<string, number>();
  for (const item of items) bag.set(item, (bag.get(item) ?? 0) + 1);
  return bag;
}

export const sizeOf = (bag: Bag): number => {
  let size = 0;
  for (const count of bag.values()) size += count;
  return size;
};

/** Items that both have, each as often as both have it. */
export function shared(a: Bag, b: Bag): number {
  if (a.size > b.size) return shared(b, a);
  let count = 0;
  for (const [item, own] of a) count += Math.min(own, b.get(item) ?? 0);
  return count;
}

/** 2·shared / (|a| + |b|); two empty bags share nothing, and nothing is missing either: `empty`. */
export function dice(a: Bag, b: Bag, empty = 0): number {
  const total = sizeOf(a) + sizeOf(b);
  return total === 0 ? empty : (2 * shared(a, b)) / total;
}

/** Cosine of the counts. */
export function cosine(a: Bag, b: Bag): number {
  if (a.size > b.size) return cosine(b, a);
  let [dot, aa, bb] = [0, 0, 0];
  for (const [item, own] of a) {
    dot += own * (b.get(item) ?? 0);
    aa += own * own;
  }
  for (const own of b.values()) bb += own * own;
  return dot === 0 ? 0 : dot / Math.sqrt(aa * bb);
}

/** Neighbours joined, n at a time. */
export function* ngrams(items: readonly string[], n: number): Generator<string> {
  for (let i = 0; i + n <= items.length; i++) {
    let gram = items[i]!;
    for (let k = 1; k < n; k++) gram += `\u0000${items[i + k]!}`;
    yield gram;
  }
}

/** Pairs in order with at most `gap` items between them. */
export function* skipGrams(items: readonly string[], gap: number): Generator<string> {
  for (let i = 0; i < items.length; i++)
    for (let j = i + 1; j < items.length && j <= i + 1 + gap; j++) yield `${items[i]}\u0000${items[j]}`;
}

/** Substrings of n characters. */
export function* characterGrams(text: string, n: number): Generator<string> {
  for (let i = 0; i + n <= text.length; i++) yield text.slice(i, i + n);
}
