/**
 * Spectral learning of a latent-variable PCFG (Cohen et al. 2012, figure 4; 2013, sections 2.2 and 3). For every symbol a:
 *
 *   Ω^a = mean φ(t)·ψ(o)ᵀ over the nodes with symbol a  ≈  U Σ Vᵀ                        (spectral/projections.ts)
 *   Y(t) = Σ^{−½} Uᵀφ(t),    Z(o) = Σ^{−½} Vᵀψ(o),   both drawn to their means where a direction is mostly noise      (spectral/signal.ts)
 *
 * and then, in one pass over the treebank, for every rule, word and root
 *
 *   T^{a→b c} = p(a→b c)·mean Z(o)⊗Y(t₂)⊗Y(t₃), smoothed        direction(a, x) = mean Z(o)        root(a) = Σ_{trees with root a} Y(t) / #trees
 *
 * The papers put all of Σ^{−1} into Z; halves on both sides are the same model in another basis, and keep all vectors of one size, so that single precision
 * is enough to parse.
 */
import { checkOptions, choice, flag, type OptionsOf, real, whole } from "../../base/options.ts";
import { DEFAULT_SEED, Random } from "../../base/random.ts";
import { projectViews } from "../../spectral/projections.ts";
import { shrinkToMeans, signalShares } from "../../spectral/signal.ts";
import { GENERIC_HEADS } from "../../trees/head-tables.ts";
import type { Tree } from "../../trees/tree.ts";
import { type CountedRules, countRules } from "./count-rules.ts";
import { learnDirections } from "./directions.ts";
import { FEATURE_SETS, FeatureContext } from "./features.ts";
import { type LearningContext, type LearntParser, StageClock, type StageTime } from "./learning.ts";
import { countLexicon, LEXICON_DEFAULTS, type LexiconCounts } from "./lexicon.ts";
import { type ParserModel, toSinglePrecision } from "./model.ts";
import { firstStates, NodeVectors, nodesBySymbol, type SymbolVectors, symbolVectors } from "./node-vectors.ts";
import { spectralGrammar } from "./spectral-grammar.ts";
import { buildTreebank, NO_MARKS, type Treebank, type Weights } from "./treebank.ts";
import { type NodeViews, viewsOf } from "./views.ts";

export const SPECTRAL_OPTIONS = {
  states: whole("hidden states per nonterminal, at most", { default: 32, min: 1, max: 512 }),
  tagStates: whole("hidden states per tag, at most, where `states` would allow more", { default: 512, min: 1, max: 512 }),
  smoothing: real("C of the back-off weights λ = √n/(C + √n); 0 turns smoothing off", { default: 5, min: 0 }),
  lexicalSmoothing: real("observations that a word's class weighs in its direction; 0 turns it off", { default: 3, min: 0 }),
  kappa: real("κ of the feature scaling √(M/(count + κ))", { default: 5, min: 0 }),
  scaling: flag("scale features by their inverse spread", { default: true }),
  shrinkage: flag("trust each hidden direction as far as it rises above noise", { default: true }),
  features: choice("features of inside and outside trees", ["full", "rules"], { default: "full" }),
  smallestSingularValue: real("directions with a smaller singular value are dropped", { default: 0.01, min: 0 }),
  rareWords: whole("words of at most this count are replaced by their classes in features", { default: 1, min: 0 }),
  denseAbove: whole("rules with more occurrences get a full tensor, others keep their sample", { default: 120, min: 0 }),
  noise: real("multiplicative Gaussian noise on feature values, for ensembles", { default: 0, min: 0, max: 10 }),
  singleNode: flag("learn from one node per tree, drawn uniformly: the i.i.d. sample of the 2012 theorem", { default: false }),
  seed: whole("seed of all random choices", { default: DEFAULT_SEED }),
};

export type SpectralOptions = OptionsOf<typeof SPECTRAL_OPTIONS>;

export interface SymbolReport {
  readonly symbol: string;
  readonly nodes: number;
  readonly states: number;
  readonly singularValues: readonly number[];
  /** Σ w: how many states' worth of signal the states carry. */
  readonly signal: number;
  /** Largest singular value over the smallest kept. */
  readonly condition: number;
}

