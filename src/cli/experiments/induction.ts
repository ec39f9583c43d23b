/** `eigentree experiment induction TREES…`. */
import { flag, whole, wholes } from "../../base/index.ts";
import { collectSequences, collectTreebank, type WordVectors } from "../../data/index.ts";
import { ENCODING_OPTION, textSources } from "../../files/index.ts";
import {
  type HeldOutRow,
  INDUCTION_OPTIONS,
  type InductionTables,
  inductionExperiment,
  type Variation,
} from "../../models/induction/index.ts";
import { readClusterFile, readWordVectors } from "../data/vector-files.ts";
import { defineCommand } from "../frame/command.ts";
import { UsageError } from "../frame/failures.ts";
import { file, shared } from "../frame/flags.ts";
import { requireTags } from "../kinds/induction/data.ts";
import { SCORE_HEADER, scoreCells } from "../kinds/induction/scores.ts";

/** Mean, standard deviation and range. */
function spreadText(restarts: readonly number[], limit: number): string {
  const mean = restarts.reduce((sum, value) => sum + value, 0) / restarts.length;
  const deviation = Math.sqrt(
    restarts.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, restarts.length - 1),
  );
  const [least, most] = [Math.min(...restarts), Math.max(...restarts)].map((value) => value.toFixed(1));
  return (
    `CCM from ${restarts.length} random starts, up to ${limit} words: F1 ${mean.toFixed(1)} on average, ` +
    `standard deviation ${deviation.toFixed(1)}, from ${least} to ${most}`
  );
}

const f1s = (scores: Variation["alone"]) => scores.map(({ withWhole }) => withWhole.micro.f1.toFixed(1)).join(" / ");

/** Methods on sentences that they were not learnt from. */
function heldOutText(title: string, rows: readonly HeldOutRow[], limits: readonly number[]): string[] {
  if (rows.length === 0) return [];
  const header = [title, ...limits.map((limit) => `F1 up to ${limit}`), "95 %", "less the first", "p"];
  const cells = rows.map(({ method, scores, interval, comparison }) => [
    method,
    ...scores.map(({ withWhole }) => withWhole.micro.f1.toFixed(1)),
    `${interval.low.toFixed(1)}–${interval.high.toFixed(1)}`,
    comparison?.difference.toFixed(1) ?? "",
    comparison?.p.toFixed(4) ?? "",
  ]);
  return [markdownTable([header, ...cells])];
}

function tablesText(
  { rows, restarts, variation, heldOut, test, warnings }: InductionTables,
  limits: readonly number[],
): string {
  const tables = limits.map((limit, i) =>
    markdownTable([
      [`up to ${limit} words`, ...SCORE_HEADER],
      ...rows.map(({ method, scores }) => [method, ...scoreCells(scores[i]!)]),
    ]),
  );
  tables.push(...heldOutText("every fifth sentence, learnt from the others", heldOut, limits));
  tables.push(...heldOutText("test trees", test, limits));
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
    "Learns metrics from the tags of TREES, and again with the tagged text of --more, brackets the same sentences and " +
    "compares with their trees: the metric alone as published, with punctuation, and with the learnt spans, each with " +
    "the gold top bracket too; CCM over tags, universal tags and classes, branching, chance, and the best that binary " +
    "trees can do. With --held-out and --test also on sentences that nothing was learnt from. Tables are Markdown.",
  arguments: ["TREES…"],
  options: {
    vectors: file("word vectors: a model of vectors, or word2vec's format"),
    clusters: file("classes of words: lines of bit path, tab, word; CCM sees them in place of tags, too"),
    neural: file("word vectors of a neural model, in word2vec's format, for the same table"),
    test: file("trees to measure on once, with what was best on TREES"),
    heldOut: flag("learn from four fifths of TREES, too, and measure on the others", { default: false }),
    more: file("more tagged text for the covariances, with tags of the same set"),
    limits: wholes("longest sentences to score", { default: [10, 20, 40], min: 2 }),
    restarts: whole("random starts of CCM", { default: 0, min: 0, max: 1000 }),
    vary: flag("learn again for several m and γ, from the trees' own text", { default: false }),
    ...INDUCTION_OPTIONS,
    encoding: ENCODING_OPTION,
    ...shared("json", "quiet"),
  },
  examples: [
    [
      "eigentree experiment induction wsj.mrg --vectors english.model --more captions.tagged --restarts 100",
      "all tables for English",
    ],
    ["eigentree experiment induction german.xml --clusters german.paths --limits 10", "German with Brown clusters"],
  ],
  async run(context, paths, { vectors, clusters, neural, test, heldOut, more, restarts, vary, encoding, ...given }) {
    const limits = [...given.limits].sort((a, b) => a - b);
    if (limits.length === 0) throw new UsageError("--limits must name at least one length.");
    const { progress, learning } = context;
    const tables: Record<string, WordVectors> = {};
    if (vectors !== undefined) tables.vectors = await readWordVectors(vectors, undefined, progress);
    if (clusters !== undefined) tables.clusters = await readWordVectors(undefined, clusters, progress);
    if (neural !== undefined) tables.neural = await readWordVectors(neural, undefined, progress);
    const classes = clusters === undefined ? undefined : await readClusterFile(clusters);
    if (Object.keys(tables).length === 0)
      throw new UsageError("give --vectors FILE, --clusters FILE, --neural FILE, or several.");
    const sources = (names: readonly string[]) => textSources(names, { progress, encoding });
    const { trees } = await collectTreebank(sources(paths), {}, learning);
    const { sequences } = await collectSequences(requireTags(sources(more === undefined ? [] : [more])), {}, learning);
    const options = context.givenOf(INDUCTION_OPTIONS, given);
    const testing = test === undefined ? undefined : (await collectTreebank(sources([test]), {}, learning)).trees;
    const setup = {
      trees,
      vectors: tables,
      more: sequences,
      limits,
      restarts,
      vary,
      options,
      classes,
      heldOut,
      test: testing,
    };
    const result = await inductionExperiment(setup, learning);
    await context.report(result, () => tablesText(result, limits));
  },
});
