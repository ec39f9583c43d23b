/**
 * The experiments of Dodge et al. 2012, section 4, by folds over images instead of their held-out set: text alone
 * against text and image (with a test), what the lists are worth, ablation of templates by information gain (tables 5
 * and 6), and learning curves (figure 3). Other images may be
 * kept for one measurement in the end, by classifiers that learn from all that the folds had.
 *
 * The information gain of a template is H(y) − H(y | template), where the second term is the mean −log₂ p that a
 * classifier with this template alone reaches on held-out phrases: a lower bound, which unlike counts of training
 * features does not grow with the number of features. Templates are then added in falling order of it.
 *
 * Weak labels were made of the annotated objects. Taken for detections, these would give the labels away as soon as a
 * feature compares them with the phrase; such features see a simulated detector instead (simulated-detector.ts).
 */
import {
  checkOptions,
  InputError,
  type LearnContext,
  Meter,
  type OptionsOf,
  quoted,
  real,
  whole,
  wholes,
} from "../../../base/index.ts";
import { pairedBootstrap } from "../../../evaluation/index.ts";
import type { LabelledCaption } from "../../../formats/index.ts";
import { type Examples, examplesOf } from "../features/examples.ts";
import { MATCH_TEMPLATE, TEMPLATES, templateOf } from "../features/templates.ts";
import { checkCaptions, knowledgeOf, knowledgeTables, type VisualData } from "../learn.ts";
import { VISUAL_OPTIONS } from "../options.ts";
import { aucDeviation, aucOf, groupsOf, type ScoredPhrase, scorePhrases, type VisualScores } from "../scores.ts";
import { assignFolds, bitsMissing, crossValidate, labelEntropy, learnAndScore } from "./folds.ts";
import { simulateDetector } from "./simulated-detector.ts";

/** The options of `experimentVisualText`. */
export const VISUAL_EXPERIMENT_OPTIONS = {
  folds: whole("folds, by image", { default: 10, min: 2, max: 1000 }),
  l2: VISUAL_OPTIONS.l2,
  minCount: VISUAL_OPTIONS.minCount,
  shares: wholes("points of the learning curves, in per cent of the training images", {
    default: [2, 5, 10, 20, 40, 70, 100],
    min: 1,
    max: 100,
  }),
  ablationFolds: whole("folds of ablation and curves", { default: 10, min: 2, max: 1000 }),
  samples: whole("bootstrap resamples of the images", { default: 1000, min: 2 }),
  recall: real("share of the annotated objects that the simulated detector finds, for weak labels", {
    default: 0.5,
    min: 0,
    max: 1,
  }),
  falseFirings: real("false firings of the simulated detector for each annotated object", {
    default: 1,
    min: 0,
    max: 100,
  }),
  seed: whole("seed of folds and resamples", { default: 1, min: 0, max: 2 ** 31 - 1 }),
};

/** The complete options of `experimentVisualText`. */
export type VisualExperimentOptions = OptionsOf<typeof VISUAL_EXPERIMENT_OPTIONS>;

/** A set of templates, compared with the first. */
export interface ComparedRow {
  readonly name: string;
  readonly auc: number;
  readonly deviation: number;
  /** Against the first row: difference of the AUC, and p of the paired bootstrap over images. */
  readonly difference: number;
  readonly p: number;
}

/** A template, what it says of the labels, and the AUC once it is added. */
export interface AblationRow {
  readonly template: string;
  /** In bits for each phrase; below 0 where the template misleads. */
  readonly informationGain: number;
  /** Of this template and all above it. */
  readonly auc: number;
  readonly deviation: number;
}

/** A point of the learning curves. */
export interface CurvePoint {
  /** Phrases of the training folds, on average. */
  readonly phrases: number;
  readonly share: number;
  readonly text: number;
  /** Undefined where no caption has detections. */
  readonly image: number | undefined;
}

