/**
 * Scores of a parser against gold trees: brackets as EVALB with COLLINS.prm counts them, by length of sentence, with times and fallbacks. Traces and outer brackets
 * (TOP, ROOT, …) are taken off the gold trees first, which on Penn files changes no count. A label that training did not have can only be missed; how
 * many there are is counted.
 */
import { COLLINS_UNNAMED_TOP } from "../../evaluation/bracket-parameters.ts";
import { BracketScorer, type BracketSummary, summarizeBrackets } from "../../evaluation/bracket-scorer.ts";
import type { SentenceBrackets } from "../../evaluation/brackets.ts";
import { nodes } from "../../trees/fold.ts";
import { coreLabel, prepareTree } from "../../trees/prepare.ts";
import { isLeaf, leaves, type Tree } from "../../trees/tree.ts";
import { splitChain } from "../../trees/unaries.ts";
import type { Fallback } from "./decode.ts";
import type { ParsedSentence, ParseRequest } from "./parse-jobs.ts";
import type { Symbols } from "./symbols.ts";

/** The gold tree as it is scored; undefined for one without words. */
export const goldTree = (tree: Tree): Tree | undefined => prepareTree(tree, ["empties", "top"]);

/** What the parser is given of a gold tree. */
export function requestOf(gold: Tree, input: "tokens" | "tagged"): ParseRequest {
  const found = leaves(gold);
  const words = found.map(({ word }) => word);
  return input === "tokens" ? { words } : { words, tags: found.map(({ label }) => coreLabel(label)) };
}

/** Upper bounds of the lengths that are summed up together, in words. */
const BANDS = [10, 20, 30, 40, 60, 80, 120, Number.POSITIVE_INFINITY];

export interface LengthBand {
  readonly from: number;
  /** Infinity for the last. */
  readonly to: number;
  readonly sentences: number;
  readonly f1: number;
  /** Mean time of a sentence. */
  readonly milliseconds: number;
}

export interface ParserScores {
  readonly all: BracketSummary;
  readonly short: BracketSummary;
  /** Longest sentence of `short`, in words. */
  readonly cutoff: number;
  readonly byLength: readonly LengthBand[];
  readonly fallbacks: Readonly<Record<Exclude<Fallback, "none">, number>>;
  /** Labels and tags of the gold trees that the model does not have, with their counts, most frequent first. */
  readonly unseenLabels: Readonly<Record<string, number>>;
  /** Time in the parser, summed over threads. */
  readonly parsingSeconds: number;
}

interface Scored {
  readonly words: number;
  readonly brackets: SentenceBrackets;
  readonly milliseconds: number;
}

export class ParserEvaluation {
  readonly #scorer = new BracketScorer(COLLINS_UNNAMED_TOP);
  readonly #known: ReadonlySet<string>;
  readonly #unseen = new Map<string, number>();
  readonly #scored: Scored[] = [];
  readonly #fallbacks = { relaxed: 0, coarse: 0, pieces: 0, flat: 0 };

  constructor(symbols: Pick<Symbols, "labels">) {
    this.#known = new Set(symbols.labels.flatMap((label) => splitChain(label)));
  }

  /** `gold` as `goldTree` gives it. */
  add(gold: Tree, { trees, fallback, milliseconds }: Pick<ParsedSentence, "trees" | "fallback" | "milliseconds">): void {
    for (const node of nodes(gold)) {
      const label = coreLabel(node.label);
      if (label !== "" && !this.#known.has(label)) this.#unseen.set(label, (this.#unseen.get(label) ?? 0) + 1);
    }
    const brackets = this.#scorer.add(gold, trees[0]!.tree);
    let words = 0;
    for (const node of nodes(gold)) if (isLeaf(node)) words++;
    this.#scored.push({ words, brackets, milliseconds });
    if (fallback !== "none") this.#fallbacks[fallback]++;
  }

  scores(): ParserScores {
    const byLength = BANDS.map((to, band) => {
      const from = band === 0 ? 1 : BANDS[band - 1]! + 1;
      const here = this.#scored.filter(({ words }) => words >= from && words <= to);
      const total = here.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
      const { f1 } = summarizeBrackets(here.map(({ brackets }) => brackets));
      return { from, to, sentences: here.length, f1, milliseconds: here.length === 0 ? 0 : total / here.length };
    });
    return {
      ...this.#scorer.summary(),
      byLength: byLength.filter(({ sentences }) => sentences > 0),
      fallbacks: { ...this.#fallbacks },
      unseenLabels: Object.fromEntries([...this.#unseen].sort((x, y) => y[1] - x[1])),
      parsingSeconds: this.#scored.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / 1000,
    };
  }
}
