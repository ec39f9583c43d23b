/** `eigentree evaluate MODEL DIR…` for phone models: the share of frames with the right phone. */
import { flag, Stage } from "../../../base/index.ts";
import { TaggingScorer } from "../../../evaluation/index.ts";
import { PHONE_TAGGING_OPTIONS, PhoneTagger, phonesFromParts } from "../../../models/sequence/index.ts";
import { defineVerb } from "../../command.ts";
import { shared } from "../../flags.ts";
import { formatTable } from "../../numbers.ts";
import { readRecordings } from "./recordings.ts";

const SHOWN = 15;

export const evaluate = defineVerb({
  description: "Reads folders as `train phones` does and compares phones frame by frame.",
  options: {
    skipBad: flag("skip and count recordings that cannot be read", { default: false }),
    ...PHONE_TAGGING_OPTIONS,
    ...shared("json", "quiet"),
  },
  examples: [["eigentree evaluate phones.model speech/dev", "frame accuracy"]],
  async run(context, { parts }, paths, { skipBad, decoding, beam, pruning, power }) {
    const model = phonesFromParts(parts);
    const tagger = new PhoneTagger(model, { decoding, beam, pruning, power });
    let skipped = 0;
    const onBad = skipBad ? () => void skipped++ : undefined;
    const { recordings, repairs } = await readRecordings(paths, context.progress, { rate: model.rate, folding: model.folding, onBad });
    const scorer = new TaggingScorer();
    const stage = new Stage("tagging", "recordings", recordings.length, context.progress);
    for (const { labels, values } of recordings) {
      scorer.add(labels, tagger.tagFrames(values));
      stage.advance();
    }
    const seconds = stage.finish();
    const scores = scorer.summary();
    const facts = { measure: "frames", ...scores, seconds, skipped, repairs: Object.fromEntries(repairs) };
    await context.report(facts, () => {
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
    });
    for (const [what, times] of repairs) context.note(`${what}: ${times}`);
  },
});
