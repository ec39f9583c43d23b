/**
 * Parsing with any model of this folder: a coarse pass prunes, a fine pass computes marginals over hidden states, and the tree with the largest sum of |μ| wins
 * (Cohen et al. 2013, sections 2.1 and 3.3). Every sentence gets a tree: where pruning left none it is relaxed step by step, then the coarse pass decides
 * alone, then the largest coarse constituents are joined, then the words are; `fallback` says how far it had to go.
 */
import { InputError } from "../../base/errors.ts";
import { checkOptions, choice, type OptionsOf, real, whole } from "../../base/options.ts";
import { averageCharts } from "../../charts/average.ts";
import { bestTrees, type Derivation, type Marginals } from "../../charts/best-tree.ts";
import { CoarseBuffers, type CoarseChart, coarseChart } from "../../charts/coarse-chart.ts";
import { type LatentChart, latentChart } from "../../charts/latent-chart.ts";
import type { LatentGrammar } from "../../charts/latent-grammar.ts";
import { buildSkeleton, type Skeleton } from "../../charts/skeleton.ts";
import type { Block, Floats } from "../../linalg/kernels/interface.ts";
import { kernels } from "../../linalg/kernels/kernels.ts";
import type { Tree } from "../../trees/tree.ts";
import { coarseMarginals, commonestRoot, joinPieces } from "./fallback.ts";
import { DirectionTable, Lexicon, type Reading } from "./lexicon.ts";
import { parseInParts } from "./long-sentences.ts";
import { leafVectors, type ParserModel } from "./model.ts";
import { restoreTree } from "./treebank.ts";

export const DECODE_OPTIONS = {
  prune: real("coarse posterior below which an item is left out", { default: 1e-4, min: 0, max: 1 }),
  pruneUses: real("coarse posterior below which a use of a rule is left out", { default: 1e-5, min: 0, max: 1 }),
  objective: choice("what the best tree maximises: the sum of |μ|, of μ, or the product of |μ|", ["sum", "signed", "product"], {
    default: "sum",
  }),
  kBest: whole("trees to give, best first", { default: 1, min: 1, max: 1000 }),
  longest: whole("words of a sentence that is parsed at once; longer ones are parsed in parts", { default: 300, min: 1, max: 2000 }),
};

export type DecodeOptions = OptionsOf<typeof DECODE_OPTIONS>;

/** `none`: as planned. `relaxed`: with looser pruning. `coarse`: without hidden states. `pieces`, `flat`: no tree of the grammar covers the sentence. */
export type Fallback = "none" | "relaxed" | "coarse" | "pieces" | "flat";

export interface Parse {
  readonly tree: Tree;
  /** Further trees, best first; the first is `tree`. */
  readonly trees: readonly { readonly tree: Tree; readonly score: number }[];
  readonly fallback: Fallback;
  /** log p̂ of the sentence; undefined after a fallback that has none. */
  readonly logProbability: number | undefined;
  /** Marginals of the chart, for whoever wants more than a tree. */
  readonly marginals: Marginals | undefined;
}

/** Each step of relaxation multiplies both thresholds by this. */
const RELAX = 0.02;
const RELAX_STEPS = 2;

export class Parser {
  readonly model: ParserModel;
  readonly options: DecodeOptions;
  readonly #lexicon: Lexicon;
  /** Hidden states and directions of every member; the rules are the same in all. */
  readonly #members: readonly { readonly grammar: LatentGrammar; readonly directions: DirectionTable }[];
  readonly #buffers = new CoarseBuffers();