/** What `experimentVisualText` measures. */
export interface VisualExperiment {
  readonly captions: number;
  readonly phrases: number;
  readonly visual: number;
  readonly features: number;
  readonly scores: VisualScores;
  readonly rows: readonly ComparedRow[];
  readonly ablation: readonly AblationRow[];
  readonly curve: readonly CurvePoint[];
  /** The same systems on other images, where some were given. */
  readonly test?: VisualTest | undefined;
}

/** One measurement on images that no choice has seen. */
export interface VisualTest {
  readonly captions: number;
  readonly phrases: number;
  readonly rows: readonly ComparedRow[];
}

const SETTINGS = { maxIterations: VISUAL_OPTIONS.maxIterations.default } as const;

/** What an experiment takes: as learning does; `weak` where the labels were made of the detections. */
export interface VisualExperimentData extends VisualData {
  readonly weak?: boolean | undefined;
  /** Captions of other images for one measurement in the end; their labels are made as those of `captions` are. */
  readonly test?: readonly LabelledCaption[] | undefined;
}

/** Runs the experiments on labelled captions. */
export async function experimentVisualText(
  data: VisualExperimentData,
  given: Partial<VisualExperimentOptions> = {},
  context: LearnContext = {},
): Promise<VisualExperiment> {
  const options = checkOptions("experimentVisualText", VISUAL_EXPERIMENT_OPTIONS, given);
  const { captions, lexicon, wordnet, weak = false, test = [] } = data;
  checkCaptions(captions);
  if (data.test !== undefined) checkCaptions(test);
  checkImages(captions, test);
  const language = VISUAL_OPTIONS.language.default;
  const knowledge = knowledgeOf(knowledgeTables({ ...data, captions: [...captions, ...test] }, language));
  const prepared = (of: readonly LabelledCaption[]) => examplesOf(of, TEMPLATES, knowledge, language, context);
  const { recall, falseFirings, seed, samples, folds } = options;
  const detected = (of: readonly LabelledCaption[]) => simulateDetector(of, { recall, falseFirings, seed });
  const annotated = await prepared([...captions, ...test]);
  const examples = weak ? await prepared([...detected(captions), ...detected(test)]) : annotated;
  const run = new Runs(examples, phrasesOf(captions), options, context);
  const used = TEMPLATES.filter((template) => annotated.features.some((name) => templateOf(name) === template));
  const text = used.filter((template) => !template.startsWith("image"));
  const paper = used.filter((template) => template !== MATCH_TEMPLATE);
  const without = (family: string) => text.filter((template) => !template.startsWith(family));
  const hasImages = used.length > text.length;
  const systems: System[] = [{ name: "text", templates: text }];
  if (lexicon !== undefined) systems.push({ name: "text without lists", templates: without("lists") });
  if (wordnet !== undefined) systems.push({ name: "text without WordNet", templates: without("wordnet") });
  if (hasImages) {
    if (weak) systems.push({ name: "text and image, annotated objects", templates: paper, examples: annotated });
    const errors = weak ? ", simulated detector" : "";
    systems.push({ name: `text and image${errors}`, templates: paper });
    systems.push({ name: `text, image and match${errors}`, templates: used });
  }
  return {
    captions: captions.length,
    phrases: run.list.length,
    visual: run.list.filter(({ visual }) => visual).length / run.list.length,
    features: examples.features.length,
    rows: await run.compared(systems),
    scores: scorePhrases(await run.scored(used, folds), { samples, seed, heads: 20 }),
    ablation: await run.ablation(used),
    curve: await run.curve(text, hasImages ? used : undefined),
    test:
      data.test === undefined
        ? undefined
        : { captions: test.length, phrases: phrasesOf(test), rows: await run.tested(systems) },
  };
}

const phrasesOf = (captions: readonly LabelledCaption[]): number =>
  captions.reduce((sum, { phrases }) => sum + phrases.length, 0);

/** An image with captions on both sides would be no other image. */
function checkImages(captions: readonly LabelledCaption[], test: readonly LabelledCaption[]): void {
  const known = new Set(captions.flatMap(({ image }) => (image === undefined ? [] : [image])));
  const twice = test.find(({ image }) => image !== undefined && known.has(image))?.image;
  if (twice !== undefined)
    throw new InputError(`the image ${quoted(twice)} is among those of the folds and of the test; keep them apart.`);
}

