/**
 * Spectral learning of a latent-variable PCFG (Cohen et al. 2012, figure 4; 2013, sections 2.2 and 3). For every symbol
 * a:
 *
 *   Ω^a = mean φ(t)·ψ(o)ᵀ over the nodes with symbol a  ≈  U Σ Vᵀ                             (spectral/projections.ts)
 *   Y(t) = Σ^{−½} Uᵀφ(t),    Z(o) = Σ^{−½} Vᵀψ(o),
 *   both shrunk to their means where a direction is mostly noise                                   (spectral/signal.ts)
 *
 * and then, in one pass over the treebank, for every rule, word and root
 *
 *   T^{a→b c} = p(a→b c)·mean Z(o)⊗Y(t₂)⊗Y(t₃), smoothed
 *   direction(a, x) = mean Z(o)        root(a) = Σ_{trees with root a} Y(t) / #trees
 *
 * The papers put all of Σ^{−1} into Z; halves on both sides are the same model in another basis, and keep all vectors
 * of one size, so that single precision is enough to parse.
 *
 * Several members make an ensemble. Where the same trees are given cut in several ways, members take them in turn, each
 * with the rules of its own cut. Members beyond that are noise-diversified (Narayan and Cohen, "Diversity in spectral
 * learning for natural language parsing", EMNLP 2015): models over the same rules, each learnt after multiplicative
 * Gaussian noise on the feature values and with another number of states. The first member is the plain model. Members
 * over the same rules share the coarse pass.
 */
import { type LearnContext, StageClock, summedTimes } from "../../../base/learning.ts";
import { Random } from "../../../base/random.ts";
import { compacted } from "../compact-tensors.ts";
import { LEXICON_DEFAULTS } from "../lexicon/lexicon.ts";
import type { GrammarModel, GrammarSettings, LearntGrammar } from "../model.ts";
import type { BinaryTreebank, Weights } from "../treebank/binary-treebank.ts";
import type { CountedRules } from "../treebank/count-rules.ts";
import { type Decompositions, decompose, mostStates } from "./decompositions.ts";
import { learnDirections } from "./directions.ts";
import { firstStates, NodeVectors, withoutOutliers } from "./node-vectors.ts";
import type { SpectralOptions } from "./options.ts";
import { type SpectralReport, spectralReport } from "./report.ts";
import { spectralGrammar } from "./tensors.ts";

/** Shares of `states` that the members have in turn: models of different sizes err differently. */
const SIZES = [1, 0.75, 0.5];

/** What the members of an ensemble are learnt with in round `round` over the treebanks. */
const memberOptions = (options: SpectralOptions, round: number): SpectralOptions => ({
  ...options,
  states: Math.max(1, Math.round(options.states * SIZES[round % SIZES.length]!)),
  noise: round === 0 ? 0 : options.noise,
  seed: options.seed + round,
});

/**
 * The grammar of a treebank, or of the same trees cut in several ways over the same symbols and words, in double
 * precision. The report is that of the first member, with the times of all.
 */
export async function learnSpectral(
  given: BinaryTreebank | readonly BinaryTreebank[],
  options: SpectralOptions,
  context: LearnContext = {},
  settings: GrammarSettings = {},
): Promise<LearntGrammar<SpectralReport>> {
  const treebanks = "symbols" in given ? [given] : given;
  const weightsOf = treebanks.map((treebank) => {
    const drawn = () => drawOneNodePerTree(treebank, new Random(options.seed).stream("nodes"));
    return settings.weights ?? (options.singleNode ? drawn() : undefined);
  });
  const learnt: LearntGrammar<SpectralReport>[] = [];
  const rules: CountedRules[] = [];
  for (let index = 0; index < options.members; index++) {
    const structure = index % treebanks.length;
    const own = memberOptions(options, Math.floor(index / treebanks.length));
    const clock = new StageClock(context);
    const known = { lexicon: learnt[0]?.model.lexicon, counted: rules[structure] };
    const found = await decompose(
      treebanks[structure]!,
      own,
      clock,
      { ...settings, weights: weightsOf[structure] },
      known,
    );
    rules[structure] = found.counted;
    learnt.push(await grammarFromDecompositions(found, own, clock, settings, { consume: true }));
  }
  const [{ model, report }, ...rest] = learnt as [LearntGrammar<SpectralReport>, ...LearntGrammar<SpectralReport>[]];
  return {
    model: {
      ...model,
      others: rest.map(({ model: { grammar, directions, compact } }) => ({ grammar, directions, compact })),
    },
    report: { ...report, times: summedTimes(learnt.flatMap(({ report: { times } }) => times)) },
  };
}

/**
 * The model under options that may ask for fewer states than were found, larger singular values, and any smoothing.
 * With `consume` the decompositions are used up: half the memory.
 */
export async function grammarFromDecompositions(
  decompositions: Decompositions,
  options: SpectralOptions,
  clock: StageClock = new StageClock(),
  settings: GrammarSettings = {},
  { consume = false }: { readonly consume?: boolean } = {},
): Promise<LearntGrammar<SpectralReport>> {
  const { treebank, weights, nodes, lexicon, counted } = decompositions;
  const { signal } = clock.context;
  // Weighted nodes may be a population, whose moments are exact: nothing is drawn in.
  const limit = weights === undefined ? options.winsorize : 0;
  const found = decompositions.vectors.map((each, symbol) =>
    withoutOutliers(firstStates(each, mostStates(treebank, symbol, options), options.minSingularValue), limit, consume),
  );
  const vectors = new NodeVectors(treebank, nodes, found);
  const whole = await clock.run("moments", "rules", counted.rules.size, (meter) =>
    spectralGrammar(treebank, nodes, counted, vectors, options, weights, { signal, onRule: () => meter.advance() }),
  );
  const { grammar, compact } =
    options.tensorError === 0
      ? { grammar: whole, compact: undefined }
      : await clock.run("compact tensors", "rules", counted.rules.size, () =>
          compacted(whole, options.tensorError, signal),
        );
  const directions = await clock.run("words", "words", treebank.words.size, () =>
    learnDirections(
      treebank,
      {
        states: vectors.states,
        addTo: (node, factor, into) => vectors.add("outside", node, factor, into),
        mean: (symbol) => grammar.meanOutside.subarray(grammar.vectorOffset[symbol]!),
      },
      options.lexicalSmoothing,
      { weights, signal, known: lexicon.known },
    ),
  );
  const model: GrammarModel = {
    symbols: treebank.symbols,
    marks: treebank.marks,
    branching: treebank.branching,
    ...{ grammar, compact },
    lexicon,
    lexiconOptions: settings.lexicon ?? LEXICON_DEFAULTS,
    directions,
    others: [],
  };
  return { model, report: spectralReport(decompositions, found, clock.times) };
}

/** Weight 1 for one node of every tree, 0 for the others. */
function drawOneNodePerTree(treebank: BinaryTreebank, random: Random): Weights {
  const node = new Float64Array(treebank.size);
  let first = 0;
  for (const root of treebank.roots) {
    node[first + random.integer(root - first + 1)] = 1;
    first = root + 1;
  }
  return { node, tree: new Float64Array(treebank.roots.length).fill(1) };
}
