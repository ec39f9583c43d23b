/**
 * Learning to label sequences, by one of seven methods:
 *
 *   spectral     R-HMM: hidden states under every label, from two decompositions per label (spectral/)
 *   em           the same by expectation maximisation (em/)
 *   hmm          labels and their transitions, by counting (baselines/)
 *   unigram      words alone (baselines/)
 *   perceptron   the fast discriminative tagger (perceptron/)
 *   crf          the conditional random field, which gives probabilities (crf/)
 *   product      a conditional random field and a spectral chain, multiplied (product/)
 *
 * The first four are chains over the same lexicon, and differ only in what they know about context.
 */
import { OptionError } from "../../base/errors.ts";
import { frozen, type LearnContext, type Learnt, lastingReport, type Report, StageClock } from "../../base/learning.ts";
import { checkMethodOptions, type MethodOptionsOf, type OptionSet, type OptionsOf } from "../../base/options.ts";
import { breathe } from "../../base/stopping.ts";
import { columnName } from "../../data/feature-columns.ts";
import { segmentationOf } from "../../data/segmentation.ts";
import { asSequences, type SequenceData, type TaggedSequences } from "../../data/sequences.ts";
import { learnCounted } from "./baselines/learn-counted.ts";
import { CRF_OPTIONS, type CrfFacts, type CrfOptions, learnCrf } from "./crf/learn-crf.ts";
import type { CrfTables } from "./crf/tables.ts";
import { requireSequences } from "./data/sequence.ts";
import { LEXICON_OPTIONS, type LexiconSettings } from "./data/words.ts";
import { EM_SEQUENCE_OPTIONS, type EmFacts, type EmSequenceOptions, learnEmSequence } from "./em/learn-em.ts";
import type { SequenceKnowledge } from "./knowledge.ts";
import type { ChainModel, ChainTables, CrfModel, PerceptronModel, ProductModel, SequenceMethod } from "./model.ts";
import { learnPerceptron, PERCEPTRON_OPTIONS, type PerceptronOptions } from "./perceptron/learn-perceptron.ts";
import type { PerceptronTables } from "./perceptron/tables.ts";
import { learnProduct, PRODUCT_OPTIONS, type ProductOptions } from "./product/learn-product.ts";
import type { ProductTables } from "./product/tables.ts";
import {
  learnSpectralSequence,
  SPECTRAL_SEQUENCE_OPTIONS,
  type SpectralFacts,
  type SpectralSequenceOptions,
} from "./spectral/learn-spectral.ts";

/** The methods, each with the options it reads. */
export const SEQUENCE_METHODS = {
  spectral: SPECTRAL_SEQUENCE_OPTIONS,
  em: EM_SEQUENCE_OPTIONS,
  hmm: LEXICON_OPTIONS,
  unigram: LEXICON_OPTIONS,
  perceptron: PERCEPTRON_OPTIONS,
  crf: CRF_OPTIONS,
  product: PRODUCT_OPTIONS,
} satisfies Record<SequenceMethod, OptionSet>;

/** Options of `learnSequence`: the method (spectral unless given), and what that method reads. */
export type SequenceOptions<M extends SequenceMethod = SequenceMethod> = MethodOptionsOf<typeof SEQUENCE_METHODS> & {
  readonly method?: M;
};

/** What every method reports. */
export interface SequenceReport extends Report, Partial<SpectralFacts>, Partial<EmFacts>, Partial<CrfFacts> {
  readonly sequences: number;
  readonly positions: number;
  readonly labels: number;
  /** Different words. */
  readonly observations: number;
  readonly sources: TaggedSequences["sources"];
  readonly preparation: TaggedSequences["preparation"];
}

/** The type of model that a method makes. */
export type ModelOfMethod<M extends SequenceMethod> = M extends "perceptron"
  ? PerceptronModel
  : M extends "crf"
    ? CrfModel
    : M extends "product"
      ? ProductModel
      : ChainModel;

/** Labelled sequences with what is known of words: more features for a perceptron or a conditional random field. */
export interface KnownSequences extends SequenceKnowledge {
  readonly sentences: SequenceData;
}

const isKnown = (data: SequenceData | KnownSequences): data is KnownSequences => "sentences" in data;

/** Methods whose features may come from further columns, classes, vectors and lists. */
const DISCRIMINATIVE: readonly SequenceMethod[] = ["perceptron", "crf", "product"];

