/**
 * How far common words keep their order, as measures of machine translation see it (METEOR: Banerjee and Lavie 2005).
 */

export type Pairing = readonly (readonly [first: number, second: number])[];

/** Equal words paired from left to right: the k-th occurrence with the k-th; by rising place in `a`. */
export function equalWords(a: readonly string[], b: readonly string[]): Pairing {
  const places = new Map<string, number[]>();
  for (const [j, word] of b.entries()) {
    const known = places.get(word);
    if (known === undefined) places.set(word, [j]);
    else known.push(j);
  }
  const next = new Map<string, number>();
  const pairs: [number, number][] = [];
  for (const [i, word] of a.entries()) {
    const which = next.get(word) ?? 0;
    const j = places.get(word)?.[which];
    if (j === undefined) continue;
    pairs.push([i, j]);
    next.set(word, which + 1);
  }
  return pairs;
}

export interface Order {
  /** Share of the pairs of matched words in the same order in both; 0 where fewer than two are matched. */
  readonly agreement: number;
  /** Runs of matched words that are neighbours in both, as a share of `length`. */
  readonly chunks: number;
}

export function orderOf(pairs: Pairing, length: number): Order {
  let [same, chunks] = [0, 0];
  for (const [k, [i, j]] of pairs.entries()) {
    for (let l = 0; l < k; l++) if (pairs[l]![1] < j) same++;
    const before = pairs[k - 1];
    if (before === undefined || before[0] !== i - 1 || before[1] !== j - 1) chunks++;
  }
  const n = pairs.length;
  return { agreement: n < 2 ? 0 : (2 * same) / (n * (n - 1)), chunks: chunks / length };
}
