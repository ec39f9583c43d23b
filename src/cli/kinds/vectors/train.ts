/** `eigentree train vectors`. */
import { allMethodOptions, checkMethodOptions } from "../../../base/index.ts";
import { CORPUS_OPTIONS, type VocabularyLimits } from "../../../data/index.ts";
import { checkWritable, ENCODING_OPTION, save, useKernelThreads } from "../../../files/index.ts";
import { type DecomposeOptions, layoutsOf } from "../../../models/vectors/cca/decompose.ts";
import {
  learnVectors,
  VECTORS_METHODS,
  type VectorsMethod,
  type VectorsModel,
  type VectorsOptions,
  type VectorsReport,
} from "../../../models/vectors/index.ts";
import { METHOD_OPTION } from "../../../models/vectors/options.ts";
import { MEMORY_OPTION, spillingContext } from "../../data/corpus-files.ts";
import { ENGINE_OPTIONS, hasText, withText } from "../../data/counted-text.ts";
import { defineCommand } from "../../frame/command.ts";
import type { Context } from "../../frame/context.ts";
import { UsageError } from "../../frame/failures.ts";
import { file, shared } from "../../frame/flags.ts";
import { methodOptions } from "../../frame/methods.ts";
import { counted, formatSeconds } from "../../frame/numbers.ts";

export const train = defineCommand({
  description:
    "Reads text, one sentence per line, packed with gzip or not; - is standard input. The text is read once; memory " +
    "does not grow with it beyond --memory and what the decomposition takes, about 40 bytes for each word, context " +
    "and dimension. With --engine spark a cluster reads --input and counts, by SQL alone, and this machine only " +
    "decomposes: docs/scale.md.",
  arguments: ["[TEXT…]"],
  options: {
    output: file("where to write the model"),
    ...METHOD_OPTION,
    ...allMethodOptions(VECTORS_METHODS),
    ...CORPUS_OPTIONS,
    encoding: ENCODING_OPTION,
    ...MEMORY_OPTION,
    ...ENGINE_OPTIONS,
    ...shared("pack", "json", "quiet", "threads"),
  },
  short: { output: "o" },
  required: ["output"],
  examples: [
    ["eigentree train vectors news.txt.gz -o news.model", "100 dimensions for the 50,000 most frequent words"],
    ["eigentree train vectors novel.txt --lines running -o novel.model", "text broken at a fixed width"],
    [
      "zcat big.gz | eigentree train vectors - --memory 256M --method tscca -o big.model",
      "from a pipe, in little memory, by two-step CCA",
    ],
    [
      'eigentree train vectors --engine spark --spark sc://host:15002 --input "s3a://crawl/*.parquet" -o crawl.model',
      "text that a Spark cluster reads and counts",
    ],
  ],
  async run(context, paths, options) {
    const { output, memory } = options as Record<"output" | "memory", string>;
    await checkWritable(output);
    const started = performance.now();
    const learning = spillingContext(context, { memory });
    const learner = learnerOptions(context, options);
    const counting = () => {
      const { options: complete } = checkMethodOptions("learnVectors", VECTORS_METHODS, learner);
      const all = { method: learner.method, ...complete } as unknown as DecomposeOptions & VocabularyLimits;
      return { limits: all, layouts: (words: number) => layoutsOf(all, words) };
    };
    const crew = useKernelThreads(context.threads);
    try {
      const learnt = await withText(context, paths, options, learning, counting, (data) =>
        learnVectors(data, learner, learning),
      );
      if (learnt === undefined) return;
      const { model, report } = learnt;
      await save(output, model, { pack: options.pack === true });
      for (const warning of report.warnings) context.note(`warning: ${warning}`);
      const seconds = (performance.now() - started) / 1000;
      await context.summarise({ output, dimensions: model.dimensions, seconds, ...report }, () =>
        summary(output, model, report, seconds),
      );
    } finally {
      await crew.close();
    }
  },
});

/** What the learner is given. Where only counts are here, nothing that needs the text itself. */
function learnerOptions(
  context: Context,
  options: Readonly<Record<string, unknown>> & Parameters<typeof hasText>[0],
): VectorsOptions & { readonly method: VectorsMethod } {
  const given = methodOptions(context, VECTORS_METHODS, options as never) as VectorsOptions & {
    readonly method: VectorsMethod;
  };
  if (hasText(options)) return given;
  const where = options.engine === "spark" ? "--engine spark" : "--counts";
  if (given.method === "lrmvl")
    throw new UsageError(`--method lrmvl reads the text in every round, and ${where} has counts only; use another.`);
  if ("noise" in given && given.noise)
    throw new UsageError(`--noise is measured on shuffled text, and ${where} has counts only; leave it out.`);
  return "noise" in VECTORS_METHODS[given.method] ? ({ ...given, noise: false } as typeof given) : given;
}

function summary(output: string, model: VectorsModel, report: VectorsReport, seconds: number): string {
  const words = `${counted(report.tokens, "token")}, ${counted(report.types, "different word")}`;
  const spilled = report.spilled ? ", counts in temporary files" : "";
  const share = (100 * report.coverage).toFixed(1);
  return [
    `${words}; ${counted(report.words, "word")} in the vocabulary cover ${share} %`,
    `${model.options.method}: ${model.dimensions} dimensions in ${formatSeconds(seconds)}${spilled}`,
    `wrote ${output}`,
  ].join("\n");
}
