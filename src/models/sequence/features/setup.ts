/** What perceptrons and conditional random fields make of their data before they learn, and keep of it afterwards. */
import { InputError } from "../../../base/errors.ts";
import { Vocabulary } from "../../../base/vocabulary.ts";
import type { TaggedSentence } from "../../../trees/sentence.ts";
import type { LabelCounts } from "../../lexicon/label-counts.ts";
import { type Representations, representationsOf } from "../../representations/index.ts";
import type { SequenceKnowledge } from "../knowledge.ts";
import { FeatureCoder } from "./coder.ts";
import { type Task, taskOf } from "./defaults.ts";
import { Gazetteer, LIST_COLUMN } from "./gazetteer.ts";
import type { FeatureOptions } from "./options.ts";
import { parseTemplates } from "./parse.ts";
import { areBeginInside, withEnds, withoutEnds } from "./spans.ts";
import { countForms, lookAtForms, WordForms } from "./word-forms.ts";

/** How features are made of sentences. */
export interface FeatureSetup {
  /** The templates, as they are written (parse.ts); "" for none. */
  readonly templates: string;
  /** Names of the further columns that templates look at. */
  readonly columns: readonly string[];
  /** Whether labels of spans show where these end, though those of the data do not. */
  readonly ends: boolean;
  readonly known: Representations;
  readonly gazetteer: Gazetteer | undefined;
  /** The labels that training gave the words; undefined where no template looks at them. */
  readonly forms: LabelCounts | undefined;
}

/** Data as they are learnt from. */
export interface Preparation {
  readonly setup: FeatureSetup;
  /** With the column of lists and with ends of spans, where there are any. */
  readonly sentences: readonly TaggedSentence[];
  readonly words: Vocabulary;
  readonly labels: Vocabulary;
}

/** Further columns of a sentence by name, a value for each word. */
export type WordColumns = Readonly<Record<string, readonly string[]>>;

/** What is learnt from some data; `defaults` gives the templates where the options do not. */
export function prepare(
  sequences: readonly TaggedSentence[],
  columns: readonly string[],
  options: FeatureOptions,
  knowledge: SequenceKnowledge,
  defaults: (task: Task, columns: readonly string[], known: Representations) => string,
): Preparation {
  const known = representationsOf(knowledge, options);
  const gazetteer = knowledge.lists === undefined ? undefined : Gazetteer.from(knowledge.lists);
  const task = options.task === "auto" ? taskOf(sequences) : options.task;
  const names = gazetteer === undefined ? columns : [...columns, LIST_COLUMN];
  const templates = options.templates === "" ? defaults(task, names, known) : options.templates;
  const ends = options.ends && areBeginInside(sequences);
  const sentences = sequences.map(({ words, tags, columns: given }) => ({
    words,
    tags: ends ? withEnds(tags) : tags,
    columns: allColumns({ gazetteer }, words, given),
  }));
  const words = Vocabulary.from(sentences.flatMap((sentence) => sentence.words));
  const labels = Vocabulary.from(sentences.flatMap(({ tags }) => tags));
  const areForms = templates.trim() !== "" && lookAtForms(parseTemplates(templates, names));
  const forms = areForms ? countForms(sentences, words, labels) : undefined;
  return { setup: { templates, columns, known, gazetteer, ends, forms }, sentences, words, labels };
}

/** The coder of the templates; undefined where there are none. */
export function coderOf({
  templates,
  columns,
  known,
  gazetteer,
  forms,
}: Omit<FeatureSetup, "ends">): FeatureCoder | undefined {
  if (templates.trim() === "") return undefined;
  const names = gazetteer === undefined ? columns : [...columns, LIST_COLUMN];
  const parsed = parseTemplates(templates, names);
  if (forms === undefined && lookAtForms(parsed))
    throw new InputError("they look at the labels of training's words, which are not there.");
  return new FeatureCoder(parsed, names, known, forms && new WordForms(forms));
}

/** The columns of a sentence, with that of the lists. */
export const allColumns = (
  { gazetteer }: Pick<FeatureSetup, "gazetteer">,
  words: readonly string[],
  columns: WordColumns | undefined,
): WordColumns | undefined =>
  gazetteer === undefined ? columns : { ...columns, [LIST_COLUMN]: gazetteer.column(words) };

/** Labels as those of the data are. */
export const answerOf = ({ ends }: Pick<FeatureSetup, "ends">, tags: string[]): string[] =>
  ends ? withoutEnds(tags) : tags;
