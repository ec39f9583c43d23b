/** A stage of learning as a line. */
import type { RecipeStage } from "../../../models/dependency/index.ts";
import { formatSeconds } from "../../numbers.ts";

export function stageText({ stage, seconds, parts, recalled }: RecipeStage): string {
  const earlier =
    recalled === 0 ? "" : recalled === parts ? " (from an earlier run)" : ` (${recalled} of ${parts} parts from an earlier run)`;
  return `${stage}: ${formatSeconds(seconds)}${earlier}`;
}
