/** Tagged sentences as induction reads them: to learn from, and to bracket. */
import { choice, InputError } from "../../../base/index.ts";
import {
  type OpenSource,
  openSource,
  type SequenceDataOptions,
  sequenceReader,
  streamRecords,
  streamSentences,
  type TextSource,
} from "../../../data/index.ts";
import type { InductionSentence } from "../../../models/induction/index.ts";
import type { Inputs } from "../../data/inputs.ts";

/** Formats that cannot have tags. */
const TAGLESS = new Set<OpenSource["format"]>(["text", "word2vec"]);

/** The same sources; one whose text has no tags gives an error that says how to get them, when it is read. */
export const requireTags = (sources: readonly TextSource[]): TextSource[] =>
  sources.map((source) => ({ name: source.name, pieces: piecesWithTags(source) }));

async function* piecesWithTags(source: TextSource): AsyncGenerator<string> {
  const { name: file, format, pieces } = await openSource(source);
  if (TAGLESS.has(format)) {
    throw new InputError(
      `looks like ${format}, which has no tags; expected trees, CoNLL-U, columns or word/TAG text. ` +
        `Tag it first: eigentree tag TAGGER ${file} > tagged.txt.`,
      { file },
    );
  }
  yield* pieces;
}

const PARSE_INPUTS = ["auto", "tagged", "tags", "conllu", "columns", "penn", "tiger-xml", "negra-export"] as const;

export const PARSE_INPUT = choice(
  "form of the input: word/TAG, tags alone, CoNLL-U, columns or trees; auto detects it",
  PARSE_INPUTS,
  { default: "auto" },
);

export interface GivenTags {
  readonly place: { readonly file: string; readonly line: number };
  readonly sentence: InductionSentence;
}

/**
 * The sentences to bracket, each source read once and as it comes. Text without tags is taken for tags. An empty line
 * of word/TAG text or tags is a sentence without words, so that line n answers line n.
 */
export async function* sentencesToBracket(
  { sources, typed }: Inputs,
  input: (typeof PARSE_INPUTS)[number],
  reading: Pick<SequenceDataOptions, "column" | "steps">,
): AsyncGenerator<GivenTags> {
  for (const source of sources) {
    // What is typed is answered line by line: there is no beginning to wait for.
    if (typed || input === "tags") yield* linesOf(source, "tokens");
    else {
      const opened = await openSource(source, input);
      if (opened.format === "tagged") yield* linesOf(opened, "tagged");
      else if (opened.format === "text") yield* linesOf(opened, "tokens");
      else {
        const records = streamRecords(opened, { input: opened.format }, sequenceReader(reading));
        for await (const { record, line } of records) yield { place: { file: source.name, line }, sentence: record };
      }
    }
  }
}

async function* linesOf(source: TextSource, input: "tagged" | "tokens"): AsyncGenerator<GivenTags> {
  for await (const { file, line, words, tags, error } of streamSentences(source, { input })) {
    if (error !== undefined) throw error;
    const sentence = tags === undefined ? words.join(" ") : { words, tags: tags as readonly string[] };
    yield { place: { file, line }, sentence };
  }
}
