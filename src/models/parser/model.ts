/**
 * A constituency parser: a latent-variable grammar (models/grammar), and what its treebank was like. One type serves
 * every method; the baselines are grammars with one state per symbol.
 */
import { frozen, type Json, lastingReport, type Model, type Report } from "../../base/index.ts";
import type { Preparation } from "../../data/treebank.ts";
import type { Segmentation } from "../../formats/text/segmentation.ts";
import { type GrammarModel, toSinglePrecision } from "../grammar/index.ts";
import type { Reranker } from "./rerank/reranker.ts";

/** spectral, em: hidden states; pcfg: none; markov: marks of parents and siblings. */
export type ParserMethod = "spectral" | "em" | "pcfg" | "markov";

/** What a parser was learnt with: the options of its method, complete, and how its treebank was read. */
export type ParserSettings = Readonly<Record<string, Json>> & {
  readonly method: ParserMethod;
  /** The name of the head rules. */
  readonly heads: string;
  /** The language of the treebank, as a tag such as en. */
  readonly language: string;
  /** What was done to the trees, and is done to gold trees. */
  readonly preparation: Preparation & { readonly [name: string]: Json };
};

/** A parser as `learnParser` gives it: frozen. `new Parser(model)` parses with it. */
export interface ParserModel extends Model, GrammarModel {
  readonly kind: "parser";
  readonly options: ParserSettings;
  /** How running text is cut into words: as its treebank has it. */
  readonly segmentation: Segmentation;
  /** Chooses among the best trees; undefined where none was learnt. */
  readonly reranker?: Reranker | undefined;
}

/** A grammar with what makes it a parser, rounded to single precision and frozen. */
export function parserModel(
  grammar: GrammarModel,
  options: ParserSettings,
  segmentation: Segmentation,
  report: Report,
  reranker?: Reranker,
): ParserModel {
  const { symbols, marks, branching, lexicon, lexiconOptions, directions, compact, others, boundaries, ...rest } =
    toSinglePrecision(grammar);
  return frozen({
    kind: "parser" as const,
    options,
    segmentation,
    report: lastingReport(report),
    reranker,
    ...{ symbols, marks, branching, grammar: rest.grammar, compact, lexicon, lexiconOptions, directions, others },
    boundaries,
  });
}
