/**
 * Parsing with a learnt model:
 *
 *   const parser = await open("english.model", "parser");     // or new Parser(model)
 *   formatPenn(parser.parse("The dog barks.").tree);
 */
import { checkOptions } from "../../base/options.ts";
import { checkSentence, type SentenceInput, sentencesOf, wordsOf } from "../../data/segmentation.ts";
import { headsNamed } from "../../data/treebank.ts";
import {
  type ChartParse,
  ChartParser,
  type ScoredTree,
  type SpanProbability,
  spanProbabilities,
} from "../grammar/index.ts";
import type { ParserModel } from "./model.ts";
import { PARSING_OPTIONS, type ParsingOptions } from "./options.ts";
import { TreeRanker } from "./rerank/reranker.ts";
import { fullerFirst, LONGEST_SHORT, withTree } from "./rerank/short-sentences.ts";
import { spellingOf } from "./spelling.ts";

/** What a parser finds for a sentence. */
export interface Parse extends ChartParse {
  /** The words that were parsed, as the model's treebank spells them. */
  readonly words: readonly string[];
}

/** Parses sentences with a model. Every sentence with words gets a tree; `fallback` says how far it had to go. */
export class Parser {
  readonly kind = "parser";
  readonly model: ParserModel;
  readonly options: ParsingOptions;
  readonly #chart: ChartParser;
  /** Made for the first sentence that is re-ranked. */
  #ranker: TreeRanker | undefined;
  readonly #spell: (word: string) => string;

  constructor(model: ParserModel, options: Partial<ParsingOptions> = {}) {
    this.model = model;
    this.options = checkOptions("Parser", PARSING_OPTIONS, options);
    const { rerank: _, ...search } = this.options;
    this.#chart = new ChartParser(model, search);
    this.#spell = spellingOf(model.lexicon.words);
  }

  /**
   * The best tree of a sentence, and as many more as the option `kBest` asks for. Tags, where given, are trusted; words
   * whose tag training did not know are tagged by the model.
   */
  parse(sentence: SentenceInput): Parse {
    return this.#parse(sentence, this.options.kBest);
  }

  /** One parse for each sentence of a running text. */
  parseText(text: string): Parse[] {
    return sentencesOf(text, this.model.segmentation).map((words) => this.parse(words));
  }

  /** The best trees of a sentence, best first; fewer than `count` when the chart holds no more. */
  kBest(sentence: SentenceInput, count: number): readonly ScoredTree[] {
    const { kBest } = checkOptions("kBest", { kBest: PARSING_OPTIONS.kBest }, { kBest: count });
    return this.#parse(sentence, kBest).trees;
  }

  /**
   * The labelled spans of a sentence with at least this probability, by start, then longest first; none after a
   * fallback without probabilities.
   */
  marginals(sentence: SentenceInput, least = 0.01): SpanProbability[] {
    return this.spans(this.parse(sentence), least);
  }

  /** The same of a sentence that was parsed. */
  spans(parse: Pick<Parse, "charts">, least = 0.01): SpanProbability[] {
    return spanProbabilities(this.model, parse, least);
  }

  /** Makes the tables that parsing needs now; otherwise the first sentence waits for them. */
  load(): void {
    this.#chart.load();
  }

  #parse(sentence: SentenceInput, kBest: number): Parse {
    checkSentence(sentence);
    const { words, tags } = this.#wordsOf(sentence);
    const { reranker } = this.model;
    if (reranker === undefined || !this.options.rerank) return { ...this.#chart.parse(words, tags, kBest), words };
    const list = this.#chart.list(words, tags, Math.max(kBest, reranker.listSize));
    this.#ranker ??= new TreeRanker(this.model, headsNamed(this.model.options.heads), reranker);
    const agreed = words.length > LONGEST_SHORT ? undefined : this.#chart.parse(words, tags, 1).tree;
    const ranked = this.#ranker.rank(words, agreed === undefined ? list : withTree(list, agreed));
    const trees = (agreed === undefined ? ranked : fullerFirst(ranked, agreed)).slice(0, kBest);
    return { ...list, words, trees, tree: trees[0]!.tree };
  }

  #wordsOf(sentence: SentenceInput): {
    readonly words: readonly string[];
    readonly tags?: readonly (string | undefined)[] | undefined;
  } {
    if (typeof sentence === "string") return this.#wordsOf(wordsOf(sentence, this.model.segmentation));
    const { words, tags }: Exclude<SentenceInput, string | readonly string[]> =
      "words" in sentence ? sentence : { words: sentence };
    return { words: words.map(this.#spell), tags };
  }
}
