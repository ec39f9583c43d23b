/** Choices from a seeded source, as the grammar makes them. */
import type { Random } from "../base/random.ts";

export class Draw {
  constructor(readonly random: Random) {}

  chance(probability: number): boolean {
    return this.random.uniform() < probability;
  }

  /** Every item alike. */
  oneOf<T>(items: readonly T[]): T {
    return items[this.random.integer(items.length)]!;
  }

  /** A word by Zipf's law over the list's order: P(rank r of n) = log((r+1)/r) / log(n+1). */
  word(words: readonly string[]): string {
    return words[Math.floor((words.length + 1) ** this.random.uniform()) - 1]!;
  }

  /** In proportion to the weights. */
  weighted<T extends { readonly weight: number }>(items: readonly T[]): T {
    let sum = 0;
    for (const { weight } of items) sum += weight;
    let rest = this.random.uniform() * sum;
    for (const item of items) {
      rest -= item.weight;
      if (rest < 0) return item;
    }
    return items.at(-1)!;
  }
}
