/** `eigentree experiment induction TREES…`. */
import { text, whole } from "../../base/index.ts";
import { INDUCTION_OPTIONS, type InductionTables, inductionExperiment } from "../../models/induction/index.ts";
import type { WordVectors } from "../../models/vectors/index.ts";
import type { TaggedSentence, Tree } from "../../trees/index.ts";
import { defineCommand } from "../command.ts";
import { openText } from "../data.ts";
import { UsageError } from "../failures.ts";
import { file, shared } from "../flags.ts";
import { readWordVectors, taggedIn } from "../kinds/induction/data.ts";
import { SCORE_HEADER, scoreCells } from "../kinds/induction/scores.ts";
import { formatTable } from "../numbers.ts";
import { treesOf } from "../trees.ts";

function limitsOf(list: string): number[] {
  const limits = list.split(",").map(Number);
  if (limits.every((limit) => Number.isInteger(limit) && limit > 1)) return limits.sort((a, b) => a - b);
  throw new UsageError(`--limits must be whole numbers above 1 with commas between them; got "${list}".`);
}

function tablesText({ rows, restarts, warnings }: InductionTables, limits: readonly number[]): string {
  const tables = limits.map((limit, i) =>
    formatTable([[`up to ${limit} words`, ...SCORE_HEADER], ...rows.map(({ method, scores }) => [method, ...scoreCells(scores[i]!)])]),
  );
  const spread = [...restarts].sort((a, b) => a - b);
  if (spread.length > 0) {
    const [least, middle, most] = [spread[0]!, spread[spread.length >> 1]!, spread.at(-1)!].map((value) => value.toFixed(1));
    tables.push(`CCM from ${spread.length} random starts, up to ${limits[0]} words: F1 from ${least} to ${most}, median ${middle}`);
  }
  return [...tables, ...warnings.map((warning) => `warning: ${warning}`)].join("\n\n");
}

export const induction = defineCommand({
  description:
    "Learns metrics from the tags of TREES, and again with the tagged text of --more, brackets the same sentences and compares with their trees: the metric alone as " +
    "published, with the preference for endings, with the gold top bracket; CCM, branching, chance, and the best that binary trees can do.",
  arguments: ["TREES…"],
  options: {
    vectors: file("word vectors: a model of vectors, or word2vec's format"),
    clusters: file("classes of words: lines of bit path, tab, word"),
    more: file("more tagged text for the covariances, with tags of the same set"),
    limits: text("longest sentences to score, with commas between them", { default: "10,20,40" }),
    restarts: whole("random starts of CCM", { default: 0, min: 0, max: 1000 }),
    states: INDUCTION_OPTIONS.states,
    bandwidth: INDUCTION_OPTIONS.bandwidth,
    tags: INDUCTION_OPTIONS.tags,
    ...shared("json", "quiet"),
  },
  examples: [
    ["eigentree experiment induction wsj.mrg --vectors english.model --more captions.tagged --restarts 100", "all tables for English"],
    ["eigentree experiment induction german.xml --clusters german.paths --limits 10", "German with Brown clusters"],
  ],
  async run(context, paths, { vectors, clusters, more, limits: list, restarts, states, bandwidth, tags }) {
    const limits = limitsOf(list);
    const { progress } = context;
    const tables: Record<string, WordVectors> = {};
    if (vectors !== undefined) tables.vectors = await readWordVectors(vectors, undefined, progress);
    if (clusters !== undefined) tables.clusters = await readWordVectors(undefined, clusters, progress);
    if (Object.keys(tables).length === 0) throw new UsageError("give --vectors FILE, --clusters FILE, or both.");
    const trees: Tree[] = [];
    for (const path of paths) for await (const { record } of treesOf(await openText(path, progress))) trees.push(record);
    const extra: TaggedSentence[] = [];
    if (more !== undefined) for await (const sentence of taggedIn([more], progress, "")) extra.push(sentence);
    const result = await inductionExperiment(
      { trees, vectors: tables, more: extra, limits, restarts, options: { states, bandwidth, tags } },
      progress,
    );
    await context.report(result, () => tablesText(result, limits));
  },
});
