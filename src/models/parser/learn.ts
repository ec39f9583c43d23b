/**
 * Learns a constituency parser from a treebank:
 *
 *   const { model, report } = await learnParser(readTreebank(text, { file: "train.mrg" }), { states: 32 });
 */
import { InputError } from "../../base/errors.ts";
import { frozen, type LearnContext, type Learnt, StageClock, summedTimes } from "../../base/learning.ts";
import { checkMethodOptions, expert, type MethodOptionsOf } from "../../base/options.ts";
import { breathe } from "../../base/stopping.ts";
import { segmentationOf } from "../../data/segmentation.ts";
import type { SourceCount } from "../../data/skipping.ts";
import { type Treebank, treebankOf } from "../../data/treebank.ts";
import type { Segmentation } from "../../formats/text/segmentation.ts";
import type { Branching } from "../../trees/binarize.ts";
import type { StepCounts } from "../../trees/prepare.ts";
import { type Tree, words } from "../../trees/tree.ts";
import {
  EM_OPTIONS,
  type EmOptions,
  type GrammarReport,
  type LearntGrammar,
  learnBoundaries,
  learnEm,
  learnPcfg,
  learnSpectral,
  MARKOV_OPTIONS,
  type MarkovOptions,
  marksOf,
  NO_MARKS,
  SPECTRAL_OPTIONS,
  type SpectralOptions,
  type SymbolReport,
} from "../grammar/index.ts";
import {
  coverageWarnings,
  REPRESENTATION_OPTIONS,
  type Representations,
  representationsOf,
  type WordKnowledge,
} from "../representations/index.ts";
import { binaryTreesOf } from "./binary-trees.ts";
import { type ParserMethod, type ParserModel, parserModel } from "./model.ts";
import { jackknifedReranker, RERANK_OPTIONS, type RerankOptions } from "./rerank/jackknife.ts";
import {
  BRANCHING_OPTION,
  STRUCTURE_OPTIONS,
  type StructureOptions,
  structuredTrees,
  structuresOf,
} from "./structures.ts";

/** The ways to learn a parser, each with the options it reads. The first is the default. */
export const PARSER_METHODS = {
  spectral: { ...SPECTRAL_OPTIONS, ...STRUCTURE_OPTIONS, ...RERANK_OPTIONS, ...REPRESENTATION_OPTIONS },
  em: { ...EM_OPTIONS, ...expert({ branching: BRANCHING_OPTION }), ...REPRESENTATION_OPTIONS },
  pcfg: { ...expert({ branching: BRANCHING_OPTION }), ...REPRESENTATION_OPTIONS },
  markov: { ...MARKOV_OPTIONS, ...REPRESENTATION_OPTIONS },
} as const;

type ParserSpectralOptions = SpectralOptions & StructureOptions & RerankOptions;

/** What `learnParser` takes: a method, and the options that it reads. */
export type ParserOptions = MethodOptionsOf<typeof PARSER_METHODS>;

/** What happened while a parser was learnt, and how far it can be trusted. */
export interface ParserReport extends GrammarReport {
  /** For every nonterminal of a spectral model: examples, states, singular values. */
  readonly symbols?: readonly SymbolReport[];
  /** Of EM: log-likelihood of the treebank before every step. */
  readonly logLikelihood?: readonly number[];
  readonly sources: readonly SourceCount[];
  /** The errors of the first few trees that were skipped. */
  readonly skipped: readonly string[];
  /** What the preparation did to the trees, by step. */
  readonly preparation: Readonly<Record<string, Readonly<StepCounts>>>;
}

/** Trees with what plain text tells of words, for words that the trees show rarely or never. */
export interface ParserData extends WordKnowledge {
  readonly train: Treebank | readonly Tree[];
}

/**
 * Learns from a treebank, or from plain trees, which are then prepared as `readTreebank` prepares them; with classes or
 * vectors of words, which the model keeps.
 */
