/**
 * Descriptions measured against those that people wrote, next to three baselines: a template, the nearest caption of
 * the training data, and the same trees without knowledge.
 */
import { InputError } from "../../base/errors.ts";
import type { LearnContext } from "../../base/learning.ts";
import { checkOptions, flag, type OptionsOf, whole } from "../../base/options.ts";
import { Meter } from "../../base/progress.ts";
import { breathe } from "../../base/stopping.ts";
import type { WordNet } from "../../data/wordnet/wordnet.ts";
import { bootstrapInterval, type Interval } from "../../evaluation/bootstrap.ts";
import {
  type AreSynonyms,
  CAPTION_SCORES,
  type CaptionImageScore,
  CaptionScorer,
  type CaptionScores,
  captionScores,
  captionTokens,
} from "../../evaluation/captions/index.ts";
import { approximateRandomization } from "../../evaluation/significance.ts";
import type { Scene } from "../../formats/images/scenes.ts";
import { NearestCaption } from "./baselines/nearest-caption.ts";
import { templateDescription } from "./baselines/template.ts";
import { mostSentences } from "./describe.ts";
import { NO_KNOWLEDGE } from "./knowledge/knowledge.ts";
import { names, thingsNamed, wordsAndPairs } from "./mentions.ts";
import { Describer } from "./predict.ts";

/** How descriptions are measured. */
export const CAPTIONS_EVALUATION_OPTIONS = {
  baselines: flag("measure the baselines too", { default: true }),
  samples: whole("resamples for intervals and shuffles for tests", { default: 1000, min: 1, max: 100_000 }),
};

/** What `evaluateCaptions` can be told. */
export type CaptionsEvaluationOptions = OptionsOf<typeof CAPTIONS_EVALUATION_OPTIONS>;

/** In addition to progress and a signal: WordNet, for synonyms in the METEOR-like score. */
export interface CaptionsEvaluationContext extends LearnContext {
  readonly wordnet?: WordNet | undefined;
}

/** What a system's descriptions are worth. */
export interface DescriptionScores {
  readonly system: "describer" | "template" | "nearest caption" | "no knowledge";
  /** Each score with a 95 % interval over images. */
  readonly scores: Readonly<Record<keyof CaptionScores, Interval>>;
  /** Share of the different things detected that are named. */
  readonly objectRecall: number;
  /** Share of the things named that were detected. */
  readonly objectPrecision: number;
  /** Words a description. */
  readonly length: number;
  /** Different sentences, as a share of all. */
  readonly distinct: number;
  /** Images without a description. */
  readonly empty: number;
}

/** The describer less a baseline; p by approximate randomization over images. */
export interface DescriptionComparison {
  readonly baseline: DescriptionScores["system"];
  readonly cider: { readonly difference: number; readonly p: number };
  readonly bleu2: { readonly difference: number; readonly p: number };
}

/** What `evaluateCaptions` finds. */
export interface CaptionsEvaluation {
  readonly images: number;
  /** Images that nobody described, which cannot be scored. */
  readonly withoutDescriptions: number;
  /** The describer first. */
  readonly systems: readonly DescriptionScores[];
  readonly comparisons: readonly DescriptionComparison[];
  /** Whether synonyms counted in the METEOR-like score. */
  readonly synonyms: boolean;
}

/** Two words are synonyms when a sense of the one is a sense of the other. */
const synonymsOf =
  (wordnet: WordNet): AreSynonyms =>
  (first, second) => {
    const senses = new Set(wordnet.senses(first));
    return senses.size > 0 && wordnet.senses(second).some((sense) => senses.has(sense));
  };

