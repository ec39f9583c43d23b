/**
 * Parsing with any grammar of this folder: a coarse pass prunes, a fine pass computes marginals over hidden states, and
 * the tree with the largest sum of |μ| wins (Cohen et al. 2013, sections 2.1 and 3.3). Every sentence gets a tree:
 * where pruning left none it is relaxed step by step, then the coarse pass decides alone, then the largest coarse
 * constituents are joined, then the words are; `fallback` says how far it had to go. Members of an ensemble over the
 * same rules share the coarse pass, and their marginals are averaged; over several sets of rules there is a chart for
 * each, and the tree is the one on which they agree most (consensus.ts).
 */
import { InputError } from "../../../base/errors.ts";
import { checkOptions } from "../../../base/options.ts";
import { averageCharts, logMean } from "../../../charts/phrases/average.ts";
import { bestTrees, type Derivation, type Marginals } from "../../../charts/phrases/best-tree.ts";
import { CoarseArena } from "../../../charts/phrases/coarse-arena.ts";
import { type CoarseChart, coarseChart, type SpanFilter } from "../../../charts/phrases/coarse-chart.ts";
import { type LatentChart, latentChart } from "../../../charts/phrases/latent-chart.ts";
import { buildSkeleton, pruneSkeleton, type Skeleton } from "../../../charts/phrases/skeleton.ts";
import { openSpans } from "../../../charts/phrases/span-filter.ts";
import type { Tree } from "../../../trees/tree.ts";
import { BoundaryFilter } from "../boundaries/boundaries.ts";
import { Lexicon, type Reading } from "../lexicon/lexicon.ts";
import { type GrammarModel, leafVectors } from "../model.ts";
import { restoreTree } from "../treebank/binary-treebank.ts";
import { consensusTrees, ROW } from "./consensus.ts";
import { coarseMarginals, commonestRoot, joinPieces } from "./fallback.ts";
import { parseInParts } from "./long-sentences.ts";
import { PARSING_OPTIONS, type ParsingOptions } from "./parsing-options.ts";
import { type Structure, structuresOf } from "./structures.ts";

/**
 * `none`: as planned. `relaxed`: with looser pruning. `coarse`: without hidden states. `pieces`, `flat`: no tree of the
 * grammar covers the sentence.
 */
export type Fallback = "none" | "relaxed" | "coarse" | "pieces" | "flat";

/** A tree and its score. */
export interface ScoredTree {
  readonly tree: Tree;
  readonly score: number;
}

/** What the chart parser finds for a sentence. */
export interface ChartParse {
  readonly tree: Tree;
  /** Best first; the first is `tree`. */
  readonly trees: readonly ScoredTree[];
  readonly fallback: Fallback;
  /** log p̂ of the sentence; undefined after a fallback that has none. */
  readonly logProbability: number | undefined;
  /** Marginals of the chart, one for each set of rules of an ensemble; none after a fallback that has none. */
  readonly charts: readonly Marginals[];
}

interface ChartTables {
  readonly lexicon: Lexicon;
  readonly boundaries: BoundaryFilter | undefined;
  readonly structures: readonly Structure[];
}

interface Search {
  readonly kBest: number;
  /** Only trees near the best are wanted: whatever may be filtered is. */
  readonly fast: boolean;
  /** Trees for a re-ranker. */
  readonly list: boolean;
}

/** The chart of one structure. */
interface StructureChart {
  readonly fine: LatentChart;
  readonly relaxed: boolean;
}

/** Marginals under the narrow grammar below which items and edges are left out; taken from trials on the WSJ sample. */
const NARROW_ITEM = 3e-4;
const NARROW_EDGE = 1e-4;

/** The beam, in thresholds of posteriors: 10 would take a quarter less time and cost 0.1 F1. */
const BEAM = 3;

/**
 * Words from which the beam narrows, with the square of the length: the time of the coarse pass would grow with the
 * cube, and the ambiguity of a long sentence lies in its parts, which are no longer than those of other sentences.
 */
const LONG = 55;

/** The share of the likeliest item of a span that another must reach in the coarse pass. */
const beamOf = (words: number, threshold: number): number =>
  Math.min(1, BEAM * threshold * Math.max(1, (words / LONG) ** 2));

/**
 * Pruning is not relaxed for longer sentences: without a beam one of 300 words takes a minute and a gigabyte. Where
 * pruning left no tree they are parsed in parts.
 */
const MOST_RELAXED = 100;

/** Each step of relaxation multiplies both thresholds by this. */
const RELAX = 0.02;
const RELAX_STEPS = 2;

