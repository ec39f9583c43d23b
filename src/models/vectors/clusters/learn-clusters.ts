/**
 * Hierarchical word classes: Brown's, or CCA vectors joined by their distances. Both come as bit paths, a word's class
 * being the whole path and its ancestors the beginnings of it.
 */
import {
  breathe,
  checkMethodOptions,
  choice,
  expert,
  type Meter,
  type MethodOptionsOf,
  type Report,
  StageClock,
  whole,
} from "../../../base/index.ts";
import type { CorpusContext, SourceCount, WordClass } from "../../../data/index.ts";
import { type DecomposeOptions, layoutsOf } from "../cca/decompose.ts";
import { bigramLayout, countBigrams } from "../counts/bigrams.ts";
import type { PairLayout } from "../counts/count-rows.ts";
import { type CountedText, type RankedText, type VectorsData, withRanked } from "../counts/ranked-text.ts";
import { learnVectors } from "../learn.ts";
import { VECTORS_METHODS } from "../options.ts";
import { ModelVectors } from "../predict.ts";
import { agglomerate } from "./agglomerate.ts";
import { brownClusters } from "./brown.ts";

const CLASSES = { classes: whole("classes", { default: 100, min: 1, max: 10_000 }) };

/** Rare words have classes too: Brown's algorithm has nothing to pool them in. */
const VOCABULARY = {
  vocabulary: whole("words to cluster, the most frequent ones", { default: 1_000_000, min: 1, max: 2 ** 24 }),
  minCount: whole("occurrences that a word needs to be clustered", { default: 1, min: 1 }),
};

/** Every method with the options it reads. */
export const CLUSTERS_METHODS = {
  brown: { ...CLASSES, ...VOCABULARY },
  cca: {
    ...CLASSES,
    ...VOCABULARY,
    ...expert({
      dim: whole("dimensions of the vectors (cca)", { default: 50, min: 1, max: 4096 }),
      window: whole("words on either side that are context (cca)", { default: 2, min: 1, max: 50 }),
    }),
  },
} as const;

/** The choice among `CLUSTERS_METHODS`, as a flag. */
export const CLUSTERS_METHOD_OPTION = {
  method: choice("Brown's classes by mutual information, or CCA vectors and agglomeration", ["brown", "cca"], {
    default: "brown",
  }),
};

/** What `learnClusters` may be given. */
export type ClustersOptions = MethodOptionsOf<typeof CLUSTERS_METHODS>;

/** What `learnClusters` reports. */
export interface ClustersReport extends Report {
  readonly sources: readonly SourceCount[];
  readonly tokens: number;
  readonly words: number;
  readonly classes: number;
}

interface Sizes {
  readonly classes: number;
  readonly vocabulary: number;
  readonly minCount: number;
}

/**
 * Words with their paths, by path and then by descending frequency; `writeClusters` makes a text of them. `data` is a
 * corpus, sources of text, which are read as `collectCorpus` reads them with its defaults, or text that a cluster
 * counts.
 */
export async function learnClusters(
  data: VectorsData,
  given: ClustersOptions = {},
  context: CorpusContext = {},
): Promise<{ readonly clusters: readonly WordClass[]; readonly report: ClustersReport }> {
  const { method, options } = checkMethodOptions("learnClusters", CLUSTERS_METHODS, given);
  return await withRanked(data, options as unknown as Sizes, context, async (text, reading) => {
    const clock = new StageClock(context);
    const { classes } = options as unknown as Sizes;
    const paths =
      method === "brown"
        ? await brownPaths(text, classes, context, clock)
        : await ccaPaths(
            { options: reading, rank: async () => text },
            options as unknown as CcaOptions,
            context,
            clock,
          );
    const clusters = text.words.map((word, rank) => ({ path: paths[rank]!, word, count: text.counts[rank]! }));
    clusters.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : b.count - a.count));
    const report = {
      sources: text.sources,
      tokens: text.tokens,
      words: clusters.length,
      classes: new Set(paths).size,
      times: clock.times,
      warnings: text.warnings,
    };
    return { clusters: Object.freeze(clusters), report };
  });
}

/** The tables that a method counts of a text with this many words. */
export function clusterLayouts(
  method: keyof typeof CLUSTERS_METHODS,
  { dim, window }: { readonly dim?: number; readonly window?: number },
  words: number,
): PairLayout[] {
  if (method === "brown") return [bigramLayout(words)];
  const { options } = checkMethodOptions("learnClusters", VECTORS_METHODS, { method: "oscca", dim, window });
  return layoutsOf({ method: "oscca", ...options } as unknown as DecomposeOptions, words);
}

const pauseOf =
  (meter: Meter, { signal }: CorpusContext) =>
  async () => {
    meter.advance();
    await breathe(signal);
  };

async function brownPaths(
  text: RankedText,
  classes: number,
  context: CorpusContext,
  clock: StageClock,
): Promise<readonly string[]> {
  const bigrams = await clock.run("counting bigrams", "tokens", text.view?.length, (meter) =>
    countBigrams(text, context, meter),
  );
  const merges = text.words.length + Math.min(classes, text.words.length) - 1;
  const { paths } = await clock.run("clustering", "words", merges, (meter) =>
    brownClusters(bigrams, classes, pauseOf(meter, context)),
  );
  return paths;
}

type CcaOptions = Sizes & { readonly dim: number; readonly window: number };

async function ccaPaths(
  text: CountedText,
  { classes, ...options }: CcaOptions,
  context: CorpusContext,
  clock: StageClock,
): Promise<readonly string[]> {
  const { model, report } = await learnVectors(text, { method: "oscca", ...options, noise: false }, context);
  clock.times.push(...report.times);
  return await clock.run("clustering", "steps", undefined, (meter) =>
    agglomerate(new ModelVectors(model), model.counts, classes, pauseOf(meter, context)),
  );
}
