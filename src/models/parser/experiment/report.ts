/** The result of `experimentLpcfg` as Markdown: what was measured on what, then one table per question. */
import type { LpcfgExperiment } from "./experiment.ts";
import type { LpcfgRow, WallAndCpu } from "./trials.ts";

const count = (value: number): string => String(value).replace(/\B(?=(\d{3})+(?!\d))/g, ",");
const percent = (value: number): string => value.toFixed(2);
const short = (value: number): string => (value < 10 ? value.toFixed(1) : value.toFixed(0));
/** Wall time, and CPU time in brackets. */
const time = ({ seconds, cpuSeconds }: WallAndCpu, write = short): string =>
  cpuSeconds === undefined ? write(seconds) : `${write(seconds)} (${write(cpuSeconds)})`;

type Cells = readonly string[];

function table(head: Cells, rows: readonly Cells[], left: number): string {
  const line = (cells: Cells) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map((_, column) => (column < left ? "---" : "---:"))), ...rows.map(line)].join("\n");
}

const SCORES = [
  "F1",
  "95 %",
  "recall",
  "precision",
  "exact",
  "tags",
  "training s",
  "parsing s",
  "sentences/s",
  "fallbacks",
  "left out",
];

const range = ({ low, high }: LpcfgRow["interval"]): string => `${low.toFixed(1)}–${high.toFixed(1)}`;

const scoreCells = (row: LpcfgRow): Cells => [
  percent(row.f1),
  range(row.interval),
  ...[row.recall, row.precision, row.exactMatch, row.tagAccuracy].map(percent),
  time(row.training),
  time(row.parsing),
  row.sentencesPerSecond.toFixed(1),
  count(row.fallbacks),
  count(row.leftOut),
];

interface Section {
  readonly title: string;
  readonly remark: string;
  readonly table: string;
}

