/** Scores of sentence similarity as a table. */
import type { SimilarityScores } from "../../../applications/similarity/index.ts";
import type { Interval } from "../../../evaluation/index.ts";
import { formatTable } from "../../frame/numbers.ts";

/** ".6818 (.66 to .71)" */
const intervalText = ({ value, low, high }: Interval): string =>
  low === high ? value.toFixed(4) : `${value.toFixed(4)}  (${low.toFixed(3)} to ${high.toFixed(3)})`;

export const scoresText = ({ sets, all, allNormalized, mean }: SimilarityScores): string =>
  formatTable([
    ...sets.map(({ name, pairs, pearson }) => [name || "(no name)", pairs, intervalText(pearson)]),
    ["ALL", "", intervalText(all)],
    ["ALLnrm", "", intervalText(allNormalized)],
    ["Mean", "", intervalText(mean)],
  ]);