export interface SpectralReport {
  readonly trees: number;
  readonly nodes: number;
  readonly rules: number;
  readonly words: number;
  readonly symbols: readonly SymbolReport[];
  readonly stages: readonly StageTime[];
  readonly warnings: readonly string[];
}

/** Learns from prepared trees (`prepareTreebank`). */
export function learnSpectral(
  trees: Iterable<Tree>,
  given: Partial<SpectralOptions> = {},
  context: LearningContext = {},
): LearntParser<SpectralReport> {
  const options = checkOptions("learnSpectral", SPECTRAL_OPTIONS, given);
  const started = performance.now();
  const treebank = buildTreebank(trees, context.heads ?? GENERIC_HEADS);
  const weights = options.singleNode ? drawOneNodePerTree(treebank, new Random(options.seed).stream("nodes")) : undefined;
  const { model, report } = learnFromTreebank(treebank, options, context, weights);
  const reading = {
    stage: "binary trees",
    seconds: (performance.now() - started) / 1000 - report.stages.reduce((t, s) => t + s.seconds, 0),
  };
  return { model: toSinglePrecision(model), report: { ...report, stages: [reading, ...report.stages] } };
}

/** The numbers of learning in double precision; nodes may weigh differently, and those of weight 0 are left out. */
export function learnFromTreebank(
  treebank: Treebank,
  options: SpectralOptions,
  context: LearningContext = {},
  weights?: Weights,
): LearntParser<SpectralReport> {
  const clock = new StageClock(context.progress);
  return modelFromStudy(studyTreebank(treebank, options, context, weights, clock), options, context, clock);
}

/** What is learnt before any smoothing: the dear part, which many settings of the cheap part can share (tune.ts). */
export interface SpectralStudy {
  readonly treebank: Treebank;
  readonly weights: Weights | undefined;
  readonly nodes: readonly Int32Array[];
  readonly lexicon: LexiconCounts;
  readonly counted: CountedRules;
  /** By symbol. */
  readonly vectors: readonly SymbolVectors[];
}

/** m of a symbol. */
const mostStates = ({ symbols }: Treebank, symbol: number, { states, tagStates }: SpectralOptions): number =>
  symbols.preterminal[symbol] === 0 ? states : Math.min(states, tagStates);

export function studyTreebank(
  treebank: Treebank,
  options: SpectralOptions,
  context: LearningContext = {},
  weights?: Weights,
  clock = new StageClock(context.progress),
): SpectralStudy {
  const nodes = nodesBySymbol(treebank);
  const lexicon = countLexicon(treebank, weights);
  const features = context.features ?? FEATURE_SETS[options.features]!;
  const views = clock.run("features", "nodes", treebank.size, (advance) => {
    const fragments = new FeatureContext(treebank, lexicon.wordCount, options.rareWords);
    const random = new Random(options.seed).stream("noise");
    return nodes.map((list, symbol) => {
      const noise = options.noise === 0 ? undefined : { strength: options.noise, random: random.stream(symbol) };
      advance(list.length);
      return viewsOf(fragments, features, list, noise);
    });
  });
  const vectors = clock.run("singular value decompositions", "nonterminals", nodes.length, (advance) =>
    views.map((view, symbol) => {
      const own = weights === undefined ? undefined : Float64Array.from(nodes[symbol]!, (node) => weights.node[node]!);
      const found = projectSymbol(view, { ...options, states: mostStates(treebank, symbol, options) }, own);
      advance();
      return found;
    }),
  );
  return { treebank, weights, nodes, lexicon, counted: countRules(treebank, weights), vectors };
}

