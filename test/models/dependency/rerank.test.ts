/** The re-ranker of dependency trees. */
import { describe, expect, test } from "vitest";
import { Random } from "../../../src/base/index.ts";
import { dependencyExperiment, dependencyMarkdown } from "../../../src/models/dependency/index.ts";
import {
  type CandidateList,
  choose,
  learnReranker,
  numberWeights,
  oracle,
  rerankScores,
} from "../../../src/models/dependency/rerank/reranker.ts";
import { generateTreebank } from "../../../src/samples/index.ts";
import { stoppedByTimer } from "../../stopped.ts";

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
    made.push({
      tags: signal === "tags" ? (forked ? ["A", "B", "A"] : ["A", "A", "B"]) : ["A", "B", "A"],
      candidates: pair,
    });
    gold.push([...(forked ? fork : chain)]);
  }
  return { made, gold };
}

const rightOf = (reranker: Parameters<typeof choose>[0], { made, gold }: ReturnType<typeof lists>) =>
  made.filter((list, n) => [...list.candidates[choose(reranker, list)]!.heads].join() === gold[n]!.join()).length;

describe("re-ranker", () => {
  test.each(["base", "tags", "log"] as const)("learns to trust %s where it tells the gold tree", async (signal) => {
    const reranker = await learnReranker(lists(signal, 1).made, lists(signal, 1).gold, { baseWeight: 1 });
    expect(rightOf(reranker, lists(signal, 2))).toBeGreaterThan(75);
  });

  test("lets timers stop its epochs", async () => {
    const { made, gold } = lists("log", 1);
    const many = Array.from({ length: 200 }, () => made).flat();
    const goldOfMany = Array.from({ length: 200 }, () => gold).flat();
    await stoppedByTimer((context) => learnReranker(many, goldOfMany, { rerankEpochs: 1000 }, context));
  });

  test("without log p̂ does not look at it", async () => {
    const { made, gold } = lists("log", 1);
    const reranker = await learnReranker(made, gold, { baseWeight: 1, logProbability: false });
    expect(rightOf(reranker, lists("log", 2))).toBeLessThan(65);
    const changed = made.map((list) => ({
      ...list,
      candidates: list.candidates.map((tree) => ({ ...tree, log: Number.NEGATIVE_INFINITY })),
    }));
    expect(changed.map((list) => choose(reranker, list))).toEqual(made.map((list) => choose(reranker, list)));
  });

  test("the logarithm of an estimate below 0 counts as that of a probability does", async () => {
    const negative = (seed: number) => {
      const { made, gold } = lists("log", seed);
      return {
        made: made.map(({ tags, candidates }) => ({
          tags,
          candidates: candidates.map((tree) => ({ ...tree, sign: -1 as const })),
        })),
        gold,
      };
    };
    const { made, gold } = negative(1);
    const reranker = await learnReranker(made, gold, { baseWeight: 1 });
    expect(rightOf(reranker, negative(2))).toBeGreaterThan(75);
    // Where all trees of a list have the same sign, the sign says nothing.
    expect(numberWeights(reranker)).toEqual({
      ...numberWeights(await learnReranker(lists("log", 1).made, gold, { baseWeight: 1 })),
      negative: 0,
    });
  });

  test("whether an estimate is below 0 has a weight of its own", async () => {
    const signs = (seed: number) => {
      const { made, gold } = lists("log", seed);
      const random = new Random(seed);
      return {
        made: made.map(({ tags, candidates }, n) => ({
          tags,
          candidates: candidates.map((tree) => {
            const right = [...tree.heads].join() === gold[n]!.join();
            return { ...tree, log: random.normal(), sign: right ? (1 as const) : (-1 as const) };
          }),
        })),
        gold,
      };
    };
    const { made, gold } = signs(1);
    const reranker = await learnReranker(made, gold, { baseWeight: 1 });
    expect(numberWeights(reranker).negative).toBeLessThan(0);
    expect(rightOf(reranker, signs(2))).toBeGreaterThan(75);
  });

  test("an estimate of 0 has no logarithm, and is taken for very small", async () => {
    const { made, gold } = lists("log", 1);
    const zero = made.map(({ tags, candidates }, n) => ({
      tags,
      candidates: candidates.map((tree) => {
        const right = [...tree.heads].join() === gold[n]!.join();
        return right ? tree : { ...tree, log: Number.NEGATIVE_INFINITY, sign: 0 as const };
      }),
    }));
    const reranker = await learnReranker(zero, gold, { baseWeight: 1 });
    expect(reranker.weights.every(Number.isFinite)).toBe(true);
    expect(reranker.deviations.every(Number.isFinite)).toBe(true);
    expect(rightOf(reranker, { made: zero, gold })).toBe(80);
    const none = zero.map(({ tags, candidates }) => ({
      tags,
      candidates: candidates.map((tree) => ({ ...tree, log: Number.NEGATIVE_INFINITY, sign: 0 as const })),
    }));
    for (const list of none) expect(rerankScores(reranker, list).every(Number.isFinite)).toBe(true);
  });

  test("scores are relative to the first tree, and the choice has the highest", async () => {
    const { made, gold } = lists("tags", 1);
    const reranker = await learnReranker(made, gold);
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

describe("experiment", () => {
  test("has the rows of the table, is bounded by its oracle, and is the same again", async () => {
    const { dependencies } = generateTreebank({ trees: 90, maxWords: 10 });
    const options = { epochs: 2, hashBits: 14, states: 3, listSize: 8, listFolds: 2, folds: 2, rerankEpochs: 3 };
    const run = () => dependencyExperiment({ train: dependencies.slice(0, 60), test: dependencies.slice(60) }, options);
    const result = await run();
    const { rows, comparisons, negative } = result;
    expect(rows.map(({ order, system }) => `${order} ${system}`)).toEqual(
      ["first", "second"].flatMap((order) =>
        ["base", "reranked", "reranked with log p̂", "oracle"].map((system) => `${order} ${system}`),
      ),
    );
    for (const order of ["first", "second"] as const) {
      const uas = (system: string) => rows.find((row) => row.order === order && row.system === system)!.scores.uas.f1;
      for (const system of ["base", "reranked", "reranked with log p̂"])
        expect(uas(system)).toBeLessThanOrEqual(uas("oracle"));
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
    for (const { interval, scores } of rows) {
      expect(interval.low).toBeLessThanOrEqual(scores.uas.f1);
      expect(interval.high).toBeGreaterThanOrEqual(scores.uas.f1);
    }
    expect(text.match(/^\|/gm)!.length).toBe(10 + 8 + 2 + result.times.length);
  });

  test("takes the number of hidden states that is best on the development trees, and tests that one", async () => {
    const { dependencies } = generateTreebank({ trees: 90, maxWords: 10 });
    const [train, dev, test_] = [dependencies.slice(0, 50), dependencies.slice(50, 70), dependencies.slice(70)];
    const options = {
      ...{ epochs: 2, hashBits: 14, listSize: 8, listFolds: 2, folds: 2, rerankEpochs: 3, second: false },
      spectralModel: "arcs" as const,
    };
    const swept = await dependencyExperiment({ train, dev, test: test_ }, { ...options, sweep: [2, 4] });
    expect(swept.sweep.map(({ states }) => states)).toEqual([2, 4]);
    const [two, four] = swept.sweep;
    const best = four!.uas > two!.uas ? 4 : 2;
    const alone = await dependencyExperiment({ train, test: test_ }, { ...options, states: best });
    expect(swept.rows).toEqual(alone.rows);
    const onDev = await dependencyExperiment({ train, test: dev }, { ...options, states: 4 });
    expect(onDev.rows.find(({ system }) => system === "reranked with log p̂")!.scores.uas.f1).toBeCloseTo(four!.uas, 9);
    expect(dependencyMarkdown(swept)).toContain("choices on 20 others, tested on 20.");
  });
});
