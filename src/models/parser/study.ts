/** What spectral learning finds out before any smoothing: the dear part, which many settings of the cheap part can share (tune.ts). */
import type { OpenWorkers } from "../../base/parallel.ts";
import { Random } from "../../base/random.ts";
import { type CountedRules, countRules } from "./count-rules.ts";
import { FEATURE_SETS, FeatureContext } from "./features.ts";
import type { SpectralOptions } from "./learn-spectral.ts";
import { type LearningContext, StageClock } from "./learning.ts";
import { countLexicon, type LexiconCounts } from "./lexicon.ts";
import { nodesBySymbol, type SymbolVectors } from "./node-vectors.ts";
import { type ProjectRequest, projectJobs } from "./project-jobs.ts";
import { projectSymbol } from "./project-symbol.ts";
import type { Treebank, Weights } from "./treebank.ts";
import { viewsOf } from "./views.ts";

export interface SpectralStudy {
  readonly treebank: Treebank;
  readonly weights: Weights | undefined;
  readonly nodes: readonly Int32Array[];
  readonly lexicon: LexiconCounts;
  readonly counted: CountedRules;
  /** By symbol. */
  readonly vectors: readonly SymbolVectors[];
}

/** m of a symbol. */
export const mostStates = (
  { symbols }: Treebank,
  symbol: number,
  { states, tagStates }: Pick<SpectralOptions, "states" | "tagStates">,
): number => (symbols.preterminal[symbol] === 0 ? states : Math.min(states, tagStates));

/** Everything but the decompositions. */
type Prepared = Omit<SpectralStudy, "vectors"> & { readonly requests: readonly ProjectRequest[] };

const DECOMPOSITIONS = ["singular value decompositions", "nonterminals"] as const;

export function studyTreebank(
  treebank: Treebank,
  options: SpectralOptions,
  context: LearningContext = {},
  weights?: Weights,
  clock = new StageClock(context.progress),
): SpectralStudy {
  const { requests, ...study } = prepare(treebank, options, context, weights, clock);
  const vectors = clock.run(...DECOMPOSITIONS, requests.length, (advance) =>
    requests.map((request) => {
      const found = projectSymbol(request.views, request.options, request.weights);
      advance();
      return found;
    }),
  );
  return { ...study, vectors };
}

/** The same study, with the symbols spread over workers. */
export async function studyInParallel(
  treebank: Treebank,
  options: SpectralOptions,
  context: LearningContext,
  openWorkers: OpenWorkers,
  clock: StageClock,
): Promise<SpectralStudy> {
  const { requests, ...study } = prepare(treebank, options, context, undefined, clock);
  const vectors: SymbolVectors[] = [];
  await clock.runAsync(...DECOMPOSITIONS, requests.length, async (advance) => {
    const workers = openWorkers(projectJobs, undefined);
    // The largest first: no thread is left with it at the end.
    const order = Array.from(requests.keys()).sort((a, b) => study.nodes[b]!.length - study.nodes[a]!.length);
    let at = 0;
    try {
      for await (const found of workers.map(
        "project",
        order.map((symbol) => requests[symbol]!),
      )) {
        vectors[order[at++]!] = found;
        advance();
      }
    } finally {
      await workers.close();
    }
  });
  return { ...study, vectors };
}

function prepare(
  treebank: Treebank,
  options: SpectralOptions,
  context: LearningContext,
  weights: Weights | undefined,
  clock: StageClock,
): Prepared {
  const nodes = nodesBySymbol(treebank);
  const lexicon = countLexicon(treebank, weights);
  const features = context.features ?? FEATURE_SETS[options.features]!;
  const requests = clock.run("features", "nodes", treebank.size, (advance) => {
    const fragments = new FeatureContext(treebank, lexicon.wordCount, options.rareWords);
    const random = new Random(options.seed).stream("noise");
    return nodes.map((list, symbol) => {
      const noise = options.noise === 0 ? undefined : { strength: options.noise, random: random.stream(symbol) };
      advance(list.length);
      return {
        views: viewsOf(fragments, features, list, noise),
        options: { ...options, states: mostStates(treebank, symbol, options) },
        weights: weights === undefined ? undefined : Float64Array.from(list, (node) => weights.node[node]!),
      };
    });
  });
  return { treebank, weights, nodes, lexicon, counted: countRules(treebank, weights), requests };
}
