/** `eigentree experiment lpcfg TRAIN DEV`. */
import { join } from "node:path";
import { collectTreebank, READ_TREEBANK_OPTIONS } from "../../data/index.ts";
import {
  checkWritable,
  ENCODING_OPTION,
  open,
  openWorkers,
  textSources,
  useKernelThreads,
  writeFileText,
} from "../../files/index.ts";
import {
  experimentLpcfg,
  LPCFG_EXPERIMENT_OPTIONS,
  type LpcfgExperimentContext,
  lpcfgMarkdown,
} from "../../models/parser/index.ts";
import { defineCommand } from "../frame/command.ts";
import { UsageError } from "../frame/failures.ts";
import { file, shared } from "../frame/flags.ts";
import { formatSeconds } from "../frame/numbers.ts";

const { seed: _, ...experimentOptions } = LPCFG_EXPERIMENT_OPTIONS;

export const lpcfg = defineCommand({
  description:
    "Learns latent-variable PCFGs from TRAIN by EM and by the spectral method and measures them on DEV: accuracy over the number of states, EM by iteration, training time by " +
    "stage, and the spectral model without each of its parts. Prints the tables as Markdown; with --output they are also written to lpcfg.md and lpcfg.json there. EM takes " +
    "most of the time: --em-states 16 follows it for 16 states only and times a few steps for the others. With --test every choice is made on DEV, and each method is measured once " +
    "on the test trees, with intervals and significance.",
  arguments: ["TRAIN", "DEV"],
  options: {
    ...experimentOptions,
    ...READ_TREEBANK_OPTIONS,
    encoding: ENCODING_OPTION,
    test: file("trees to measure on once, with what was best on DEV"),
    tagger: file("a tagger of `train sequence`, whose tags every parser is given in place of words alone"),
    output: file("directory for lpcfg.md and lpcfg.json"),
    ...shared("json", "quiet", "threads", "seed"),
  },
  short: { output: "o" },
  examples: [
    ["eigentree experiment lpcfg train.mrg dev.mrg -o results", "all tables"],
    [
      "eigentree experiment lpcfg train.mrg dev.mrg --states 8,16 --skip em,ablations",
      "the spectral method and the baselines alone",
    ],
    [
      "eigentree experiment lpcfg train.mrg dev.mrg --test test.mrg --tagger tags.model",
      "tags by a tagger, choices on dev.mrg, one measurement on test.mrg",
    ],
  ],
  async run(context, [trainPath, devPath], options) {
    const { output, threads, encoding, tagger, goldTags } = options;
    if (tagger !== undefined && goldTags)
      throw new UsageError("--tagger and --gold-tags both say what tags the parsers are given; give one of them.");
    const outputs =
      output === undefined ? undefined : { text: join(output, "lpcfg.md"), json: join(output, "lpcfg.json") };
    for (const path of Object.values(outputs ?? {})) await checkWritable(path);
    const { progress } = context;
    const read = (path: string) =>
      collectTreebank(
        textSources([path], { progress, encoding }),
        context.givenOf(READ_TREEBANK_OPTIONS, options),
        context.learning,
      );
    const [train, dev] = [await read(trainPath!), await read(devPath!)];
    const test = options.test === undefined ? undefined : await read(options.test);
    const model = tagger === undefined ? undefined : await open(tagger, "sequence");
    const tagsOf = model === undefined ? undefined : (words: readonly string[]) => model.tag(words).tags;
    const crew = useKernelThreads(threads);
    const given = context.givenOf(LPCFG_EXPERIMENT_OPTIONS, options);
    const watch: LpcfgExperimentContext = {
      progress,
      // Always in threads of their own, which give their memory back with every model.
      workers: (jobs, setup) => openWorkers(jobs, { threads, setup }),
      cpuSeconds,
      onRow: ({ name, states, iterations, f1, training }) =>
        context.note(
          `${name}, m = ${states}${iterations === undefined ? "" : `, ${iterations} iterations`}: F1 ${f1.toFixed(2)}, learnt in ${formatSeconds(training.seconds)}`,
        ),
    };
    const result = await experimentLpcfg(train, dev, given, watch, { test, tagger: tagsOf });
    await crew.close();
    const text = lpcfgMarkdown(result);
    if (outputs !== undefined) {
      await writeFileText(outputs.text, [text]);
      await writeFileText(outputs.json, [`${JSON.stringify(result, null, 2)}\n`]);
      context.note(`wrote ${outputs.text} and ${outputs.json}`);
    }
    await context.report(result, () => text.trimEnd());
  },
});

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
