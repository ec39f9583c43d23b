/** Plain HMMs: recovery from moments, learning from samples, EM. */
import { describe, expect, test } from "vitest";
import { InputError, OptionError } from "../../../src/base/errors.ts";
import { Random } from "../../../src/base/random.ts";
import { readVectors } from "../../../src/data/index.ts";
import { learnBaumWelch } from "../../../src/models/sequence/hmm/learn-em.ts";
import {
  learnSpectralHmm,
  projectionOf,
  type Windows,
  windowsOf,
} from "../../../src/models/sequence/hmm/learn-spectral.ts";
import {
  drawHmm,
  filterHmm,
  type Hmm,
  operatorsOf,
  predictNext,
  randomHmm,
} from "../../../src/models/sequence/hmm/model.ts";

const EXACT = 1e-8;

/** p(x₁ … x_T), summing over every sequence of states. */
function byEnumeration({ states: m, start, transition, emission }: Hmm, sequence: readonly number[]): number {
  const from = (t: number, state: number): number => {
    const here = emission[sequence[t]! * m + state]!;
    if (t + 1 === sequence.length) return here;
    let later = 0;
    for (let next = 0; next < m; next++) later += transition[next * m + state]! * from(t + 1, next);
    return here * later;
  };
  let total = 0;
  for (let state = 0; state < m; state++) total += start[state]! * from(0, state);
  return total;
}

/** Every window of three symbols with its exact probability. */
function populationWindows(hmm: Hmm): Windows {
  const n = hmm.symbols;
  const all = Array.from({ length: n ** 3 }, (_, e) => [Math.floor(e / n / n), Math.floor(e / n) % n, e % n] as const);
  return {
    symbols: n,
    first: Uint32Array.from(all, ([x]) => x),
    second: Uint32Array.from(all, ([, x]) => x),
    third: Uint32Array.from(all, ([, , x]) => x),
    weights: Float64Array.from(all, (window) => byEnumeration(hmm, window)),
  };
}

