/** `eigentree train parser`. */
import { choice, flag, type Json, type StageTime } from "../../../base/index.ts";
import { collectTreebank, READ_TREEBANK_OPTIONS, type Treebank } from "../../../data/index.ts";
import {
  checkWritable,
  ENCODING_OPTION,
  save,
  textSources,
  useKernelThreads,
  writeFileText,
} from "../../../files/index.ts";
import {
  evaluateParser,
  learnParser,
  PARSER_METHODS,
  Parser,
  type ParserModel,
  type ParserReport,
  type ParserScores,
} from "../../../models/parser/index.ts";
import { KNOWLEDGE_FILES, readWordKnowledge } from "../../data/word-knowledge.ts";
import { defineCommand } from "../../frame/command.ts";
import type { Context } from "../../frame/context.ts";
import { UsageError } from "../../frame/failures.ts";
import { file, shared } from "../../frame/flags.ts";
import { methodOptions } from "../../frame/methods.ts";
import { counted, formatSeconds, formatTable } from "../../frame/numbers.ts";
import { fallbackText, unseenText } from "./scores.ts";
import { tune } from "./tune.ts";

const { seed: _, ...learning } = { ...PARSER_METHODS.spectral, ...PARSER_METHODS.em, ...PARSER_METHODS.markov };

export const train = defineCommand({
  description:
    "DATA are treebanks: Penn brackets, TIGER-XML or Negra export, packed with gzip or not. Traces, function tags and outer brackets are removed; punctuation " +
    "stays. The counts of what was removed, singular values and warnings are kept in the model file, and `eigentree inspect MODEL` shows them.",
  arguments: ["DATA…"],
  options: {
    output: file("where to write the model"),
    method: choice(
      "spectral or em: hidden states by singular value decomposition or by expectation maximization; pcfg: none; markov: marks of parents and siblings",
      ["spectral", "em", "pcfg", "markov"],
      { default: "spectral" },
    ),
    dev: file("trees to measure the finished model with, and to tune with"),
    tune: flag(
      "first choose states, smoothing and count limits by F1 on the --dev trees, or on every tenth tree held out",
      { default: false },
    ),
    ...READ_TREEBANK_OPTIONS,
    encoding: ENCODING_OPTION,
    ...KNOWLEDGE_FILES,
    report: file("also write the training report, with the time of every stage, as JSON here"),
    ...learning,
    ...shared("pack", "quiet", "threads", "seed"),
  },
  short: { output: "o" },
  required: ["output"],
  examples: [
    [
      "eigentree train parser train.mrg -o english.model --dev dev.mrg",
      "learn from a treebank, then measure with another",
    ],
    [
      "eigentree train parser *.mrg.gz -o small.model --states 8 --skip-bad",
      "several packed files, fewer hidden states, bad trees skipped",
    ],
    [
      "eigentree train parser train.mrg -o english.model --members 1",
      "one model in place of three that cut trees in different ways: three times as fast, a point of F1 lower",
    ],
    [
      "eigentree train parser train.mrg -o english.model --rerank",
      "the most accurate: also learns to choose among the best trees",
    ],
    ["eigentree train parser train.mrg -o baseline.model --method markov", "a baseline without hidden states"],
    [
      "eigentree train parser train.mrg -o english.model --clusters news.paths --vectors news.vectors",
      "words that are rare or missing in the trees are treated like similar words of plain text",
    ],
    [
      "eigentree train parser train.mrg -o english.model --dev dev.mrg --tune",
      "choose states and smoothing on the other trees first",
    ],
  ],
  async run(context, paths, options) {
    const given = methodOptions(context, PARSER_METHODS, options);
    if (options.tune && options.method !== "spectral")
      throw new UsageError(`--tune has no effect with --method ${options.method}; it belongs to --method spectral.`);
    for (const path of [options.output!, options.report]) if (path !== undefined) await checkWritable(path);
    const started = performance.now();
    const read = (files: readonly string[], more: { readonly preparation?: Treebank["preparation"] } = {}) =>
      collectTreebank(
        textSources(files, { progress: context.progress, encoding: options.encoding }),
        { ...context.givenOf(READ_TREEBANK_OPTIONS, options), ...more },
        context.learning,
      );
    const treebank = await read(paths);
    noteTreebank(context, treebank);
    const reading = { stage: "reading", seconds: (performance.now() - started) / 1000 };
    const dev =
      options.dev === undefined ? undefined : await read([options.dev], { preparation: treebank.preparation });
    const crew = useKernelThreads(context.threads);
    try {
      const { method: __, ...spectral } = given;
      const tuning = options.tune ? await tune(context, treebank, dev, spectral) : undefined;
      const data = { train: treebank, ...(await readWordKnowledge(options, context.progress)) };
      const { model, report } = await learnParser(data, { ...given, ...tuning?.best }, context.learning);
      noteTimes(context, [reading, ...report.times], (performance.now() - started) / 1000);
      for (const warning of report.warnings) context.note(`warning: ${warning}`);
      const scores = dev === undefined ? undefined : await evaluateParser(new Parser(model), dev, {}, context.learning);
      if (scores !== undefined) noteScores(context, options.dev!, scores);
      const more = {
        ...(tuning === undefined ? {} : { tuning }),
        ...(scores === undefined ? {} : { dev: lastingScores(options.dev!, scores) }),
      };
      await save(options.output!, withFacts(model, more as Readonly<Record<string, Json>>), options);
      if (options.report !== undefined) await writeReport(options.report, report, reading, more);
      context.note(`wrote ${options.output}`);
    } finally {
      await crew.close();
    }
  },
});

