/** The two steps of EM for an R-HMM (learn-em.ts has the formulas), and where it starts. */
import type { Random } from "../../../base/random.ts";
import { breathe, type StopSignal } from "../../../base/stopping.ts";
import type { Pairs } from "../data/pairs.ts";

export interface EmParameters {
  readonly l: number;
  readonly m: number;
  /** labels × states; transitions as in `Chain`. */
  readonly start: Float64Array;
  readonly stop: Float64Array;
  readonly transitions: Float64Array;
  readonly stored: Uint8Array;
  /** pairs × states: r(x | a, h). Rows of spellings are averages over their rare words. */
  readonly ratios: Float64Array;
  /** p(h | a). labels × states */
  readonly stateShares: Float64Array;
  /** Samples of each label. */
  readonly totals: Float64Array;
}

export class EmCounts {
  readonly start: Float64Array;
  readonly stop: Float64Array;
  readonly transitions: Float64Array;
  readonly pairs: Float64Array;

  constructor({ start, stop, transitions, ratios }: EmParameters) {
    this.start = new Float64Array(start.length);
    this.stop = new Float64Array(stop.length);
    this.transitions = new Float64Array(transitions.length);
    this.pairs = new Float64Array(ratios.length);
  }
}

/**
 * How far states differ at the start, relative: enough to separate them, little enough to leave the direction to the
 * data.
 */
const DISTURBANCE = 0.2;

/** The HMM with every label's states nearly alike. `counts` as `countTransitions` gives them. */
export function startingPoint(pairs: Pairs, l: number, m: number, counts: Float64Array, random: Random): EmParameters {
  const disturbed = () => 1 + DISTURBANCE * (2 * random.uniform() - 1);
  const start = new Float64Array(l * m);
  const stop = new Float64Array(l * m);
  const transitions = new Float64Array(l * l * m * m);
  const stored = new Uint8Array(l * l);
  const totals = new Float64Array(l);
  let sequences = 0;
  for (let b = 0; b < l; b++) sequences += counts[l * (l + 1) + b]!;
  for (let a = 0; a < l; a++) {
    for (let b = 0; b <= l; b++) totals[a]! += counts[a * (l + 1) + b]!;
    for (let h = 0; h < m; h++) {
      start[a * m + h] = (counts[l * (l + 1) + a]! / sequences / m) * disturbed();
      stop[a * m + h] = counts[a * (l + 1) + l]! / totals[a]!;
      for (let b = 0; b < l; b++) {
        const share = counts[a * (l + 1) + b]! / totals[a]!;
        if (share === 0) continue;
        stored[a * l + b] = 1;
        for (let i = 0; i < m; i++) transitions[((a * l + b) * m + i) * m + h] = (share / m) * disturbed();
      }
    }
  }
  const ratios = Float64Array.from({ length: pairs.labels.length * m }, disturbed);
  const parameters = {
    l,
    m,
    start,
    stop,
    transitions,
    stored,
    ratios,
    stateShares: new Float64Array(l * m).fill(1 / m),
    totals,
  };
  normaliseColumns(parameters);
  return parameters;
}

/** Σ_b Σ_h' t(b, h' | a, h) + f(* | a, h) = 1 and Σ start = 1. */
function normaliseColumns({ l, m, start, stop, transitions }: EmParameters): void {
  const total = start.reduce((sum, value) => sum + value, 0);
  for (let e = 0; e < start.length; e++) start[e]! /= total;
  for (let a = 0; a < l; a++) {
    for (let h = 0; h < m; h++) {
      let sum = stop[a * m + h]!;
      for (let row = a * l * m; row < (a + 1) * l * m; row++) sum += transitions[row * m + h]!;
      if (sum === 0) continue;
      stop[a * m + h]! /= sum;
      for (let row = a * l * m; row < (a + 1) * l * m; row++) transitions[row * m + h]! /= sum;
    }
  }
}

/** Sequences between two looks at the signal. */
const BREATH = 64;

/** E step: adds to `counts`; gives log p(labels, words). */
export async function expectedCounts(
  parameters: EmParameters,
  pairs: Pairs,
  starts: Uint32Array,
  counts: EmCounts,
  signal: StopSignal | undefined,
): Promise<number> {
  let longest = 0;
  for (let s = 0; s + 1 < starts.length; s++) longest = Math.max(longest, starts[s + 1]! - starts[s]!);
  const gamma = new Float64Array(longest * parameters.m);
  const scales = new Float64Array(longest);
  let logLikelihood = 0;
  for (let s = 0; s + 1 < starts.length; s++) {
    if (s % BREATH === 0) await breathe(signal);
    if (starts[s] === starts[s + 1]) continue;
    logLikelihood += onePass(parameters, pairs, starts[s]!, starts[s + 1]!, counts, gamma, scales);
  }
  for (let n = 0; n < pairs.ofWords.length; n++) {
    const pair = pairs.ofWords[n]!;
    logLikelihood += Math.log(pairs.counts[pair]! / parameters.totals[pairs.labels[pair]!]!);
  }
  return logLikelihood;
}

