/**
 * Labelled sequences as taggers learn from them: CoNLL-U, columns, word/TAG text, or trees, whose words and tags are
 * taken after the trees were prepared as for a parser: traces are not words, function tags are not part of a tag.
 */
import { InputError, OptionError } from "../base/errors.ts";
import { frozen } from "../base/learning.ts";
import { checkOptions, choice, choices, expert, flag, type OptionsOf, text, texts } from "../base/options.ts";
import type { Watch } from "../base/progress.ts";
import type { Emit, Reader, ReadOptions } from "../formats/reader.ts";
import type { Segmentation } from "../formats/text/segmentation.ts";
import { conllu, conlluSpacing, isWord } from "../formats/treebanks/conllu.ts";
import { columns, taggedColumns } from "../formats/words/columns.ts";
import { tagged } from "../formats/words/tagged.ts";
import { PREPARATION_STEPS, prepareTree, STANDARD_STEPS, type StepCounts, type StepName } from "../trees/prepare.ts";
import { type TaggedSentence, taggedSentence } from "../trees/sentence.ts";
import type { Tree } from "../trees/tree.ts";
import { conlluRows, featureColumns, withPlace } from "./feature-columns.ts";
import { languageOption } from "./segmentation.ts";
import { RecordCounts, type SourceCount } from "./skipping.ts";
import { collectRecords, type ReaderOf, readWhole, type TextSource } from "./text.ts";
import { holdsTrees, TREE_FORMATS, treeReader } from "./treebank.ts";

/** How labelled sequences are read. */
export const SEQUENCE_DATA_OPTIONS = {
  input: choice("form of the data; auto detects it", ["auto", "conllu", "columns", "tagged", ...TREE_FORMATS], {
    default: "auto",
  }),
  column: text(
    "which column holds the labels: upos (the default) or xpos in CoNLL-U, the number of a column in columns (the last)",
    { default: "" },
  ),
  features: texts(
    "further columns that are features of the words: lemma, upos, xpos, feats of CoNLL-U, numbers of columns otherwise",
    { default: [] },
  ),
  language: languageOption("language of the sentences; running text is cut by its rules"),
  skipBad: flag("skip and count sequences that cannot be read", { default: false }),
  ...expert({
    steps: choices("how trees are prepared", Object.keys(PREPARATION_STEPS) as StepName[], { default: STANDARD_STEPS }),
  }),
};

/** Options of `readSequences` and `collectSequences`, complete. */
export type SequenceDataOptions = OptionsOf<typeof SEQUENCE_DATA_OPTIONS>;

/** What a model must know of its data to read more of the kind: gold data are prepared as the training data were. */
export type SequenceReading = Pick<SequenceDataOptions, "column" | "language" | "steps"> & {
  /** Absent in data without further columns. */
  readonly features?: readonly string[] | undefined;
};

/** Labelled sequences, with what is known about where they came from. Frozen. */
export interface TaggedSequences extends SequenceReading {
  readonly sequences: readonly TaggedSentence[];
  readonly sources: readonly SourceCount[];
  /** The messages of the first few skipped sequences. */
  readonly skipped: readonly string[];
  /** How running text is cut, for a model that learns from this; learnt from the sentences when left out. */
  readonly segmentation?: Segmentation | undefined;
  /** What each step of preparation did to trees; empty for other data. */
  readonly preparation: Readonly<Record<string, Readonly<StepCounts>>>;
}

/** Reads labelled sequences from a text in memory. */
export function readSequences(
  textOfFile: string,
  { file, ...given }: Partial<SequenceDataOptions> & { readonly file?: string | undefined } = {},
): TaggedSequences {
  const collection = new Collection(checkOptions("readSequences", SEQUENCE_DATA_OPTIONS, given));
  readWhole(textOfFile, { file, input: collection.options.input }, collection.readerOf, (sequence) =>
    collection.add(sequence, file ?? ""),
  );
  return collection.finish();
}

/** Reads labelled sequences from sources of any size, one after another. */
export async function collectSequences(
  sources: Iterable<TextSource>,
  given: Partial<SequenceDataOptions> = {},
  watch: Watch = {},
): Promise<TaggedSequences> {
  const collection = new Collection(checkOptions("collectSequences", SEQUENCE_DATA_OPTIONS, given));
  const { options, readerOf } = collection;
  await collectRecords(sources, options, readerOf, (sequence, { file }) => collection.add(sequence, file), watch);
  return collection.finish();
}

/** What a learner or an evaluation of taggers takes: data that were read, or plain sentences or trees. */
export type SequenceData = TaggedSequences | readonly TaggedSentence[] | readonly Tree[];

/** Plain sentences or trees as data, prepared as those of a file are; data that were read are given back. */
export function asSequences(
  data: SequenceData,
  given: Partial<Omit<SequenceDataOptions, "input" | "skipBad">> = {},
): TaggedSequences {
  if (!isArray(data)) return data;
  const collection = new Collection(checkOptions("asSequences", SEQUENCE_DATA_OPTIONS, given));
  for (const record of data) {
    const sequence = "words" in record ? record : collection.preparedSentence(record);
    if (sequence !== undefined) collection.add(sequence);
  }
  return collection.finish();
}

