/** What the scorings of all formats have in common. */
import { InputError } from "../../base/index.ts";
import type { TextSource } from "../../data/index.ts";

export interface Scoring {
  /** What --json writes. */
  readonly facts: object;
  readonly summary: string;
  /** A table with a line for every sentence, for --sentences. */
  readonly sentences?: () => string;
}

/** Predicted and gold records side by side. They must be equally many; `unit` is what one is called. */
export async function* pairs<P, G>(
  predicted: AsyncIterable<P>,
  gold: AsyncIterable<G>,
  files: { readonly predicted: TextSource; readonly gold: TextSource },
  unit: string,
): AsyncGenerator<readonly [P, G]> {
  const left = predicted[Symbol.asyncIterator]();
  const right = gold[Symbol.asyncIterator]();
  for (let count = 0; ; count++) {
    const [p, g] = [await left.next(), await right.next()];
    if (p.done && g.done) return;
    if (p.done || g.done) {
      const [short, long] = p.done ? [files.predicted, files.gold] : [files.gold, files.predicted];
      const reason = `ends after ${count} ${unit}s, and ${long.name} has more; both must hold the same sentences in the same order.`;
      throw new InputError(reason, { file: short.name });
    }
    yield [p.value, g.value];
  }
}