export async function learnParser(
  data: Treebank | readonly Tree[] | ParserData,
  given: ParserOptions = {},
  context: LearnContext = {},
): Promise<Learnt<ParserModel, ParserReport>> {
  const { method, options } = checkMethodOptions("learnParser", PARSER_METHODS, given);
  const { train, ...knowledge }: ParserData = "train" in data ? data : { train: data };
  const treebank = treebankOf(train);
  requireTrees(treebank);
  const known = representationsOf(knowledge, options as { readonly vectorScale: number });
  const segmentation = segmentationOf(
    treebank.trees.map((tree) => ({ words: words(tree) })),
    treebank.language,
  );
  await breathe(context.signal);
  const learn = (part: Treebank, within: LearnContext) =>
    learnPlain(method, part, { options, segmentation, known }, within);
  const { model, report } = await learn(treebank, context);
  const rerankOptions = options as Partial<RerankOptions>;
  if (method !== "spectral" || rerankOptions.rerank !== true) return { model, report };
  const { reranker, times } = await jackknifedReranker(
    treebank,
    rerankOptions as RerankOptions,
    async (part, within) => (await learn(part, within)).model,
    context,
  );
  return { model: frozen({ ...model, reranker }), report: { ...report, times: [...report.times, ...times] } };
}

/** What is learnt with, in addition to the trees. */
interface LearnSettings {
  readonly options: Readonly<Record<string, unknown>>;
  readonly segmentation: Segmentation;
  readonly known: Representations;
}

/** A parser without a re-ranker. */
async function learnPlain(
  method: ParserMethod,
  treebank: Treebank,
  { options, segmentation, known }: LearnSettings,
  context: LearnContext,
): Promise<Learnt<ParserModel, ParserReport>> {
  const { heads, language, preparation } = treebank;
  const clock = new StageClock(context);
  const { learnt, counts } = await learnGrammar(method, treebank, { options, known }, clock);
  const after = new StageClock(context);
  const boundaries = await after.run("boundaries", "trees", treebank.trees.length, () =>
    learnBoundaries(treebank.trees, learnt.model.lexicon, learnt.model.symbols, context.signal),
  );
  const report: ParserReport = {
    ...learnt.report,
    times: [...summedTimes(clock.times), ...learnt.report.times, ...after.times],
    sources: treebank.sources,
    skipped: treebank.skipped,
    preparation: { ...treebank.counts, repeats: counts },
    warnings: [...learnt.report.warnings, ...coverageWarnings(known, treebank.trees.flatMap(words))],
  };
  const settings = { ...options, method, heads: heads.name, language, preparation: { ...preparation } };
  const grammar = { ...learnt.model, boundaries };
  return { model: parserModel(grammar, settings as ParserModel["options"], segmentation, report), report };
}

async function learnGrammar(
  method: ParserMethod,
  treebank: Treebank,
  { options, known }: Omit<LearnSettings, "segmentation">,
  clock: StageClock,
): Promise<{ readonly learnt: LearntGrammar<GrammarReport>; readonly counts: Readonly<StepCounts> }> {
  const { context } = clock;
  if (method === "spectral") {
    const { first, all } = await structuredTrees(treebank, structuresOf(options as ParserSpectralOptions), clock);
    return {
      learnt: await learnSpectral(all, options as ParserSpectralOptions, context, { known }),
      counts: first.counts,
    };
  }
  const branching = method === "markov" ? "left" : (options as { readonly branching: Branching }).branching;
  const marks = method === "markov" ? marksOf(options as MarkovOptions) : NO_MARKS;
  const { binary, counts } = await binaryTreesOf(treebank, clock, { marks, branching });
  const learnt = await (method === "em"
    ? learnEm(binary, options as EmOptions, context, { known })
    : learnPcfg(binary, context, { known }));
  return { learnt, counts };
}

/** Throws for a treebank without trees, with the reason. */
function requireTrees({ trees, sources, counts }: Treebank): void {
  if (trees.length > 0) return;
  const file = sources.map((source) => source.file).join(", ") || "the treebank";
  const lost = Object.values(counts).some((step) => (step["trees lost"] ?? 0) > 0);
  const reason = lost
    ? "its trees hold only traces; a parser needs words."
    : "has no tree that could be read; a parser learns from trees.";
  throw new InputError(reason, { file });
}
