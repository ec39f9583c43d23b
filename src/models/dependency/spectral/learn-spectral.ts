/**
 * The spectral model of dependency trees from a treebank, without iteration, and how far it can be trusted. Two models:
 *
 *   automata   hidden states for every tag, along a head's modifiers and down the tree;
 *              moments of whole trees inside and outside a node                                      (automata/)
 *   arcs       one space of hidden states for all words;
 *              moments of single arcs and pairs of siblings, as in Dhillon et al. 2012               (arcs/)
 *
 * Arcs are what the paper has. They rest on a bilinear form in word vectors, which is nearest to 0 just where it
 * matters (arcs that never occur), so that its sign is that of the noise; automata know tags and valence, and the
 * back-off of the grammar's tensors keeps them positive.
 */
import { type LearnContext, type Report, StageClock, type StageTime } from "../../../base/learning.ts";
import { checkOptions } from "../../../base/options.ts";
import { breathe } from "../../../base/stopping.ts";
import type { SignedLog } from "../../../charts/phrases/derivations.ts";
import type { DependencyTree } from "../../../trees/dependencies.ts";
import { type TaggedSentence, withCoarseTags } from "../../../trees/sentence.ts";
import type { GrammarModel } from "../../grammar/index.ts";
import { REPRESENTATION_OPTIONS, VectorFeatures, type WordClasses } from "../../representations/index.ts";
import type { WordVectors } from "../../vectors/index.ts";
import { type ArcModel, type ArcReport, ArcTrees, learnArcs } from "../arcs/learn-arcs.ts";
import { type AutomataReport, learnAutomata } from "../automata/learn-automata.ts";
import { AutomataTrees } from "../automata/sentences.ts";
import { requireTrees } from "../base/learn-base.ts";
import { SPECTRAL_TREE_OPTIONS, type SpectralTreeOptions, statesOf } from "./options.ts";

/** Gives trees probabilities, by head automata or by single arcs. */
export type SpectralModel =
  | { readonly kind: "automata"; readonly grammar: GrammarModel }
  | { readonly kind: "arcs"; readonly arcs: ArcModel };

/** How far the estimates can be trusted. */
export interface SpectralTreeReport extends Report {
  readonly automata?: AutomataReport;
  readonly arcs?: ArcReport;
  /** Training trees whose p̂ came out negative, of those tried. */
  readonly negative: number;
  readonly tried: number;
}

/** What the spectral model is estimated from. */
export interface SpectralTreeData {
  /** Of tags of two parts the first counts: hidden states tell finer things apart. */
  readonly train: readonly DependencyTree[];
  /**
   * Arcs: their dictionary, from the treebank itself when left out. Automata: words that the trees show rarely or never
   * have the hidden states of words with vectors like theirs.
   */
  readonly vectors?: WordVectors | undefined;
  /** Automata: the same by classes of words. */
  readonly classes?: WordClasses | undefined;
}

/** Training trees scored for the report. */
const TRIED = 500;
/** Share of negative probabilities from which the report warns. */
const MANY_NEGATIVE = 0.1;

/** Estimates the spectral model of trees by itself. */
export async function learnSpectralTrees(
  data: SpectralTreeData,
  given: Partial<SpectralTreeOptions> = {},
  context: LearnContext = {},
): Promise<{ model: SpectralModel; report: SpectralTreeReport }> {
  const options = checkOptions("learnSpectralTrees", SPECTRAL_TREE_OPTIONS, given);
  requireTrees("learnSpectralTrees", data.train);
  const train = data.train.map(withCoarseTags);
  const { model, times, ...learnt } = await learn({ ...data, train }, options, context);
  const tried = train.slice(0, TRIED);
  const clock = new StageClock(context);
  const negative = await clock.run("probabilities of training trees", "trees", tried.length, async (meter) => {
    const scorer = new SpectralSentences(model);
    let count = 0;
    for (const tree of tried) {
      if (scorer.score(tree, [tree.heads])[0]!.sign < 0) count++;
      meter.advance();
      await breathe(context.signal);
    }
    return count;
  });
  const warnings = [...(learnt.automata?.warnings ?? [])];
  if (negative > MANY_NEGATIVE * tried.length) {
    warnings.push(
      `${negative} of ${tried.length} training trees have a negative p̂; fewer states or more damping may help.`,
    );
  }
  return {
    model,
    report: { ...learnt, negative, tried: tried.length, times: [...times, ...clock.times], warnings },
  };
}

type Learnt = { readonly model: SpectralModel; readonly times: readonly StageTime[] } & Pick<
  SpectralTreeReport,
  "automata" | "arcs"
>;

async function learn(
  { train, vectors, classes }: SpectralTreeData,
  given: SpectralTreeOptions,
  context: LearnContext,
): Promise<Learnt> {
  const options = { ...given, states: statesOf(given) };
  if (options.spectralModel === "arcs") {
    const clock = new StageClock(context);
    const { model, report } = await clock.run("moments of arcs", "trees", train.length, () =>
      learnArcs(train, vectors, options, context),
    );
    return { model: Object.freeze({ kind: "arcs", arcs: model }), arcs: report, times: clock.times };
  }
  const vectorScale = REPRESENTATION_OPTIONS.vectorScale.default;
  const known = { classes, vectors: vectors === undefined ? undefined : VectorFeatures.from(vectors, vectorScale) };
  const { model, report, times } = await learnAutomata(train, options, context, known);
  return { model: Object.freeze({ kind: "automata", grammar: model }), automata: report, times };
}

/** Probabilities of trees over tagged sentences; of tags of two parts the first counts. */
export class SpectralSentences {
  readonly #trees: AutomataTrees | ArcTrees;

  constructor(readonly model: SpectralModel) {
    this.#trees = model.kind === "automata" ? new AutomataTrees(model.grammar) : new ArcTrees(model.arcs);
  }

  /** Several trees over one sentence, each with one root. */
  score(sentence: TaggedSentence, trees: readonly ArrayLike<number>[]): SignedLog[] {
    return this.#trees.score(withCoarseTags(sentence), trees);
  }
}