describe("spectral HMM", () => {
  test("a dictionary of words as the projection gives exact probabilities from population moments", async () => {
    const hmm = randomHmm(3, 6, new Random(5));
    // The vector of a word is what it says of the states, as that of an eigenword is.
    const lines = Array.from({ length: 6 }, (_, x) => `w${x} ${hmm.emission.subarray(3 * x, 3 * x + 3).join(" ")}`);
    const vectors = readVectors(`6 3\n${lines.join("\n")}\n`);
    const projection = projectionOf(
      vectors,
      Array.from({ length: 6 }, (_, x) => `w${x}`),
    );
    for (const form of ["observable", "reduced"] as const) {
      const { model } = await learnSpectralHmm(populationWindows(hmm), { states: 3, form, projection });
      for (const sequence of [[0], [1, 2], [3, 0, 2, 1], [2, 2, 0, 3, 1, 1, 0]]) {
        const wanted = byEnumeration(hmm, sequence);
        // Vectors are 32-bit numbers: the span is that of the emissions up to these.
        expect(Math.abs(Math.exp(filterHmm(model, sequence).logProbability) / wanted - 1)).toBeLessThan(
          form === "observable" ? EXACT : 1e-5,
        );
      }
    }
    const small = projectionOf(vectors, ["w0", "w1"]);
    await expect(learnSpectralHmm(populationWindows(hmm), { states: 3, projection: small })).rejects.toThrow(
      "learnSpectralHmm: the projection is 2 × 3; expected a row for each of 6 symbols and at least 3 columns.",
    );
    expect(Array.from(projectionOf(vectors, ["unheard"]).data)).toEqual([0, 0, 0]);
  });

  test.each(["observable", "reduced"] as const)(
    "population moments give exact probabilities and predictions: %s form",
    async (form) => {
      for (const [states, symbols, seed] of [
        [2, 4, 1],
        [3, 6, 2],
        [4, 5, 3],
      ] as const) {
        const hmm = randomHmm(states, symbols, new Random(seed));
        const { model } = await learnSpectralHmm(populationWindows(hmm), { states, form });
        for (const sequence of [[0], [1, 2], [3, 0, 2, 1], [2, 2, 0, 3, 1, 1, 0]]) {
          const wanted = byEnumeration(hmm, sequence);
          expect(Math.abs(Math.exp(filterHmm(model, sequence).logProbability) / wanted - 1)).toBeLessThan(EXACT);
          const { probabilities, clipped } = predictNext(model, sequence);
          expect(clipped).toBe(0);
          for (let x = 0; x < symbols; x++) {
            expect(Math.abs(probabilities[x]! - byEnumeration(hmm, [...sequence, x]) / wanted)).toBeLessThan(EXACT);
          }
        }
      }
    },
  );

  test("known parameters as operators give the same probabilities", () => {
    const hmm = randomHmm(3, 4, new Random(5));
    expect(filterHmm(operatorsOf(hmm), [3, 1, 0, 2]).logProbability).toBeCloseTo(
      Math.log(byEnumeration(hmm, [3, 1, 0, 2])),
      10,
    );
  });

  test("sampled error falls with the number of samples", async () => {
    const hmm = randomHmm(2, 4, new Random(11));
    const errorAt = async (length: number) => {
      const { model } = await learnSpectralHmm([drawHmm(hmm, length, new Random(4))], { states: 2, symbols: 4 });
      let error = 0;
      for (let e = 0; e < 64; e++) {
        const sequence = [e >> 4, (e >> 2) & 3, e & 3];
        error += Math.abs(Math.exp(filterHmm(model, sequence).logProbability) - byEnumeration(hmm, sequence));
      }
      return error;
    };
    const [few, some, many] = [await errorAt(300), await errorAt(6000), await errorAt(200_000)];
    expect(some).toBeLessThan(few);
    expect(many).toBeLessThan(0.5 * some);
    expect(many).toBeLessThan(0.02);
  });

  test("says when nothing can be learnt", async () => {
    await expect(learnSpectralHmm([[1, 2]])).rejects.toThrow(InputError);
    await expect(learnSpectralHmm([[0, 1, 2]], { states: 4 })).rejects.toThrow(OptionError);
    await expect(
      learnSpectralHmm(
        [
          [0, 1, 2],
          [0, 1.5, 2],
        ],
        { states: 2 },
      ),
    ).rejects.toThrow("symbol 2 of sequence 2 is 1.5; expected a whole number from 0.");
    expect(() => windowsOf([[0, 1, 7]], 3)).toThrow("is 7; expected a whole number from 0 to 2.");
  });

  test("the number of symbols is that of the data unless it is given", async () => {
    const { model, report } = await learnSpectralHmm([[0, 1, 2, 0, 1, 2, 0]], { states: 2 });
    expect(model.symbols).toBe(3);
    expect(report.windows).toBe(5);
    expect(report.singularValues.length).toBe(2);
  });
});

describe("Baum–Welch", () => {
  test("the likelihood rises at every step and approaches that of the true model", async () => {
    const hmm = randomHmm(2, 4, new Random(8), 0.3);
    const sequences = Array.from({ length: 40 }, (_, s) => drawHmm(hmm, 60, new Random(s)));
    const { model, report } = await learnBaumWelch(sequences, { states: 2, symbols: 4, iterations: 60 });
    for (let i = 1; i < report.logLikelihood.length; i++) {
      expect(report.logLikelihood[i]!).toBeGreaterThanOrEqual(report.logLikelihood[i - 1]! - 1e-9);
    }
    const likelihood = (of: Hmm) =>
      sequences.reduce((sum, sequence) => sum + filterHmm(operatorsOf(of), sequence).logProbability, 0);
    expect(likelihood(model)).toBeGreaterThan(likelihood(hmm) - 1);
    expect(report.logLikelihood[0]).toBeLessThan(likelihood(model));
  });

  test("refuses to learn from nothing", async () => {
    await expect(learnBaumWelch([[]], { symbols: 3 })).rejects.toThrow("no symbols");
  });

  test("warns when it has not ended, and stops when it is told to", async () => {
    const sequences = Array.from({ length: 40 }, (_, s) => drawHmm(randomHmm(2, 4, new Random(8)), 60, new Random(s)));
    const { report } = await learnBaumWelch(sequences, { states: 2, iterations: 2 });
    expect(report.warnings).toEqual(["EM was still rising after 2 iterations."]);
    const stop = new AbortController();
    const progress = () => stop.abort(new Error("enough"));
    const context = { signal: stop.signal, progress };
    await expect(learnBaumWelch(sequences, { states: 2, iterations: 1e6, tolerance: 0 }, context)).rejects.toThrow(
      "enough",
    );
  });
});
