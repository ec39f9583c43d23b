/**
 * Table 2 of Jha et al. 2012 on any pairs: every group of features alone, the paper's combinations on top of surface
 * and WordNet, all of them, and what is lost without each. Measured by cross-validation on the training pairs, or on
 * test pairs where there are any.
 */
import {
  breathe,
  checkOptions,
  InputError,
  type LearnContext,
  type Report,
  StageClock,
  type StageTime,
} from "../../../base/index.ts";
import { asPairs, type JudgedPair, type SentencePairs } from "../../../data/sentence-pairs.ts";
import { bootstrapInterval, type Interval } from "../../../evaluation/bootstrap.ts";
import { pearson } from "../../../evaluation/correlation.ts";
import { columnsOfGroups, portableOfGroups } from "../catalogue.ts";
import { SIMILARITY_EVALUATION_OPTIONS } from "../evaluate.ts";
import { FeatureExtractor } from "../features.ts";
import { GROUPS, type GroupName } from "../group.ts";
import { anchorsOf, evidenceOf, rowsOfPairs, type SimilarityData } from "../learn.ts";
import { SIMILARITY_OPTIONS, type SimilarityOptions } from "../options.ts";
import { sourceIndex } from "../predict.ts";
import { linearValue } from "../regression/linear.ts";
import { crossValidate, type Evidence, fitSources } from "../regression/regression.ts";
import { type ScoredSet, type ScoresWithIntervals, scoresWithIntervals } from "../scores/official.ts";
import { setsOf } from "../scores/sets.ts";
import { learnTables } from "../tables.ts";

/** Judged pairs to learn from, and pairs kept apart for the final measurement where there are any. */
export interface SimilarityExperimentData extends SimilarityData {
  /** Pairs to measure with; left out: cross-validation. */
  readonly test?: SentencePairs | readonly JudgedPair[] | undefined;
}

/** Options of `experimentSimilarity`. */
export const SIMILARITY_EXPERIMENT_OPTIONS = { ...SIMILARITY_OPTIONS, samples: SIMILARITY_EVALUATION_OPTIONS.samples };

export interface SimilarityRow {
  readonly groups: readonly GroupName[];
  readonly scores: ScoresWithIntervals;
}

/** What all groups have over all but one, by set. */
export interface GroupGain {
  readonly group: GroupName;
  readonly sets: readonly { readonly name: string; readonly gain: Interval }[];
}

/** The table of the experiment: groups of features alone and together. */
export interface SimilarityExperiment extends Report {
  readonly measured: "cross-validation" | "test";
  readonly pairs: number;
  readonly rows: readonly SimilarityRow[];
  readonly gains: readonly GroupGain[];
  /** Every source as if it were unknown, with all groups; only in cross-validation over several sources. */
  readonly unknown: ScoresWithIntervals | null;
  readonly times: readonly StageTime[];
}