/** The model with more facts in its report. */
const withFacts = (model: ParserModel, more: Readonly<Record<string, Json>>): ParserModel =>
  Object.keys(more).length === 0 ? model : { ...model, report: { ...(model.report as object), ...more } };

async function writeReport(path: string, report: ParserReport, reading: StageTime, more: object): Promise<void> {
  const whole = { ...report, times: [reading, ...report.times], ...more };
  await writeFileText(path, [`${JSON.stringify(whole, null, 2)}\n`]);
}

function noteTreebank(context: Context, { trees, sources, skipped: told }: Treebank): void {
  for (const text of told) context.note(`skipped: ${text}`);
  const skipped = sources.reduce((sum, source) => sum + source.skipped, 0);
  context.note(`${counted(trees.length, "tree")}${skipped > 0 ? `, ${counted(skipped, "bad one")} skipped` : ""}`);
}

function noteTimes(context: Context, times: readonly StageTime[], total: number): void {
  const rows = [...times, { stage: "in all", seconds: total }];
  context.note(formatTable(rows.map(({ stage, seconds }) => [stage, formatSeconds(seconds).padStart(7)])));
}

function noteScores(context: Context, path: string, { all, short, cutoff, ...scores }: ParserScores): void {
  context.note(
    `${path}: F1 ${all.f1.toFixed(2)} (recall ${all.recall.toFixed(2)}, precision ${all.precision.toFixed(2)}; ` +
      `≤ ${cutoff} words ${short.f1.toFixed(2)}), ${(all.sentences / scores.seconds).toFixed(1)} sentences/s, ${fallbackText(scores.fallbacks)}`,
  );
  for (const text of unseenText(scores.unseenLabels)) context.note(`${path}: ${text}`);
}

/** What the model file keeps of its scores: no times. */
function lastingScores(path: string, { all, short, fallbacks, unseenLabels }: ParserScores): object {
  const { recall, precision, f1, sentences, tagAccuracy, completeMatch } = all;
  const rates = { recall, precision, f1, f1UpTo40: short.f1, tagAccuracy, completeMatch };
  return { file: path, sentences, ...rates, fallbacks, unseenLabels };
}
