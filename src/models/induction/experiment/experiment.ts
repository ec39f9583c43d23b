/**
 * The tables of Parikh et al. 2014 on a treebank: the metric with each kind of vectors, plain and with each of our
 * additions, with the rule's and the gold top bracket, by each way to find a latent tree; CCM over tags, universal tags
 * and Brown classes, and its spread over random starts; branching, chance and the binary upper bound; how the result
 * varies with m and γ; and on sentences that nothing was learnt from.
 */
import { breathe, checkOptions, DEFAULT_SEED, type LearnContext, Meter, Random } from "../../../base/index.ts";
import { leftBranching, rightBranching, type SplitTree } from "../../../charts/index.ts";
import type { WordClass, WordVectors } from "../../../data/index.ts";
import type { TaggedSentence, Tree } from "../../../trees/index.ts";
import { binaryGold, goldTop, randomBranching, rightBranchingBelow } from "../baselines/branching.ts";
import { ccmParse, learnCcm, randomStart } from "../baselines/ccm.ts";
import { plainSentence } from "../data/sentence.ts";
import type { TagMapName } from "../data/tags.ts";
import { type GoldSentence, goldSentences, type LimitScores, scoreBracketings } from "../evaluate.ts";
import { learnInduction } from "../learn.ts";
import type { InductionModel } from "../model.ts";
import { INDUCTION_OPTIONS, type InductionOptions, type InductionParsingOptions } from "../options.ts";
import { InductionParser } from "../predict.ts";
import { topBracket } from "../spans/top-bracket.ts";
import { type HeldOutRow, measureHeldOut } from "./held-out.ts";
import { type SymbolView, symbolViews } from "./symbols.ts";

/** What `inductionExperiment` takes. */
export interface InductionSetup {
  readonly trees: readonly Tree[];
  /** By name: "cca", "brown". */
  readonly vectors: Readonly<Record<string, WordVectors>>;
  /** More tagged sentences for the covariances; they are not parsed. */
  readonly more: readonly TaggedSentence[];
  /** Longest sentences to score, ascending. */
  readonly limits: readonly number[];
  /** Random starts of CCM at the smallest limit; 0 for none. */
  readonly restarts: number;
  /** Whether to learn again for each m and γ of a grid, from the trees' own text. */
  readonly vary: boolean;
  /** Classes of words, which CCM may see in place of tags. */
  readonly classes?: readonly WordClass[] | undefined;
  /** Whether to learn from four fifths of the trees, too, and measure on the others. */
  readonly heldOut?: boolean | undefined;
  /** Trees to measure on once, with what was best on the others. */
  readonly test?: readonly Tree[] | undefined;
  readonly options: Partial<InductionOptions>;
}

/** The scores of a method, one for each limit. */
export interface InductionRow {
  readonly method: string;
  readonly scores: readonly LimitScores[];
}

/** The metric alone and with all of ours for one m and γ. */
export interface Variation {
  readonly vectors: string;
  readonly states: number;
  readonly bandwidth: number;
  readonly alone: readonly LimitScores[];
  readonly whole: readonly LimitScores[];
}

/** What `inductionExperiment` gives. */
export interface InductionTables {
  readonly rows: readonly InductionRow[];
  /** Micro F1 with the whole-sentence bracket of every random start of CCM. */
  readonly restarts: readonly number[];
  readonly variation: readonly Variation[];
  /** On every fifth sentence, learnt from the others; empty unless asked for. */
  readonly heldOut: readonly HeldOutRow[];
  /** On test trees; empty without them. */
  readonly test: readonly HeldOutRow[];
  readonly warnings: readonly string[];
}

/** From the paper's method to ours. */
const ALONE: Partial<InductionParsingOptions> = { crossing: 0, spans: "none" };
const VARIANTS: readonly (readonly [name: string, options: Partial<InductionParsingOptions>])[] = [
  ["metric alone", ALONE],
  ["+ punctuation", { spans: "none" }],
  ["+ learnt spans", {}],
];

