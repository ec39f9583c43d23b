/** Scores of descriptions as a table. */
import type { CaptionsEvaluation } from "../../../applications/captions/index.ts";
import { CAPTION_SCORES } from "../../../evaluation/index.ts";
import { counted, formatTable } from "../../frame/numbers.ts";

const HEADS = ["BLEU-1", "BLEU-2", "BLEU-3", "BLEU-4", "ROUGE-L", "METEOR*", "CIDEr-D"];

export function formatCaptionsEvaluation({
  images,
  withoutDescriptions,
  systems,
  comparisons,
  synonyms,
}: CaptionsEvaluation): string {
  const rows = systems.map(({ system, scores, objectRecall, objectPrecision, length, distinct, empty }) => [
    system,
    ...CAPTION_SCORES.map((name) => scores[name].value.toFixed(3)),
    objectRecall.toFixed(3),
    objectPrecision.toFixed(3),
    length.toFixed(1),
    distinct.toFixed(2),
    String(empty),
  ]);
  const intervals = CAPTION_SCORES.map((name, i) => {
    const { low, high } = systems[0]!.scores[name];
    return `${HEADS[i]} ${low.toFixed(3)}–${high.toFixed(3)}`;
  });
  return [
    formatTable([["", ...HEADS, "recall", "precision", "words", "distinct", "empty"], ...rows]),
    `95 % intervals of the describer: ${intervals.join(", ")}`,
    ...comparisons.map(
      ({ baseline, cider, bleu2 }) =>
        `describer − ${baseline}: CIDEr-D ${signed(cider.difference)} (p = ${cider.p.toFixed(3)}), BLEU-2 ${signed(bleu2.difference)} (p = ${bleu2.p.toFixed(3)})`,
    ),
    `${counted(images, "image")}${withoutDescriptions > 0 ? `, ${withoutDescriptions} more without descriptions` : ""}` +
      (synonyms ? "" : "; METEOR* without synonyms: WordNet is not installed"),
  ].join("\n");
}

const signed = (value: number): string => (value < 0 ? "−" : "+") + Math.abs(value).toFixed(3);
