import { describe, expect, test } from "vitest";
import { Random } from "../../../src/base/index.ts";
import {
  type CandidateList,
  choose,
  dependencyExperiment,
  dependencyMarkdown,
  learnReranker,
  oracle,
  rerankScores,
} from "../../../src/models/dependency/index.ts";
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
      sign: 1 as const,
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

  test("an estimate that is no probability is known as such, not by its logarithm", () => {
    const { made, gold } = lists("log", 1);
    const wrong = made.map(({ tags, candidates }, n) => ({
      tags,
      candidates: candidates.map((tree) => {
        const right = [...tree.heads].join() === gold[n]!.join();
        return { ...tree, log: right ? -3 : Number.NEGATIVE_INFINITY, sign: right ? (1 as const) : (0 as const) };
      }),
    }));
    const reranker = learnReranker(wrong, gold, { baseWeight: 1 });
    expect(reranker.weights.every(Number.isFinite)).toBe(true);
    expect(rightOf(reranker, { made: wrong, gold })).toBe(80);
    const negative = wrong.map(({ tags, candidates }) => ({
      tags,
      candidates: candidates.map((tree) => (tree.sign > 0 ? tree : { ...tree, log: 50, sign: -1 as const })),
    }));
    expect(rightOf(reranker, { made: negative, gold })).toBe(80);
  });

  test("scores are relative to the first tree, and the choice has the highest", () => {
    const { made, gold } = lists("tags", 1);
    const reranker = learnReranker(made, gold);
    for (const list of made) {
      const scores = rerankScores(reranker, list);
      expect(scores[0]).toBe(0);
      expect(scores[choose(reranker, list)]).toBe(Math.max(...scores));
    }
  });

  test("the oracle takes the tree with most heads right", () => {
    const candidates = [
      [2, 3, 0],
      [2, 0, 2],
      [0, 1, 1],
    ].map((heads) => ({ heads: Int32Array.from(heads), score: 0, log: 0, sign: 1 as const }));
    expect(oracle({ tags: ["A", "B", "A"], candidates }, [2, 0, 2])).toBe(1);
    expect(oracle({ tags: ["A", "B", "A"], candidates }, [0, 1, 2])).toBe(2);
  });
});

describe("experiment", { timeout: 120_000 }, () => {
  test("has the rows of the table, is bounded by its oracle, and is the same again", async () => {
    const { dependencies } = generateTreebank({ trees: 90, maxWords: 10 });
    const options = { epochs: 2, hashBits: 14, states: 3, list: 8, listFolds: 2, folds: 2, rerankEpochs: 3 };
    const run = () => dependencyExperiment(dependencies.slice(0, 60), dependencies.slice(60), options);
    const result = await run();
    const { rows, comparisons, negative } = result;
    expect(rows.map(({ order, system }) => `${order} ${system}`)).toEqual(
      ["first", "second"].flatMap((order) => ["base", "reranked", "reranked with log p̂", "oracle"].map((system) => `${order} ${system}`)),
    );
    for (const order of ["first", "second"] as const) {
      const uas = (system: string) => rows.find((row) => row.order === order && row.system === system)!.scores.uas.f1;
      for (const system of ["base", "reranked", "reranked with log p̂"]) expect(uas(system)).toBeLessThanOrEqual(uas("oracle"));
      const own = comparisons.filter((comparison) => comparison.order === order);
      expect(own.map(({ better, than }) => `${better} / ${than}`)).toEqual([
        "reranked / base",
        "reranked with log p̂ / base",
        "reranked with log p̂ / reranked",
      ]);
      for (const { better, than, difference, errorReduction } of own) {
        expect(difference).toBeCloseTo(uas(better) - uas(than), 9);
        expect(errorReduction * (100 - uas(than))).toBeCloseTo(100 * difference, 6);
      }
    }
    expect(negative).toBeGreaterThanOrEqual(0);
    expect(await run()).toMatchObject({ rows, comparisons });
    const text = dependencyMarkdown(result);
    expect(text).toContain(`| second | re-ranked, base features + log p̂ | ${rows[6]!.scores.uas.f1.toFixed(2)} |`);
    expect(text.match(/^\|/gm)!.length).toBe(10 + 8 + 2 + result.stages.length);
  });
});
