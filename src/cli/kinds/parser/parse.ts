/** `eigentree parse MODEL [FILE…]` for parsers: sentences in, trees out, in order, in constant memory. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { choice, flag, type OptionsOf, optional, real, text } from "../../../base/index.ts";
import { checkWritable, STANDARD_INPUT, writeFileText } from "../../../files/index.ts";
import { DECODE_OPTIONS, type ParsedSentence, parseJobs, partsForParsing } from "../../../models/parser/index.ts";
import { defineVerb, type LoadedModel } from "../../command.ts";
import type { Context } from "../../context.ts";
import { FailedError } from "../../failures.ts";
import { file, shared } from "../../flags.ts";
import { counted, formatCount, formatSeconds } from "../../numbers.ts";
import { type AnswerFormat, type AnswerOptions, answerText, FORMATS } from "./answers.ts";
import { fallbackText } from "./measure.ts";
import { INPUTS, readSentences, type Sentence, spelling } from "./sentences.ts";

/** Columns of a drawing when standard output is no terminal. */
const DRAWING_WIDTH = 120;

const OPTIONS = {
  input: choice("form of the input: running text, a tokenised or tagged sentence a line, or CoNLL-U with tags in XPOS", INPUTS, {
    default: "text",
  }),
  format: choice("form of the output", FORMATS, { default: "brackets" }),
  output: file("where to write: a file, or for svg a folder; standard output unless given"),
  language: text("language of running text, as a tag such as en or de", { default: "en" }),
  marginals: optional(real("in JSON, also list every constituent with at least this probability", { default: 0.01, min: 0, max: 1 })),
  probabilities: flag("show probabilities in svg drawings", { default: true }),
  ascii: flag("draw with ASCII characters only", { default: false }),
  skipBad: flag("skip what cannot be read, instead of answering it with an empty record and failing at the end", { default: false }),
  ...DECODE_OPTIONS,
  ...shared("json", "quiet", "threads"),
};

/** What happened to the sentences, for the remark at the end. */
class Tally {
  sentences = 0;
  words = 0;
  empty = 0;
  bad = 0;
  readonly fallbacks: Record<string, number> = {};
  readonly #started = performance.now();

  add({ words }: Sentence, { fallback }: ParsedSentence): void {
    this.sentences++;
    this.words += words.length;
    if (fallback !== "none") this.fallbacks[fallback] = (this.fallbacks[fallback] ?? 0) + 1;
  }

  toString(): string {
    const seconds = (performance.now() - this.#started) / 1000;
    const parts = [
      `${counted(this.sentences, "sentence")}, ${counted(this.words, "word")} in ${formatSeconds(seconds)}: ${(this.sentences / seconds).toFixed(1)} sentences/s`,
      fallbackText(this.fallbacks),
    ];
    if (this.empty > 0) parts.push(`${formatCount(this.empty)} without words`);
    if (this.bad > 0) parts.push(`${formatCount(this.bad)} unreadable`);
    return parts.join("; ");
  }
}

export const parse = defineVerb({
  description:
    "Writes one tree for every sentence, in the order of the input, as it comes. An empty line of tokens or tagged text is answered with an empty line (in JSON, a " +
    "record without a tree), so that line n answers line n; so is what cannot be read, which is reported with its place, and the command fails at the end unless --skip-bad " +
    "is given. Given tags are trusted; words with a tag that training did not have are tagged by the model. Sentences for which pruning or the grammar left no tree get " +
    "one all the same: JSON says how in `fallback` (relaxed, coarse, pieces, flat), and the remark at the end counts them. JSON is one object a line; with " +
    "--k-best, brackets carry their rank and score in a comment, and a blank line ends each sentence. SVG is one drawing a line, or one file each in the folder --output.",
  options: OPTIONS,
  short: { output: "o" },
  examples: [
    ["echo 'The dog barks.' | eigentree parse english.model --format text", "draw the tree of a sentence"],
    ["eigentree parse english.model novel.txt.gz -o novel.mrg", "parse running text, a tree a line"],
    ["eigentree parse english.model tagged.txt --input tagged --json", "trees with span probabilities, given the tags"],
    ["eigentree parse english.model text.txt --format svg -o drawings", "a drawing for every sentence"],
  ],
  async run(context, model, paths, options) {
    const format: AnswerFormat = options.json ? "json" : options.format;
    const { output } = options;
    const tally = new Tally();
    const width = context.streams.stdout.isTTY ? (context.streams.stdout.columns ?? 80) : DRAWING_WIDTH;
    const answers: AnswerOptions = { ...options, format, width };
    const run = answersTo(context, model, paths.length === 0 ? [STANDARD_INPUT] : paths, options, answers, tally);
    if (output === undefined) for await (const { text: answer } of run) await context.write(answer);
    else if (format === "svg") await writeDrawings(output, run);
    else {
      await checkWritable(output);
      await writeFileText(output, textsOf(run));
    }
    context.note(tally.toString());
    if (tally.bad > 0 && !options.skipBad) {
      throw new FailedError(
        `${counted(tally.bad, "record")} of the input could not be read; the others were parsed. --skip-bad makes that no failure.`,
      );
    }
  },
});

interface Answer {
  readonly text: string;
}

async function* textsOf(answers: AsyncIterable<Answer>): AsyncGenerator<string> {
  for await (const { text: answer } of answers) yield answer;
}

/** 000001.svg, 000002.svg, … in the folder. */
async function writeDrawings(folder: string, answers: AsyncIterable<Answer>): Promise<void> {
  await mkdir(folder, { recursive: true });
  let number = 0;
  for await (const { text: answer } of answers) {
    for (const drawing of answer.split("\n").filter((line) => line !== "")) {
      await writeFileText(join(folder, `${String(++number).padStart(6, "0")}.svg`), [drawing, "\n"]);
    }
  }
}

async function* answersTo(
  context: Context,
  { parts }: LoadedModel,
  paths: readonly string[],
  { input, language, skipBad, prune, pruneUses, objective, kBest }: OptionsOf<typeof OPTIONS>,
  answers: AnswerOptions,
  tally: Tally,
): AsyncGenerator<Answer> {
  const wantsSpans = answers.format === "json" || (answers.format === "svg" && answers.probabilities);
  const setup = { parts: partsForParsing(parts), options: { prune, pruneUses, objective, kBest }, leastSpan: wantsSpans ? 0 : undefined };
  const workers = context.workers(parseJobs, setup);
  /** Sentences under way, and those between them that have nothing to parse. */
  const row: Sentence[] = [];
  const spell = spelling(parts.symbols.words ?? []);
  async function* requests() {
    for await (const sentence of readSentences(context, paths, { input, language, spell })) {
      row.push(sentence);
      if (sentence.words.length > 0) yield { words: sentence.words, tags: sentence.tags };
    }
  }
  const without = (sentence: Sentence): Answer | undefined => {
    if (sentence.error === undefined) tally.empty++;
    else {
      tally.bad++;
      context.note(`${skipBad ? "skipped: " : ""}${sentence.error.message}`);
      if (skipBad) return undefined;
    }
    return { text: answerText(sentence, undefined, answers) };
  };
  function* emptyOnes() {
    while (row.length > 0 && row[0]!.words.length === 0) {
      const answer = without(row.shift()!);
      if (answer !== undefined) yield answer;
    }
  }
  try {
    for await (const parsed of workers.map("parse", requests())) {
      yield* emptyOnes();
      const sentence = row.shift()!;
      tally.add(sentence, parsed);
      yield { text: answerText(sentence, parsed, answers) };
    }
    yield* emptyOnes();
  } finally {
    await workers.close();
  }
}
