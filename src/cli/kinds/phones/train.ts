/** `eigentree train phones`. */
import { checkMethodOptions, choice } from "../../../base/index.ts";
import { collectRecordings, RECORDING_DATA_OPTIONS } from "../../../data/index.ts";
import { checkWritable, findRecordings, save, useKernelThreads } from "../../../files/index.ts";
import { learnPhones, PHONE_METHODS } from "../../../models/phones/index.ts";
import { defineCommand } from "../../frame/command.ts";
import { file, shared } from "../../frame/flags.ts";
import { counted, formatSeconds } from "../../frame/numbers.ts";
import { noteReading } from "./notes.ts";

const METHOD_OPTIONS = {
  method: choice("how to learn the sequence model", ["spectral", "em", "hmm", "unigram"], { default: "spectral" }),
  ...PHONE_METHODS.em,
  ...PHONE_METHODS.spectral,
};

export const train = defineCommand({
  description:
    "DIR holds recordings (wav or NIST sphere) with phone labels beside them under the same name: TIMIT .phn, HTK " +
    ".lab or Praat TextGrid. Sound becomes 39 cepstral numbers every 10 ms, those become classes by k-means, and a " +
    "sequence model with hidden states learns phones from classes.",
  arguments: ["DIR…"],
  options: {
    output: file("where to write the model"),
    ...METHOD_OPTIONS,
    ...RECORDING_DATA_OPTIONS,
    ...shared("pack", "quiet", "threads", "seed"),
  },
  short: { output: "o" },
  required: ["output"],
  examples: [
    ["eigentree train phones speech/train -o phones.model", "from a folder of labelled recordings"],
    ["eigentree train phones TIMIT/TRAIN -o timit.model --folding timit39", "TIMIT, its phones folded to the usual 39"],
  ],
  async run(context, paths, options) {
    const given = context.givenOf(METHOD_OPTIONS, options);
    checkMethodOptions("learnPhones", PHONE_METHODS, given); // before anything is read
    await checkWritable(options.output!);
    const began = performance.now();
    const { total, sources } = await findRecordings(paths);
    const reading = context.givenOf(RECORDING_DATA_OPTIONS, options);
    const data = await collectRecordings(sources, reading, { ...context.learning, total });
    noteReading(context, data);
    const readingSeconds = (performance.now() - began) / 1000;
    const crew = useKernelThreads(context.threads);
    try {
      const { model, report } = await learnPhones(data, given, context.learning);
      for (const warning of report.warnings) context.note(`warning: ${warning}`);
      const seconds = (stages: (stage: string) => boolean) =>
        formatSeconds(report.times.reduce((sum, { stage, seconds: time }) => sum + (stages(stage) ? time : 0), 0));
      const isQuantiser = (stage: string) => stage === "vector quantisation" || stage === "coarse classes";
      context.note(
        `${counted(report.labels, "phone")} from ${counted(report.frames, "frame")} of ` +
          `${counted(data.recordings.length, "recording")}: frames ${formatSeconds(readingSeconds)}, ` +
          `${report.classes} classes ${seconds(isQuantiser)}, model ${seconds((stage) => !isQuantiser(stage))}`,
      );
      await save(options.output!, model, options);
      context.note(`wrote ${options.output}`);
    } finally {
      await crew.close();
    }
  },
});
