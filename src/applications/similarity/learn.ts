/**
 * Learns sentence similarity from judged pairs: Jha, Schwartz and Ungar, "Penn: using word similarities to better
 * estimate sentence similarity", SemEval 2012. Tables first (frequencies, selectors, tree encoder), then the features
 * of every pair, then linear functions of them.
 */
import {
  breathe,
  checkOptions,
  frozen,
  InputError,
  type Json,
  type LearnContext,
  type Learnt,
  lastingReport,
  type Meter,
  Random,
  type Report,
  StageClock,
} from "../../base/index.ts";
import {
  asPairs,
  type Corpus,
  type JudgedPair,
  type SentencePairs,
  type SourceCount,
  type WordVectors,
} from "../../data/index.ts";
import type { WordNet } from "../../data/wordnet/index.ts";
import type { Parser } from "../../models/parser/index.ts";
import { columnsOfGroups, portableOfGroups } from "./catalogue.ts";
import { FeatureExtractor, type FeatureTables } from "./features.ts";
import type { GroupName } from "./group.ts";
import { type Regression, SIMILARITY_KIND, type SimilarityModel, settingsOf } from "./model.ts";
import { SIMILARITY_OPTIONS, type SimilarityOptions } from "./options.ts";
import { anchorPairs } from "./regression/anchors.ts";
import { expand } from "./regression/columns.ts";
import { type Anchor, crossValidate, Evidence, fitSources } from "./regression/regression.ts";
import { type OfficialScores, officialScores } from "./scores/official.ts";
import { setsOf } from "./scores/sets.ts";
import { learnTables, type TableFigures } from "./tables.ts";

/** What the learner takes: judged pairs, and what the groups of features are made of, as far as it is available. */
export interface SimilarityData {
  readonly pairs: SentencePairs | readonly JudgedPair[];
  /** For eigenwords and trees: of a model (`open(…, "vectors")`) or of a word2vec file (`readVectors`). */
  readonly vectors?: WordVectors | undefined;
  /** For trees. */
  readonly parser?: Parser | undefined;
  /** Running text for frequencies, selectors and more trees. */
  readonly text?: Corpus | undefined;
  readonly wordnet?: WordNet | undefined;
}

/** Pearson's r by cross-validation. */
export interface ValidationReport {
  /** Of each source, by its own function learnt from the other folds. */
  readonly known: Readonly<Record<string, number>>;
  readonly official: OfficialScores;
  /** Of each source as if it were unknown, learnt from the other sources; null for a single source. */
  readonly unknown: Readonly<Record<string, number>> | null;
}

/** What `learnSimilarity` reports. */
export interface SimilarityReport extends Report, TableFigures {
  readonly sources: readonly SourceCount[];
  readonly pairs: number;
  readonly groups: readonly GroupName[];
  readonly features: number;
  readonly columns: number;
  /** λ of each source's own function, and of that over all pairs. */
  readonly lambdas: readonly number[];
  readonly validation: ValidationReport;
}

/** Learns to score sentence pairs from judged ones: features, and ridge regressions by source and over all. */
export async function learnSimilarity(
  { pairs: given, ...resources }: SimilarityData,
  givenOptions: Partial<SimilarityOptions> = {},
  context: LearnContext = {},
): Promise<Learnt<SimilarityModel, SimilarityReport>> {
  const options = checkOptions("learnSimilarity", SIMILARITY_OPTIONS, givenOptions);
  const data = asPairs(given);
  const { pairs, lowest, highest } = data;
  if (pairs.length < 2 * options.folds) {
    throw new InputError(
      `there are ${pairs.length} pairs to learn from; expected at least ${2 * options.folds}, two for each fold.`,
      { file: data.sources.map(({ file }) => file).join(", ") || undefined },
    );
  }
  const clock = new StageClock(context);
  const { tables, figures, trees, warnings } = await learnTables(pairs, resources, options, clock);
  const extractor = new FeatureExtractor(tables, { wordnet: resources.wordnet, trees });
  const rows = await clock.run("features", "pairs", pairs.length, (meter) =>
    rowsOfPairs(extractor, pairs, meter, context),
  );
  const names = [...new Set(pairs.map(({ source = "" }) => source))];
  const anchors = await anchorsOf(tables, resources, data, names, options, clock);
  const evidence = evidenceOf(rows, pairs, names, options, anchors);
  const { regressions, lambdas } = await clock.run("regressions", "settings", undefined, async (meter) => {
    const settings = settingsOf(tables.groups);
    const found: Regression[] = [];
    let chosen: readonly number[] = [];
    for (const groups of settings) {
      const fitted = fitGroups(evidence, extractor, groups);
      if (found.length === 0) chosen = fitted.lambdas;
      found.push({ groups, linear: fitted.linear });
      meter.advance();
      await breathe(context.signal);
    }
    return { regressions: found, lambdas: chosen };
  });
  const validation = await clock.run("cross-validation", "folds", options.folds, (meter) =>
    validate(evidence, extractor, tables.groups, names, [lowest, highest], {
      signal: context.signal,
      advance: () => meter.advance(),
    }),
  );
  const report: SimilarityReport = {
    sources: data.sources,
    pairs: pairs.length,
    groups: tables.groups,
    features: extractor.catalogue.features.length,
    columns: extractor.catalogue.columns.size,
    ...figures,
    lambdas,
    validation,
    warnings,
    times: clock.times,
  };
  const model: SimilarityModel = frozen({
    kind: SIMILARITY_KIND,
    options: options as unknown as Readonly<Record<string, Json>>,
    report: lastingReport(report),
    lowest,
    highest,
    sources: names,
    ...tables,
    regressions,
    ...spreadOf(rows),
  });
  return { model, report };
}

