/** Scores of a tagger as tables. */
import type { SequenceScores } from "../../../models/sequence/index.ts";
import { formatCount, formatTable } from "../../frame/numbers.ts";

const SHOWN_LABELS = 20;
const SHOWN_CONFUSIONS = 10;

const percent = (value: number) => value.toFixed(2).padStart(6);

export function scoresText(scores: SequenceScores, seconds: number, unit = "word"): string {
  const { accuracy, sentenceAccuracy, words, known, unknown, spans, tags, confusions } = scores;
  const rows: (string | number)[][] = [
    ["accuracy", percent(accuracy), formatCount(words)],
    [`known ${unit}s`, percent(known.accuracy), formatCount(known.words)],
    [`unknown ${unit}s`, percent(unknown.accuracy), formatCount(unknown.words)],
    ["all right", percent(sentenceAccuracy), formatCount(scores.sentences)],
  ];
  if (spans !== undefined) {
    rows.push(["span F1", percent(spans.all.f1), formatCount(spans.all.gold)]);
    rows.push(["span recall", percent(spans.all.recall), ""], ["span precision", percent(spans.all.precision), ""]);
  }
  const labels = formatTable([
    ["label", "gold", "recall", "precision", "    F1"],
    ...tags
      .slice(0, SHOWN_LABELS)
      .map(({ tag, gold, recall, precision, f1 }) => [tag, gold, percent(recall), percent(precision), percent(f1)]),
  ]);
  const taken = formatTable([
    ["gold", "predicted", "times"],
    ...confusions.slice(0, SHOWN_CONFUSIONS).map(({ gold, predicted, count }) => [gold, predicted, count]),
  ]);
  const unseen = Object.entries(scores.unseenLabels).map(([label, count]) => `${label} ${count} ×`);
  return [
    formatTable(rows),
    labels,
    taken,
    `${formatCount(Math.round(words / seconds))} ${unit}s/s`,
    ...(unseen.length > 0 ? [`labels that training did not have, and can only be missed: ${unseen.join(", ")}`] : []),
    ...(scores.emptySentences > 0 ? [`${formatCount(scores.emptySentences)} empty sequences left out`] : []),
  ].join("\n\n");
}
