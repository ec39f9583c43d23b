/** `eigentree experiment induction TREES…`. */
import { flag, text, whole } from "../../base/index.ts";
import { INDUCTION_OPTIONS, type InductionTables, inductionExperiment, type Variation } from "../../models/induction/index.ts";
import type { WordVectors } from "../../models/vectors/index.ts";
import type { TaggedSentence, Tree } from "../../trees/index.ts";
import { defineCommand } from "../command.ts";
import { openText } from "../data.ts";
import { UsageError } from "../failures.ts";
import { file, shared } from "../flags.ts";
import { readWordVectors, taggedIn } from "../kinds/induction/data.ts";
import { SCORE_HEADER, scoreCells } from "../kinds/induction/scores.ts";
import { treesOf } from "../trees.ts";

function limitsOf(list: string): number[] {
  const limits = list.split(",").map(Number);
  if (limits.every((limit) => Number.isInteger(limit) && limit > 1)) return limits.sort((a, b) => a - b);
  throw new UsageError(`--limits must be whole numbers above 1 with commas between them; got "${list}".`);
}

/** Mean, standard deviation and range. */
function spreadText(restarts: readonly number[], limit: number): string {
  const mean = restarts.reduce((sum, value) => sum + value, 0) / restarts.length;
  const deviation = Math.sqrt(restarts.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, restarts.length - 1));
  const [least, most] = [Math.min(...restarts), Math.max(...restarts)].map((value) => value.toFixed(1));
  return (
    `CCM from ${restarts.length} random starts, up to ${limit} words: F1 ${mean.toFixed(1)} on average, ` +
    `standard deviation ${deviation.toFixed(1)}, from ${least} to ${most}`
  );
}

const f1s = (scores: Variation["alone"]) => scores.map(({ withWhole }) => withWhole.micro.f1.toFixed(1)).join(" / ");

function tablesText({ rows, restarts, variation, warnings }: InductionTables, limits: readonly number[]): string {
  const tables = limits.map((limit, i) =>
    markdownTable([[`up to ${limit} words`, ...SCORE_HEADER], ...rows.map(({ method, scores }) => [method, ...scoreCells(scores[i]!)])]),
  );
  if (restarts.length > 0) tables.push(spreadText(restarts, limits[0]!));
  if (variation.length > 0) {
    const header = ["vectors", "γ", "m", `metric alone, F1 up to ${limits.join(" / ")}`, "with all"];
    const cells = variation.map(({ vectors, bandwidth, states, alone, whole: all }) => [
      vectors,
      String(bandwidth),
      String(states),
      f1s(alone),
      f1s(all),
    ]);
    tables.push(markdownTable([header, ...cells]));
  }
  return [...tables, ...warnings.map((warning) => `warning: ${warning}`)].join("\n\n");
}

/** Rows of cells, the first of them the header. */
function markdownTable([header, ...rows]: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.trim()).join(" | ")} |`;
  return [line(header!), line(header!.map((_, i) => (i === 0 ? "---" : "---:"))), ...rows.map(line)].join("\n");
}

export const induction = defineCommand({
  description:
    "Learns metrics from the tags of TREES, and again with the tagged text of --more, brackets the same sentences and compares with their trees: the metric alone as " +
    "published, with punctuation, and with the learnt spans, each with the gold top bracket too; CCM, branching, chance, and the best that binary " +
    "trees can do. Tables are Markdown.",
  arguments: ["TREES…"],
  options: {
    vectors: file("word vectors: a model of vectors, or word2vec's format"),
    clusters: file("classes of words: lines of bit path, tab, word"),
    more: file("more tagged text for the covariances, with tags of the same set"),
    limits: text("longest sentences to score, with commas between them", { default: "10,20,40" }),
    restarts: whole("random starts of CCM", { default: 0, min: 0, max: 1000 }),
    vary: flag("learn again for several m and γ, from the trees' own text", { default: false }),
    ...INDUCTION_OPTIONS,
    ...shared("json", "quiet"),
  },
  examples: [
    ["eigentree experiment induction wsj.mrg --vectors english.model --more captions.tagged --restarts 100", "all tables for English"],
    ["eigentree experiment induction german.xml --clusters german.paths --limits 10", "German with Brown clusters"],
  ],
  async run(context, paths, { vectors, clusters, more, limits: list, restarts, vary, json: _, quiet: __, ...options }) {
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
    const result = await inductionExperiment({ trees, vectors: tables, more: extra, limits, restarts, vary, options }, progress);
    await context.report(result, () => tablesText(result, limits));
  },
});
