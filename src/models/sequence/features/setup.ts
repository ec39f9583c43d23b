/** What perceptrons and conditional random fields make of their data before they learn, and keep of it afterwards. */
import type { TaggedSentence } from "../../../trees/sentence.ts";
import { type Representations, representationsOf } from "../../representations/index.ts";
import type { SequenceKnowledge } from "../knowledge.ts";
import { FeatureCoder } from "./coder.ts";
import { type Task, taskOf } from "./defaults.ts";
import { Gazetteer, LIST_COLUMN } from "./gazetteer.ts";
import type { FeatureOptions } from "./options.ts";
import { parseTemplates } from "./parse.ts";
import { areBeginInside, withEnds, withoutEnds } from "./spans.ts";

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
}

/** Further columns of a sentence by name, a value for each word. */
export type WordColumns = Readonly<Record<string, readonly string[]>>;

/** The setup for some data; `defaults` gives the templates where the options do not. */
export function setupOf(
  sequences: readonly TaggedSentence[],
  columns: readonly string[],
  options: FeatureOptions,
  knowledge: SequenceKnowledge,
  defaults: (task: Task, columns: readonly string[], known: Representations) => string,
): FeatureSetup {
  const known = representationsOf(knowledge, options);
  const gazetteer = knowledge.lists === undefined ? undefined : Gazetteer.from(knowledge.lists);
  const task = options.task === "auto" ? taskOf(sequences) : options.task;
  const names = gazetteer === undefined ? columns : [...columns, LIST_COLUMN];
  const templates = options.templates === "" ? defaults(task, names, known) : options.templates;
  return { templates, columns, known, gazetteer, ends: options.ends && areBeginInside(sequences) };
}

/** The coder of the templates; undefined where there are none. */
export function coderOf({
  templates,
  columns,
  known,
  gazetteer,
}: Omit<FeatureSetup, "ends">): FeatureCoder | undefined {
  if (templates.trim() === "") return undefined;
  const names = gazetteer === undefined ? columns : [...columns, LIST_COLUMN];
  return new FeatureCoder(parseTemplates(templates, names), names, known);
}

/** The columns of a sentence, with that of the lists. */
export const allColumns = (
  { gazetteer }: Pick<FeatureSetup, "gazetteer">,
  words: readonly string[],
  columns: WordColumns | undefined,
): WordColumns | undefined =>
  gazetteer === undefined ? columns : { ...columns, [LIST_COLUMN]: gazetteer.column(words) };

/** A sentence as it is learnt from. */
export const lessonOf = (setup: FeatureSetup, { words, tags, columns }: TaggedSentence): TaggedSentence => ({
  words,
  tags: setup.ends ? withEnds(tags) : tags,
  columns: allColumns(setup, words, columns),
});

/** Labels as those of the data are. */
export const answerOf = ({ ends }: Pick<FeatureSetup, "ends">, tags: string[]): string[] =>
  ends ? withoutEnds(tags) : tags;
