/**
 * A parser measured against gold trees. The gold trees are prepared as the model's own treebank was, so that neither
 * traces nor function tags nor outer brackets count as mistakes; what that did to them is counted.
 */
import { InputError } from "../../base/errors.ts";
import type { LearnContext } from "../../base/learning.ts";
import { checkOptions, flag, type OptionsOf } from "../../base/options.ts";
import { Meter } from "../../base/progress.ts";
import { breathe } from "../../base/stopping.ts";
import { withWorkers } from "../../base/with-workers.ts";
import type { SentenceInput } from "../../data/segmentation.ts";
import { type Preparation, prepareGold, type Treebank } from "../../data/treebank.ts";
import type { SentenceBrackets } from "../../evaluation/brackets.ts";
import type { StepCounts } from "../../trees/prepare.ts";
import { leaves, type Tree } from "../../trees/tree.ts";
import { parseJobs, partsForParsing } from "./parse-jobs.ts";
import { parserToParts } from "./parts.ts";
import type { Parser } from "./predict.ts";
import { type BracketScores, ScoreCollector } from "./scores.ts";

/** Options of `evaluateParser`, declared. */
export const PARSER_EVALUATION_OPTIONS = {
  goldTags: flag("give the parser the tags of the gold trees, not the words alone", { default: false }),
  copyTags: flag(
    "compare brackets under the gold tags: EVALB drops sentences where predicted and gold tags disagree about punctuation",
    { default: false },
  ),
};

/** Options of `evaluateParser`. */
export type ParserEvaluationOptions = OptionsOf<typeof PARSER_EVALUATION_OPTIONS>;

/** What `evaluateParser` finds. */
export interface ParserScores extends BracketScores {
  /** What the preparation did to the gold trees, by step. */
  readonly preparation: Readonly<Record<string, Readonly<StepCounts>>>;
  /** Gold trees without words, which were left out. */
  readonly withoutWords: number;
  /** Wall time of parsing, without loading. */
  readonly seconds: number;
  readonly threads: number;
}

/** What `evaluateParser` takes in addition to data and options. */
export interface ParserEvaluationContext extends LearnContext {
  /** Called when the model is ready and parsing begins. */
  readonly onStart?: (() => void) | undefined;
  /** Called for every sentence in turn, for comparisons of two parsers sentence by sentence. */
  readonly onSentence?: ((brackets: SentenceBrackets) => void) | undefined;
  /** Called with every gold tree and the parser's, in order. */
  readonly onTree?: ((gold: Tree, found: Tree) => void) | undefined;
  /** Tags of words to give the parser, as those of a tagger; those of the gold trees or none when left out. */
  readonly tagsOf?: ((words: readonly string[]) => readonly string[]) | undefined;
}

/** Parses the words of gold trees, in threads where there are any, and compares the trees. */
export async function evaluateParser(
  parser: Parser,
  gold: Treebank | readonly Tree[],
  given: Partial<ParserEvaluationOptions> = {},
  context: ParserEvaluationContext = {},
): Promise<ParserScores> {
  const { goldTags, copyTags } = checkOptions("evaluateParser", PARSER_EVALUATION_OPTIONS, given);
  const { trees, counts } = goldTrees(gold, parser.model.options.preparation);
  if (trees.length === 0) throw new InputError("there is no gold tree to measure with; expected at least one.");
  const { kBest: _, ...options } = parser.options;
  const collector = new ScoreCollector(parser.model.symbols, { copyTags });
  const setup = { parts: partsForParsing(parserToParts(parser.model)), options };
  return withWorkers(context, parseJobs, setup, async (workers) => {
    await Promise.all(Array.from({ length: workers.threads }, () => workers.run("ready", undefined)));
    context.onStart?.();
    const meter = new Meter("parsing", "sentences", trees.length, context);
    let at = 0;
    const sentences = trees.map((tree) => sentenceOf(tree, goldTags, context.tagsOf));
    for await (const parsed of workers.map("parse", sentences)) {
      const own = trees[at++]!;
      const brackets = collector.add(own, parsed);
      context.onSentence?.(brackets);
      context.onTree?.(own, parsed.trees[0]!.tree);
      meter.advance();
      await breathe(context.signal);
    }
    const withoutWords = Object.values(counts).reduce((sum, step) => sum + (step["trees lost"] ?? 0), 0);
    const facts = { preparation: counts, withoutWords, seconds: meter.finish(), threads: workers.threads };
    return { ...collector.scores(), ...facts };
  });
}

function sentenceOf(gold: Tree, goldTags: boolean, tagsOf: ParserEvaluationContext["tagsOf"]): SentenceInput {
  const found = leaves(gold);
  const words = found.map(({ word }) => word);
  if (tagsOf !== undefined) return { words, tags: tagsOf(words) };
  return goldTags ? { words, tags: found.map(({ label }) => label) } : words;
}

/** The gold trees prepared as the model's treebank was, and what that did to them. */
function goldTrees(gold: Treebank | readonly Tree[], preparation: Preparation): Pick<Treebank, "trees" | "counts"> {
  if ("trees" in gold) {
    if (JSON.stringify(gold.preparation) === JSON.stringify(preparation)) return gold;
    throw new InputError(
      "the gold trees were not prepared like the model's treebank; read them with readTreebank(text, { preparation: model.options.preparation }).",
    );
  }
  const counts: Record<string, StepCounts> = Object.fromEntries(preparation.steps.map((step) => [step, {}]));
  const trees = gold.flatMap((tree) => prepareGold(tree, preparation, counts) ?? []);
  return { trees, counts };
}
