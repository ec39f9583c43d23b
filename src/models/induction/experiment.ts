/**
 * The tables of Parikh et al. 2014 on a treebank: the metric with each kind of vectors, plain and with each of our additions, with the rule's and the gold top bracket, by each
 * way to find a latent tree; CCM and its spread over random starts, branching, chance and the binary upper bound; how the result varies with m and γ.
 */
import { checkOptions, DEFAULT_SEED, type Progress, Random, Stage } from "../../base/index.ts";
import { leftBranching, rightBranching } from "../../charts/index.ts";
import type { TaggedSentence, Tree } from "../../trees/index.ts";
import type { WordVectors } from "../vectors/index.ts";
import { binaryGold, goldTop, randomBranching, rightBranchingBelow } from "./baselines.ts";
import { ccmParse, learnCcm, randomStart } from "./ccm.ts";
import { type DecodingOptions, induce } from "./decode.ts";
import { type GoldSentence, goldSentence, type LimitScores, scoreBracketings } from "./evaluate.ts";
import { INDUCTION_OPTIONS, type InductionOptions, learnInduction } from "./learn-spectral.ts";
import type { InductionModel } from "./model.ts";
import { plainSentence } from "./sentence.ts";
import { topBracket } from "./top-bracket.ts";

export interface InductionSetup {
  readonly trees: readonly Tree[];
  /** By name: "cca", "brown". */
  readonly vectors: Readonly<Record<string, WordVectors>>;
  /** More tagged sentences for the covariances; they are not parsed. */
  readonly more: readonly TaggedSentence[];
  readonly limits: readonly number[];
  /** Random starts of CCM at the smallest limit; 0 for none. */
  readonly restarts: number;
  /** Whether to learn again for each m and γ of a grid, from the trees' own text. */
  readonly vary: boolean;
  readonly options: Partial<InductionOptions>;
}

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

export interface InductionTables {
  readonly rows: readonly InductionRow[];
  /** Micro F1 with the whole-sentence bracket of every random start of CCM. */
  readonly restarts: readonly number[];
  readonly variation: readonly Variation[];
  readonly warnings: readonly string[];
}

/** From the paper's method to ours. */
const VARIANTS: readonly (readonly [name: string, options: Partial<DecodingOptions>])[] = [
  ["metric alone", { crossing: 0, spans: "none" }],
  ["+ punctuation", { spans: "none" }],
  ["+ learnt spans", {}],
];

/** Other ways to a latent tree, of the metric alone. */
const TREES = ["representatives", "joining", "grouping"] as const;

/** m and γ around the paper's 7 and 0.4. */
const GRID = { states: [2, 4, 7, 10, 15], bandwidth: [0.2, 0.4, 0.8] } as const;

export async function inductionExperiment(setup: InductionSetup, progress?: Progress): Promise<InductionTables> {
  const sentences = setup.trees.map(goldSentence).filter((sentence) => sentence !== undefined && sentence.length > 1) as GoldSentence[];
  const { limits } = setup;
  const rows: InductionRow[] = [];
  const warnings: string[] = [];
  const score = (method: string, parse: Parameters<typeof scoreBracketings>[1], some = sentences) =>
    rows.push({ method, scores: scoreBracketings(some, parse, limits) });
  const random = new Random(DEFAULT_SEED).stream("branching");
  score("right-branching", ({ length }) => rightBranching(length));
  score("left-branching", ({ length }) => leftBranching(length));
  score("random branching", ({ length }, i) => randomBranching(length, random.stream(i)));
  score("binary upper bound", ({ gold }) => binaryGold(gold));
  const own = sentences.map(({ tagged }) => tagged);
  const options = checkOptions("inductionExperiment", INDUCTION_OPTIONS, setup.options);
  /** The rounds bracket sentences of the trees alone: other text may be of another kind, and would outnumber them. */
  const sample = Math.max(1, sentences.filter(({ length }) => length <= options.short).length);
  let first: InductionModel | undefined;
  for (const [name, vectors] of Object.entries(setup.vectors)) {
    for (const [source, texts] of [["", own] as const, [" + more text", [...own, ...setup.more]] as const]) {
      if (source !== "" && setup.more.length === 0) continue;
      const { model, report } = await learnInduction(texts, vectors, { ...setup.options, sample }, progress);
      warnings.push(...report.warnings.map((warning) => `${name}${source}: ${warning}`));
      if (first === undefined) {
        first = model;
        for (const tree of TREES)
          score(`${name}, metric alone by ${tree}`, ({ tagged }) => induce(model, tagged, { tree, crossing: 0, spans: "none" }).tree);
      }
      for (const [variant, options] of VARIANTS) {
        score(`${name}${source}, ${variant}`, ({ tagged }) => induce(model, tagged, options).tree);
        score(`${name}${source}, ${variant}, gold top`, ({ tagged, gold }) => induce(model, tagged, options, goldTop(gold)).tree);
      }
    }
  }
  const { tagMap } = first ?? { tagMap: "penn" as const };
  score("right-branching below the heuristic top", ({ tagged, length }) =>
    rightBranchingBelow(length, topBracket(plainSentence(tagged, tagMap))),
  );
  rows.push({ method: "CCM", scores: ccmByLimit(sentences, limits, progress) });
  const variation = setup.vary ? await vary(sentences, setup, progress) : [];
  return { rows, restarts: ccmRestarts(sentences, limits[0]!, setup.restarts, progress), variation, warnings };
}

async function vary(sentences: readonly GoldSentence[], setup: InductionSetup, progress: Progress | undefined): Promise<Variation[]> {
  const found: Variation[] = [];
  for (const [name, vectors] of Object.entries(setup.vectors)) {
    for (const bandwidth of GRID.bandwidth) {
      for (const states of GRID.states.filter((m) => m <= vectors.dimensions)) {
        const own = sentences.map(({ tagged }) => tagged);
        const { model } = await learnInduction(own, vectors, { ...setup.options, states, bandwidth }, progress);
        const by = (options: Partial<DecodingOptions>) =>
          scoreBracketings(sentences, ({ tagged }) => induce(model, tagged, options).tree, setup.limits);
        found.push({ vectors: name, states, bandwidth, alone: by({ crossing: 0, spans: "none" }), whole: by({}) });
      }
    }
  }
  return found;
}

const tagsOf = ({ tagged }: GoldSentence) => plainSentence(tagged, "penn").tags;

/** As in the paper, CCM learns for each limit from the sentences within it. */
function ccmByLimit(sentences: readonly GoldSentence[], limits: readonly number[], progress: Progress | undefined): LimitScores[] {
  return limits.flatMap((limit) => {
    const short = sentences.filter(({ length }) => length <= limit);
    const { model } = learnCcm(short.map(tagsOf), {}, undefined, progress);
    return scoreBracketings(short, (sentence) => ccmParse(model, tagsOf(sentence)), [limit]);
  });
}

function ccmRestarts(sentences: readonly GoldSentence[], limit: number, restarts: number, progress: Progress | undefined): number[] {
  const short = sentences.filter(({ length }) => length <= limit);
  const tags = short.map(tagsOf);
  const stage = new Stage("CCM from random starts", "starts", restarts, progress);
  const found = Array.from({ length: restarts }, (_, seed) => {
    const { model } = learnCcm(tags, {}, randomStart(seed));
    stage.advance();
    return scoreBracketings(short, (_sentence, i) => ccmParse(model, tags[i]!), [limit])[0]!.withWhole.micro.f1;
  });
  stage.finish();
  return found;
}