/** Describes images, also by the baselines, and compares the words with those of people. */
export async function evaluateCaptions(
  describer: Describer,
  gold: readonly Scene[],
  given: Partial<CaptionsEvaluationOptions> = {},
  context: CaptionsEvaluationContext = {},
): Promise<CaptionsEvaluation> {
  const { baselines, samples } = checkOptions("evaluateCaptions", CAPTIONS_EVALUATION_OPTIONS, given);
  const scenes = gold.filter(({ descriptions }) => descriptions.length > 0);
  if (scenes.length === 0)
    throw new InputError(
      'there is no image with descriptions to measure with; expected "descriptions" beside "objects".',
    );
  const { wordnet } = context;
  const scorer = new CaptionScorer(
    scenes.map(({ descriptions }) => descriptions),
    wordnet && synonymsOf(wordnet),
  );
  const systems: { readonly system: DescriptionScores["system"]; readonly describe: (scene: Scene) => string }[] = [
    { system: "describer", describe: (scene) => describer.describe(scene).text },
    ...(baselines ? baselinesFor(describer) : []),
  ];
  const meter = new Meter("describing", "images", scenes.length * systems.length, context);
  const results: { readonly scores: DescriptionScores; readonly images: CaptionImageScore[] }[] = [];
  for (const { system, describe } of systems) {
    const texts: string[] = [];
    for (const scene of scenes) {
      texts.push(describe(scene));
      meter.advance();
      await breathe(context.signal);
    }
    const images = scorer.score(texts);
    const intervals = CAPTION_SCORES.map(
      (name) => [name, bootstrapInterval(images, (drawn) => captionScores(drawn)[name], { samples })] as const,
    );
    const scores = Object.fromEntries(intervals) as Record<keyof CaptionScores, Interval>;
    results.push({ scores: { system, scores, ...textFacts(texts, scenes, describer) }, images });
    await breathe(context.signal);
  }
  const [own, ...others] = results;
  return {
    images: scenes.length,
    withoutDescriptions: gold.length - scenes.length,
    systems: results.map(({ scores }) => scores),
    comparisons: others.map(({ scores, images }) => ({
      baseline: scores.system,
      cider: approximateRandomization(own!.images, images, (drawn) => captionScores(drawn).cider, { samples }),
      bleu2: approximateRandomization(own!.images, images, (drawn) => captionScores(drawn).bleu2, { samples }),
    })),
    synonyms: wordnet !== undefined,
  };
}

function baselinesFor({ model, options }: Describer) {
  const nearest = new NearestCaption(model);
  const plain = new Describer({ ...model, knowledge: NO_KNOWLEDGE }, options);
  const sentences = mostSentences(options);
  return [
    {
      system: "template" as const,
      describe: (scene: Scene) => templateDescription(scene, model.knowledge, { ...options, sentences }),
    },
    { system: "nearest caption" as const, describe: (scene: Scene) => nearest.describe(scene, options) },
    { system: "no knowledge" as const, describe: (scene: Scene) => plain.describe(scene).text },
  ];
}

/** What needs no human description: things named, lengths, variety. */
function textFacts(texts: readonly string[], scenes: readonly Scene[], { model: { knowledge } }: Describer) {
  let [detected, recalled, named, right, words, empty] = [0, 0, 0, 0, 0, 0];
  const sentences: string[] = [];
  for (const [i, text] of texts.entries()) {
    const mentioned = wordsAndPairs(text);
    const labels = [...new Set(scenes[i]!.objects.map(({ label }) => label))];
    detected += labels.length;
    recalled += labels.filter((label) => names(mentioned, label, knowledge)).length;
    const nouns = [...thingsNamed(text, knowledge)];
    named += nouns.length;
    right += nouns.filter((noun) => labels.some((label) => names(new Set([noun]), label, knowledge))).length;
    words += captionTokens(text).length;
    if (text === "") empty++;
    for (const sentence of text.split(/(?<=\.) /)) if (sentence !== "") sentences.push(sentence);
  }
  return {
    objectRecall: detected === 0 ? 0 : recalled / detected,
    objectPrecision: named === 0 ? 0 : right / named,
    length: words / texts.length,
    distinct: sentences.length === 0 ? 0 : new Set(sentences).size / sentences.length,
    empty,
  };
}
