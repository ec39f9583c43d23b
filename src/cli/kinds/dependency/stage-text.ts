/** A stage of learning as a line. */
import type { StageRun } from "../../../models/dependency/index.ts";
import { formatSeconds } from "../../frame/numbers.ts";

export function stageText({ stage, seconds, parts, recalled }: StageRun): string {
  const earlier =
    recalled === 0
      ? ""
      : recalled === parts
        ? " (from an earlier run)"
        : ` (${recalled} of ${parts} parts from an earlier run)`;
  return `${stage}: ${formatSeconds(seconds)}${earlier}`;
}
