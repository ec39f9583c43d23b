/**
 * Inside–outside of a plain PCFG over all symbols and spans: the coarse pass, which says which items the fine pass
 * needs (Cohen et al. 2013, section 4: a PCFG without latent states prunes items with a posterior below 0.00005).
 *
 *   α[a,i,j] = Σ_k Σ_{a→b c} p(a→b c)·α[b,i,k]·α[c,k,j]                         0 ≤ i < k < j ≤ n
 *   β[b,i,k] = Σ_j Σ_{a→b c} p(a→b c)·β[a,i,j]·α[c,k,j] + the same with b on the right
 *   posterior(a,i,j) = α·β / Z,   Z = Σ_a root(a)·α[a,0,n]
 *
 * Items are the symbols of a span with a positive α; those whose α·e(a), with e(a) how often the symbol stands in a
 * tree, is below `beam` times the largest of their span are dropped at once, and those with a posterior below
 * `threshold` send nothing further down. The outside pass lists the uses of rules with a posterior of at least `least`;
 * those that cannot reach a thousandth of it are not looked at. α of one span share a power of two, 2^e, so that the
 * largest lies in [1, 2), and with
 *
 *   β̃ = β·2^(e − e_top)/Z    posterior = α·β̃,   β̃[b] += p·β̃[a]·α[c]·2^(e_b + e_c − e_a)
 *
 * nothing underflows at any length, and β̃ needs no exponents of its own. O(n³·|R|) at worst.
 */
import { kernels } from "../../linalg/kernels/kernels.ts";
import { CoarseArena } from "./coarse-arena.ts";
import { coarseByKernel } from "./coarse-kernel.ts";
import { plainCoarseChart } from "./coarse-plain.ts";
import { pairOf, type Rules } from "./rules.ts";
import { spanId } from "./span-index.ts";

/** A symbol that a word may have, and what it scores. */
export interface LeafReading {
  readonly symbol: number;
  readonly score: number;
}

/** Which constituents of more than one word, and parts of them, may stand over which spans. */
export interface SpanFilter {
  /** What each symbol needs: 1 an open begin, 2 an open end, 3 both, 0 neither. */
  readonly needs: Uint8Array;
  /** By span: bit k is set where symbols that need k may stand. The whole sentence must be open to all. */
  readonly open: Uint8Array;
}

/** How the coarse pass prunes. */
export interface CoarseOptions {
  readonly threshold: number;
  /** Posterior of the uses of rules that are listed; all by default. */
  readonly least?: number;
  readonly beam?: number;
  /** e of every symbol; without them all symbols count alike. */
  readonly expected?: Float64Array | undefined;
  readonly filter?: SpanFilter | undefined;
}

/** Inside and outside values of the coarse pass. Columns belong to the arena: they hold until its next sentence. */
export interface CoarseChart {
  readonly words: number;
  readonly items: number;
  readonly uses: number;
  readonly columns: CoarseColumns;
  /** Posterior of items that are kept. */
  readonly threshold: number;
  /** Z·2^−e of the whole sentence; 0 when it has no parse, and then there are no outside values. */
  readonly total: number;
}

/** Spans, items and uses of rules of a coarse chart, each as columns of the arena. */
export interface CoarseColumns {
  /** By span; items of a span lie together, by symbol. */
  readonly firstItem: Int32Array;
  readonly itemCount: Int32Array;
  readonly exponent: Int32Array;
  readonly firstUse: Int32Array;
  readonly useCount: Int32Array;
  /** By item. */
  readonly symbol: Int32Array;
  readonly inside: Float64Array;
  readonly outside: Float64Array;
  /** By use of a rule: the items above and below, the rule, its posterior. */
  readonly parent: Int32Array;
  readonly left: Int32Array;
  readonly right: Int32Array;
  readonly rule: Int32Array;
  readonly posterior: Float64Array;
}

/** The coarse pass with everything that may be left out filled in. */
export interface CoarseTask {
  readonly rules: Rules;
  readonly roots: Float64Array;
  readonly readings: readonly (readonly LeafReading[])[];
  readonly threshold: number;
  readonly least: number;
  readonly beam: number;
  readonly expected: Float64Array;
  readonly filter: SpanFilter | undefined;
}

/** Runs the coarse pass: inside and outside over the rules without hidden states. */
export function coarseChart(
  rules: Rules,
  roots: Float64Array,
  readings: readonly (readonly LeafReading[])[],
  { threshold, least = 0, beam = 0, expected = ones(rules), filter }: CoarseOptions,
  arena: CoarseArena = new CoarseArena(),
): CoarseChart {
  const task = { rules, roots, readings, threshold, least, beam, expected, filter };
  return coarseByKernel(kernels(), task, arena) ?? plainCoarseChart(task, arena);
}

const known = new WeakMap<Rules, Float64Array>();

/** The same array for the same rules, so that it is handed to the kernel once. */
function ones(rules: Rules): Float64Array {
  let list = known.get(rules);
  if (list === undefined) known.set(rules, (list = new Float64Array(rules.symbols).fill(1)));
  return list;
}

/** The item of a symbol over a span, or −1. O(items of the span). */
export function itemAt({ words, columns }: CoarseChart, start: number, end: number, symbol: number): number {
  const span = spanId(start, end, words);
  const last = columns.firstItem[span]! + columns.itemCount[span]!;
  for (let item = columns.firstItem[span]!; item < last; item++) if (columns.symbol[item] === symbol) return item;
  return -1;
}

/** The posterior of a listed use of a rule over a span, split before word `split`; 0 where there is none. */
export function rulePosterior(
  { words, columns }: CoarseChart,
  start: number,
  split: number,
  end: number,
  rule: number,
): number {
  const span = spanId(start, end, words);
  const before = spanId(start, split, words);
  const first = columns.firstItem[before]!;
  const last = first + columns.itemCount[before]!;
  for (let use = columns.firstUse[span]!; use < columns.firstUse[span]! + columns.useCount[span]!; use++) {
    const left = columns.left[use]!;
    if (columns.rule[use] === rule && left >= first && left < last) return columns.posterior[use]!;
  }
  return 0;
}

/** The use of a rule that contributes most to a symbol over a span; undefined where there is none. */
export function likeliestUse(
  rules: Rules,
  { words, columns }: CoarseChart,
  start: number,
  end: number,
  symbol: number,
): { readonly split: number; readonly left: number; readonly right: number } | undefined {
  const { firstItem, itemCount, exponent, symbol: symbolOf, inside } = columns;
  const own = exponent[spanId(start, end, words)]!;
  let best: { readonly split: number; readonly left: number; readonly right: number } | undefined;
  let largest = 0;
  for (let split = start + 1; split < end; split++) {
    const [before, behind] = [spanId(start, split, words), spanId(split, end, words)];
    const scale = 2 ** (exponent[before]! + exponent[behind]! - own);
    for (let left = firstItem[before]!; left < firstItem[before]! + itemCount[before]!; left++) {
      for (let right = firstItem[behind]!; right < firstItem[behind]! + itemCount[behind]!; right++) {
        const pair = pairOf(rules, symbolOf[left]!, symbolOf[right]!);
        if (pair < 0) continue;
        for (let rule = rules.ruleStarts[pair]!; rule < rules.ruleStarts[pair + 1]!; rule++) {
          const value = scale * rules.probability[rule]! * inside[left]! * inside[right]!;
          if (rules.parent[rule] !== symbol || value <= largest) continue;
          largest = value;
          best = { split, left: symbolOf[left]!, right: symbolOf[right]! };
        }
      }
    }
  }
  return best;
}
