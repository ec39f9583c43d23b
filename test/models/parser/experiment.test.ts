/** The experiments of the 2013 paper and tuning, on a small synthetic treebank. */
import { describe, expect, test } from "vitest";
import { treebankOf } from "../../../src/data/index.ts";
import {
  type EmCurve,
  evaluateParser,
  experimentLpcfg,
  holdOut,
  type LpcfgRow,
  learnParser,
  lpcfgMarkdown,
  Parser,
  speedRatios,
  tuneParser,
} from "../../../src/models/parser/index.ts";
import { generateTreebank } from "../../../src/samples/index.ts";
import { leaves, words } from "../../../src/trees/index.ts";

const { trees } = generateTreebank({ trees: 85 });
const train = trees.slice(0, 65);
const dev = trees.slice(65, 75);
const other = trees.slice(75);
const f1Of = async (options: object, some = train) =>
  (await evaluateParser(new Parser((await learnParser(some, { members: 1, ...options })).model), dev)).all.f1;

/** Every number becomes 0, so that the shape remains. */
const shape = (markdown: string) => markdown.replaceAll("**", "").replace(/(?<![F])[+−]?\d[\d,.]*/g, "0");

describe("the L-PCFG experiment", async () => {
  const rows: string[] = [];
  let clock = 0;
  const result = await experimentLpcfg(
    train,
    dev,
    { states: [2, 3], emStates: [2], emIterations: 3, every: 2, emTimed: 1, ablationStates: [3] },
    { cpuSeconds: () => clock++, onRow: ({ name, states }) => rows.push(`${name} ${states}`) },
    { test: other },
  );
  const [two, three] = result.spectral;
  const chosen = three!.f1 > two!.f1 ? 3 : 2;
  test("has a row for every model", () => {
    expect(rows).toEqual([
      "PCFG 1",
      "Markovized PCFG 1",
      "spectral 2",
      "spectral 3",
      "EM 2",
      "EM 2",
      "no smoothing of rules (C = 0) 3",
      "no scaling of features 3",
      "no shrinkage of noisy directions 3",
      "no absolute values (sum of μ) 3",
      "simple features (one rule in, one out) 3",
      // Once, on the test trees.
      `spectral ${chosen}`,
      "EM 2",
      "PCFG 1",
      "Markovized PCFG 1",
    ]);
    expect(result.spectral.map(({ states }) => states)).toEqual([2, 3]);
    expect(
      result.emCurves.map(({ states, iterations, points }) => [
        states,
        iterations,
        points.map((each) => each.iteration),
      ]),
    ).toEqual([
      [2, 3, [2, 3]],
      [3, 1, []],
    ]);
  });
  test("measures on test trees what was best on the others, with intervals and significance", async () => {
    const { rows: tested, comparisons } = result.test!;
    const { model } = await learnParser(train, { states: chosen, members: 1 });
    const scores = await evaluateParser(new Parser(model), other);
    expect([tested[0]!.f1, tested[0]!.interval]).toEqual([scores.all.f1, scores.interval]);
    expect(comparisons.map(({ second }) => second)).toEqual(["EM, m = 2", "PCFG, m = 1", "Markovized PCFG, m = 1"]);
    for (const { difference, p } of comparisons) {
      expect(Math.abs(difference)).toBeLessThanOrEqual(100);
      expect(p).toBeGreaterThan(0);
    }
    expect(comparisons[1]!.difference).toBeCloseTo(tested[0]!.f1 - tested[2]!.f1, 8);
  });
  test("says how alike the trees are, and how many an ablation of the decoder changes", async () => {
    expect(result.agreement.map(({ first }) => first)).toEqual(Array(3).fill(`spectral, m = ${chosen}`));
    for (const { f1, same } of result.agreement) expect([f1 > 0, f1 <= 100, same <= 100]).toEqual([true, true, true]);
    const signed = result.ablations.find(({ changed }) => changed !== undefined)!;
    expect(signed.name).toBe("no absolute values (sum of μ)");
    const { model } = await learnParser(train, { states: 3, members: 1 });
    const [plain, other_] = [new Parser(model), new Parser(model, { objective: "signed" })];
    const differ = dev.filter((tree) => {
      const sentence = words(tree);
      return JSON.stringify(plain.parse(sentence).tree) !== JSON.stringify(other_.parse(sentence).tree);
    });
    expect(signed.changed).toBe(differ.length);
  });
  test("gives the parsers the tags of a tagger", async () => {
    const tags = new Map(trees.flatMap((tree) => leaves(tree).map(({ word, label }) => [word, label] as const)));
    const asked: number[] = [];
    const tagger = (sentence: readonly string[]) => {
      asked.push(sentence.length);
      return sentence.map((word) => tags.get(word)!);
    };
    const tagged = await experimentLpcfg(
      train,
      dev,
      { states: [2], skip: ["em", "ablations", "markov"] },
      {},
      { tagger },
    );
    expect(asked.length).toBe(2 * dev.length);
    expect(lpcfgMarkdown(tagged)).toContain("given tags by a tagger");
  });
  test("stops EM when the development trees no longer gain", async () => {
    const { emCurves } = await experimentLpcfg(train, dev, {
      states: [2],
      emIterations: 40,
      every: 1,
      emPatience: 1,
      skip: ["spectral", "ablations", "pcfg", "markov"],
    });
    const [curve] = emCurves;
    expect(curve!.iterations).toBeLessThan(40);
    expect(curve!.iterations).toBe(curve!.bestIteration! + 1);
  });
  test("scores as learning and measuring by hand do", async () => {
    expect(result.spectral[1]!.f1).toBe(await f1Of({ states: 3 }));
    expect(result.ablations[0]).toBe(result.spectral[1]);
  });
  test("takes the best iteration of EM", () => {
    const [curve] = result.emCurves;
    const best = Math.max(...curve!.points.map(({ f1 }) => f1));
    expect(result.em[0]!.f1).toBe(best);
    expect(curve!.points.find(({ iteration }) => iteration === curve!.bestIteration)!.f1).toBe(best);
    expect(curve!.points[1]!.logLikelihood).toBeGreaterThan(curve!.points[0]!.logLikelihood);
  });
  test("is written as Markdown of this shape", () => {
    expect(shape(lpcfgMarkdown(result))).toMatchInlineSnapshot(`
      "# Latent-variable PCFGs: EM and spectral learning

      Learnt from 0 trees (0 words), head rules: english; measured on 0 others (0 words), given their words.
      Brackets as EVALB with COLLINS.prm counts them, which leaves out a sentence when a word was taken for punctuation or the reverse. Parsing with 0 thread, without loading the model. Seed 0
      Times are wall seconds, in brackets CPU seconds of all threads: those of one machine on one day. Their ratios travel better.

      ## Accuracy by number of hidden states

      EM at its best iteration on the development trees: an advantage that the spectral rows, which take no choice from them, do not have.

      | method | m | F1 | 0 % | recall | precision | exact | tags | training s | parsing s | sentences/s | fallbacks | left out |
      | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
      | PCFG | 0 | 0 | 0–0 | 0 | 0 | 0 | 0 | 0 (0) | 0 (0) | 0 | 0 | 0 |
      | Markovized PCFG | 0 | 0 | 0–0 | 0 | 0 | 0 | 0 | 0 (0) | 0 (0) | 0 | 0 | 0 |
      | spectral | 0 | 0 | 0–0 | 0 | 0 | 0 | 0 | 0 (0) | 0 (0) | 0 | 0 | 0 |
      | EM, 0 iterations | 0 | 0 | 0–0 | 0 | 0 | 0 | 0 | 0 (0) | 0 (0) | 0 | 0 | 0 |
      | spectral | 0 | 0 | 0–0 | 0 | 0 | 0 | 0 | 0 (0) | 0 (0) | 0 | 0 | 0 |

      ## On test trees

      Measured once on 0 test trees (0 words), each method with the m and the iteration that were best on the development trees.
      spectral, m = 0 less EM, m = 0: 0 (p = 0 approximate randomization).
      spectral, m = 0 less PCFG, m = 0: 0 (p = 0 approximate randomization).
      spectral, m = 0 less Markovized PCFG, m = 0: 0 (p = 0 approximate randomization).

      | method | m | F1 | 0 % | recall | precision | exact | tags | training s | parsing s | sentences/s | fallbacks | left out |
      | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
      | spectral | 0 | 0 | 0–0 | 0 | 0 | 0 | 0 | 0 (0) | 0 (0) | 0 | 0 | 0 |
      | EM, 0 iterations | 0 | 0 | 0–0 | 0 | 0 | 0 | 0 | 0 (0) | 0 (0) | 0 | 0 | 0 |
      | PCFG | 0 | 0 | 0–0 | 0 | 0 | 0 | 0 | 0 (0) | 0 (0) | 0 | 0 | 0 |
      | Markovized PCFG | 0 | 0 | 0–0 | 0 | 0 | 0 | 0 | 0 (0) | 0 (0) | 0 | 0 | 0 |

      ## How alike the trees are

      Brackets of the first against those of the second on the development trees, and sentences where all agree.

      | first | second | F1 | same, % |
      | --- | --- | ---: | ---: |
      | spectral, m = 0 | EM, m = 0 | 0 | 0 |
      | spectral, m = 0 | PCFG, m = 0 | 0 | 0 |
      | spectral, m = 0 | Markovized PCFG, m = 0 | 0 | 0 |

      ## EM by iteration

      F1 on the development trees; the best of each row in bold.

      | m | 0 | 0 |
      | ---: | ---: | ---: |
      | 0 | 0 | 0 |

      ## Spectral learning by stage

      Wall seconds.

      | m | in all | binary trees | features | singular value decompositions | moments | words | boundaries |
      | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
      | 0 | 0 (0) | 0 | 0 | 0 | 0 | 0 | 0 |
      | 0 | 0 (0) | 0 | 0 | 0 | 0 | 0 | 0 |

      ## Training time: EM to its best iteration against the spectral method

      EM: start, the mean step times the iterations, and the making of the model. m = 0: 0 steps were timed, and the best iteration is that of m = 0

      | m | best iteration | one EM step s | EM s | spectral s | ratio |
      | ---: | ---: | ---: | ---: | ---: | ---: |
      | 0 | 0 | 0 (0) | 0 (0) | 0 (0) | 0× (0×) |
      | 0 | 0 (of m = 0) | 0 (0) | 0 (0) | 0 (0) | 0× (0×) |

      ## What each part brings, m = 0

      The spectral model, then the same without one of its parts. no absolute values (sum of μ): 0 of 0 trees are others.

      |  | change of F1 | F1 | 0 % | recall | precision | exact | tags | training s | parsing s | sentences/s | fallbacks | left out |
      | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
      | spectral |  | 0 | 0–0 | 0 | 0 | 0 | 0 | 0 (0) | 0 (0) | 0 | 0 | 0 |
      | no smoothing of rules (C = 0) | 0 | 0 | 0–0 | 0 | 0 | 0 | 0 | 0 (0) | 0 (0) | 0 | 0 | 0 |
      | no scaling of features | 0 | 0 | 0–0 | 0 | 0 | 0 | 0 | 0 (0) | 0 (0) | 0 | 0 | 0 |
      | no shrinkage of noisy directions | 0 | 0 | 0–0 | 0 | 0 | 0 | 0 | 0 (0) | 0 (0) | 0 | 0 | 0 |
      | no absolute values (sum of μ) | 0 | 0 | 0–0 | 0 | 0 | 0 | 0 | 0 (0) | 0 (0) | 0 | 0 | 0 |
      | simple features (one rule in, one out) | 0 | 0 | 0–0 | 0 | 0 | 0 | 0 | 0 (0) | 0 (0) | 0 | 0 | 0 |
      "
    `);
  });
  test("survives JSON", () => {
    expect(JSON.parse(JSON.stringify(result)).spectral[1].f1).toBe(result.spectral[1]!.f1);
  });
});

