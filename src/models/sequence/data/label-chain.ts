/**
 * How labels follow one another, by counting, with room for what training did not see: smoothed after Witten and Bell
 * 1991 by the labels' own frequencies.
 *
 *   p(b | a) = (count(a, b) + t_a·p(b)) / (count(a) + t_a)       t_a: different labels, or ends, seen after a
 *
 * The share t_a / (count(a) + t_a) is the "jump" of charts/chain.ts: into any label, in the state in which it is on
 * average.
 */
import type { Lexicon } from "../lexicon/lexicon.ts";
import type { EncodedCorpus } from "./sequence.ts";

/** Operators of a chain without its observations, as charts/chain.ts has them. */
export interface ChainParts {
  readonly start: Float64Array;
  readonly stop: Float64Array;
  readonly transitions: Float64Array;
  readonly stored: Uint8Array;
  readonly jump: { readonly from: Float64Array; readonly into: Float64Array };
}

/** Counts at a·(l + 1) + b, ends at b = l, starts in the row a = l. */
export function countTransitions({ starts, labels, labelCount: l }: EncodedCorpus): Float64Array {
  const counts = new Float64Array((l + 1) * (l + 1));
  for (let s = 0; s + 1 < starts.length; s++) {
    if (starts[s] === starts[s + 1]) continue;
    let last = l;
    for (let i = starts[s]!; i < starts[s + 1]!; i++) {
      counts[last * (l + 1) + labels[i]!]!++;
      last = labels[i]!;
    }
    counts[last * (l + 1) + l]!++;
  }
  return counts;
}

/** The share of label a's transitions that its smoothing takes, and how many transitions it has. */
function newShare(counts: Float64Array, a: number, l: number): { share: number; total: number } {
  let total = 0;
  let different = 0;
  for (let b = 0; b <= l; b++) {
    total += counts[a * (l + 1) + b]!;
    if (counts[a * (l + 1) + b]! > 0) different++;
  }
  return { share: total === 0 ? 1 : different / (total + different), total };
}

/** The chain of the labels alone: one state each. `counts` as `countTransitions` gives them. */
export function labelChain(counts: Float64Array, { priors }: Lexicon): ChainParts {
  const l = priors.length;
  const sum = (values: Float64Array) => values.reduce((total, value) => total + value, 0);
  const sequences = sum(counts.subarray(l * (l + 1)));
  const ends = sequences / sum(counts);
  const start = new Float64Array(l);
  const stop = new Float64Array(l);
  const transitions = new Float64Array(l * l);
  const from = new Float64Array(l);
  for (let a = 0; a <= l; a++) {
    const { share, total } = newShare(counts, a, l);
    const estimate = (b: number) => (total === 0 ? 0 : ((1 - share) * counts[a * (l + 1) + b]!) / total);
    for (let b = 0; b < l; b++) {
      if (a === l) start[b] = estimate(b) + share * priors[b]!;
      else transitions[a * l + b] = estimate(b);
    }
    if (a === l) continue;
    stop[a] = estimate(l) + share * ends;
    from[a] = share * (1 - ends);
  }
  const stored = Uint8Array.from(transitions, (value) => (value > 0 ? 1 : 0));
  return { start, stop, transitions, stored, jump: { from, into: priors.slice() } };
}

/** Every label follows with its own frequency. */
export function independentLabels({ priors }: Lexicon): ChainParts {
  const l = priors.length;
  return {
    start: priors.slice(),
    stop: new Float64Array(l).fill(1),
    transitions: new Float64Array(l * l),
    stored: new Uint8Array(l * l),
    jump: { from: new Float64Array(l).fill(1), into: priors.slice() },
  };
}

export interface RefinedChain extends Pick<ChainParts, "start" | "stop" | "transitions" | "stored"> {
  /** The state in which a label is on average. labels × states */
  readonly means: Float64Array;
  /** e_a with e_a·γ_a = the probability of what led to the state γ after the emission. labels × states */
  readonly massesAfter: Float64Array;
}

/** A refined chain with room for unseen transitions. */
export function withJumps(chain: RefinedChain, counts: Float64Array, { priors }: Lexicon): ChainParts {
  const { means, massesAfter, stored } = chain;
  const l = priors.length;
  const m = means.length / l;
  const [start, stop, transitions] = [
    chain.start.slice(),
    chain.stop.slice(),
    new Float64Array(chain.transitions.length),
  ];
  const from = new Float64Array(l * m);
  const into = new Float64Array(l * m);
  const { share: newStart } = newShare(counts, l, l);
  for (let a = 0; a < l; a++) {
    const { share } = newShare(counts, a, l);
    for (let e = a * m; e < (a + 1) * m; e++) {
      from[e] = share * massesAfter[e]!;
      into[e] = priors[a]! * means[e]!;
      start[e] = (1 - newStart) * start[e]! + newStart * into[e]!;
      stop[e]! *= 1 - share;
    }
    for (let block = a * l; block < (a + 1) * l; block++) {
      if (stored[block] === 0) continue;
      for (let e = block * m * m; e < (block + 1) * m * m; e++) transitions[e] = (1 - share) * chain.transitions[e]!;
    }
  }
  return { start, stop, transitions, stored, jump: { from, into } };
}