/** γⁱ = r ∘ αⁱ, each scaled to sum 1; then β from the end, with the expected counts on the way. */
function onePass(
  { l, m, start, stop, transitions, ratios }: EmParameters,
  { labels, ofWords, ofSpellings }: Pairs,
  begin: number,
  end: number,
  counts: EmCounts,
  gamma: Float64Array,
  scales: Float64Array,
): number {
  const length = end - begin;
  let logLikelihood = 0;
  for (let i = 0; i < length; i++) {
    const pair = ofWords[begin + i]!;
    const a = labels[pair]!;
    let sum = 0;
    if (i === 0) for (let h = 0; h < m; h++) sum += gamma[h] = start[a * m + h]! * ratios[pair * m + h]!;
    else {
      const block = (labels[ofWords[begin + i - 1]!]! * l + a) * m * m;
      for (let h = 0; h < m; h++) {
        let value = 0;
        for (let g = 0; g < m; g++) value += transitions[block + h * m + g]! * gamma[(i - 1) * m + g]!;
        sum += gamma[i * m + h] = value * ratios[pair * m + h]!;
      }
    }
    scales[i] = sum;
    logLikelihood += Math.log(sum);
    for (let h = 0; h < m; h++) gamma[i * m + h]! /= sum;
  }
  const last = labels[ofWords[end - 1]!]!;
  let total = 0;
  for (let h = 0; h < m; h++) total += gamma[(length - 1) * m + h]! * stop[last * m + h]!;
  logLikelihood += Math.log(total);
  let after = new Float64Array(m); // what follows the emission at i, scaled so that γⁱ·after = 1
  let before = new Float64Array(m);
  for (let h = 0; h < m; h++) {
    after[h] = stop[last * m + h]! / total;
    counts.stop[last * m + h]! += gamma[(length - 1) * m + h]! * after[h]!;
  }
  for (let i = length - 1; i >= 0; i--) {
    const pair = ofWords[begin + i]!;
    const spelling = ofSpellings[begin + i]!;
    const a = labels[pair]!;
    for (let h = 0; h < m; h++) {
      const posterior = gamma[i * m + h]! * after[h]!;
      counts.pairs[pair * m + h]! += posterior;
      if (spelling >= 0) counts.pairs[spelling * m + h]! += posterior;
      if (i === 0) counts.start[a * m + h]! += posterior;
    }
    if (i === 0) break;
    const block = (labels[ofWords[begin + i - 1]!]! * l + a) * m * m;
    before.fill(0);
    for (let h = 0; h < m; h++) {
      const incoming = (ratios[pair * m + h]! * after[h]!) / scales[i]!;
      for (let g = 0; g < m; g++) {
        const flow = transitions[block + h * m + g]! * incoming;
        before[g]! += flow;
        counts.transitions[block + h * m + g]! += flow * gamma[(i - 1) * m + g]!;
      }
    }
    [after, before] = [before, after];
  }
  return logLikelihood;
}

/** M step, in place. */
export function maximise(parameters: EmParameters, pairs: Pairs, counts: EmCounts, prior: number): void {
  const { l, m, ratios, stateShares, totals } = parameters;
  parameters.start.set(counts.start);
  parameters.stop.set(counts.stop);
  parameters.transitions.set(counts.transitions);
  normaliseColumns(parameters);
  const states = new Float64Array(l * m);
  for (let pair = 0; pair < pairs.firstSpelling; pair++) {
    for (let h = 0; h < m; h++) states[pairs.labels[pair]! * m + h]! += counts.pairs[pair * m + h]!;
  }
  for (let a = 0; a < l; a++) for (let h = 0; h < m; h++) stateShares[a * m + h] = states[a * m + h]! / totals[a]!;
  for (let pair = 0; pair < pairs.labels.length; pair++) {
    const a = pairs.labels[pair]!;
    const share = pairs.counts[pair]! / totals[a]!;
    for (let h = 0; h < m; h++) {
      const weight = states[a * m + h]! + prior;
      ratios[pair * m + h] = weight === 0 ? 1 : (counts.pairs[pair * m + h]! + prior * share) / weight / share;
    }
  }
}
