/** `eigentree tag MODEL SOUND…` for phone models: phones with their times. */
import { basename, extname, join } from "node:path";
import { choice } from "../../../base/index.ts";
import type { RepairCounts } from "../../../data/index.ts";
import { displayName, readWholeBytes, writeFileText } from "../../../files/index.ts";
import { type Audio, readAudio, type Segment, writeLab, writePhn, writeTextGrid } from "../../../formats/index.ts";
import { PHONE_TAGGING_OPTIONS, PhoneTagger, phonesFromParts } from "../../../models/phones/index.ts";
import { defineVerb } from "../../frame/command.ts";
import { UsageError } from "../../frame/failures.ts";
import { file, shared } from "../../frame/flags.ts";
import { noteCounts } from "./notes.ts";

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
    output: file("a folder that receives one file for each sound; by default standard output"),
    ...PHONE_TAGGING_OPTIONS,
    ...shared("json", "quiet"),
  },
  examples: [["eigentree tag phones.model hello.wav --format textgrid", "phones as Praat shows them"]],
  async run(context, { parts }, files, options) {
    if (files.length === 0) throw new UsageError("FILE is missing; give at least one wav or sphere file.");
    const { format, output, json } = options;
    const tagger = new PhoneTagger(phonesFromParts(parts), context.givenOf(PHONE_TAGGING_OPTIONS, options));
    const { extension, write } = WRITERS[json ? "json" : format];
    const repairs: RepairCounts = new Map();
    for (const path of files) {
      const audio = readAudio(await readWholeBytes(path), { file: displayName(path) });
      const text = write(tagger.tag(audio, repairs), audio, displayName(path));
      if (output === undefined) await context.print(text.replace(/\n$/, ""));
      else await writeFileText(join(output, basename(path, extname(path)) + extension), [text]);
    }
    noteCounts(context, repairs);
  },
});
