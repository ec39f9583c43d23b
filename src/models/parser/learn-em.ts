/**
 * EM for L-PCFGs with the initialisation of Matsuzaki et al. 2005: the baseline that spectral learning is compared with (Cohen et al. 2013, section 4). Likelihood rises at
 * every step; accuracy on new sentences peaks after ten to thirty and then falls, so that the number of steps is chosen on held-out trees.
 */
import { checkOptions, type OptionsOf, real, whole } from "../../base/options.ts";
import { DEFAULT_SEED, Random } from "../../base/random.ts";
import { GENERIC_HEADS } from "../../trees/head-tables.ts";
import type { Tree } from "../../trees/tree.ts";
import { countRules } from "./count-rules.ts";
import { learnDirections } from "./directions.ts";
import { type EmParameters, emptyParameters, lexicalProductions, perturb } from "./em-parameters.ts";
import { type EmData, EmPasses } from "./em-step.ts";
import { FeatureContext } from "./features.ts";
import { type LearningContext, type LearntParser, StageClock, type StageTime } from "./learning.ts";
import { countLexicon, LEXICON_DEFAULTS, type LexiconCounts } from "./lexicon.ts";
import { type ParserModel, toSinglePrecision } from "./model.ts";
import { buildTreebank, NO_MARKS, type Treebank } from "./treebank.ts";

export const EM_OPTIONS = {
  states: whole("hidden states per nonterminal, at most", { default: 32, min: 1, max: 512 }),
  iterations: whole("steps of EM", { default: 20, min: 0, max: 1000 }),
  lexicalSmoothing: real("observations that a word's class weighs in its direction; 0 turns it off", { default: 3, min: 0 }),
  rareWords: whole("words of at most this count are replaced by their classes while learning", { default: 1, min: 0 }),
  seed: whole("seed of the start", { default: DEFAULT_SEED }),
};

export type EmOptions = OptionsOf<typeof EM_OPTIONS>;

export interface EmReport {
  readonly trees: number;
  readonly nodes: number;
  readonly rules: number;
  readonly words: number;
  /** Log-likelihood of the treebank before every step. */
  readonly logLikelihood: readonly number[];
  readonly stages: readonly StageTime[];
  readonly warnings: readonly string[];
}

/** EM that can be stopped and looked at after every step. */
export class EmLearner {
  readonly treebank: Treebank;
  readonly #options: EmOptions;
  readonly #context: LearningContext;
  readonly #lexicon: LexiconCounts;
  readonly #data: EmData;
  readonly #parameters: EmParameters;
  readonly #passes: EmPasses;
  #stepped = false;

  constructor(trees: Iterable<Tree>, given: Partial<EmOptions> = {}, context: LearningContext = {}) {
    this.#options = checkOptions("learnEm", EM_OPTIONS, given);
    this.#context = context;
    this.treebank = buildTreebank(trees, context.heads ?? GENERIC_HEADS);
    this.#lexicon = countLexicon(this.treebank);
    const counted = countRules(this.treebank);
    const { production } = new FeatureContext(this.treebank, this.#lexicon.wordCount, this.#options.rareWords);
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
  step(): number {
    const logLikelihood = this.#passes.expect();
    this.#passes.maximize();
    this.#stepped = true;
    return logLikelihood;
  }

  /** The model that the present parameters are. */
  model(): ParserModel {
    const { treebank } = this;
    const { counted } = this.#data;
    const { states, vectorOffset, offset, root } = this.#parameters;
    // The posteriors that the last step counted with: what the emissions were made from.
    if (!this.#stepped) this.#passes.expect();
    const prior = this.#statePriors();
    const directions = learnDirections(
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
    );
    return toSinglePrecision({
      kind: "parser",
      method: "em",
      symbols: treebank.symbols,
      marks: NO_MARKS,
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
      lexiconOptions: this.#context.lexicon ?? LEXICON_DEFAULTS,
      directions,
      others: [],
      options: { ...this.#options, method: "em" },
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

/** Learns from prepared trees with a fixed number of steps. */
export function learnEm(trees: Iterable<Tree>, given: Partial<EmOptions> = {}, context: LearningContext = {}): LearntParser<EmReport> {
  const { iterations } = checkOptions("learnEm", EM_OPTIONS, given);
  const clock = new StageClock(context.progress);
  const learner = clock.run("start", "trees", 1, () => new EmLearner(trees, given, context));
  try {
    const logLikelihood = clock.run("expectation and maximization", "steps", iterations, (advance) =>
      Array.from({ length: iterations }, () => {
        const value = learner.step();
        advance();
        return value;
      }),
    );
    const model = clock.run("words", "models", 1, () => learner.model());
    const { treebank } = learner;
    const sizes = { trees: treebank.roots.length, nodes: treebank.size, rules: learner.rules, words: treebank.words.size };
    return { model, report: { ...sizes, logLikelihood, stages: clock.times, warnings: [] } };
  } finally {
    learner.free();
  }
}
