/** Attachment scores of a parser, as in the CoNLL 2018 shared task. */
import { InputError } from "../../base/errors.ts";
import { type LearnContext, openWorkersOf, type StageTime } from "../../base/learning.ts";
import { checkOptions, flag, type OptionsOf } from "../../base/options.ts";
import { Meter } from "../../base/progress.ts";
import { breathe, orStopped } from "../../base/stopping.ts";
import { asDependencyTreebank, type DependencyTreebank } from "../../data/dependencies.ts";
import { type AttachmentSummary, scoreAttachment } from "../../evaluation/index.ts";
import type { DependencyTree } from "../../trees/dependencies.ts";
import { dependencyJobs } from "./parse-jobs.ts";
import { tablesOf } from "./parts.ts";
import type { DependencyParser } from "./predict.ts";

/** Options of `evaluateDependency`. */
export const DEPENDENCY_EVALUATION_OPTIONS = {
  goldTags: flag("parse with the tags of the gold data", { default: false }),
};

/** Options of `evaluateDependency`, complete. */
export type DependencyEvaluationOptions = OptionsOf<typeof DEPENDENCY_EVALUATION_OPTIONS>;

/** Attachment scores, and how long parsing took. */
export interface DependencyScores extends AttachmentSummary {
  readonly times: readonly StageTime[];
}

/** Sentences in one message to a thread. */
const BATCH = 16;

/** Parses the gold sentences, with tags of the parser's own tagger unless stated otherwise, and compares. */
export async function evaluateDependency(
  parser: DependencyParser,
  gold: DependencyTreebank | readonly DependencyTree[],
  given: Partial<DependencyEvaluationOptions> = {},
  context: LearnContext = {},
): Promise<DependencyScores> {
  const { goldTags } = checkOptions("evaluateDependency", DEPENDENCY_EVALUATION_OPTIONS, given);
  const { trees, tags, sources } = asDependencyTreebank("evaluateDependency", gold);
  const { tags: own } = parser.model.options;
  if (goldTags && sources.length > 0 && tags !== own) {
    const reason = `the gold trees have the tags of ${tags}, but the parser knows those of ${own}`;
    throw new InputError(`evaluateDependency: ${reason}; read them with tags "${own}".`);
  }
  const style = parser.styleFor(trees.map(({ words }) => words));
  const setup = { parts: tablesOf(parser.model), options: parser.options };
  const workers = openWorkersOf(context)(dependencyJobs, setup);
  const found: DependencyTree[] = [];
  try {
    const ready = Array.from({ length: workers.threads }, () => workers.run("ready", undefined));
    await orStopped(Promise.all(ready), context.signal);
    const meter = new Meter("parsing", "sentences", trees.length, context);
    function* batches() {
      for (let n = 0; n < trees.length; n += BATCH) {
        const some = trees.slice(n, n + BATCH);
        yield some.map((tree) => ({ words: tree.words, tags: goldTags ? tree.tags : undefined, style }));
      }
    }
    for await (const parsed of workers.map("parse", batches())) {
      for (const { tree } of parsed) found.push(tree);
      meter.advance(parsed.length);
      await breathe(context.signal);
    }
    const times = [{ stage: meter.name, seconds: meter.finish() }];
    return { ...scoreAttachment(trees, found), times };
  } finally {
    await workers.close();
  }
}
