/** What each of a parse's charts believes about labelled spans: the mean of their probabilities, and the least. */
import type { Marginals } from "../../../charts/phrases/best-tree.ts";
import { spanId } from "../../../charts/phrases/span-index.ts";
import type { Symbols } from "../treebank/symbols.ts";
import { chainLabelsOf } from "./chain-labels.ts";
import { spanTable } from "./span-probabilities.ts";

/** Probabilities of a labelled span under several charts. */
export interface Belief {
  readonly mean: number;
  readonly least: number;
}

/** The beliefs of a parse's charts about any labelled span. */
export interface SpanBeliefs {
  /** Words have tags, constituents labels. */
  of(label: string, tag: boolean, start: number, end: number): Belief;
}

const NONE: Belief = { mean: 0, least: 0 };

/** Reads them off the charts; spans that no chart has are believed in by none. */
export function spanBeliefs(symbols: Symbols, charts: readonly Marginals[]): SpanBeliefs {
  const labels = chainLabelsOf(symbols);
  const tables = charts.map((chart) => spanTable(labels, [chart]));
  const words = charts[0]?.skeleton.words ?? 0;
  return {
    of(name, tag, start, end) {
      const label = labels.find(name, tag);
      if (label === undefined || tables.length === 0) return NONE;
      const key = spanId(start, end, words) * labels.size + label;
      let [sum, least] = [0, 1];
      for (const table of tables) {
        const probability = table.get(key) ?? 0;
        sum += probability;
        least = Math.min(least, probability);
      }
      return { mean: sum / tables.length, least };
    },
  };
}
