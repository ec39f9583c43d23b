/** The chain of refined labels against enumeration. */
import { describe, expect, test } from "vitest";
import { Random } from "../../src/base/random.ts";
import { type Chain, type ChainPosition, visitChain } from "../../src/charts/chain.ts";

const EXACT = 1e-10;

/** A chain of random non-negative operators; position i admits the labels `admitted(i)`. */
function randomChain(l: number, m: number, length: number, seed: number, admitted: (i: number) => number[]): Chain {
  const random = new Random(seed);
  const numbers = (count: number) => Float64Array.from({ length: count }, () => random.uniform());
  const stored = Uint8Array.from({ length: l * l }, () => (random.uniform() < 0.7 ? 1 : 0));
  const kinds: ChainPosition[] = Array.from({ length: 4 }, (_, i) => {
    const labels = Int32Array.from(admitted(i));
    return { labels, weights: numbers(labels.length), operators: Array.from(labels, () => numbers(m * m)) };
  });
  return {
    labels: l,
    states: m,
    length,
    start: numbers(l * m),
    stop: numbers(l * m),
    transitions: numbers(l * l * m * m),
    stored,
    jump: { from: numbers(l * m), into: numbers(l * m) },
    position: (i) => kinds[i % kinds.length]!,
  };
}

/** The weight of one sequence of labels, by plain products; every pair of labels may also jump. */
function weightOf(chain: Chain, labels: readonly number[]): number {
  const { labels: l, states: m, start, stop, transitions, stored, jump } = chain;
  let vector = Float64Array.from({ length: m }, (_, h) => start[labels[0]! * m + h]!);
  for (const [i, a] of labels.entries()) {
    const position = chain.position(i);
    const k = position.labels.indexOf(a);
    const emitted = new Float64Array(m);
    for (let h = 0; h < m; h++)
      for (let g = 0; g < m; g++) emitted[h]! += position.weights[k]! * position.operators[k]![h * m + g]! * vector[g]!;
    if (i + 1 === labels.length) return emitted.reduce((sum, value, h) => sum + value * stop[a * m + h]!, 0);
    const b = labels[i + 1]!;
    const mass = emitted.reduce((sum, value, h) => sum + value * jump!.from[a * m + h]!, 0);
    vector = Float64Array.from({ length: m }, (_, h) => mass * jump!.into[b * m + h]!);
    if (stored![a * l + b] === 0) continue;
    for (let h = 0; h < m; h++)
      for (let g = 0; g < m; g++) vector[h]! += transitions[(a * l + b) * m * m + h * m + g]! * emitted[g]!;
  }
  return 0;
}

function enumerate(chain: Chain): { labels: number[]; weight: number }[] {
  const all: { labels: number[]; weight: number }[] = [];
  const visit = (labels: number[]): void => {
    if (labels.length === chain.length) all.push({ labels, weight: weightOf(chain, labels) });
    else for (const a of chain.position(labels.length).labels) visit([...labels, a]);
  };
  visit([]);
  return all;
}

describe("visitChain", () => {
  test.each([
    [1, 1, 3],
    [2, 3, 4],
    [3, 2, 5],
  ])("gives the posteriors and pairs of enumeration with %i labels, %i states, %i positions", (l, m, length) => {
    const chain = randomChain(l, m, length, 7, (i) => (i === 1 ? [l - 1] : Array.from({ length: l }, (_, a) => a)));
    const all = enumerate(chain);
    const total = all.reduce((sum, { weight }) => sum + weight, 0);
    const { logProbability, negative } = visitChain(
      chain,
      ({ index, labels, posteriors, pairs }) => {
        for (const [k, a] of labels.entries()) {
          const wanted = all.filter((one) => one.labels[index] === a).reduce((sum, { weight }) => sum + weight, 0);
          expect(Math.abs(posteriors[k]! - wanted / total)).toBeLessThan(EXACT);
        }
        if (pairs === undefined) return;
        const next = chain.position(index + 1).labels;
        const sum = pairs.reduce((a, b) => a + b, 0);
        pairs.forEach((value, e) => {
          const [a, b] = [labels[Math.floor(e / next.length)], next[e % next.length]];
          const wanted = all.filter((one) => one.labels[index] === a && one.labels[index + 1] === b);
          expect(Math.abs(value / sum - wanted.reduce((s, { weight }) => s + weight, 0) / total)).toBeLessThan(EXACT);
        });
      },
      { pairs: true },
    );
    expect(Math.abs(logProbability - Math.log(total))).toBeLessThan(EXACT);
    expect(negative).toBe(0);
  });

  test("neither underflows nor loses precision over 100,000 positions in blocks", () => {
    const chain = randomChain(2, 2, 100_000, 3, () => [0, 1]);
    const tiny = {
      ...chain,
      transitions: chain.transitions.map((value) => value * 1e-12),
      jump: { from: new Float64Array(4), into: new Float64Array(4) },
    };
    const seen = new Uint8Array(100_000);
    const { logProbability } = visitChain(tiny, ({ index, posteriors }) => {
      seen[index] = 1;
      if (Math.abs(posteriors[0]! + posteriors[1]! - 1) > EXACT)
        throw new Error(`position ${index} does not sum to one`);
    });
    expect(Number.isFinite(logProbability)).toBe(true);
    expect(seen.every((flag) => flag === 1)).toBe(true);
    // The middle of a long chain forgets its ends: a short chain around the same place gives the same posterior.
    const near = (length: number, at: number) => {
      let found = 0;
      visitChain({ ...tiny, length }, ({ index, posteriors }) => {
        if (index === at) found = posteriors[0]!;
      });
      return found;
    };
    expect(Math.abs(near(400, 200) - near(1600, 1000))).toBeLessThan(EXACT);
  });

  test("an empty chain has probability one", () => {
    expect(
      visitChain(
        randomChain(2, 2, 0, 1, () => [0, 1]),
        () => expect.unreachable(),
      ),
    ).toEqual({ logProbability: 0, negative: 0 });
  });

  test("counts negative marginals and decides by their size", () => {
    const chain = randomChain(2, 1, 1, 1, () => [0, 1]);
    const signed = {
      ...chain,
      start: Float64Array.of(-3, 1),
      stop: Float64Array.of(1, 1),
      position: () => ({
        labels: Int32Array.of(0, 1),
        weights: Float64Array.of(1, 1),
        operators: [Float64Array.of(1), Float64Array.of(1)],
      }),
    };
    const summary = visitChain(signed, ({ posteriors }) => expect(Array.from(posteriors)).toEqual([0.75, 0.25]));
    expect(summary.negative).toBe(1);
  });
});
