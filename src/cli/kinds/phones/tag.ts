/** `eigentree tag MODEL SOUND…` for phone models: phones with their times. */
import { basename, extname, join } from "node:path";
import { choice } from "../../../base/index.ts";
import { displayName, writeFileText } from "../../../files/index.ts";
import { type Audio, type Segment, writeLab, writePhn, writeTextGrid } from "../../../formats/index.ts";
import { PHONE_TAGGING_OPTIONS, PhoneTagger, phonesFromParts, type RepairCounts } from "../../../models/sequence/index.ts";
import { defineVerb } from "../../command.ts";
import { UsageError } from "../../failures.ts";
import { file, shared } from "../../flags.ts";
import { readSound } from "./recordings.ts";

const WRITERS = {
  phn: { extension: ".phn", write: (segments: readonly Segment[], audio: Audio) => writePhn(segments, audio.rate) },
  lab: { extension: ".lab", write: (segments: readonly Segment[]) => writeLab(segments) },
  textgrid: {
    extension: ".TextGrid",
    write: (segments: readonly Segment[], audio: Audio) => writeTextGrid(segments, audio.samples.length / audio.rate),
  },
  json: {
    extension: ".json",
    write: (segments: readonly Segment[], audio: Audio, name: string) =>
      `${JSON.stringify({ file: name, seconds: audio.samples.length / audio.rate, segments })}\n`,
  },
};

export const tag = defineVerb({
  description: "Times are samples in phn, units of 100 ns in lab, seconds in TextGrid and JSON.",
  options: {
    format: choice("form of the output", ["phn", "lab", "textgrid", "json"], { default: "phn" }),
    output: file("a folder that receives one file for each sound; standard output unless given"),
    ...PHONE_TAGGING_OPTIONS,
    ...shared("json", "quiet"),
  },
  examples: [["eigentree tag phones.model hello.wav --format textgrid", "phones as Praat shows them"]],
  async run(context, { parts }, files, { format, output, decoding, beam, pruning, power, json }) {
    if (files.length === 0) throw new UsageError("FILE is missing; give at least one wav or sphere file.");
    const tagger = new PhoneTagger(phonesFromParts(parts), { decoding, beam, pruning, power });
    const { extension, write } = WRITERS[json ? "json" : format];
    const repairs: RepairCounts = new Map();
    for (const path of files) {
      const audio = await readSound(path);
      const text = write(tagger.tag(audio, repairs), audio, displayName(path));
      if (output === undefined) await context.print(text.replace(/\n$/, ""));
      else await writeFileText(join(output, basename(path, extname(path)) + extension), [text]);
    }
    for (const [what, times] of repairs) context.note(`${what}: ${times}`);
  },
});
