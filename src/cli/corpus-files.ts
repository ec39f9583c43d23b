/** Text files as a corpus, for the commands that learn from running text. */
import { OptionError, type OptionsOf } from "../base/index.ts";
import { displayName, FileScratch, readFileText } from "../files/index.ts";
import { type Corpus, type CorpusOptions, type Running, readCorpus } from "../models/vectors/index.ts";
import type { Context } from "./context.ts";
import { UsageError } from "./failures.ts";
import { flagName } from "./flags.ts";
import { bytesOfSize, size } from "./sizes.ts";

export const MEMORY_OPTION = {
  memory: size("memory for tokens and counts; what is more goes to temporary files (TMPDIR)", { default: "1G", least: "16M" }),
};

export const runningOf = (context: Context, { memory }: OptionsOf<typeof MEMORY_OPTION>): Running => ({
  workers: (jobs, setup) => context.workers(jobs, setup),
  progress: context.progress,
  spilling: { memory: bytesOfSize(memory), open: () => new FileScratch() },
});

export async function openCorpus(paths: readonly string[], options: Partial<CorpusOptions>, running: Running): Promise<Corpus> {
  if (paths.filter((path) => path === "-").length > 1) throw new UsageError("standard input (-) can be read only once.");
  const sources = paths.map((path) => ({ name: displayName(path), pieces: readFileText(path) }));
  return await readCorpus(sources, options, running);
}

/** An option error of the library with the options' names as the command line spells them. */
export function asFlagError(error: unknown): unknown {
  if (!(error instanceof OptionError)) return error;
  return new UsageError(error.message.replace(/\b(dim|minCount)\b/g, flagName));
}
