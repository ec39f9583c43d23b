/** Dependency trees as the commands read them. */
import type { OptionSet } from "../../../base/index.ts";
import { collectDependencies, DEPENDENCY_DATA_OPTIONS, type DependencyTreebank } from "../../../data/index.ts";
import { ENCODING_OPTION, textSources } from "../../../files/index.ts";
import type { Context } from "../../frame/context.ts";
import { counted } from "../../frame/numbers.ts";

const { tags, language, ...reading } = DEPENDENCY_DATA_OPTIONS;

/** For commands that read trees for a model, which knows their tags and their language. */
export const READING_OPTIONS = {
  ...reading,
  encoding: ENCODING_OPTION,
} satisfies OptionSet;

/** For commands that read trees to learn from. */
export const DATA_OPTIONS = { tags, language, ...READING_OPTIONS } satisfies OptionSet;

/** The trees of the files; `known` is what a model says of them. What was skipped is reported. */
export async function readTreebank(
  context: Context,
  paths: readonly string[],
  options: Readonly<Record<string, unknown>>,
  known?: Pick<DependencyTreebank, "tags" | "language">,
): Promise<DependencyTreebank> {
  const sources = textSources(paths, { progress: context.progress, encoding: options.encoding as string });
  const model = known === undefined ? {} : { tags: known.tags, language: known.language };
  const given = { ...context.givenOf(DEPENDENCY_DATA_OPTIONS, options), ...model };
  const treebank = await collectDependencies(sources, given, context.learning);
  for (const message of treebank.skipped) context.note(`skipped: ${message}`);
  const skipped = skippedOf(treebank);
  if (skipped > 0) context.note(`${counted(skipped, "bad sentence")} skipped`);
  return treebank;
}

export const skippedOf = ({ sources }: DependencyTreebank): number =>
  sources.reduce((sum, { skipped }) => sum + skipped, 0);
