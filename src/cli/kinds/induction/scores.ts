/** Unlabelled scores by length as a table. */
import type { LimitScores } from "../../../models/induction/index.ts";
import { formatCount, formatTable } from "../../frame/numbers.ts";

const percent = (value: number) => value.toFixed(1).padStart(5);

export const SCORE_HEADER = ["sentences", "F1", "no whole", "macro", "no whole"] as const;

/** Micro and macro F1, each with and without the bracket around the whole sentence. */
export const scoreCells = ({ sentences, withWhole, withoutWhole }: LimitScores): string[] => [
  formatCount(sentences),
  percent(withWhole.micro.f1),
  percent(withoutWhole.micro.f1),
  percent(withWhole.macroF1),
  percent(withoutWhole.macroF1),
];

export const scoresText = (scores: readonly LimitScores[]): string =>
  formatTable([
    ["words", ...SCORE_HEADER],
    ...scores.map((score) => [Number.isFinite(score.limit) ? `≤ ${score.limit}` : "all", ...scoreCells(score)]),
  ]);