/** The model of a study under options that may ask for fewer states than it has, for larger singular values, and for any smoothing. */
export function modelFromStudy(
  study: SpectralStudy,
  options: SpectralOptions,
  context: LearningContext = {},
  clock = new StageClock(context.progress),
): LearntParser<SpectralReport> {
  const { treebank, weights, nodes, lexicon, counted } = study;
  const found = study.vectors.map((each, symbol) =>
    firstStates(each, mostStates(treebank, symbol, options), options.smallestSingularValue),
  );
  const vectors = new NodeVectors(treebank, nodes, found);
  const grammar = clock.run("moments", "rules", counted.rules.size, (advance) =>
    spectralGrammar(treebank, nodes, counted, vectors, options, weights, advance),
  );
  const directions = clock.run("words", "words", treebank.words.size, () =>
    learnDirections(
      treebank,
      {
        states: vectors.states,
        addTo: (node, factor, into) => vectors.add("outside", node, factor, into),
        mean: (symbol) => grammar.meanOutside.subarray(grammar.vectorOffset[symbol]!),
      },
      options.lexicalSmoothing,
      weights,
    ),
  );
  const model: ParserModel = {
    kind: "parser",
    method: "spectral",
    symbols: treebank.symbols,
    marks: NO_MARKS,
    grammar,
    lexicon,
    lexiconOptions: context.lexicon ?? LEXICON_DEFAULTS,
    directions,
    others: [],
    options: { ...options, method: "spectral" },
  };
  return { model, report: makeReport(treebank, nodes, found, counted.rules.size, clock.times) };
}

/**
 * Three block Krylov iterations find the subspace as well as the sample knows it: on news text 30 iterations to a tolerance of 1e-4 take eight times as long
 * and parse no better.
 */
const SUBSPACE = { tolerance: 0.1, maxIterations: 3 };

/** Y and Z of the nodes of one symbol. */
export function projectSymbol({ inside, outside }: NodeViews, options: SpectralOptions, weights?: Float64Array): SymbolVectors {
  if (weights?.every((weight) => weight === 0)) return constantVectors(inside.rows);
  const kappa = options.scaling ? options.kappa : undefined;
  const projection = { kappa, weights, seed: options.seed, ...SUBSPACE };
  const views = projectViews(inside, outside, options.states, projection);
  // Weighted nodes may be a population, whose moments have no noise, and are at any rate not exchangeable: permuting them would say nothing.
  if (!options.shrinkage || weights !== undefined) {
    return symbolVectors(views, new Float64Array(views.values.length).fill(1), options.smallestSingularValue);
  }
  const shares = signalShares(inside, outside, views.values, projection);
  for (const samples of [views.left, views.right]) shrinkToMeans(samples, shares);
  return symbolVectors(views, shares, options.smallestSingularValue);
}

/** A symbol that no counted node has: one state that says nothing. */
function constantVectors(rows: number): SymbolVectors {
  const ones = new Float64Array(rows).fill(1);
  return { states: 1, inside: ones, outside: ones, singularValues: Float64Array.of(1), shares: Float64Array.of(1) };
}

/** Weight 1 for one node of every tree, 0 for the others. */
function drawOneNodePerTree(treebank: Treebank, random: Random): Weights {
  const node = new Float64Array(treebank.size);
  let first = 0;
  for (const root of treebank.roots) {
    node[first + random.integer(root - first + 1)] = 1;
    first = root + 1;
  }
  return { node, tree: new Float64Array(treebank.roots.length).fill(1) };
}

/** Conditioning beyond which small sampling errors in Ω turn into large ones in the model. */
const WEAK_CONDITION = 1e3;

function makeReport(
  treebank: Treebank,
  nodes: readonly Int32Array[],
  found: readonly SymbolVectors[],
  rules: number,
  stages: readonly StageTime[],
): SpectralReport {
  const symbols = found.map(({ states, singularValues, shares }, symbol) => ({
    symbol: treebank.symbols.names[symbol]!,
    nodes: nodes[symbol]!.length,
    states,
    singularValues: Array.from(singularValues),
    signal: shares.reduce((sum, share) => sum + share, 0),
    condition: (singularValues[0] ?? 1) / (singularValues.at(-1) ?? 1),
  }));
  const warnings: string[] = [];
  const weak = symbols.filter(({ condition }) => condition > WEAK_CONDITION).length;
  if (weak > 0) warnings.push(`${weak} nonterminals have a condition number above ${WEAK_CONDITION}: fewer states would be safer.`);
  return { trees: treebank.roots.length, nodes: treebank.size, rules, words: treebank.words.size, symbols, stages, warnings };
}
