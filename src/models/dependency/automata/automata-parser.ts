/**
 * The end-to-end spectral parser that Dhillon et al. 2012, §5, announce: projective search under head automata, alone
 * or together with the base parser.
 *
 *   1  arcs worth considering: alone, those of the best derivations under the automata's own marginals of spans;
 *      together, those of the base parser's list
 *   2  μ(h → m) over all projective trees of these arcs, by inside–outside (forest.ts)
 *   3  by Eisner's algorithm, alone the tree with the largest Σ μ(h → m);
 *      together the one with the largest base score + w·Σ log max(μ(h → m), ε)
 *
 * Alone that is the tree with the most arcs right in expectation.
 */
import { ProjectiveChart } from "../../../charts/arcs/projective.ts";
import type { TaggedSentence } from "../../../trees/sentence.ts";
import { isLeaf, type Tree } from "../../../trees/tree.ts";
import { ChartParser, type GrammarModel } from "../../grammar/index.ts";
import { AutomataForests } from "./forest.ts";

/** ε: arcs that the automata find impossible cost no more than this. */
const LEAST = 1e-4;
/** Derivations whose arcs are considered when the automata search alone. */
const DERIVATIONS = 20;

/**
 * The heads that a derivation stands for; where the grammar had no tree and words were only joined, the first of them
 * is the head.
 */
export function headsOfDerivation(tree: Tree): Int32Array {
  const heads: number[] = [];
  const visit = (node: Tree): number => {
    if (isLeaf(node)) return heads.push(0);
    const parts = node.children.map(visit);
    const own = !node.label.endsWith(">") && node.label.startsWith("<") ? parts.length - 1 : 0;
    parts.forEach((part, i) => {
      if (i !== own) heads[part - 1] = parts[own]!;
    });
    return parts[own]!;
  };
  visit(tree);
  return Int32Array.from(heads);
}

function arcsOf(words: number, trees: readonly ArrayLike<number>[]): Uint8Array {
  const allowed = new Uint8Array((words + 1) ** 2);
  for (const heads of trees) for (let m = 1; m <= words; m++) allowed[heads[m - 1]! * (words + 1) + m] = 1;
  return allowed;
}

export class SpectralParser {
  readonly #forests: AutomataForests;
  readonly #parser: ChartParser;
  readonly #chart = new ProjectiveChart();

  constructor(model: GrammarModel) {
    this.#forests = new AutomataForests(model);
    this.#parser = new ChartParser(model, { kBest: DERIVATIONS });
  }

  /** Alone. */
  heads(sentence: TaggedSentence): Int32Array {
    const { words, tags } = sentence;
    if (words.length === 0) return new Int32Array(0);
    const derivations = this.#parser.parse(words, tags).trees.map(({ tree }) => headsOfDerivation(tree));
    const found = this.#forests.marginals(sentence, arcsOf(words.length, derivations));
    if (found === undefined) return derivations[0]!;
    this.#chart.fill({ words: words.length, arcs: found.arcs });
    return this.#chart.heads();
  }

  /**
   * What to add to the base parser's scores of arcs: w·log μ among the arcs of its list; undefined when the automata
   * have no tree of them.
   */
  logMarginals(sentence: TaggedSentence, list: readonly ArrayLike<number>[], weight: number): Float64Array | undefined {
    const { arcs } = this.#forests.marginals(sentence, arcsOf(sentence.words.length, list)) ?? {};
    return arcs?.map((value) => weight * Math.log(Math.max(value, LEAST)));
  }
}