const isArray = (data: SequenceData): data is readonly TaggedSentence[] | readonly Tree[] => Array.isArray(data);

class Collection {
  readonly #sequences: TaggedSentence[] = [];
  readonly #counts: RecordCounts;
  readonly #preparation: Record<string, StepCounts> = {};
  readonly readerOf: ReaderOf<TaggedSentence>;

  constructor(readonly options: SequenceDataOptions) {
    this.#counts = new RecordCounts(options.skipBad);
    this.readerOf = sequenceReader(options, this.#counts.onBad, this.#preparation);
  }

  add(sequence: TaggedSentence, file?: string): void {
    this.#sequences.push(sequence);
    if (file !== undefined) this.#counts.add(file);
  }

  preparedSentence(tree: Tree): TaggedSentence | undefined {
    return preparedSentence(tree, this.options.steps, this.#preparation);
  }

  finish(): TaggedSequences {
    const { column, features, language, steps } = this.options;
    // The sentences may belong to the caller and stay as they are.
    const told = frozen({ sources: this.#counts.sources, skipped: [...this.#counts.told] });
    return Object.freeze({
      sequences: Object.freeze(this.#sequences),
      column,
      ...(features.length === 0 ? {} : { features: Object.freeze([...features]) }),
      language,
      steps: Object.freeze([...steps]),
      ...told,
      preparation: frozen(this.#preparation),
    });
  }
}

/** The words and tags of a prepared tree; undefined when preparation left nothing of it, which `counts` then tell. */
export function preparedSentence(
  tree: Tree,
  steps: readonly StepName[],
  counts: Record<string, StepCounts>,
): TaggedSentence | undefined {
  const prepared = prepareTree(tree, steps, counts);
  return prepared === undefined ? undefined : taggedSentence(prepared);
}

/**
 * Readers of labelled sequences in every format that holds them, for `streamRecords`. Bad sequences go to `onBad`, or
 * throw; what preparation did to trees goes to `counts`.
 */
export function sequenceReader(
  { column, features = [], steps }: Pick<SequenceReading, "column" | "features" | "steps">,
  onBad?: (error: InputError) => void,
  counts: Record<string, StepCounts> = {},
): ReaderOf<TaggedSentence> {
  return ({ file, format }, emit) => {
    const options: ReadOptions = { file, onBad };
    if (format === "conllu") return conlluReader(conlluColumn(column), features, emit, options);
    if (format === "columns") return columnsReader(column, features, emit, options);
    if (features.length > 0) {
      const found = `${format} has no further columns`;
      throw new InputError(`${found}; expected CoNLL-U or columns for the features ${features.join(", ")}.`, { file });
    }
    if (format === "tagged") return tagged.reader(emit, options);
    if (holdsTrees(format)) {
      return treeReader({ onBad })({ file, format }, (tree, line, at) => {
        const sentence = preparedSentence(tree, steps, counts);
        if (sentence !== undefined) emit(sentence, line, at);
      });
    }
    throw new InputError(
      `looks like ${format}; expected labelled sequences (CoNLL-U, columns, word/TAG or trees); name it with --input.`,
      { file },
    );
  };
}

function conlluReader(
  column: "upos" | "xpos",
  features: readonly string[],
  emit: Emit<TaggedSentence>,
  options: ReadOptions,
): Reader {
  return conllu.reader((sentence, line, at) => {
    const columns = withPlace({ file: options.file, line }, () => featureColumns(conlluRows(sentence), features));
    const words = sentence.tokens.filter(isWord);
    const missing = words.find((word) => word[column] === "_");
    if (missing === undefined) {
      const tags = words.map((word) => word[column]);
      const { spaces } = conlluSpacing(sentence);
      emit({ words: words.map(({ form }) => form), tags, spaces, ...columns }, line, at);
      return;
    }
    const place = `word ${missing.id} of the sentence that begins here, "${missing.form}",`;
    const error = new InputError(`${place} has no ${column.toUpperCase()}; expected a label.`, {
      file: options.file,
      line,
    });
    if (options.onBad === undefined) throw error;
    options.onBad(error);
  }, options);
}

/** The column of CoNLL-U that `column` names; "" is UPOS. */
export function conlluColumn(column: string): "upos" | "xpos" {
  const name = column === "" ? "upos" : column.toLowerCase();
  if (name !== "upos" && name !== "xpos")
    throw new OptionError("column", `column must be upos or xpos for CoNLL-U; got "${column}".`);
  return name;
}

function columnsReader(
  column: string,
  features: readonly string[],
  emit: Emit<TaggedSentence>,
  options: ReadOptions,
): Reader {
  const tag = column === "" ? -1 : Number(column);
  return columns.reader((rows, line, at) => {
    const width = rows[0]!.length;
    if (!Number.isInteger(tag) || tag === 0 || Math.abs(tag) > width) {
      const expected = `the number of a column, from 1 to ${width} or from −1 back`;
      throw new OptionError("column", `column must be ${expected}; got "${column}".`);
    }
    const columns = withPlace({ file: options.file, line }, () => featureColumns(rows, features));
    emit({ ...taggedColumns(rows, { tag }), ...columns }, line, at);
  }, options);
}