/** Other ways to a latent tree, of the metric alone. */
const TREES = ["representatives", "joining", "grouping"] as const;

/** m and γ around the paper's 7 and 0.4. */
const GRID = { states: [2, 4, 7, 10, 15], bandwidth: [0.2, 0.4, 0.8] } as const;

type Parse = (sentence: GoldSentence, index: number) => SplitTree;

/** Learns and scores every method of the tables. */
export async function inductionExperiment(setup: InductionSetup, context: LearnContext = {}): Promise<InductionTables> {
  const experiment = new Experiment(setup, context);
  await experiment.score("right-branching", ({ length }) => rightBranching(length));
  await experiment.score("left-branching", ({ length }) => leftBranching(length));
  const random = new Random(DEFAULT_SEED).stream("branching");
  await experiment.score("random branching", ({ length }, i) => randomBranching(length, random.stream(i)));
  await experiment.score("binary upper bound", ({ gold }) => binaryGold(gold));
  await experiment.scoreMetrics();
  await experiment.scoreCcm();
  const variation = setup.vary ? await experiment.vary() : [];
  const restarts = await experiment.restarts();
  const [heldOut, test] = [await experiment.heldOut(), await experiment.test()];
  return { rows: experiment.rows, restarts, variation, heldOut, test, warnings: experiment.warnings };
}

/** One sentence in this many is held out. */
const HELD_OUT = 5;

class Experiment {
  readonly rows: InductionRow[] = [];
  readonly warnings: string[] = [];
  readonly #sentences: readonly GoldSentence[];
  #tagMap: TagMapName = "penn";

  constructor(
    readonly setup: InductionSetup,
    readonly context: LearnContext,
  ) {
    this.#sentences = goldSentences(setup.trees).filter(({ length }) => length > 1);
  }

