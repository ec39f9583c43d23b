/**
 * Hierarchical word classes: Brown's, or CCA vectors joined by their distances. Both come as bit paths, a word's class being the whole path and its
 * ancestors the beginnings of it.
 */
import { checkOptions, choice, InputError, type OptionsOf, Stage, whole } from "../../base/index.ts";
import { agglomerate } from "./agglomerate.ts";
import { countBigrams } from "./bigrams.ts";
import { brownClusters } from "./brown.ts";
import type { Corpus, Running } from "./corpus.ts";
import { learnVectors } from "./learn-spectral.ts";

export const CLUSTER_OPTIONS = {
  method: choice("Brown's classes by mutual information, or CCA vectors and agglomeration", ["brown", "cca"], { default: "brown" }),
  classes: whole("classes", { default: 100, min: 1, max: 10_000 }),
  dim: whole("dimensions of the vectors (cca)", { default: 50, min: 1, max: 4096 }),
  window: whole("words on either side that are context (cca)", { default: 2, min: 1, max: 50 }),
};

export type ClusterOptions = OptionsOf<typeof CLUSTER_OPTIONS>;

export interface WordClass {
  readonly path: string;
  readonly word: string;
  readonly count: number;
}

export interface ClusterReport {
  readonly tokens: number;
  readonly words: number;
  readonly classes: number;
  readonly warnings: readonly string[];
}

/** Words with their paths, by path and then by falling frequency. */
export async function learnClusters(
  corpus: Corpus,
  given: Partial<ClusterOptions> = {},
  running: Running = {},
): Promise<{ classes: WordClass[]; report: ClusterReport }> {
  const options = checkOptions("learnClusters", CLUSTER_OPTIONS, given);
  const paths = options.method === "brown" ? await brownPaths(corpus, options, running) : await ccaPaths(corpus, options, running);
  const classes = corpus.words.map((word, rank) => ({ path: paths[rank]!, word, count: corpus.counts[rank]! }));
  classes.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : b.count - a.count));
  const report = { tokens: corpus.tokens, words: classes.length, classes: new Set(paths).size, warnings: corpus.warnings };
  return { classes, report };
}

async function brownPaths(corpus: Corpus, { classes }: ClusterOptions, running: Running): Promise<readonly string[]> {
  const bigrams = await countBigrams(corpus, running);
  const stage = new Stage("clustering", "words", corpus.words.length, running.progress);
  const { paths } = brownClusters(bigrams, classes, () => stage.advance());
  stage.finish();
  return paths;
}

async function ccaPaths(corpus: Corpus, { classes, dim, window }: ClusterOptions, running: Running): Promise<readonly string[]> {
  const { model } = await learnVectors(corpus, { method: "oscca", dim, window, noise: false }, running);
  return agglomerate(model.vectors, model.counts, classes);
}

/** `path TAB word TAB count`, a word a line: the form that Brown clusters usually come in. */
export const writeClusters = (classes: Iterable<WordClass>): string =>
  Array.from(classes, ({ path, word, count }) => `${path}\t${word}\t${count}\n`).join("");

export function readClusters(text: string, file?: string): WordClass[] {
  const classes: WordClass[] = [];
  for (const [i, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const [path = "", word = "", count, ...more] = line.replace(/\r$/, "").split("\t");
    const sound = /^[01]*$/.test(path) && word !== "" && /^\d+$/.test(count ?? "") && more.length === 0;
    if (!sound)
      throw new InputError(`"${line.slice(0, 40)}" is no class; expected a path of 0 and 1, a word and its count, parted by tabs.`, {
        file,
        line: i + 1,
      });
    classes.push({ path, word, count: Number(count) });
  }
  if (classes.length === 0) throw new InputError("there are no classes; expected lines of path, word and count.", { file });
  return classes;
}