/** The tables of an experiment as Markdown. */
export function lpcfgMarkdown(result: LpcfgExperiment): string {
  const sections = [
    ...[comparison(result), testing(result), agreement(result), iterations(result), stages(result), ratios(result)],
    ...ablations(result),
  ];
  return `${[
    "# Latent-variable PCFGs: EM and spectral learning",
    setting(result),
    ...sections
      .filter((section) => section !== undefined)
      .map(({ title, remark, table }) => `## ${title}\n\n${remark}\n\n${table}`),
  ].join("\n\n")}\n`;
}

function setting({ train, dev, options, tagged, threads, heads, spectral, ablations }: LpcfgExperiment): string {
  const given = options.goldTags
    ? "given their words and gold tags"
    : tagged
      ? "given tags by a tagger"
      : "given their words";
  const timed = [...spectral, ...ablations].some(({ training }) => training.cpuSeconds !== undefined);
  return [
    `Learnt from ${count(train.trees)} trees (${count(train.words)} words), head rules: ${heads}; measured on ${count(dev.trees)} others (${count(dev.words)} words), ${given}.`,
    `Brackets as EVALB with COLLINS.prm counts them, which leaves out a sentence when a word was taken for punctuation or the reverse. Parsing with ${threads === 1 ? "1 thread" : `${threads} threads`}, without loading the model. Seed ${options.seed}.`,
    `Times are wall seconds${timed ? ", in brackets CPU seconds of all threads" : ""}: those of one machine on one day. Their ratios travel better.`,
  ].join("\n");
}

function comparison({ spectral, em, baselines }: LpcfgExperiment): Section | undefined {
  const rows = [...baselines, ...[...spectral, ...em].sort((a, b) => a.states - b.states)];
  if (rows.length === 0) return undefined;
  return {
    title: "Accuracy by number of hidden states",
    remark:
      em.length === 0
        ? "All on the same trees with the same decoder."
        : "EM at its best iteration on the development trees: an advantage that the spectral rows, which take no choice from them, do not have.",
    table: table(
      ["method", "m", ...SCORES],
      rows.map((row) => [nameOf(row), String(row.states), ...scoreCells(row)]),
      1,
    ),
  };
}

function iterations({ emCurves }: LpcfgExperiment): Section | undefined {
  const followed = emCurves.filter(({ points }) => points.length > 0);
  if (followed.length === 0) return undefined;
  const at = [...new Set(followed.flatMap(({ points }) => points.map(({ iteration }) => iteration)))].sort(
    (a, b) => a - b,
  );
  return {
    title: "EM by iteration",
    remark: "F1 on the development trees; the best of each row in bold.",
    table: table(
      ["m", ...at.map(String)],
      followed.map(({ states, points, bestIteration }) => [
        String(states),
        ...at.map((iteration) => {
          const point = points.find((each) => each.iteration === iteration);
          if (point === undefined) return "";
          return iteration === bestIteration ? `**${percent(point.f1)}**` : percent(point.f1);
        }),
      ]),
      0,
    ),
  };
}

function stages({ stages: all }: LpcfgExperiment): Section | undefined {
  if (all.length === 0) return undefined;
  const names = all[0]!.stages.map(({ stage }) => stage);
  return {
    title: "Spectral learning by stage",
    remark: "Wall seconds.",
    table: table(
      ["m", "in all", ...names],
      all.map(({ states, total, stages }) => [
        String(states),
        time(total),
        ...names.map((name) => short(stages.find(({ stage }) => stage === name)?.seconds ?? 0)),
      ]),
      0,
    ),
  };
}

function ratios({ ratios: all, emCurves }: LpcfgExperiment): Section | undefined {
  if (all.length === 0) return undefined;
  const inferred = all.filter(({ inferredFrom }) => inferredFrom !== undefined);
  const timed = inferred.map(({ states, inferredFrom }) => {
    const { iterations } = emCurves.find((curve) => curve.states === states)!;
    return `m = ${states}: ${iterations} steps were timed, and the best iteration is that of m = ${inferredFrom}.`;
  });
  return {
    title: "Training time: EM to its best iteration against the spectral method",
    remark: ["EM: start, the mean step times the iterations, and the making of the model.", ...timed].join(" "),
    table: table(
      ["m", "best iteration", "one EM step s", "EM s", "spectral s", "ratio"],
      all.map(({ states, iterations, inferredFrom, em, spectral, ratio }) => [
        String(states),
        inferredFrom === undefined ? String(iterations) : `${iterations} (of m = ${inferredFrom})`,
        time(emCurves.find((curve) => curve.states === states)!.step, (value) => value.toFixed(2)),
        time(em),
        time(spectral),
        time(ratio, (value) => `${value.toFixed(1)}×`),
      ]),
      0,
    ),
  };
}

/** What was measured once, on other trees. */
function testing({ test }: LpcfgExperiment): Section | undefined {
  if (test === undefined) return undefined;
  const { rows, comparisons, trees, words } = test;
  const told = comparisons.map(
    ({ first, second, difference, p }) =>
      `${first} less ${second}: ${signed(difference)} (p = ${p.toFixed(4)}, approximate randomization).`,
  );
  return {
    title: "On test trees",
    remark: [
      `Measured once on ${count(trees)} test trees (${count(words)} words), each method with the m and the iteration that were best on the development trees.`,
      ...told,
    ].join("\n"),
    table: table(
      ["method", "m", ...SCORES],
      rows.map((row) => [nameOf(row), String(row.states), ...scoreCells(row)]),
      1,
    ),
  };
}

function agreement({ agreement: all }: LpcfgExperiment): Section | undefined {
  if (all.length === 0) return undefined;
  return {
    title: "How alike the trees are",
    remark:
      "Brackets of the first against those of the second on the development trees, and sentences where all agree.",
    table: table(
      ["first", "second", "F1", "same, %"],
      all.map(({ first, second, f1, same }) => [first, second, percent(f1), percent(same)]),
      2,
    ),
  };
}

const nameOf = ({ name, iterations: steps }: LpcfgRow): string =>
  steps === undefined ? name : `${name}, ${steps} iterations`;
const signed = (value: number): string => (value >= 0 ? "+" : "−") + percent(Math.abs(value));

/** One section for each m. */
function ablations({ ablations: rows, dev }: LpcfgExperiment): Section[] {
  return [...new Set(rows.map(({ states }) => states))].map((m) => {
    const own = rows.filter(({ states }) => states === m);
    const whole = own[0]!;
    const changed = own.flatMap(({ name, changed: trees }) =>
      trees === undefined ? [] : [`${name}: ${count(trees)} of ${count(dev.trees)} trees are others.`],
    );
    return {
      title: `What each part brings, m = ${m}`,
      remark: ["The spectral model, then the same without one of its parts.", ...changed].join(" "),
      table: table(
        ["", "change of F1", ...SCORES],
        own.map((row) => [row.name, row === whole ? "" : signed(row.f1 - whole.f1), ...scoreCells(row)]),
        1,
      ),
    };
  });
}