  async #scores(
    parse: Parse,
    sentences = this.#sentences,
    limits = this.setup.limits,
  ): Promise<readonly LimitScores[]> {
    const largest = Math.max(...limits);
    const splits: SplitTree[] = [];
    for (const [i, sentence] of sentences.entries()) {
      if (sentence.length <= largest) splits[i] = parse(sentence, i);
      await breathe(this.context.signal);
    }
    return scoreBracketings(sentences, (_, i) => splits[i]!, limits);
  }

  async score(method: string, parse: Parse): Promise<void> {
    this.rows.push({ method, scores: await this.#scores(parse) });
  }

  /** The metric with each kind of vectors, from the trees' own text and from more. */
  async scoreMetrics(): Promise<void> {
    const { setup, context } = this;
    const own = this.#sentences.map(({ tagged }) => tagged);
    const { maxRoundWords } = checkOptions("inductionExperiment", INDUCTION_OPTIONS, setup.options);
    /** The rounds bracket only sentences of the trees: other text may be of another kind, and would outnumber them. */
    const short = this.#sentences.filter(({ length }) => length <= maxRoundWords).length;
    const options = { ...setup.options, maxRoundSentences: Math.max(1, short) };
    let first: InductionModel | undefined;
    for (const [name, vectors] of Object.entries(setup.vectors)) {
      for (const [source, sentences] of [["", own] as const, [" + more text", [...own, ...setup.more]] as const]) {
        if (source !== "" && setup.more.length === 0) continue;
        const { model, report } = await learnInduction({ sentences, vectors }, options, context);
        this.warnings.push(...report.warnings.map((warning) => `${name}${source}: ${warning}`));
        if (first === undefined) {
          first = model;
          await this.#scoreTrees(name, model);
        }
        await this.#scoreVariants(`${name}${source}`, model);
      }
    }
    const { tagMap } = first ?? { tagMap: "penn" as const };
    this.#tagMap = tagMap;
    await this.score("right-branching below the heuristic top", ({ tagged, length }) =>
      rightBranchingBelow(length, topBracket(plainSentence(tagged, tagMap))),
    );
  }

  async #scoreTrees(name: string, model: InductionModel): Promise<void> {
    for (const tree of TREES) {
      const parser = new InductionParser(model, { tree, ...ALONE });
      await this.score(`${name}, metric alone by ${tree}`, ({ tagged }) => parser.parse(tagged).split);
    }
  }

  async #scoreVariants(name: string, model: InductionModel): Promise<void> {
    for (const [variant, options] of VARIANTS) {
      const parser = new InductionParser(model, options);
      await this.score(`${name}, ${variant}`, ({ tagged }) => parser.parse(tagged).split);
      await this.score(
        `${name}, ${variant}, gold top`,
        ({ tagged, gold }) => parser.parse(tagged, goldTop(gold)).split,
      );
    }
  }

  async vary(): Promise<Variation[]> {
    const { setup, context } = this;
    const found: Variation[] = [];
    const sentences = this.#sentences.map(({ tagged }) => tagged);
    for (const [name, vectors] of Object.entries(setup.vectors)) {
      for (const bandwidth of GRID.bandwidth) {
        for (const states of GRID.states.filter((m) => m <= vectors.dimensions)) {
          const options = { ...setup.options, states, bandwidth };
          const { model } = await learnInduction({ sentences, vectors }, options, context);
          const by = (parsing: Partial<InductionParsingOptions>) => {
            const parser = new InductionParser(model, parsing);
            return this.#scores(({ tagged }) => parser.parse(tagged).split);
          };
          found.push({ vectors: name, states, bandwidth, alone: await by(ALONE), whole: await by({}) });
        }
      }
    }
    return found;
  }

  /** As in the paper, CCM learns for each limit from the sentences within it. */
  async scoreCcm(): Promise<void> {
    for (const { name, symbolsOf } of this.#views) {
      const scores: LimitScores[] = [];
      for (const limit of this.setup.limits) {
        const short = this.#upTo(limit);
        const { model } = await learnCcm(short.map(symbolsOf), {}, this.context);
        scores.push(...(await this.#scores((sentence) => ccmParse(model, symbolsOf(sentence)), short, [limit])));
      }
      this.rows.push({ method: name, scores });
    }
  }

  get #views(): SymbolView[] {
    return symbolViews(this.#tagMap, this.setup.classes);
  }

  async heldOut(): Promise<HeldOutRow[]> {
    if (this.setup.heldOut !== true) return [];
    const part = (held: boolean) => this.#sentences.filter((_, i) => (i % HELD_OUT === HELD_OUT - 1) === held);
    return this.#measure(part(false), part(true));
  }

  async test(): Promise<HeldOutRow[]> {
    const { test } = this.setup;
    return test === undefined
      ? []
      : this.#measure(
          this.#sentences,
          goldSentences(test).filter(({ length }) => length > 1),
        );
  }

  #measure(learn: readonly GoldSentence[], measure: readonly GoldSentence[]): Promise<HeldOutRow[]> {
    const { vectors, limits, options } = this.setup;
    const setup = { learn, measure, vectors, variants: VARIANTS, views: this.#views, limits, options };
    return measureHeldOut(setup, this.context);
  }

  /** F1 of CCM from each random start, at the smallest limit. */
  async restarts(): Promise<number[]> {
    const { limits, restarts } = this.setup;
    const limit = limits[0]!;
    const short = this.#upTo(limit);
    const tags = short.map(this.#views[0]!.symbolsOf);
    const meter = new Meter("CCM from random starts", "starts", restarts, this.context);
    const found: number[] = [];
    for (let seed = 0; seed < restarts; seed++) {
      const { signal } = this.context;
      const { model } = await learnCcm(tags, {}, { signal }, randomStart(seed));
      meter.advance();
      const [scores] = await this.#scores((_, i) => ccmParse(model, tags[i]!), short, [limit]);
      found.push(scores!.withWhole.micro.f1);
    }
    meter.finish();
    return found;
  }

  #upTo(limit: number): GoldSentence[] {
    return this.#sentences.filter(({ length }) => length <= limit);
  }
}
