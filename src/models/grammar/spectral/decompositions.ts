/**
 * What spectral learning finds before any smoothing: the expensive part, which many settings of the cheap part can
 * share (models/parser/tune.ts).
 */
import type { StageClock } from "../../../base/learning.ts";
import { Random } from "../../../base/random.ts";
import { breathe } from "../../../base/stopping.ts";
import { withWorkers } from "../../../base/with-workers.ts";
import { countLexicon, type LexiconCounts } from "../lexicon/lexicon.ts";
import type { GrammarSettings } from "../model.ts";
import type { BinaryTreebank, Weights } from "../treebank/binary-treebank.ts";
import { type CountedRules, countRules } from "../treebank/count-rules.ts";
import { FEATURE_SETS, FeatureContext } from "./features.ts";
import { nodesBySymbol, type SymbolVectors } from "./node-vectors.ts";
import type { SpectralOptions } from "./options.ts";
import { type ProjectRequest, projectJobs } from "./project-jobs.ts";
import { viewsOf } from "./views.ts";

/** The singular vectors of every symbol, from which grammars of several sizes can be made. */
export interface Decompositions {
  readonly treebank: BinaryTreebank;
  readonly weights: Weights | undefined;
  readonly nodes: readonly Int32Array[];
  readonly lexicon: LexiconCounts;
  readonly counted: CountedRules;
  /** By symbol. */
  readonly vectors: readonly SymbolVectors[];
}

/** m of a symbol. */
export const mostStates = (
  { symbols }: BinaryTreebank,
  symbol: number,
  { states, tagStates }: Pick<SpectralOptions, "states" | "tagStates">,
): number => (symbols.preterminal[symbol] === 0 ? states : Math.min(states, tagStates));

/**
 * The decompositions of all symbols, by the workers of the clock's context. The result does not depend on them. What is
 * `known` of the same words, and of the same treebank's rules, is not counted again.
 */
export async function decompose(
  treebank: BinaryTreebank,
  options: SpectralOptions,
  clock: StageClock,
  settings: GrammarSettings = {},
  known: Partial<Pick<Decompositions, "lexicon" | "counted">> = {},
): Promise<Decompositions> {
  const { weights } = settings;
  const nodes = nodesBySymbol(treebank);
  const lexicon = known.lexicon ?? countLexicon(treebank, weights, settings.known);
  const made = projectRequests(treebank, nodes, lexicon, options, clock, settings);
  const requests: (ProjectRequest | undefined)[] = await made;
  // The largest first: no thread is left with it at the end.
  const order = Array.from(requests.keys()).sort((a, b) => nodes[b]!.length - nodes[a]!.length);
  const vectors: SymbolVectors[] = [];
  await clock.run("singular value decompositions", "nonterminals", requests.length, (meter) =>
    withWorkers(clock.context, projectJobs, undefined, async (workers) => {
      let at = 0;
      for await (const found of workers.map("project", takenFrom(requests, order))) {
        vectors[order[at++]!] = found;
        meter.advance();
        await breathe(clock.context.signal);
      }
    }),
  );
  return { treebank, weights, nodes, lexicon, counted: known.counted ?? countRules(treebank, weights), vectors };
}

/** The requests in an order; each is given away, so that its views take no memory once they are decomposed. */
function* takenFrom(requests: (ProjectRequest | undefined)[], order: readonly number[]): Generator<ProjectRequest> {
  for (const symbol of order) {
    const request = requests[symbol]!;
    requests[symbol] = undefined;
    yield request;
  }
}

/** The views of every symbol, and what to do with them. */
function projectRequests(
  treebank: BinaryTreebank,
  nodes: readonly Int32Array[],
  lexicon: LexiconCounts,
  options: SpectralOptions,
  clock: StageClock,
  { features = FEATURE_SETS[options.features]!, weights }: GrammarSettings,
): Promise<ProjectRequest[]> {
  const { kappa, scaling, shrinkage, minSingularValue, seed } = options;
  return clock.run("features", "nodes", treebank.size, async (meter) => {
    const fragments = new FeatureContext(treebank, lexicon.wordCount, options.rareWords, lexicon.known);
    const random = new Random(seed).stream("noise");
    const requests: ProjectRequest[] = [];
    for (const [symbol, list] of nodes.entries()) {
      const noise = options.noise === 0 ? undefined : { strength: options.noise, random: random.stream(symbol) };
      requests.push({
        views: viewsOf(fragments, features, list, noise),
        options: {
          kappa,
          scaling,
          shrinkage,
          minSingularValue,
          seed,
          states: mostStates(treebank, symbol, options),
        },
        weights: weights === undefined ? undefined : Float64Array.from(list, (node) => weights.node[node]!),
      });
      meter.advance(list.length);
      await breathe(clock.context.signal);
    }
    return requests;
  });
}
