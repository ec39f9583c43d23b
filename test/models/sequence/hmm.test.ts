import { describe, expect, test } from "vitest";
import { InputError, OptionError } from "../../../src/base/errors.ts";
import { Random } from "../../../src/base/random.ts";
import { drawHmm, filterHmm, type Hmm, operatorsOf, predictNext, randomHmm } from "../../../src/models/sequence/hmm.ts";
import { learnBaumWelch } from "../../../src/models/sequence/hmm-em.ts";
import { learnSpectralHmm, type Windows, windowsOf } from "../../../src/models/sequence/hmm-spectral.ts";

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
  test.each(["observable", "reduced"] as const)("population moments give exact probabilities and predictions: %s form", (form) => {
    for (const [states, symbols, seed] of [
      [2, 4, 1],
      [3, 6, 2],
      [4, 5, 3],
    ] as const) {
      const hmm = randomHmm(states, symbols, new Random(seed));
      const { model } = learnSpectralHmm(populationWindows(hmm), states, form);
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
  });

  test("known parameters as operators give the same probabilities", () => {
    const hmm = randomHmm(3, 4, new Random(5));
    expect(filterHmm(operatorsOf(hmm), [3, 1, 0, 2]).logProbability).toBeCloseTo(Math.log(byEnumeration(hmm, [3, 1, 0, 2])), 10);
  });

  test("sampled error falls with the number of samples", () => {
    const hmm = randomHmm(2, 4, new Random(11));
    const errorAt = (length: number) => {
      const { model } = learnSpectralHmm(windowsOf([drawHmm(hmm, length, new Random(4))], 4), 2);
      let error = 0;
      for (let e = 0; e < 64; e++) {
        const sequence = [e >> 4, (e >> 2) & 3, e & 3];
        error += Math.abs(Math.exp(filterHmm(model, sequence).logProbability) - byEnumeration(hmm, sequence));
      }
      return error;
    };
    const [few, some, many] = [errorAt(300), errorAt(6000), errorAt(200_000)];
    expect(some).toBeLessThan(few);
    expect(many).toBeLessThan(0.5 * some);
    expect(many).toBeLessThan(0.02);
  });

  test("says when nothing can be learnt", () => {
    expect(() => windowsOf([[1, 2]], 3)).toThrow(InputError);
    expect(() => learnSpectralHmm(windowsOf([[0, 1, 2]], 3), 4)).toThrow(OptionError);
  });
});

describe("Baum–Welch", () => {
  test("the likelihood rises at every step and approaches that of the true model", () => {
    const hmm = randomHmm(2, 4, new Random(8), 0.3);
    const sequences = Array.from({ length: 40 }, (_, s) => drawHmm(hmm, 60, new Random(s)));
    const { model, report } = learnBaumWelch(sequences, 4, { states: 2, iterations: 60 });
    for (let i = 1; i < report.logLikelihood.length; i++) {
      expect(report.logLikelihood[i]!).toBeGreaterThanOrEqual(report.logLikelihood[i - 1]! - 1e-9);
    }
    const likelihood = (of: Hmm) => sequences.reduce((sum, sequence) => sum + filterHmm(operatorsOf(of), sequence).logProbability, 0);
    expect(likelihood(model)).toBeGreaterThan(likelihood(hmm) - 1);
    expect(report.logLikelihood[0]).toBeLessThan(likelihood(model));
  });

  test("refuses to learn from nothing", () => {
    expect(() => learnBaumWelch([[]], 3)).toThrow("no symbols");
  });
});
