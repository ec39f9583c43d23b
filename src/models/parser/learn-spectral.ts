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
import type { OpenWorkers } from "../../base/parallel.ts";
import { DEFAULT_SEED, Random } from "../../base/random.ts";
import { GENERIC_HEADS } from "../../trees/head-tables.ts";
import type { Tree } from "../../trees/tree.ts";
import { learnDirections } from "./directions.ts";
import { type LearningContext, type LearntParser, StageClock, type StageTime } from "./learning.ts";
import { LEXICON_DEFAULTS } from "./lexicon.ts";
import { type ParserModel, toSinglePrecision } from "./model.ts";
import { firstStates, NodeVectors, type SymbolVectors } from "./node-vectors.ts";
import { spectralGrammar } from "./spectral-grammar.ts";
import { mostStates, type SpectralStudy, studyInParallel, studyTreebank } from "./study.ts";
import { buildTreebank, NO_MARKS, type Treebank, type Weights } from "./treebank.ts";

export const SPECTRAL_OPTIONS = {
  states: whole("hidden states per nonterminal, at most", { default: 32, min: 1, max: 512 }),
  tagStates: whole("hidden states per tag, at most, where `states` would allow more", { default: 512, min: 1, max: 512 }),
  smoothing: real("C of the back-off weights λ = √n/(C + √n); 0 turns smoothing off", { default: 5, min: 0 }),
  lexicalSmoothing: real("observations that a word's class weighs in its direction; 0 turns it off", { default: 3, min: 0 }),
  kappa: real("κ of the feature scaling √(M/(count + κ))", { default: 5, min: 0 }),
  scaling: flag("scale features by their inverse spread", { default: true }),
  shrinkage: flag("damp hidden directions that hardly rise above noise", { default: true }),
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

/** The same numbers, with the decompositions spread over workers. */
export async function learnInParallel(
  treebank: Treebank,
  options: SpectralOptions,
  context: LearningContext,
  openWorkers: OpenWorkers,
): Promise<LearntParser<SpectralReport>> {
  const clock = new StageClock(context.progress);
  return modelFromStudy(await studyInParallel(treebank, options, context, openWorkers, clock), options, context, clock);
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

/** Weight 1 for one node of every tree, 0 for the others. */
export function drawOneNodePerTree(treebank: Treebank, random: Random): Weights {
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
