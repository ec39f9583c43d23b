/** Labelled captions as examples: a row of numbered features and a label for each phrase. */
import { breathe, type LearnContext, Vocabulary } from "../../../base/index.ts";
import type { LabelledCaption } from "../../../formats/index.ts";
import { SparseBuilder, type SparseMatrix } from "../../../linalg/index.ts";
import { captionWords, phraseAt } from "../phrases/captions.ts";
import { FeatureExtractor, type Knowledge } from "./extractor.ts";
import { type Template, templateOf } from "./templates.ts";

export interface Example {
  /** The image, or the caption's number where it is not named: folds keep these together. */
  readonly group: string;
  readonly visual: boolean;
  readonly head: string;
  /** Words of the phrase. */
  readonly length: number;
  readonly ids: readonly number[];
  /** Undefined where all are one. */
  readonly values: readonly number[] | undefined;
}

export interface Examples {
  readonly list: readonly Example[];
  readonly features: readonly string[];
}

/** The words of captions, and the names of what was detected, each once, in small letters. */
export function wordsOfCaptions(captions: readonly LabelledCaption[], language: string): string[] {
  const found = new Set<string>();
  for (const { caption, detections = [] } of captions) {
    for (const word of captionWords(caption, language).words) found.add(word.toLowerCase());
    for (const { label } of detections) found.add(label.toLowerCase().split(/\s+/).at(-1)!);
  }
  if (found.has("people")) found.add("person");
  return [...found];
}

/** Examples of all phrases, with every feature that they have. */
export async function examplesOf(
  captions: readonly LabelledCaption[],
  templates: readonly Template[],
  knowledge: Knowledge,
  language: string,
  { signal }: LearnContext = {},
): Promise<Examples> {
  const names = new Vocabulary();
  const extractor = new FeatureExtractor(templates, knowledge, (feature) => names.add(feature));
  const list: Example[] = [];
  for (const [number, { image, caption, phrases, detections, size }] of captions.entries()) {
    await breathe(signal);
    const placed = captionWords(caption, language);
    const seen = extractor.image(detections, size);
    for (const { start, end, visual } of phrases) {
      const { from, to, head } = phraseAt(placed, start, end);
      const phrase = { words: placed.words, from, to };
      const ids = extractor.phrase(phrase);
      const match = seen.match(phrase, head);
      const further = [...seen.row.ids, ...match.ids];
      const values = further.length === 0 ? undefined : [...ids.map(() => 1), ...seen.row.values, ...match.values];
      list.push({
        group: image ?? `${number}`,
        visual,
        head: placed.words[head]?.toLowerCase() ?? "",
        length: to - from,
        ids: [...ids, ...further],
        values,
      });
    }
  }
  return { list, features: names.words() };
}

export interface FeatureTable {
  readonly rows: SparseMatrix;
  /** The old number of each column. */
  readonly columns: Uint32Array;
}

/**
 * The rows of some examples, with the features of some templates that occur in enough of them. With `columns`, those
 * features instead: rows to be predicted.
 */
export function tableOf(
  { list, features }: Examples,
  chosen: readonly number[],
  selection: { readonly templates: readonly string[]; readonly minCount: number } | { readonly columns: Uint32Array },
): FeatureTable {
  const columns = "columns" in selection ? selection.columns : frequentColumns(list, features, chosen, selection);
  const newNumber = new Int32Array(features.length).fill(-1);
  for (const [column, id] of columns.entries()) newNumber[id] = column;
  const builder = new SparseBuilder(columns.length);
  for (const example of chosen) {
    const { ids, values } = list[example]!;
    const kept = ids.flatMap((id, place) => (newNumber[id]! < 0 ? [] : [place]));
    builder.addRow(
      kept.map((place) => newNumber[ids[place]!]!),
      values && kept.map((place) => values[place]!),
    );
  }
  return { rows: builder.build(), columns };
}

function frequentColumns(
  list: readonly Example[],
  features: readonly string[],
  chosen: readonly number[],
  { templates, minCount }: { readonly templates: readonly string[]; readonly minCount: number },
): Uint32Array {
  const counts = new Uint32Array(features.length);
  for (const example of chosen) for (const id of list[example]!.ids) counts[id]!++;
  const wanted = new Set(templates);
  return Uint32Array.from(features.keys()).filter(
    (id) => counts[id]! >= minCount && wanted.has(templateOf(features[id]!)),
  );
}