interface System {
  readonly name: string;
  readonly templates: readonly string[];
  /** Others than those of the experiment. */
  readonly examples?: Examples;
}

class Runs {
  readonly #meter: Meter;

  /** The first `count` examples are those of the folds; those after them are tested in the end. */
  constructor(
    readonly examples: Examples,
    readonly count: number,
    readonly options: VisualExperimentOptions,
    readonly context: LearnContext,
  ) {
    this.#meter = new Meter("folds", "classifiers", undefined, context);
  }

  /** The examples of the folds. */
  get list(): Examples["list"] {
    return this.examples.list.slice(0, this.count);
  }

  async scored(
    templates: readonly string[],
    folds: number,
    share = 1,
    { list, features }: Examples = this.examples,
  ): Promise<ScoredPhrase[]> {
    const { l2, minCount, seed } = this.options;
    const examples = { list: list.slice(0, this.count), features };
    const assigned = assignFolds(examples, folds, seed);
    const settings = { ...SETTINGS, templates, l2, minCount, share };
    const scored = await crossValidate(examples, assigned, settings, seed, this.context);
    this.#meter.advance(folds);
    return scored;
  }

  compared(systems: readonly System[]): Promise<ComparedRow[]> {
    const { folds } = this.options;
    return this.#rows(systems, ({ templates, examples }) => this.scored(templates, folds, 1, examples));
  }

  /** The systems on the examples after those of the folds. */
  tested(systems: readonly System[]): Promise<ComparedRow[]> {
    const { l2, minCount } = this.options;
    const all = [...this.examples.list.keys()];
    const [training, held] = [all.slice(0, this.count), all.slice(this.count)];
    return this.#rows(systems, ({ templates, examples = this.examples }) =>
      learnAndScore(examples, training, held, { ...SETTINGS, templates, l2, minCount }, this.context),
    );
  }

  async #rows(systems: readonly System[], score: (system: System) => Promise<ScoredPhrase[]>): Promise<ComparedRow[]> {
    const { samples, seed } = this.options;
    const rows: ComparedRow[] = [];
    let first: ScoredPhrase[][] | undefined;
    for (const system of systems) {
      const scored = await score(system);
      const groups = groupsOf(scored);
      const test = first && pairedBootstrap(groups, first, (items) => aucOf(items.flat()), { samples, seed });
      first ??= groups;
      rows.push({
        name: system.name,
        auc: aucOf(scored),
        deviation: aucDeviation(scored, { samples, seed }),
        difference: test?.difference ?? 0,
        p: test?.p ?? 1,
      });
    }
    return rows;
  }

  async ablation(templates: readonly string[]): Promise<AblationRow[]> {
    const { ablationFolds: folds, samples, seed } = this.options;
    const gains: { readonly template: string; readonly informationGain: number }[] = [];
    for (const template of templates) {
      const scored = await this.scored([template], folds);
      gains.push({ template, informationGain: labelEntropy(scored) - bitsMissing(scored) });
    }
    gains.sort((a, b) => b.informationGain - a.informationGain);
    const rows: AblationRow[] = [];
    for (const [i, gain] of gains.entries()) {
      const scored = await this.scored(
        gains.slice(0, i + 1).map(({ template }) => template),
        folds,
      );
      rows.push({ ...gain, auc: aucOf(scored), deviation: aucDeviation(scored, { samples, seed }) });
    }
    return rows;
  }

  async curve(text: readonly string[], image: readonly string[] | undefined): Promise<CurvePoint[]> {
    const { shares, ablationFolds: folds } = this.options;
    const points: CurvePoint[] = [];
    for (const percent of shares) {
      const share = percent / 100;
      points.push({
        share,
        phrases: Math.round((share * this.count * (folds - 1)) / folds),
        text: aucOf(await this.scored(text, folds, share)),
        image: image && aucOf(await this.scored(image, folds, share)),
      });
    }
    return points;
  }
}
