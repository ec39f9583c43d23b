/**
 * `train parser --tune`: settings chosen on the development trees, or on every tenth tree held out; the path goes to
 * standard error and into the report.
 */
import type { Treebank } from "../../../data/index.ts";
import { openWorkers } from "../../../files/index.ts";
import {
  holdOut,
  type SpectralOptions,
  type Tuning,
  type TuningContext,
  tuneParser,
} from "../../../models/parser/index.ts";
import type { Context } from "../../frame/context.ts";
import { flagName } from "../../frame/flags.ts";
import { counted } from "../../frame/numbers.ts";

export async function tune(
  context: Context,
  treebank: Treebank,
  dev: Treebank | undefined,
  options: Partial<SpectralOptions>,
  grid?: TuningContext["grid"],
): Promise<Tuning> {
  const { train, heldOut } = dev === undefined ? holdOut(treebank) : { train: treebank, heldOut: dev };
  const origin = dev === undefined ? ", every tenth" : ` of ${dev.sources.map(({ file }) => file).join(", ")}`;
  context.note(`tuning on ${counted(heldOut.trees.length, "tree")}${origin}`);
  const tuning = await tuneParser(train, heldOut, options, {
    grid,
    progress: context.progress,
    // Always in threads of their own, which give their memory back with every model.
    workers: (jobs, setup) => openWorkers(jobs, { threads: context.threads, setup }),
    onStep: ({ axis, setting, score, better }) => {
      const what = axis === undefined ? "start" : `${flagName(axis)} ${setting[axis]}`;
      context.note(`${better ? "*" : " "} F1 ${score.toFixed(2)}  ${what}`);
    },
  });
  const flags = Object.entries(tuning.best).map(([name, value]) => `${flagName(name)} ${value}`);
  context.note(`best F1 ${tuning.score.toFixed(2)} with ${flags.join(" ")}`);
  return tuning;
}
