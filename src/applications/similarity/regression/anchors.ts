/**
 * Pairs that anchor the scale for unknown sources: sentences of different pairs put together, which have nothing to do
 * with each other and get the lowest score, and sentences with themselves, which get the highest.
 */
import { Random } from "../../../base/random.ts";
import type { JudgedPair } from "../../../data/sentence-pairs.ts";

/** Of each source, at most; more of them change nothing. */
const [UNRELATED, SAME] = [250, 100] as const;

/** At most one for each pair, and for each ten pairs four sentences with themselves; drawn with the seed. */
export function anchorPairs(
  pairs: readonly JudgedPair[],
  [lowest, highest]: readonly [number, number],
  seed: number,
): JudgedPair[] {
  const sources = [...new Set(pairs.map(({ source = "" }) => source))];
  return sources.flatMap((source) => {
    const own = pairs.filter((pair) => (pair.source ?? "") === source);
    const mixed = new Random(seed).stream(`anchors ${source}`).shuffle(own);
    const unrelated = mixed.slice(0, mixed.length < 2 ? 0 : UNRELATED).map(({ first }, i) => {
      const { second } = mixed[(i + 1) % mixed.length]!;
      return { first, second, score: lowest, source };
    });
    const same = mixed
      .slice(0, Math.min(SAME, Math.ceil(0.4 * mixed.length)))
      .map(({ first }) => ({ first, second: first, score: highest, source }));
    return [...unrelated, ...same];
  });
}
