/**
 * Methods learnt from some sentences and measured on others: four fifths of a treebank and the rest, or a treebank and
 * test trees. What may vary, which vectors, which additions, which symbols CCM sees, is chosen by F1 on the sentences
 * learnt from; each family of methods is then measured once. F1 is micro, with the whole-sentence bracket, at the
 * largest limit.
 */
import { breathe, type LearnContext } from "../../../base/index.ts";
import { rightBranching, type SplitTree } from "../../../charts/index.ts";
import type { WordVectors } from "../../../data/index.ts";
import {
  approximateRandomization,
  bootstrapInterval,
  type Interval,
  ratesOf,
  UnlabelledScorer,
  type UnlabelledSentence,
} from "../../../evaluation/index.ts";
import { taggedSentence } from "../../../trees/index.ts";
import { ccmParse, learnCcm } from "../baselines/ccm.ts";
import { type GoldSentence, type LimitScores, scoreBracketings } from "../evaluate.ts";
import { learnInduction } from "../learn.ts";
import type { InductionOptions, InductionParsingOptions } from "../options.ts";
import { bracketed, InductionParser } from "../predict.ts";
import type { SymbolView } from "./symbols.ts";

/** A method on sentences that it was not learnt from. */
export interface HeldOutRow {
  readonly method: string;
  readonly scores: readonly LimitScores[];
  /** 95 % interval of F1 at the largest limit, by resampling sentences. */
  readonly interval: Interval;
  /** Less the first row: the difference of F1 and its p by approximate randomization; absent for the first. */
  readonly comparison?: { readonly difference: number; readonly p: number };
}

/** What is learnt from, what is measured on, and what there is to choose from. */
export interface HeldOutSetup {
  readonly learn: readonly GoldSentence[];
  readonly measure: readonly GoldSentence[];
  readonly vectors: Readonly<Record<string, WordVectors>>;
  readonly variants: readonly (readonly [name: string, options: Partial<InductionParsingOptions>])[];
  /** What CCM may see of a sentence, by name. */
  readonly views: readonly SymbolView[];
  readonly limits: readonly number[];
  readonly options: Partial<InductionOptions>;
}

type Parse = (sentence: GoldSentence) => SplitTree;

/** Swaps of approximate randomization. */
const SAMPLES = 9999;

/** Right-branching, the metric with what was best for it, and CCM with what was best for it. */
export async function measureHeldOut(setup: HeldOutSetup, context: LearnContext = {}): Promise<HeldOutRow[]> {
  const { measure, limits } = setup;
  const largest = Math.max(...limits);
  const methods = [
    { method: "right-branching", parse: ({ length }: GoldSentence) => rightBranching(length) },
    await bestMetric(setup, largest, context),
    await bestCcm(setup, largest, context),
  ];
  const rows: HeldOutRow[] = [];
  let first: readonly UnlabelledSentence[] | undefined;
  for (const { method, parse } of methods) {
    const counts = await countsOf(measure, parse, largest, context);
    const scores = scoreBracketings(measure, parse, limits);
    const interval = bootstrapInterval(counts, f1Of);
    const comparison =
      first === undefined ? undefined : approximateRandomization(counts, first, f1Of, { samples: SAMPLES });
    first ??= counts;
    rows.push({ method, scores, interval, ...(comparison === undefined ? {} : { comparison }) });
  }
  return rows;
}

/** The vectors and additions that bracket the sentences learnt from best. */
async function bestMetric({ learn, vectors, variants, options }: HeldOutSetup, largest: number, context: LearnContext) {
  const sentences = learn.map(({ tagged }) => tagged);
  let best: { readonly method: string; readonly parse: Parse; readonly f1: number } | undefined;
  for (const [name, table] of Object.entries(vectors)) {
    const { model } = await learnInduction({ sentences, vectors: table }, options, context);
    for (const [variant, parsing] of variants) {
      const parser = new InductionParser(model, parsing);
      const parse: Parse = ({ tagged }) => parser.parse(tagged).split;
      const f1 = f1Of(await countsOf(learn, parse, largest, context));
      if (best === undefined || f1 > best.f1) best = { method: `${name}, ${variant}`, parse, f1 };
    }
  }
  return best!;
}

/** CCM over the symbols with which it brackets the sentences learnt from best. */
async function bestCcm({ learn, views }: HeldOutSetup, largest: number, context: LearnContext) {
  const short = learn.filter(({ length }) => length <= largest);
  let best: { readonly method: string; readonly parse: Parse; readonly f1: number } | undefined;
  for (const { name, symbolsOf } of views) {
    const { model } = await learnCcm(short.map(symbolsOf), {}, context);
    const parse: Parse = (sentence) => ccmParse(model, symbolsOf(sentence));
    const f1 = f1Of(await countsOf(short, parse, largest, context));
    if (best === undefined || f1 > best.f1) best = { method: name, parse, f1 };
  }
  return best!;
}

async function countsOf(
  sentences: readonly GoldSentence[],
  parse: Parse,
  largest: number,
  { signal }: LearnContext,
): Promise<readonly UnlabelledSentence[]> {
  const scorer = new UnlabelledScorer({ deletedTags: [] });
  for (const sentence of sentences) {
    if (sentence.length > largest) continue;
    const { words, tags } = taggedSentence(sentence.gold);
    scorer.add(sentence.gold, bracketed({ words, tags }, parse(sentence)));
    await breathe(signal);
  }
  return scorer.sentences;
}

function f1Of(sentences: readonly UnlabelledSentence[]): number {
  let [gold, predicted, matched] = [0, 0, 0];
  for (const { withWhole } of sentences) {
    gold += withWhole.gold;
    predicted += withWhole.predicted;
    matched += withWhole.matched;
  }
  return ratesOf(matched, gold, predicted).f1;
}