test("what is skipped is left out", async () => {
  const skip = ["em", "ablations", "markov", "spectral"] as const;
  const result = await experimentLpcfg(train, dev, { states: [2], skip });
  expect(result.baselines.map(({ name }) => name)).toEqual(["PCFG"]);
  expect([result.spectral, result.em, result.ratios, result.ablations]).toEqual([[], [], [], []]);
  const markdown = lpcfgMarkdown(result);
  expect(markdown.match(/^## .*/gm)).toEqual(["## Accuracy by number of hidden states"]);
  expect(markdown).not.toContain("CPU");
});

test("bad options are refused", async () => {
  await expect(experimentLpcfg(train, dev, { states: [] })).rejects.toThrow(
    "states must hold at least one number, and none twice",
  );
  await expect(experimentLpcfg(train, dev, { states: [4, 4] })).rejects.toThrow('none twice; got "4,4".');
  await expect(experimentLpcfg(train, dev, { states: [4], emStates: [8] })).rejects.toThrow(
    "emStates must be among states (4); got 8.",
  );
  await expect(experimentLpcfg(train, [], { states: [4] })).rejects.toThrow("there are no trees to measure with");
});

test("ratios: EM's start, steps up to the best iteration and model, over the spectral time", () => {
  const time = (seconds: number) => ({ seconds, cpuSeconds: seconds / 2 });
  const spectral = [8, 32].map((states) => ({ states, training: time(states) }) as LpcfgRow);
  const curve = (states: number, bestIteration?: number): EmCurve => ({
    states,
    iterations: 5,
    points: [],
    bestIteration,
    start: time(3),
    step: time(states),
    words: time(1),
  });
  const found = speedRatios(spectral, [curve(8, 10), curve(32)]);
  expect(found.map(({ iterations, inferredFrom, em }) => [iterations, inferredFrom, em.seconds])).toEqual([
    [10, undefined, 84],
    [10, 8, 324],
  ]);
  expect(found[1]!.ratio).toEqual({ seconds: 324 / 32, cpuSeconds: 324 / 32 });
  expect(speedRatios(spectral, [curve(8), curve(32)])).toEqual([]);
});

describe("tuning", () => {
  test("holds out every tenth tree", () => {
    const treebank = treebankOf(trees);
    const { train: rest, heldOut } = holdOut(treebank);
    expect(heldOut.trees).toEqual([9, 19, 29, 39, 49, 59, 69, 79].map((i) => treebank.trees[i]));
    expect(rest.trees.length + heldOut.trees.length).toBe(trees.length);
    expect(rest.trees).not.toContain(treebank.trees[9]);
  });
  test("scores a setting as learning with it does, and takes the best", async () => {
    const few = train.slice(0, 30);
    const grid = [
      { name: "smoothing", values: [1, 20] },
      { name: "rareWords", values: [1, 2] },
    ] as const;
    const tuning = await tuneParser(few, dev, { states: 3 }, { grid });
    expect(tuning.path.map(({ axis, setting }) => [axis, setting.smoothing, setting.rareWords]).slice(0, 2)).toEqual([
      [undefined, 5, 1],
      ["smoothing", 1, 1],
    ]);
    expect(tuning.score).toBe(Math.max(...tuning.path.map(({ score }) => score)));
    for (const { setting, score } of tuning.path) expect(await f1Of({ ...setting, states: 3 }, few)).toBe(score);
    expect(tuning.options).toMatchObject({ ...tuning.best, states: 3, members: 3 });
  });
  test("needs trees", async () => {
    await expect(tuneParser(train, [])).rejects.toThrow(
      "there are no held-out trees to tune with; expected at least one, or ten to hold one out of.",
    );
  });
});
