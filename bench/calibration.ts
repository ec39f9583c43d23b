/**
 * How far the probabilities of labelled spans can be taken at their word: reliability diagram and expected calibration
 * error, in all, by label and by length; of one model and of three structures. The picture goes to docs/images.
 *
 *   npx tsx bench/calibration.ts TRAIN.mrg DEV.mrg [--states 32] [--name wsj]
 */
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { readTreebank } from "../src/data/index.ts";
import { Calibration, chartSvg } from "../src/evaluation/index.ts";
import { allowRelaxedSimd } from "../src/files/index.ts";
import { learnParser, Parser } from "../src/models/parser/index.ts";
import { isLeaf, type Tree, words } from "../src/trees/index.ts";
import { record, shortPath } from "./result.ts";

allowRelaxedSimd();
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { states: { type: "string", default: "32" }, name: { type: "string", default: "wsj" } },
});
const [trainPath, devPath] = positionals;
if (trainPath === undefined || devPath === undefined) {
  console.error("usage: npx tsx bench/calibration.ts TRAIN.mrg DEV.mrg [--states 32] [--name wsj]");
  process.exit(2);
}
const train = readTreebank(readFileSync(trainPath, "utf8"), { file: shortPath(trainPath) });
const { preparation } = train;
const dev = readTreebank(readFileSync(devPath, "utf8"), { file: shortPath(devPath), preparation });

/** Spans below this are not listed to users. */
const LEAST = 0.01;
const LABELS = ["NP", "VP", "PP", "S", "SBAR", "ADJP", "ADVP", "QP"];
const LENGTHS = [2, 5, 10, 20, Number.POSITIVE_INFINITY];

function goldSpans(tree: Tree): Set<string> {
  const found = new Set<string>();
  const visit = (node: Tree, start: number): number => {
    if (isLeaf(node)) return start + 1;
    const end = node.children.reduce((at, child) => visit(child, at), start);
    found.add(`${node.label} ${start} ${end}`);
    return end;
  };
  visit(tree, 0);
  return found;
}

class Groups {
  readonly all = new Calibration();
  readonly byLabel = new Map(LABELS.map((label) => [label, new Calibration()]));
  readonly byLength = LENGTHS.map(() => new Calibration());

  add(label: string, length: number, probability: number, isTrue: boolean): void {
    const ofLength = this.byLength[LENGTHS.findIndex((most) => length <= most)]!;
    for (const group of [this.all, this.byLabel.get(label), ofLength]) group?.add(probability, isTrue);
  }
}

const MODELS = [
  ["one model", 1],
  ["three structures", 3],
] as const;
const measured = new Map<string, Groups>();
for (const [name, members] of MODELS) {
  const { model } = await learnParser(train, { states: Number(values.states), members });
  // The whole chart, as `--marginals` shows it.
  const parser = new Parser(model, { kBest: 2 });
  const groups = new Groups();
  for (const tree of dev.trees) {
    const gold = goldSpans(tree);
    for (const { label, start, end, tag, probability } of parser.marginals(words(tree), LEAST))
      if (!tag) groups.add(label, end - start, probability, gold.has(`${label} ${start} ${end}`));
  }
  measured.set(name, groups);
}

const lines = MODELS.map(([name]) => ({
  name,
  points: measured
    .get(name)!
    .all.bins()
    .map(({ from, to, frequency }) => [Number(((from + to) / 2).toFixed(2)), frequency] as const),
}));
const honest = { name: "as said", points: [0, 1].map((p) => [p, p] as const) };
const title = `Share of spans that are right, by the probability they are given (${shortPath(devPath)})`;
const picture = chartSvg({ title, xTitle: "probability", yTitle: "share that is right", lines: [...lines, honest] });
writeFileSync(resolve(import.meta.dirname, `../docs/images/calibration-${values.name}.svg`), picture);

const groupsOf = ({ all, byLabel, byLength }: Groups): (readonly [string, Calibration])[] => [
  ["all", all],
  ...byLabel,
  ...byLength.map((group, at) => {
    const from = at === 0 ? 1 : LENGTHS[at - 1]! + 1;
    return [`${from}–${Number.isFinite(LENGTHS[at]) ? LENGTHS[at] : ""} words`, group] as const;
  }),
];
const columns = MODELS.map(([name]) => groupsOf(measured.get(name)!));
const percent = (share: number) => (100 * share).toFixed(1);
record(`parser-calibration-${values.name}`, {
  section: "Parser",
  title: `Calibration of span probabilities: ${shortPath(trainPath)}, measured on ${shortPath(devPath)}, m = ${values.states}`,
  command: `npx tsx bench/calibration.ts ${shortPath(trainPath)} ${shortPath(devPath)} --states ${values.states} --name ${values.name}`,
  columns: ["spans", ...MODELS.flatMap(([name]) => [`${name}: spans`, "expected calibration error, %"])],
  rows: columns[0]!.map(([name], row) => [
    name,
    ...columns.flatMap((column) => [column[row]![1].count, percent(column[row]![1].error())]),
  ]),
  notes: [`Constituents of the chart with a probability of ${LEAST} or more, in ten bins; words given.`],
  details: Object.fromEntries(MODELS.map(([name]) => [name, measured.get(name)!.all.bins()])),
});