  constructor(model: ParserModel, given: Partial<DecodeOptions> = {}) {
    this.model = model;
    this.options = checkOptions("Parser", DECODE_OPTIONS, given);
    this.#lexicon = new Lexicon(model.symbols, model.lexicon, model.lexiconOptions);
    this.#members = [model, ...model.others].map(({ grammar, directions }) => ({
      grammar: residentGrammar(grammar),
      directions: new DirectionTable(directions),
    }));
  }

  /** Tags, where given, are trusted; words whose tag training did not know are tagged by the model. */
  parse(words: readonly string[], tags?: readonly (string | undefined)[]): Parse {
    if (words.length === 0) throw new InputError("a sentence without words cannot be parsed.");
    if (tags !== undefined && tags.length !== words.length) {
      throw new InputError(`${words.length} words but ${tags.length} tags; each word needs its own, or undefined.`);
    }
    if (words.length > this.options.longest) return this.#inParts(words, tags);
    const readings = words.map((word, at) => this.#lexicon.readings(word, at === 0, tags?.[at]));
    const { rules, rootProbability } = this.model.grammar;
    let coarse: CoarseChart | undefined;
    for (let step = 0; step <= RELAX_STEPS; step++) {
      const looser = RELAX ** step;
      coarse = coarseChart(rules, rootProbability, readings, this.options.prune * looser, this.#buffers);
      if (coarse.total === 0) break;
      const chart = this.#fineChart(coarse, words, readings, this.options.pruneUses * looser);
      if (chart === undefined) continue;
      const parse = this.#fromMarginals(chart, words, step === 0 ? "none" : "relaxed", chart.logTotal);
      if (parse !== undefined) return parse;
    }
    return this.#withoutStates(coarse!, words, readings, tags);
  }

  /** The chart of a sentence, or undefined where the model has none; for whoever studies marginals. */
  chart(words: readonly string[], tags?: readonly (string | undefined)[]): LatentChart | undefined {
    const readings = words.map((word, at) => this.#lexicon.readings(word, at === 0, tags?.[at]));
    const { rules, rootProbability } = this.model.grammar;
    const coarse = coarseChart(rules, rootProbability, readings, this.options.prune, this.#buffers);
    if (coarse.total === 0) return undefined;
    return this.#fineChart(coarse, words, readings, this.options.pruneUses);
  }

  #fineChart(coarse: CoarseChart, words: readonly string[], readings: readonly (readonly Reading[])[], least: number) {
    const skeleton = buildSkeleton(this.model.grammar.rules, coarse, least);
    const charts: LatentChart[] = [];
    for (const { grammar, directions } of this.#members) {
      const chart = latentChart(grammar, skeleton, leafVectors(grammar, directions, words, readings));
      if (chart !== undefined) charts.push(chart);
    }
    return charts.length === 0 ? undefined : averageCharts(charts);
  }

  #fromMarginals(marginals: Marginals, words: readonly string[], fallback: Fallback, logProbability?: number): Parse | undefined {
    const mayBeRoot = (symbol: number) => this.model.grammar.rootProbability[symbol]! > 0;
    const found = bestTrees(marginals, mayBeRoot, this.options.objective, this.options.kBest);
    if (found.length === 0) return undefined;
    const trees = found.map(({ derivation, score }) => ({ tree: this.#toTree(marginals.skeleton, derivation, words), score }));
    return { tree: trees[0]!.tree, trees, fallback, logProbability, marginals };
  }

  #toTree(skeleton: Skeleton, derivation: Derivation, words: readonly string[]): Tree {
    const build = ({ item, left, right }: Derivation): Tree => {
      const label = this.model.symbols.labels[skeleton.symbol[item]!]!;
      if (left === undefined || right === undefined) return { label, word: words[skeleton.start[item]!]! };
      return { label, children: [build(left), build(right)] };
    };
    return restoreTree(build(derivation));
  }

  #inParts(words: readonly string[], tags?: readonly (string | undefined)[]): Parse {
    const tree = parseInParts(words, tags, this.options.longest, commonestRoot(this.model), (some, own) => this.parse(some, own).tree);
    return { tree, trees: [{ tree, score: 0 }], fallback: "pieces", logProbability: undefined, marginals: undefined };
  }

  #withoutStates(
    coarse: CoarseChart,
    words: readonly string[],
    readings: readonly (readonly Reading[])[],
    tags?: readonly (string | undefined)[],
  ): Parse {
    if (coarse.total > 0) {
      const parse = this.#fromMarginals(coarseMarginals(this.model.grammar.rules, coarse), words, "coarse");
      if (parse !== undefined) return parse;
    }
    const { tree, fallback } = joinPieces(this.model, this.model.grammar.rules, coarse, words, readings, tags);
    return { tree, trees: [{ tree, score: 0 }], fallback, logProbability: undefined, marginals: undefined };
  }
}

/** Grammars already in the kernels' memory; their blocks are freed when nobody holds the grammar any more. */
const residents = new WeakMap<LatentGrammar, LatentGrammar>();
const freeing = new FinalizationRegistry<Block<Floats>>((block) => block.free());

/** The grammar with its tensors in the kernels' memory, where contractions need no copies; one copy serves all parsers of a model. */
export function residentGrammar(grammar: LatentGrammar): LatentGrammar {
  const known = residents.get(grammar);
  if (known !== undefined) return known;
  const k = kernels();
  const { length } = grammar.numbers;
  const block: Block<Floats> = grammar.numbers instanceof Float32Array ? k.allocate("f32", length) : k.allocate("f64", length);
  block.view.set(grammar.numbers);
  const resident = {
    ...grammar,
    get numbers() {
      return block.view;
    },
  };
  residents.set(grammar, resident);
  freeing.register(grammar, block);
  return resident;
}

/** Parses one sentence. To parse many, keep a `Parser`. */
export function decode(
  model: ParserModel,
  words: readonly string[],
  tags?: readonly (string | undefined)[],
  options: Partial<DecodeOptions> = {},
): Parse {
  return new Parser(model, options).parse(words, tags);
}