/** Parses sentences with a grammar, coarse to fine. */
export class ChartParser {
  readonly model: GrammarModel;
  readonly options: ParsingOptions;
  /** Made for the first sentence: a parser that parses nothing needs no tables. */
  #tables: ChartTables | undefined;
  readonly #arena = new CoarseArena();

  constructor(model: GrammarModel, given: Partial<ParsingOptions> = {}) {
    this.model = model;
    this.options = checkOptions("ChartParser", PARSING_OPTIONS, given);
  }

  /** Makes the tables now; otherwise the first sentence waits for them. */
  load(): void {
    this.#table();
  }

  #table(): ChartTables {
    const { model } = this;
    this.#tables ??= {
      lexicon: new Lexicon(model.symbols, model.lexicon, model.lexiconOptions),
      boundaries:
        model.boundaries === undefined || this.options.filter === "none"
          ? undefined
          : new BoundaryFilter(model.boundaries, model.lexicon, model.symbols),
      structures: structuresOf(model, this.options.narrow),
    };
    return this.#tables;
  }

  #readings(words: readonly string[], tags: readonly (string | undefined)[] | undefined): Reading[][] {
    const { lexicon } = this.#table();
    return words.map((word, at) => lexicon.readings(word, at === 0, tags?.[at]));
  }

  /** Tags, where given, are trusted; words whose tag training did not know are tagged by the model. */
  parse(words: readonly string[], tags?: readonly (string | undefined)[], kBest = this.options.kBest): ChartParse {
    return this.#parse(words, tags, { kBest, fast: kBest === 1, list: false });
  }

  /**
   * Trees for a re-ranker to choose from: those that have most in common with all others, as many as `length`, which
   * differ in more than tags. What the fastest search leaves out is not among them.
   */
  list(words: readonly string[], tags: readonly (string | undefined)[] | undefined, length: number): ChartParse {
    return this.#parse(words, tags, { kBest: length, fast: true, list: true });
  }

  #parse(
    words: readonly string[],
    tags: readonly (string | undefined)[] | undefined,
    { kBest, fast, list }: Search,
  ): ChartParse {
    if (words.length === 0) throw new InputError("a sentence without words cannot be parsed.");
    if (tags !== undefined && tags.length !== words.length) {
      throw new InputError(`${words.length} words but ${tags.length} tags; each word needs its own, or undefined.`);
    }
    if (words.length > this.options.maxWords) return this.#inParts(words, tags, this.options.maxWords);
    const readings = this.#readings(words, tags);
    const { boundaries, structures } = this.#table();
    // A sentence too short to gain by it is not filtered.
    const found = fast && words.length > 2 ? boundaries?.open(words, Number(this.options.filter)) : undefined;
    const open = found && openSpans(found.begins, found.ends);
    const charts = structures
      .map((structure) => this.#chartOf(structure, words, readings, fast, open))
      .filter((chart) => chart !== undefined);
    const parse =
      charts.length === 0
        ? undefined
        : this.#fromCharts(
            charts.map(({ fine }) => fine),
            words,
            { kBest, list },
            charts.some(({ relaxed }) => relaxed) ? "relaxed" : "none",
          );
    if (parse !== undefined) return parse;
    return words.length > MOST_RELAXED
      ? this.#inParts(words, tags, Math.ceil(words.length / 2))
      : this.#withoutStates(words, readings, tags, kBest);
  }

  /**
   * The chart of one structure, with pruning relaxed until there is a tree: first with the filter, then without it,
   * then with looser pruning. Undefined where pruning, however loose, left no tree; `fast` where only the best is
   * wanted.
   */
  #chartOf(
    structure: Structure,
    words: readonly string[],
    readings: readonly (readonly Reading[])[],
    fast: boolean,
    open: Uint8Array | undefined,
  ): StructureChart | undefined {
    const steps = words.length > MOST_RELAXED ? 0 : RELAX_STEPS;
    for (let step = open === undefined ? 0 : -1; step <= steps; step++) {
      const filter = step < 0 ? { needs: structure.needs, open: open! } : undefined;
      const coarse = this.#coarse(structure, readings, Math.max(0, step), filter);
      if (coarse.total === 0) continue;
      const fine = this.#fineChart(structure, coarse, words, readings, fast && step <= 0);
      if (fine !== undefined) return { fine, relaxed: step > 0 };
    }
    return undefined;
  }

  /** The last step of relaxation has no beam: whatever the grammar can parse is parsed. */
  #coarse(
    { rules, expected }: Structure,
    readings: readonly (readonly Reading[])[],
    step: number,
    filter?: SpanFilter,
  ): CoarseChart {
    const looser = RELAX ** step;
    const threshold = this.options.prune * looser;
    const least = this.options.pruneUses * looser;
    const beam = step === RELAX_STEPS ? 0 : beamOf(readings.length, threshold);
    const { rootProbability } = this.model.grammar;
    return coarseChart(rules, rootProbability, readings, { threshold, least, beam, expected, filter }, this.#arena);
  }

  /**
   * The first structure's chart of a sentence, or undefined where the model has none; for those who study marginals.
   */
  chart(words: readonly string[], tags?: readonly (string | undefined)[]): LatentChart | undefined {
    const readings = this.#readings(words, tags);
    const [first] = this.#table().structures;
    const coarse = this.#coarse(first!, readings, 0);
    return coarse.total === 0 ? undefined : this.#fineChart(first!, coarse, words, readings, false);
  }

  #fineChart(
    { rules, members, narrow }: Structure,
    coarse: CoarseChart,
    words: readonly string[],
    readings: readonly (readonly Reading[])[],
    fast: boolean,
  ) {
    const whole = buildSkeleton(rules, coarse);
    const few = fast ? narrow?.chart(whole, words, readings) : undefined;
    const skeleton = few === undefined ? whole : pruneSkeleton(whole, few, NARROW_ITEM, NARROW_EDGE);
    const charts: LatentChart[] = [];
    for (const { grammar, directions } of members) {
      const chart = latentChart(grammar, skeleton, leafVectors(grammar, directions, words, readings));
      if (chart !== undefined) charts.push(chart);
    }
    return charts.length === 0 ? undefined : averageCharts(charts);
  }

  #fromCharts(
    charts: readonly (Marginals & { readonly logTotal?: number })[],
    words: readonly string[],
    { kBest, list }: Pick<Search, "kBest" | "list">,
    fallback: Fallback,
  ): ChartParse | undefined {
    const mayBeRoot = (symbol: number) => this.model.grammar.rootProbability[symbol]! > 0;
    const [first] = charts;
    const { skeleton, trees: found } =
      charts.length === 1 && !list
        ? { skeleton: first!.skeleton, trees: bestTrees(first!, mayBeRoot, this.options.objective, kBest) }
        : consensusTrees(this.model.symbols, charts, mayBeRoot, kBest, list);
    if (found.length === 0) return undefined;
    const trees = found.map(({ derivation, score }) => ({ tree: this.#toTree(skeleton, derivation, words), score }));
    const logs = charts.flatMap(({ logTotal }) => logTotal ?? []);
    const logProbability = logs.length === 0 ? undefined : logMean(logs);
    return { tree: trees[0]!.tree, trees, fallback, logProbability, charts };
  }

  #toTree(skeleton: Skeleton, derivation: Derivation, words: readonly string[]): Tree {
    const build = ({ item, left, right }: Derivation): Tree => {
      const symbol = skeleton.symbol[item]!;
      const label = symbol === ROW ? "@" : this.model.symbols.labels[symbol]!;
      if (left === undefined || right === undefined) return { label, word: words[skeleton.start[item]!]! };
      return { label, children: [build(left), build(right)] };
    };
    return restoreTree(build(derivation));
  }

  #inParts(words: readonly string[], tags: readonly (string | undefined)[] | undefined, most: number): ChartParse {
    const tree = parseInParts(
      words,
      tags,
      most,
      commonestRoot(this.model),
      (some, own) => this.parse(some, own, 1).tree,
    );
    return { tree, trees: [{ tree, score: 0 }], fallback: "pieces", logProbability: undefined, charts: [] };
  }

  /** By the coarse pass of the first structure alone. */
  #withoutStates(
    words: readonly string[],
    readings: readonly (readonly Reading[])[],
    tags: readonly (string | undefined)[] | undefined,
    kBest: number,
  ): ChartParse {
    const coarse = this.#coarse(this.#table().structures[0]!, readings, RELAX_STEPS);
    if (coarse.total > 0) {
      const parse = this.#fromCharts(
        [coarseMarginals(this.model.grammar.rules, coarse)],
        words,
        { kBest, list: false },
        "coarse",
      );
      if (parse !== undefined) return parse;
    }
    const { tree, fallback } = joinPieces(this.model, this.model.grammar.rules, coarse, words, readings, tags);
    return { tree, trees: [{ tree, score: 0 }], fallback, logProbability: undefined, charts: [] };
  }
}
