/**
 * EM for L-PCFGs with the initialisation of Matsuzaki et al. 2005: the baseline that spectral learning is compared with
 * (Cohen et al. 2013, section 4). Likelihood rises at every step; accuracy on new sentences peaks after ten to thirty
 * and then falls, so that the number of steps is chosen on held-out trees.
 */
import { type LearnContext, StageClock } from "../../../base/learning.ts";
import { expert, type OptionsOf, real, whole } from "../../../base/options.ts";
import { DEFAULT_SEED, Random } from "../../../base/random.ts";
import type { StopSignal } from "../../../base/stopping.ts";
import { countLexicon, LEXICON_DEFAULTS, type LexiconCounts } from "../lexicon/lexicon.ts";
import {
  type GrammarModel,
  type GrammarReport,
  type GrammarSettings,
  type LearntGrammar,
  toSinglePrecision,
} from "../model.ts";
import { learnDirections } from "../spectral/directions.ts";
import { FeatureContext } from "../spectral/features.ts";
import type { BinaryTreebank } from "../treebank/binary-treebank.ts";
import { countRules } from "../treebank/count-rules.ts";
import { type EmParameters, emptyParameters, lexicalProductions, perturb } from "./parameters.ts";
import { type EmData, EmPasses } from "./step.ts";

/** Options of EM, declared. */
export const EM_OPTIONS = {
  states: whole("hidden states per nonterminal, at most", { default: 32, min: 1, max: 512 }),
  iterations: whole("steps of EM", { default: 20, min: 0, max: 1000 }),
  ...expert({
    lexicalSmoothing: real("weight of a word's class in its direction, in observations; 0 turns it off", {
      default: 3,
      min: 0,
    }),
    rareWords: whole("words of at most this count are replaced by their classes in features", { default: 1, min: 0 }),
  }),
  seed: whole("seed of all random choices", { default: DEFAULT_SEED }),
};

/** Options of EM. */
export type EmOptions = OptionsOf<typeof EM_OPTIONS>;

/** What EM reports. */
export interface EmReport extends GrammarReport {
  /** Log-likelihood of the treebank before every step. */
  readonly logLikelihood: readonly number[];
}

/** EM that can be stopped and looked at after every step. */
export class EmLearner {
  readonly #options: EmOptions;
  readonly #settings: GrammarSettings;
  readonly #lexicon: LexiconCounts;
  readonly #data: EmData;
  readonly #parameters: EmParameters;
  readonly #passes: EmPasses;
  #stepped = false;

  constructor(
    readonly treebank: BinaryTreebank,
    options: EmOptions,
    settings: GrammarSettings = {},
  ) {
    this.#options = options;
    this.#settings = settings;
    const { known } = settings;
    this.#lexicon = countLexicon(this.treebank, undefined, known);
    const counted = countRules(this.treebank);
    const { production } = new FeatureContext(this.treebank, this.#lexicon.wordCount, this.#options.rareWords, known);
    const lexical = lexicalProductions(this.treebank, production);
    const ruleOf = new Int32Array(this.treebank.size).fill(-1);
    for (let rule = 0; rule < counted.rules.size; rule++) {
      for (let use = counted.starts[rule]!; use < counted.starts[rule + 1]!; use++) ruleOf[counted.uses[use]!] = rule;
    }
    this.#data = { treebank: this.treebank, counted, lexical, ruleOf };
    this.#parameters = emptyParameters(counted, lexical, this.#options.states);
    const counts = new Float64Array(lexical.size);
    for (const id of lexical.ofNode) if (id >= 0) counts[id]!++;
    perturb(this.#parameters, counted, lexical, counts, new Random(this.#options.seed).stream("em"));
    this.#passes = new EmPasses(this.#data, this.#parameters);
  }

  get rules(): number {
    return this.#data.counted.rules.size;
  }

  /** One step; returns the log-likelihood under the parameters before it. */
  async step(signal?: StopSignal): Promise<number> {
    const logLikelihood = await this.#passes.expect(signal);
    await this.#passes.maximize(signal);
    this.#stepped = true;
    return logLikelihood;
  }

  /** The model that the present parameters are. */
  async model(signal?: StopSignal): Promise<GrammarModel> {
    const { treebank } = this;
    const { counted } = this.#data;
    const { states, vectorOffset, offset, root } = this.#parameters;
    // The posteriors that the last step counted with: what the emissions were made from.
    if (!this.#stepped) await this.#passes.expect(signal);
    const prior = this.#statePriors();
    const directions = await learnDirections(
      treebank,
      {
        states,
        addTo: (node, factor, into) => {
          const from = vectorOffset[treebank.symbol[node]!]!;
          const posterior = new Float64Array(into.length);
          this.#passes.addPosterior(node, factor, posterior);
          for (let h = 0; h < into.length; h++) if (prior[from + h]! > 0) into[h]! += posterior[h]! / prior[from + h]!;
        },
        mean: (symbol) => new Float64Array(states[symbol]!).fill(1),
      },
      this.#options.lexicalSmoothing,
      { signal, known: this.#settings.known },
    );
    return toSinglePrecision({
      symbols: treebank.symbols,
      marks: treebank.marks,
      branching: treebank.branching,
      grammar: {
        rules: counted.rules,
        states,
        samples: new Int32Array(counted.rules.size),
        offset,
        weights: new Float64Array(4 * counted.rules.size),
        numbers: this.#parameters.tensors.view,
        vectorOffset,
        meanInside: prior,
        meanOutside: new Float64Array(prior.length).fill(1),
        root,
        rootProbability: counted.rootProbability,
      },
      lexicon: this.#lexicon,
      lexiconOptions: this.#settings.lexicon ?? LEXICON_DEFAULTS,
      directions,
      others: [],
    });
  }

  /** p(h | a) over all nodes of the treebank. */
  #statePriors(): Float64Array {
    const { vectorOffset } = this.#parameters;
    const prior = new Float64Array(vectorOffset.at(-1)!);
    const { symbol, size } = this.treebank;
    const { symbolCount } = this.#data.counted;
    for (let node = 0; node < size; node++) {
      this.#passes.addPosterior(node, 1 / symbolCount[symbol[node]!]!, prior, vectorOffset[symbol[node]!]!);
    }
    return prior;
  }

  free(): void {
    this.#passes.free();
    this.#parameters.tensors.free();
  }
}

/** Learns with a fixed number of steps. */
export async function learnEm(
  treebank: BinaryTreebank,
  options: EmOptions,
  context: LearnContext = {},
  settings: GrammarSettings = {},
): Promise<LearntGrammar<EmReport>> {
  const { signal } = context;
  const { iterations } = options;
  const clock = new StageClock(context);
  const learner = await clock.run("start", "trees", 1, () => new EmLearner(treebank, options, settings));
  try {
    const logLikelihood = await clock.run("expectation and maximization", "steps", iterations, async (meter) => {
      const values: number[] = [];
      while (values.length < iterations) {
        values.push(await learner.step(signal));
        meter.advance();
      }
      return values;
    });
    const model = await clock.run("words", "models", 1, () => learner.model(signal));
    const sizes = {
      trees: treebank.roots.length,
      nodes: treebank.size,
      rules: learner.rules,
      words: treebank.words.size,
    };
    return { model, report: { ...sizes, logLikelihood, times: clock.times, warnings: [] } };
  } finally {
    learner.free();
  }
}
