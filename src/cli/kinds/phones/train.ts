/** `eigentree train phones`. */
import { flag } from "../../../base/index.ts";
import { checkWritable, saveModel, useKernelThreads } from "../../../files/index.ts";
import { learnPhones, PHONE_OPTIONS, phonesToParts } from "../../../models/sequence/index.ts";
import { defineCommand } from "../../command.ts";
import { file, shared } from "../../flags.ts";
import { counted, formatSeconds } from "../../numbers.ts";
import { readRecordings } from "./recordings.ts";

const { seed: _, ...phoneOptions } = PHONE_OPTIONS;

export const train = defineCommand({
  description:
    "DIR holds recordings (wav or NIST sphere) with phone labels beside them under the same name: TIMIT .phn, HTK .lab or Praat TextGrid. Sound becomes 39 cepstral " +
    "numbers every 10 ms, those become classes by k-means, and a sequence model with hidden states learns phones from classes.",
  arguments: ["DIR…"],
  options: {
    output: file("where to put the model"),
    skipBad: flag("skip and count recordings that cannot be read", { default: false }),
    ...phoneOptions,
    ...shared("quiet", "threads", "seed"),
  },
  short: { output: "o" },
  required: ["output"],
  examples: [
    ["eigentree train phones speech/train -o phones.model", "from a folder of labelled recordings"],
    ["eigentree train phones TIMIT/TRAIN -o timit.model --folding timit39", "TIMIT, its phones folded to the usual 39"],
  ],
  async run(context, paths, { output, skipBad, quiet: _quiet, threads: _threads, ...options }) {
    await checkWritable(output!);
    const began = performance.now();
    const skipped: string[] = [];
    const { recordings, repairs } = await readRecordings(paths, context.progress, {
      rate: options.rate,
      folding: options.folding,
      onBad: skipBad ? (error) => skipped.push(error.message) : undefined,
    });
    for (const message of skipped.slice(0, 5)) context.note(`skipped: ${message}`);
    if (skipped.length > 0) context.note(`${counted(skipped.length, "bad recording")} skipped`);
    for (const [what, times] of repairs) context.note(`${what}: ${times}`);
    const reading = (performance.now() - began) / 1000;
    const crew = useKernelThreads(context.threads);
    const { model, report } = learnPhones(recordings, options, context.progress);
    await crew.close();
    for (const warning of report.warnings) context.note(`warning: ${warning}`);
    context.note(
      `${counted(report.labels, "phone")} from ${counted(report.frames, "frame")} of ${counted(recordings.length, "recording")}: frames ` +
        `${formatSeconds(reading)}, ${report.classes} classes ${formatSeconds(report.quantiserSeconds)}, model ${formatSeconds(report.sequenceSeconds)}`,
    );
    await saveModel(output!, phonesToParts(model));
    context.note(`wrote ${output}`);
  },
});
