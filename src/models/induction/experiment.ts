/**
 * The tables of Parikh et al. 2014 on a treebank: the metric with each kind of vectors, plain and with the preference for endings, with the heuristic and the gold
 * top bracket; CCM, branching, chance and the binary upper bound.
 */
import { DEFAULT_SEED, type Progress, Random } from "../../base/index.ts";
import { leftBranching, rightBranching } from "../../charts/index.ts";
import type { TaggedSentence, Tree } from "../../trees/index.ts";
import type { WordVectors } from "../vectors/index.ts";
import { binaryGold, goldTop, randomBranching, rightBranchingBelow } from "./baselines.ts";
import { ccmParse, learnCcm, randomStart } from "./ccm.ts";
import { type DecodingOptions, induce } from "./decode.ts";
import { type GoldSentence, goldSentence, type LimitScores, scoreBracketings } from "./evaluate.ts";
import { type InductionOptions, learnInduction } from "./learn-spectral.ts";
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
  readonly options: Partial<InductionOptions>;
}

export interface InductionRow {
  readonly method: string;
  readonly scores: readonly LimitScores[];
}

export interface InductionTables {
  readonly rows: readonly InductionRow[];
  /** Micro F1 with the whole-sentence bracket of every random start of CCM. */
  readonly restarts: readonly number[];
  readonly warnings: readonly string[];
}

/** The paper's method, and with our preference; each with both top brackets. */
const VARIANTS: readonly (readonly [name: string, options: Partial<DecodingOptions>])[] = [
  ["metric alone", { endings: 0 }],
  ["with endings", { marks: "top" }],
  ["with endings and punctuation", {}],
];

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
  let first: InductionModel | undefined;
  for (const [name, vectors] of Object.entries(setup.vectors)) {
    for (const [source, texts] of [["", own] as const, [" + more text", [...own, ...setup.more]] as const]) {
      if (source !== "" && setup.more.length === 0) continue;
      const { model, report } = await learnInduction(texts, vectors, setup.options, progress);
      warnings.push(...report.warnings.map((warning) => `${name}${source}: ${warning}`));
      first ??= model;
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
  return { rows, restarts: ccmRestarts(sentences, limits[0]!, setup.restarts), warnings };
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

function ccmRestarts(sentences: readonly GoldSentence[], limit: number, restarts: number): number[] {
  const short = sentences.filter(({ length }) => length <= limit);
  return Array.from({ length: restarts }, (_, seed) => {
    const { model } = learnCcm(short.map(tagsOf), {}, randomStart(seed));
    return scoreBracketings(short, (sentence) => ccmParse(model, tagsOf(sentence)), [limit])[0]!.withWhole.micro.f1;
  });
}