/** The columns of every pair, its sentences in an order of their own as for scoring. */
export async function rowsOfPairs(
  extractor: FeatureExtractor,
  pairs: readonly JudgedPair[],
  meter: Meter,
  { signal }: LearnContext,
): Promise<Float64Array[]> {
  const rows: Float64Array[] = [];
  for (const { first, second } of pairs) {
    const [a, b] = first > second ? [second, first] : [first, second];
    const features = extractor.compare(extractor.prepare(a), extractor.prepare(b));
    rows.push(expand(extractor.catalogue.columns, features));
    meter.advance();
    await breathe(signal);
  }
  return rows;
}

/** The rows of pairs that anchor the scale. No feature of trees is portable, so that they need none. */
export async function anchorsOf(
  tables: FeatureTables,
  { wordnet }: Pick<SimilarityData, "wordnet">,
  { pairs, lowest, highest }: Pick<SentencePairs, "pairs" | "lowest" | "highest">,
  names: readonly string[],
  { seed }: Pick<SimilarityOptions, "seed">,
  clock: StageClock,
): Promise<Anchor[]> {
  const made = anchorPairs(pairs, [lowest, highest], seed);
  const extractor = new FeatureExtractor(tables, { wordnet, without: ["neural"] });
  const rows = await clock.run("anchors of the scale", "pairs", made.length, (meter) =>
    rowsOfPairs(extractor, made, meter, clock.context),
  );
  return made.map(({ score, source = "" }, i) => ({ row: rows[i]!, score, source: names.indexOf(source) }));
}

/** Rows by source and fold; folds are dealt within each source. */
export function evidenceOf(
  rows: readonly Float64Array[],
  pairs: readonly JudgedPair[],
  names: readonly string[],
  { folds, seed }: Pick<SimilarityOptions, "folds" | "seed">,
  anchors: readonly Anchor[],
): Evidence {
  const sources = Uint32Array.from(pairs, ({ source = "" }) => names.indexOf(source));
  const foldOf = new Uint32Array(pairs.length);
  for (const [s, name] of names.entries()) {
    const own = [...sources.keys()].filter((i) => sources[i] === s);
    for (const [k, i] of new Random(seed).stream(`folds ${name}`).shuffle(own).entries()) foldOf[i] = k % folds;
  }
  const scores = Float64Array.from(pairs, ({ score }) => score);
  return new Evidence(rows, scores, sources, foldOf, names.length, folds, anchors);
}

const fitGroups = (evidence: Evidence, { catalogue }: FeatureExtractor, groups: readonly GroupName[]) =>
  fitSources(
    evidence,
    Array.from({ length: evidence.foldCount }, (_, fold) => fold),
    columnsOfGroups(catalogue, groups),
    portableOfGroups(catalogue, groups),
  );

async function validate(
  evidence: Evidence,
  { catalogue }: FeatureExtractor,
  groups: FeatureTables["groups"],
  names: readonly string[],
  scale: readonly [number, number],
  context: Parameters<typeof crossValidate>[3],
): Promise<ValidationReport> {
  const columns = columnsOfGroups(catalogue, groups);
  const { known, unknown } = await crossValidate(evidence, columns, portableOfGroups(catalogue, groups), context);
  const sets = setsOf(evidence, known, names, scale);
  const bySet = (which: typeof sets) => Object.fromEntries(which.map((set) => [set.name, officialScores([set]).mean]));
  return {
    known: bySet(sets),
    official: officialScores(sets),
    unknown: unknown === undefined ? null : bySet(setsOf(evidence, unknown, names, scale)),
  };
}

/** Mean and standard deviation of every column. */
function spreadOf(rows: readonly Float64Array[]): Pick<SimilarityModel, "means" | "deviations"> {
  const size = rows[0]!.length;
  const means = new Float64Array(size);
  const deviations = new Float64Array(size);
  for (const row of rows) for (let c = 0; c < size; c++) means[c]! += row[c]! / rows.length;
  for (const row of rows) for (let c = 0; c < size; c++) deviations[c]! += (row[c]! - means[c]!) ** 2 / rows.length;
  return { means, deviations: deviations.map(Math.sqrt) };
}