/** Measures groups of features alone and together by cross-validation (Jha et al. 2012, table 1). */
export async function experimentSimilarity(
  { pairs: given, test: givenTest, ...resources }: SimilarityExperimentData,
  givenOptions: Partial<SimilarityOptions & { readonly samples: number }> = {},
  context: LearnContext = {},
): Promise<SimilarityExperiment> {
  const options = checkOptions("experimentSimilarity", SIMILARITY_EXPERIMENT_OPTIONS, givenOptions);
  const { pairs, lowest, highest } = asPairs(given);
  const test = givenTest === undefined ? undefined : asPairs(givenTest, { lowest, highest });
  if (pairs.length < 2 * options.folds)
    throw new InputError(`there are ${pairs.length} pairs; expected at least ${2 * options.folds}, two for each fold.`);
  const clock = new StageClock(context);
  const { tables, trees, warnings } = await learnTables(pairs, resources, options, clock);
  const extractor = new FeatureExtractor(tables, { wordnet: resources.wordnet, trees });
  const { catalogue } = extractor;
  const names = [...new Set(pairs.map(({ source = "" }) => source))];
  const rows = await clock.run("features", "pairs", pairs.length, (meter) =>
    rowsOfPairs(extractor, pairs, meter, context),
  );
  const anchors = await anchorsOf(tables, resources, { pairs, lowest, highest }, names, options, clock);
  const evidence = evidenceOf(rows, pairs, names, options, anchors);
  const tested =
    test &&
    (await clock.run("features of the test", "pairs", test.pairs.length, async (meter) =>
      testOf(await rowsOfPairs(extractor, test.pairs, meter, context), test.pairs, names),
    ));
  let unknown: ScoredSet[] | undefined;
  const measure = async (groups: readonly GroupName[]): Promise<ScoredSet[]> => {
    const columns = columnsOfGroups(catalogue, groups);
    const portable = portableOfGroups(catalogue, groups);
    if (tested !== undefined) {
      const { linear } = fitSources(evidence, everyFold(evidence), columns, portable);
      const predicted = Float64Array.from(tested.rows, (row, i) => linearValue(linear[tested.functions[i]!]!, row));
      return setsOf(tested, predicted, tested.names, [lowest, highest]);
    }
    const validated = await crossValidate(evidence, columns, portable, context);
    if (groups.length === tables.groups.length && validated.unknown !== undefined)
      unknown = setsOf(evidence, validated.unknown, names, [lowest, highest]);
    return setsOf(evidence, validated.known, names, [lowest, highest]);
  };
  const wanted = combinations(tables.groups);
  const measured = await clock.run("combinations", "combinations", wanted.length, async (meter) => {
    const found = new Map<string, ScoredSet[]>();
    for (const groups of wanted) {
      await breathe(context.signal);
      found.set(groups.join(), await measure(groups));
      meter.advance();
    }
    return found;
  });
  const { samples, seed } = options;
  const all = measured.get(tables.groups.join())!;
  return {
    measured: test === undefined ? "cross-validation" : "test",
    pairs: (test?.pairs ?? pairs).length,
    rows: wanted.map((groups) => ({
      groups,
      scores: scoresWithIntervals(measured.get(groups.join())!, samples, seed),
    })),
    gains: tables.groups.flatMap((group) => {
      const others = measured.get(tables.groups.filter((other) => other !== group).join());
      return others === undefined ? [] : [{ group, sets: gainsOf(all, others, samples, seed) }];
    }),
    unknown: unknown === undefined ? null : scoresWithIntervals(unknown, samples, seed),
    warnings,
    times: clock.times,
  };
}

const everyFold = ({ foldCount }: Evidence) => Array.from({ length: foldCount }, (_, fold) => fold);

/** Test pairs by set, each with the function that scores it. */
function testOf(rows: readonly Float64Array[], pairs: readonly JudgedPair[], known: readonly string[]) {
  const names = [...new Set(pairs.map(({ source = "" }) => source))];
  return {
    rows,
    names,
    scores: Float64Array.from(pairs, ({ score }) => score),
    sources: Uint32Array.from(pairs, ({ source = "" }) => names.indexOf(source)),
    functions: Uint32Array.from(pairs, ({ source }) => sourceIndex(known, source)),
  };
}

/** Each group alone; surface and WordNet with the others in the paper's order; all; all but one. */
export function combinations(groups: readonly GroupName[]): GroupName[][] {
  const base: readonly GroupName[] = groups.filter((group) => group === "surface" || group === "wordnet");
  const more = groups.filter((group) => !base.includes(group));
  const wanted: GroupName[][] = groups.map((group) => [group]);
  for (let set = 0; set < 2 ** more.length; set++) wanted.push([...base, ...more.filter((_, i) => (set >> i) & 1)]);
  wanted.push([...groups], ...groups.map((group) => groups.filter((other) => other !== group)));
  const seen = new Set<string>();
  return wanted
    .map((some) => GROUPS.filter((group) => some.includes(group)))
    .filter((some) => some.length > 0 && !seen.has(some.join()) && seen.add(some.join()));
}

function gainsOf(all: readonly ScoredSet[], without: readonly ScoredSet[], samples: number, seed: number) {
  return all.map(({ name, gold, predicted }, s) => {
    const items = Array.from(gold, (score, i) => ({ score, one: predicted[i]!, other: without[s]!.predicted[i]! }));
    const gain = (some: typeof items): number => {
      const scores = some.map(({ score }) => score);
      const r = (values: number[]) => pearson(values, scores);
      return r(some.map(({ one }) => one)) - r(some.map(({ other }) => other));
    };
    const value = gain(items);
    const interval =
      samples === 0
        ? { value, low: value, high: value }
        : bootstrapInterval(items, (some) => gain(some as typeof items), { samples, seed });
    return { name, gain: interval };
  });
}
