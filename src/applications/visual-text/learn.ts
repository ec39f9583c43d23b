/**
 * Learns which noun phrases of captions can be seen in their images: logistic regression (Dodge et al. 2012, section
 * 4).
 */
import {
  checkOptions,
  frozen,
  InputError,
  type Json,
  type LearnContext,
  type Learnt,
  lastingReport,
  type ModelParts,
  type Report,
  StageClock,
} from "../../base/index.ts";
import type { SourceCount, WordNet } from "../../data/index.ts";
import { type LabelledCaption, phraseDefect } from "../../formats/index.ts";
import { learnLogistic, type StopReason } from "../../linalg/index.ts";
import { examplesOf, tableOf, wordsOfCaptions } from "./features/examples.ts";
import type { Knowledge } from "./features/extractor.ts";
import { wordNetHypernyms } from "./features/hypernyms.ts";
import { listTable } from "./features/lists.ts";
import { templateOf } from "./features/templates.ts";
import { baseFormTexts, tableTexts, type WordTable, wordTable } from "./features/word-table.ts";
import type { VisualLexicon } from "./lexicon/index.ts";
import type { VisualModel } from "./model.ts";
import { VISUAL_OPTIONS, type VisualOptions } from "./options.ts";

/** What `learnVisual` learns from. Everything but the captions may be missing, and then its features are. */
export interface VisualData {
  readonly captions: readonly LabelledCaption[];
  readonly sources?: readonly SourceCount[] | undefined;
  readonly lexicon?: VisualLexicon | undefined;
  readonly wordnet?: WordNet | undefined;
  /** Parts of a tagger or parser, which the model keeps to find the phrases of new captions. */
  readonly parser?: ModelParts | undefined;
}

/** What `learnVisual` reports. */
export interface VisualReport extends Report {
  readonly sources: readonly SourceCount[];
  readonly captions: number;
  readonly phrases: number;
  /** Share of the phrases that are visual. */
  readonly visual: number;
  /** Captions without a phrase, and without detections. */
  readonly withoutPhrases: number;
  readonly withoutDetections: number;
  /** Features by template. */
  readonly features: Readonly<Record<string, number>>;
  readonly logLoss: number;
  readonly accuracy: number;
  readonly iterations: number;
  readonly stopped: StopReason;
}

/** What is known of the words of captions, as tables that a model keeps. */
export function knowledgeTables({ captions, lexicon, wordnet }: VisualData, language: string) {
  const lists = lexicon === undefined ? undefined : listTable(lexicon);
  const hypernyms =
    wordnet === undefined ? undefined : wordTable(wordsOfCaptions(captions, language), wordNetHypernyms(wordnet));
  return { lists, hypernyms };
}

/** The same as functions; `wordnet` answers for words that the table does not have. */
export function knowledgeOf(
  { lists, hypernyms }: { readonly lists: WordTable | undefined; readonly hypernyms: WordTable | undefined },
  wordnet?: WordNet,
): Knowledge {
  const further = wordnet === undefined ? undefined : wordNetHypernyms(wordnet);
  return {
    hypernymsOf: hypernyms === undefined ? undefined : tableTexts(hypernyms, further),
    listsOf: lists === undefined ? undefined : baseFormTexts(lists),
  };
}

/** Throws where a phrase is not in its caption: captions may come from elsewhere than a reader. */
export function checkCaptions(captions: readonly LabelledCaption[]): void {
  for (const [number, { caption, phrases }] of captions.entries()) {
    let before = 0;
    for (const { start, end } of phrases) {
      const defect = phraseDefect(caption, start, end, before);
      if (defect !== undefined) throw new InputError(`caption ${number + 1}: ${defect}`);
      before = end;
    }
  }
}

/** Learns a classifier of noun phrases from labelled captions. */
export async function learnVisual(
  data: VisualData,
  given: Partial<VisualOptions> = {},
  context: LearnContext = {},
): Promise<Learnt<VisualModel, VisualReport>> {
  const options = checkOptions("learnVisual", VISUAL_OPTIONS, given);
  const { captions } = data;
  checkCaptions(captions);
  const clock = new StageClock(context);
  const { tables, examples } = await clock.run("features", "captions", captions.length, async () => {
    const known = knowledgeTables(data, options.language);
    return {
      tables: known,
      examples: await examplesOf(captions, options.templates, knowledgeOf(known), options.language, context),
    };
  });
  const { list } = examples;
  const visual = list.filter((example) => example.visual).length;
  if (visual === 0 || visual === list.length) {
    const found = list.length === 0 ? "no phrase has a label" : `all ${list.length} phrases have the same label`;
    throw new InputError(`${found}; expected phrases of both kinds; give more captions.`);
  }
  const { rows, columns } = tableOf(examples, [...list.keys()], options);
  const learnt = await clock.run("logistic regression", "iterations", undefined, () =>
    learnLogistic(
      rows,
      Uint8Array.from(list, (example) => Number(example.visual)),
      { l2: options.l2, maxIterations: options.maxIterations },
      context,
    ),
  );
  const features = Array.from(columns, (id) => examples.features[id]!);
  const { logLoss, accuracy, iterations, stopped, warnings } = learnt.report;
  const report: VisualReport = {
    sources: data.sources ?? [],
    captions: captions.length,
    phrases: list.length,
    visual: visual / list.length,
    withoutPhrases: captions.filter(({ phrases }) => phrases.length === 0).length,
    withoutDetections: captions.filter(({ detections }) => detections === undefined).length,
    features: countBy(features, templateOf),
    logLoss,
    accuracy,
    iterations,
    stopped,
    warnings: [...warnings, ...missingOf(data, options)],
    times: clock.times,
  };
  const model: VisualModel = frozen({
    kind: "visual",
    features,
    weights: learnt.weights.data as Float64Array,
    bias: learnt.bias[0]!,
    ...tables,
    parser: data.parser,
    options: options as unknown as Readonly<Record<string, Json>>,
    report: lastingReport(report),
  });
  return { model, report };
}

function missingOf({ lexicon, wordnet, captions }: VisualData, { templates }: VisualOptions): string[] {
  const asks = (beginning: string) => templates.some((template) => template.startsWith(beginning));
  const found: string[] = [];
  if (lexicon === undefined && asks("lists")) found.push("there is no lexicon: no features of lists.");
  if (wordnet === undefined && asks("wordnet")) found.push("there is no WordNet: no features of hypernyms.");
  if (asks("image") && captions.every(({ detections }) => detections === undefined))
    found.push("no caption has detections: no features of images.");
  return found;
}

function countBy(texts: readonly string[], keyOf: (text: string) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const text of texts) counts[keyOf(text)] = (counts[keyOf(text)] ?? 0) + 1;
  return counts;
}
