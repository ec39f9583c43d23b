/**
 * What the hidden states of a symbol stand for, told by the words and rules that load highest on them. Every way to
 * rewrite a symbol a, by a word or by a rule r, has a place in a's space of states: the mean outside vector of the
 * nodes that use it,
 *
 *   word x:  z = direction(a, x)          rule r = a → b c:  z = T^r(h_b, h_c) / p(r | a)
 *
 * where h are the symbols' mean outside vectors (contracting with them sums over all that a child may be). h_a is the
 * mean of these places over all uses of a. The loading on state i is the distance from that mean, in multiples that let
 * a frequent rewrite weigh more than one seen once:
 *
 *   loading = √p(r | a) · (z_i − h_{a,i})
 *
 * States of spectral models are directions, so that both ends of the scale say something; states of EM are classes, and
 * only the upper end does. O(rules · m³).
 */
import type { LatentGrammar } from "../../../charts/phrases/latent-grammar.ts";
import type { Floats } from "../../../linalg/kernels/interface.ts";
import type { GrammarModel } from "../model.ts";

/** How much a word or rule prefers a state. */
export interface Loading {
  /** A word, or a rule as `NP → DT NN`. */
  readonly name: string;
  readonly loading: number;
}

/** The words or rules at both ends of a state. */
export interface StateLoadings {
  /** Largest first. */
  readonly highest: readonly Loading[];
  /** Smallest first. */
  readonly lowest: readonly Loading[];
}

/** A rewrite of the symbol with its share and its place. */
export interface Rewrite {
  readonly name: string;
  readonly share: number;
  readonly place: ArrayLike<number>;
}

/** For every state of the symbol the rewrites that load highest and lowest on it, `count` each. */
export function stateLoadings(model: GrammarModel, symbol: number, count = 5): StateLoadings[] {
  const { vectorOffset, meanOutside, states } = model.grammar;
  const rewrites = rewritesOf(model, symbol);
  return Array.from({ length: states[symbol]! }, (_, state) => {
    const mean = meanOutside[vectorOffset[symbol]! + state]!;
    const loadings = rewrites.map(({ name, share, place }) => ({
      name,
      loading: Math.sqrt(share) * (place[state]! - mean),
    }));
    loadings.sort((x, y) => y.loading - x.loading);
    return {
      highest: loadings.slice(0, count).filter(({ loading }) => loading > 0),
      lowest: loadings
        .slice(-count)
        .reverse()
        .filter(({ loading }) => loading < 0),
    };
  });
}

/** All ways to rewrite a symbol: words of a preterminal, else rules. */
export const rewritesOf = (model: GrammarModel, symbol: number): Rewrite[] =>
  model.symbols.preterminal[symbol] === 1 ? wordsOf(model, symbol) : rulesOf(model, symbol);

function wordsOf({ lexicon, directions, grammar }: GrammarModel, symbol: number): Rewrite[] {
  const { states } = grammar;
  const offsets = new Map<number, number>();
  for (let at = 0; at < directions.symbol.length; at++)
    if (directions.symbol[at] === symbol) offsets.set(directions.key[at]!, directions.offset[at]!);
  const found: Rewrite[] = [];
  let total = 0;
  for (let word = 0; word < lexicon.words.size; word++) {
    for (let at = lexicon.starts[word]!; at < lexicon.starts[word + 1]!; at++) {
      if (lexicon.labels[at] !== symbol) continue;
      total += lexicon.counts[at]!;
      const name = lexicon.words.word(word);
      const offset = offsets.get(directions.keys.id(name));
      if (offset === undefined) continue;
      found.push({
        name,
        share: lexicon.counts[at]!,
        place: directions.data.subarray(offset, offset + states[symbol]!),
      });
    }
  }
  return found.map((rewrite) => ({ ...rewrite, share: rewrite.share / total }));
}

function rulesOf({ grammar, symbols }: GrammarModel, symbol: number): Rewrite[] {
  const { rules } = grammar;
  const found: Rewrite[] = [];
  for (let rule = 0; rule < rules.size; rule++) {
    if (rules.parent[rule] !== symbol) continue;
    const share = rules.probability[rule]!;
    const mean = (child: number) => meanOutsideOf(grammar, child);
    const place = contract(grammar, rule, mean(rules.left[rule]!), mean(rules.right[rule]!)).map(
      (value) => value / share,
    );
    found.push({
      name: `${symbols.names[symbol]} → ${symbols.names[rules.left[rule]!]} ${symbols.names[rules.right[rule]!]}`,
      share,
      place,
    });
  }
  return found;
}

/** h of a symbol. */
export const meanOutsideOf = ({ meanOutside, vectorOffset, states }: LatentGrammar, symbol: number): Floats =>
  meanOutside.subarray(vectorOffset[symbol]!, vectorOffset[symbol]! + states[symbol]!);

/** T^r(left, right), for either form of tensor (charts/phrases/latent-grammar.ts). */
export function contract(
  { rules, states, samples, offset, weights, numbers, vectorOffset, ...means }: LatentGrammar,
  rule: number,
  left: ArrayLike<number>,
  right: ArrayLike<number>,
): Float64Array {
  const [a, b, c] = [rules.parent[rule]!, rules.left[rule]!, rules.right[rule]!];
  const [ma, mb, mc] = [states[a]!, states[b]!, states[c]!];
  const result = new Float64Array(ma);
  const n = samples[rule]!;
  let at = offset[rule]!;
  if (n === 0) {
    for (let i = 0; i < ma; i++)
      for (let j = 0; j < mb; j++) for (let k = 0; k < mc; k++) result[i]! += numbers[at++]! * left[j]! * right[k]!;
    return result;
  }
  const product = (start: number, s: number, size: number, child: ArrayLike<number>) => {
    let sum = 0;
    for (let i = 0; i < size; i++) sum += numbers[start + s * size + i]! * child[i]!;
    return sum;
  };
  const mass = (symbol: number, child: ArrayLike<number>) => {
    let sum = 0;
    for (let i = 0; i < states[symbol]!; i++) sum += means.meanInside[vectorOffset[symbol]! + i]! * child[i]!;
    return sum;
  };
  const [w1, w2, w3, w4] = [0, 1, 2, 3].map((each) => weights[4 * rule + each]!) as [number, number, number, number];
  const y = at + n * ma;
  const x = y + n * mb;
  const p = Float64Array.from({ length: n }, (_, s) => product(y, s, mb, left));
  const q = Float64Array.from({ length: n }, (_, s) => product(x, s, mc, right));
  const mean = (values: (s: number) => number) => p.reduce((sum, _, s) => sum + values(s), 0) / n;
  const [meanP, meanQ, meanPQ] = [mean((s) => p[s]!), mean((s) => q[s]!), mean((s) => p[s]! * q[s]!)];
  for (let s = 0; s < n; s++) {
    const factor = w1 * p[s]! * q[s]! + w2 * (p[s]! * meanQ + q[s]! * meanP + meanPQ) + w3 * meanP * meanQ;
    for (let i = 0; i < ma; i++) result[i]! += factor * numbers[at + s * ma + i]!;
  }
  const back = w4 * mass(b, left) * mass(c, right);
  for (let i = 0; i < ma; i++) result[i]! += back * means.meanOutside[vectorOffset[a]! + i]!;
  return result;
}
