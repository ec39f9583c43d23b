/** Tagged text against tagged text. */
import { InputError } from "../../base/index.ts";
import type { TextSource } from "../../data/index.ts";
import { TaggingScorer } from "../../evaluation/index.ts";
import { type Located, readLocated, type TextFormat } from "../../formats/index.ts";
import type { TaggedSentence } from "../../trees/index.ts";
import { formatTable } from "../frame/numbers.ts";
import { pairs, type Scoring } from "./scoring.ts";

const SHOWN_TAGS = 12;
const SHOWN_CONFUSIONS = 6;

/** A scorer of texts in `format`; `convert` finds words and tags in a record. */
export function taggingScorer<T>(format: TextFormat<T>, convert: (record: T) => TaggedSentence) {
  return async (predicted: TextSource, gold: TextSource): Promise<Scoring> => {
    const read = ({ name, pieces }: TextSource): AsyncGenerator<Located<T>> =>
      readLocated(format, pieces, { file: name });
    const scorer = new TaggingScorer();
    for await (const [p, g] of pairs(read(predicted), read(gold), { predicted, gold }, "sentence")) {
      const [guess, truth] = [convert(p.record), convert(g.record)];
      const differs = guess.words.findIndex((word, i) => word !== truth.words[i]);
      if (differs >= 0 || guess.words.length !== truth.words.length) {
        const at = differs < 0 ? guess.words.length : differs;
        const reason = `word ${at + 1} of this sentence differs from ${gold.name}:${g.line}; both must hold the same words.`;
        throw new InputError(reason, { file: predicted.name, line: p.line });
      }
      scorer.add(truth.tags, guess.tags);
    }
    const summary = scorer.summary();
    const { sentences, words, correct, accuracy, sentenceAccuracy, tags, confusions } = summary;
    const percent = (value: number) => value.toFixed(2).padStart(6);
    const overall = formatTable([
      ["tag accuracy", percent(accuracy)],
      ["all tags right", percent(sentenceAccuracy)],
      ["words", words],
      ["right", correct],
      ["sentences", sentences],
    ]);
    const table = formatTable([
      ["tag", "gold", "recall", "precision", "F1"],
      ...tags
        .slice(0, SHOWN_TAGS)
        .map(({ tag, gold: count, recall, precision, f1 }) => [
          tag,
          count,
          percent(recall),
          percent(precision),
          percent(f1),
        ]),
    ]);
    const taken = confusions
      .slice(0, SHOWN_CONFUSIONS)
      .map(({ gold: wanted, predicted: found, count }) => `${wanted} taken for ${found} ${count} ×`);
    return {
      facts: { measure: "tagging", ...summary },
      summary: [overall, table, ...(taken.length > 0 ? [taken.join("\n")] : [])].join("\n\n"),
    };
  };
}
