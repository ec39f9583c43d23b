/** `eigentree tag MODEL [FILE…]` for sequence models: sentences in, labels out, in order, in constant memory. */
import { choice, text } from "../../../base/index.ts";
import { displayName, STANDARD_INPUT } from "../../../files/index.ts";
import { type ConlluSentence, columns, conllu, isWord, rawText, readLocated, tagged, tokens } from "../../../formats/index.ts";
import { TAGGING_OPTIONS, type Tagger, taggerFromParts, taggerOf } from "../../../models/sequence/index.ts";
import { defineVerb } from "../../command.ts";
import type { Context } from "../../context.ts";
import { readWithProgress } from "../../data.ts";
import { shared } from "../../flags.ts";
import { counted, formatCount } from "../../numbers.ts";
import { conlluColumn } from "./data.ts";

const OUTPUTS = ["tagged", "columns", "conllu", "json"] as const;

interface Sentence {
  readonly words: readonly string[];
  /** Given CoNLL-U, whose other columns are kept. */
  readonly source?: ConlluSentence;
}

async function* sentencesOf(context: Context, path: string, input: string, language: string): AsyncGenerator<Sentence> {
  const file = displayName(path);
  const chunks = readWithProgress(path, context.progress);
  if (input === "conllu") {
    for await (const { record } of readLocated(conllu, chunks, { file })) {
      yield { words: record.tokens.filter(isWord).map(({ form }) => form), source: record };
    }
  } else if (input === "columns") {
    for await (const { record } of readLocated(columns, chunks, { file })) yield { words: record.map((fields) => fields[0]!) };
  } else if (input === "tokens") {
    for await (const { record } of readLocated(tokens, chunks, { file, keepEmpty: true })) yield { words: record };
  } else {
    for await (const { record } of readLocated(rawText, chunks, { file, language })) yield { words: record };
  }
}

function conlluText({ words, source }: Sentence, tags: readonly string[], column: "upos" | "xpos"): string {
  let word = 0;
  const sentence: ConlluSentence = source ?? {
    comments: [],
    tokens: words.map((form, i) => ({
      id: String(i + 1),
      form,
      lemma: "_",
      upos: "_",
      xpos: "_",
      feats: "_",
      head: "_",
      deprel: "_",
      deps: "_",
      misc: "_",
    })),
  };
  return conllu.write({
    ...sentence,
    tokens: sentence.tokens.map((token) => (isWord(token) ? { ...token, [column]: tags[word++]! } : token)),
  });
}

function answer(sentence: Sentence, tagger: Tagger, format: string, column: "upos" | "xpos"): string {
  const { words } = sentence;
  const { tags, confidence } = tagger.tag(words);
  if (format === "json") {
    const sure = confidence === undefined ? {} : { confidence: Array.from(confidence, (value) => Number(value.toPrecision(4))) };
    return `${JSON.stringify({ words, tags, ...sure })}\n`;
  }
  if (format === "conllu") return conlluText(sentence, tags, column);
  if (format === "columns") return columns.write(words.map((word, i) => [word, tags[i]!]));
  return words.length === 0 ? "\n" : tagged.write({ words, tags });
}

export const tag = defineVerb({
  description:
    "Reads standard input when no FILE is given. Running text is cut into sentences and words first. Unknown words are tagged by their spelling.",
  options: {
    input: choice(
      "form of the input: running text, a tokenised sentence a line, CoNLL-U, or columns with the word first",
      ["text", "tokens", "conllu", "columns"],
      { default: "text" },
    ),
    format: choice("form of the output", OUTPUTS, { default: "tagged" }),
    column: text("the CoNLL-U column that receives the labels: upos or xpos", { default: "" }),
    language: text("language of running text, as a tag such as en or de", { default: "en" }),
    ...TAGGING_OPTIONS,
    ...shared("json", "quiet"),
  },
  examples: [
    ['echo "Time flies like an arrow." | eigentree tag tags.model', "tags for running text"],
    ["eigentree tag tags.model raw.conllu --input conllu --format conllu", "fills in UPOS and keeps the rest"],
  ],
  async run(context, { parts }, files, { input, format, column, language, decoding, beam, pruning, power, json }) {
    const tagger = taggerOf(taggerFromParts(parts), { decoding, beam, pruning, power });
    const target = conlluColumn(column);
    let sentences = 0;
    let words = 0;
    const began = performance.now();
    for (const path of files.length === 0 ? [STANDARD_INPUT] : files) {
      for await (const sentence of sentencesOf(context, path, input, language)) {
        sentences++;
        words += sentence.words.length;
        await context.print(answer(sentence, tagger, json ? "json" : format, target).replace(/\n$/, ""));
      }
    }
    const rate = Math.round((1000 * words) / (performance.now() - began));
    context.note(`${counted(sentences, "sentence")}, ${counted(words, "word")}, ${formatCount(rate)} words/s`);
  },
});
