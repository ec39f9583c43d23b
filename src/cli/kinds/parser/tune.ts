/** `train parser --tune`: settings chosen on the development trees, or on every tenth tree held out; the path goes to standard error and into the report. */
import { openWorkers } from "../../../files/index.ts";
import { holdOut, type SpectralOptions, type Tuning, type TuningContext, tuneSpectral } from "../../../models/parser/index.ts";
import type { Tree } from "../../../trees/index.ts";
import type { Context } from "../../context.ts";
import { flagName } from "../../flags.ts";
import { counted } from "../../numbers.ts";
import { readTreebank } from "./treebank.ts";

export interface TuneFiles {
  readonly dev: string | undefined;
  readonly skipBad: boolean;
}

/** `trees` are prepared. */
export async function tune(
  context: Context,
  trees: readonly Tree[],
  options: SpectralOptions,
  learning: TuningContext,
  { dev, skipBad }: TuneFiles,
): Promise<Tuning> {
  const parts =
    dev === undefined ? holdOut(trees) : { train: trees, heldOut: (await readTreebank([dev], context.progress, skipBad)).trees };
  context.note(`tuning on ${counted(parts.heldOut.length, "tree")}${dev === undefined ? ", every tenth" : ` of ${dev}`}`);
  const tuning = await tuneSpectral(parts.train, parts.heldOut, options, {
    ...learning,
    // Always in threads of their own, which give their memory back with every model.
    openWorkers: (jobs, setup) => openWorkers(jobs, { threads: context.threads, setup }),
    onStep: ({ axis, setting, score, better }) => {
      const what = axis === undefined ? "start" : `${flagName(axis)} ${setting[axis]}`;
      context.note(`${better ? "*" : " "} F1 ${score.toFixed(2)}  ${what}`);
    },
  });
  const flags = Object.entries(tuning.best).map(([name, value]) => `${flagName(name)} ${value}`);
  context.note(`best F1 ${tuning.score.toFixed(2)} with ${flags.join(" ")}`);
  return tuning;
}
