/** `eigentree experiment lpcfg TRAIN DEV`. */
import { join } from "node:path";
import { InputError } from "../../base/index.ts";
import { checkWritable, openWorkers, useKernelThreads, writeFileText } from "../../files/index.ts";
import { experimentLpcfg, LPCFG_EXPERIMENT_OPTIONS, lpcfgMarkdown } from "../../models/parser/index.ts";
import { prepareTreebank } from "../../trees/index.ts";
import { defineCommand } from "../command.ts";
import { file, shared } from "../flags.ts";
import { HEADS_OPTION, headsNamed, LEARNING_STEPS, readTreebank } from "../kinds/parser/treebank.ts";
import { formatSeconds } from "../numbers.ts";

const { seed: _, ...experimentOptions } = LPCFG_EXPERIMENT_OPTIONS;

export const lpcfg = defineCommand({
  description:
    "Learns latent-variable PCFGs from TRAIN by EM and by the spectral method and measures them on DEV: accuracy over the number of states, EM by iteration, training time by " +
    "stage, and the spectral model without each of its parts. Prints the tables as Markdown; with --output they are also written to lpcfg.md and lpcfg.json there. EM takes " +
    "most of the time: --em-states 16 follows it for 16 states only and times a few steps for the others.",
  arguments: ["TRAIN", "DEV"],
  options: {
    ...experimentOptions,
    heads: HEADS_OPTION,
    output: file("directory for lpcfg.md and lpcfg.json"),
    ...shared("json", "quiet", "threads", "seed"),
  },
  short: { output: "o" },
  examples: [
    ["eigentree experiment lpcfg train.mrg dev.mrg -o results", "all tables"],
    ["eigentree experiment lpcfg train.mrg dev.mrg --states 8,16 --skip em,ablations", "the spectral method and the baselines alone"],
  ],
  async run(context, [trainPath, devPath], { heads: headsName, output, json: _json, quiet: _quiet, threads, ...options }) {
    const outputs = output === undefined ? undefined : { text: join(output, "lpcfg.md"), json: join(output, "lpcfg.json") };
    for (const path of Object.values(outputs ?? {})) await checkWritable(path);
    const { trees } = prepareTreebank((await readTreebank([trainPath!], context.progress, false)).trees, LEARNING_STEPS);
    if (trees.length === 0)
      throw new InputError("nothing is left of its trees without traces; a parser needs words.", { file: trainPath! });
    const dev = await readTreebank([devPath!], context.progress, false);
    const crew = useKernelThreads(threads);
    const { progress } = context;
    const result = await experimentLpcfg(trees, dev.trees, options, {
      heads: headsNamed(headsName, trees),
      ...(progress === undefined ? {} : { progress }),
      // Always in threads of their own, which give their memory back with every model.
      openWorkers: (jobs, setup) => openWorkers(jobs, { threads, setup }),
      cpuSeconds,
      onRow: ({ name, states, iterations, f1, training }) =>
        context.note(
          `${name}, m = ${states}${iterations === undefined ? "" : `, ${iterations} iterations`}: F1 ${f1.toFixed(2)}, learnt in ${formatSeconds(training.seconds)}`,
        ),
    });
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