/** Learns to label sequences from data that were read, or from plain sentences or trees. */
export async function learnSequence<M extends SequenceMethod = "spectral">(
  data: SequenceData | KnownSequences,
  given: SequenceOptions<M> = {},
  context: LearnContext = {},
): Promise<Learnt<ModelOfMethod<M>, SequenceReport>> {
  const { method, options } = checkMethodOptions("learnSequence", SEQUENCE_METHODS, given);
  const { sentences, ...knowledge } = isKnown(data) ? data : { sentences: data };
  const read = asSequences(sentences);
  const { sequences, sources, preparation, column, features, language, steps } = read;
  const columns = (features ?? []).map(columnName);
  const more = Object.entries({ ...knowledge, columns: columns.length === 0 ? undefined : columns });
  const unread = more.find(([, value]) => value !== undefined)?.[0];
  if (unread !== undefined && !DISCRIMINATIVE.includes(method))
    throw new OptionError(
      "method",
      `${unread} of words are features of the methods ${DISCRIMINATIVE.join(", ")}; got ${method}.`,
    );
  requireSequences("learnSequence", sequences);
  const clock = new StageClock(context);
  const { segmentation = segmentationOf(sequences, language) } = read;
  await breathe(context.signal);
  const {
    tables,
    facts,
    warnings = [],
  } = await LEARNERS[method](sequences, options as never, clock, {
    ...knowledge,
    columns,
  });
  const resolved = "templates" in tables ? { templates: tables.templates, ends: tables.ends } : {};
  const { labels, words } = "lexicon" in tables ? tables.lexicon : tables;
  const empty = sequences.filter((sequence) => sequence.words.length === 0).length;
  const report: SequenceReport = {
    sequences: sequences.length,
    positions: sequences.reduce((sum, sequence) => sum + sequence.words.length, 0),
    labels: labels.size,
    observations: words.size,
    sources,
    preparation,
    ...facts,
    times: clock.times,
    warnings: [...(empty === 0 ? [] : [`sequences without words, which teach nothing: ${empty}.`]), ...warnings],
  };
  const model = frozen({
    kind: "sequence",
    method,
    ...tables,
    options: {
      method,
      ...(options as OptionsOf<typeof LEXICON_OPTIONS>),
      ...resolved,
      column,
      ...(features === undefined ? {} : { features }),
      language,
      steps,
    },
    segmentation,
    report: lastingReport(report),
  });
  return { model: model as unknown as ModelOfMethod<M>, report };
}

type Learner<Options> = (
  sequences: TaggedSequences["sequences"],
  options: Options,
  clock: StageClock,
  knowledge: SequenceKnowledge & { readonly columns: readonly string[] },
) => Promise<{
  readonly tables: ChainTables | PerceptronTables | CrfTables | ProductTables;
  readonly facts?: Partial<SpectralFacts & EmFacts & CrfFacts>;
  readonly warnings?: readonly string[];
}>;

const counted =
  (method: "hmm" | "unigram"): Learner<LexiconSettings> =>
  async (sequences, options, clock) => ({ tables: await learnCounted(method, sequences, options, clock) });

const LEARNERS: {
  readonly spectral: Learner<SpectralSequenceOptions>;
  readonly em: Learner<EmSequenceOptions>;
  readonly hmm: Learner<LexiconSettings>;
  readonly unigram: Learner<LexiconSettings>;
  readonly perceptron: Learner<PerceptronOptions>;
  readonly crf: Learner<CrfOptions>;
  readonly product: Learner<ProductOptions>;
} = {
  spectral: async (sequences, options, clock) => {
    const { chain, ...told } = await learnSpectralSequence(sequences, options, clock);
    return { tables: chain, ...told };
  },
  em: async (sequences, options, clock) => {
    const { chain, facts } = await learnEmSequence(sequences, options, clock);
    return { tables: chain, facts };
  },
  hmm: counted("hmm"),
  unigram: counted("unigram"),
  perceptron: async (sequences, options, clock, { columns, ...knowledge }) =>
    await learnPerceptron(sequences, options, clock, columns, knowledge),
  crf: async (sequences, options, clock, { columns, ...knowledge }) =>
    await learnCrf(sequences, columns, options, clock, knowledge),
  product: async (sequences, options, clock, { columns, ...knowledge }) =>
    await learnProduct(sequences, columns, options, clock, knowledge),
};
