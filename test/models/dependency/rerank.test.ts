import { describe, expect, test } from "vitest";
import { Random } from "../../../src/base/index.ts";
import { oracle } from "../../../src/models/dependency/experiment.ts";
import { type CandidateList, choose, dependencyExperiment, learnReranker } from "../../../src/models/dependency/index.ts";
import { generateTreebank } from "../../../src/samples/index.ts";

/** Lists of two trees over the tags A B A; `signal` says which is gold: the base score, the tags, or log p̂. */
function lists(signal: "base" | "tags" | "log", seed: number) {
  const random = new Random(seed);
  const chain = Int32Array.of(2, 3, 0);
  const fork = Int32Array.of(2, 0, 2);
  const made: CandidateList[] = [];
  const gold: number[][] = [];
  for (let n = 0; n < 80; n++) {
    const forked = random.bits() < 0;
    const noise = () => random.normal();
    const candidate = (heads: Int32Array, right: boolean) => ({
      heads,
      score: signal === "base" ? (right ? 2 : 0) + 0.1 * noise() : noise(),
      log: signal === "log" ? (right ? -3 : -9) + 0.1 * noise() : noise(),
    });
    const pair = [candidate(chain, !forked), candidate(fork, forked)].sort((a, b) => b.score - a.score);
    made.push({ tags: signal === "tags" ? (forked ? ["A", "B", "A"] : ["A", "A", "B"]) : ["A", "B", "A"], candidates: pair });
    gold.push([...(forked ? fork : chain)]);
  }
  return { made, gold };
}

const rightOf = (reranker: Parameters<typeof choose>[0], { made, gold }: ReturnType<typeof lists>) =>
  made.filter((list, n) => [...list.candidates[choose(reranker, list)]!.heads].join() === gold[n]!.join()).length;

describe("re-ranker", () => {
  test.each(["base", "tags", "log"] as const)("learns to trust %s where it tells the gold tree", (signal) => {
    const reranker = learnReranker(lists(signal, 1).made, lists(signal, 1).gold, { baseWeight: 1 });
    expect(rightOf(reranker, lists(signal, 2))).toBeGreaterThan(75);
  });

  test("without log p̂ does not look at it", () => {
    const { made, gold } = lists("log", 1);
    const reranker = learnReranker(made, gold, { baseWeight: 1, logProbability: false });
    expect(rightOf(reranker, lists("log", 2))).toBeLessThan(65);
    const changed = made.map((list) => ({
      ...list,
      candidates: list.candidates.map((tree) => ({ ...tree, log: Number.NEGATIVE_INFINITY })),
    }));
    expect(changed.map((list) => choose(reranker, list))).toEqual(made.map((list) => choose(reranker, list)));
  });

  test("a tree with p̂ = 0 counts as very improbable, not as no number", () => {
    const { made, gold } = lists("log", 1);
    const reranker = learnReranker(made, gold, { baseWeight: 1 });
    const [list] = made;
    const best = choose(reranker, list!);
    const other = {
      ...list!,
      candidates: list!.candidates.map((tree, i) => (i === best ? tree : { ...tree, log: Number.NEGATIVE_INFINITY })),
    };
    expect(choose(reranker, other)).toBe(best);
  });

  test("the oracle takes the tree with most heads right", () => {
    const candidates = [
      [2, 3, 0],
      [2, 0, 2],
      [0, 1, 1],
    ].map((heads) => ({ heads: Int32Array.from(heads), score: 0, log: 0 }));
    expect(oracle({ tags: ["A", "B", "A"], candidates }, [2, 0, 2])).toBe(1);
    expect(oracle({ tags: ["A", "B", "A"], candidates }, [0, 1, 2])).toBe(2);
  });
});

describe("experiment", () => {
  test("has the rows of the table, is bounded by its oracle, and is the same again", () => {
    const { dependencies } = generateTreebank({ trees: 90, maxWords: 10 });
    const options = { epochs: 2, hashBits: 14, states: 3, list: 8, listFolds: 2, tagFolds: 2, rerankEpochs: 3 };
    const run = () => dependencyExperiment(dependencies.slice(0, 60), dependencies.slice(60), options);
    const { rows, orders, negative } = run();
    expect(rows.map(({ order, system }) => `${order} ${system}`)).toEqual(
      ["first", "second"].flatMap((order) => ["base", "reranked", "reranked with log p̂", "oracle"].map((system) => `${order} ${system}`)),
    );
    for (const at of [0, 4]) {
      const [base, plain, spectral, best] = rows.slice(at, at + 4).map(({ scores }) => scores.uas.f1);
      for (const value of [base!, plain!, spectral!]) expect(value).toBeLessThanOrEqual(best!);
      expect(orders[at / 4]!.comparison.difference).toBeCloseTo(spectral! - plain!, 9);
    }
    expect(negative).toBeGreaterThanOrEqual(0);
    expect(run()).toMatchObject({ orders });
  });
});
