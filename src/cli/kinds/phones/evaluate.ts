/** `eigentree evaluate MODEL DIR…` for phone models: the share of frames with the right phone. */
import { collectRecordings, RECORDING_DATA_OPTIONS } from "../../../data/index.ts";
import { findRecordings } from "../../../files/index.ts";
import {
  evaluatePhones,
  PHONE_TAGGING_OPTIONS,
  type PhoneScores,
  PhoneTagger,
  phonesFromParts,
} from "../../../models/phones/index.ts";
import { defineVerb } from "../../frame/command.ts";
import { shared } from "../../frame/flags.ts";
import { formatTable } from "../../frame/numbers.ts";
import { noteReading } from "./notes.ts";

const SHOWN = 15;

function scoresText(scores: PhoneScores): string {
  const percent = (value: number) => value.toFixed(2).padStart(6);
  const overall = formatTable([
    ["frame accuracy", percent(scores.accuracy)],
    ["frames", scores.words],
    ["recordings", scores.sentences],
  ]);
  const phones = formatTable([
    ["phone", "gold", "recall", "precision", "    F1"],
    ...scores.tags
      .slice(0, SHOWN)
      .map(({ tag, gold, recall, precision, f1 }) => [tag, gold, percent(recall), percent(precision), percent(f1)]),
  ]);
  return `${overall}\n\n${phones}`;
}

export const evaluate = defineVerb({
  description: "Reads folders as `train phones` does and compares phones frame by frame.",
  options: {
    skipBad: RECORDING_DATA_OPTIONS.skipBad,
    ...PHONE_TAGGING_OPTIONS,
    ...shared("json", "quiet"),
  },
  examples: [["eigentree evaluate phones.model speech/dev", "frame accuracy"]],
  async run(context, { parts }, paths, options) {
    const tagger = new PhoneTagger(phonesFromParts(parts), context.givenOf(PHONE_TAGGING_OPTIONS, options));
    const { total, sources } = await findRecordings(paths);
    const reading = { ...tagger.reading, skipBad: options.skipBad };
    const gold = await collectRecordings(sources, reading, { ...context.learning, total });
    const began = performance.now();
    const { preparation, ...scores } = await evaluatePhones(tagger, gold, {}, context.learning);
    const seconds = (performance.now() - began) / 1000;
    const skipped = gold.sources.reduce((sum, source) => sum + source.skipped, 0);
    const facts = { measure: "frames", ...scores, seconds, skipped, repairs: preparation };
    await context.report(facts, () => scoresText({ ...scores, preparation }));
    noteReading(context, gold);
  },
});
