/**
 * A treebank of several files: each in turn is measured by a parser of the others. The mean F1, and whether every
 * sentence got a tree.
 *
 *   npx tsx bench/parser-files.ts FILE FILE… [--states 32] [--members 1,3] [--name german]
 */
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { readTreebank, type Treebank } from "../src/data/index.ts";
import { allowRelaxedSimd } from "../src/files/index.ts";
import { evaluateParser, learnParser, Parser } from "../src/models/parser/index.ts";
import { processorSeconds, record, shortPath } from "./result.ts";

allowRelaxedSimd();
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    states: { type: "string", default: "32" },
    members: { type: "string", default: "1,3" },
    name: { type: "string", default: "german" },
  },
});
if (positionals.length < 2) {
  console.error("usage: npx tsx bench/parser-files.ts FILE FILE… [--states 32] [--members 1,3] [--name german]");
  process.exit(2);
}
const parts = positionals.map((path) => readTreebank(readFileSync(path, "utf8"), { file: shortPath(path) }));
const sizes = values.members.split(",").map(Number);

const rows: (string | number)[][] = [];
const scores = sizes.map((): number[] => []);
for (const [held, path] of positionals.entries()) {
  const gold = parts[held]!;
  const others = parts.filter((_, at) => at !== held);
  const train: Treebank = { ...others[0]!, trees: others.flatMap(({ trees }) => trees) };
  const cells: (string | number)[] = [];
  for (const [at, members] of sizes.entries()) {
    const { model } = await learnParser(train, { states: Number(values.states), members });
    const began = processorSeconds();
    const { all, interval, fallbacks } = await evaluateParser(new Parser(model), gold, { copyTags: true });
    const rate = all.sentences / (processorSeconds() - began);
    scores[at]!.push(all.f1);
    const fallen = Object.values(fallbacks).reduce((sum, count) => sum + count, 0);
    cells.push(all.f1.toFixed(2), `${interval.low.toFixed(2)}–${interval.high.toFixed(2)}`, rate.toFixed(1), fallen);
  }
  rows.push([basename(path), gold.trees.length, ...cells]);
  console.log(rows.at(-1)!.join("  "));
}
const mean = (list: readonly number[]) => list.reduce((sum, value) => sum + value, 0) / list.length;
const trees = parts.reduce((sum, part) => sum + part.trees.length, 0);
rows.push(["mean", trees, ...scores.flatMap((list) => [mean(list).toFixed(2), "", "", ""])]);

record(`parser-${values.name}`, {
  section: "Parser",
  title: `${values.name}, ${positionals.length} files, each measured by a parser of the others, m = ${values.states}, words given`,
  command: `npx tsx bench/parser-files.ts ${values.name}/* --states ${values.states} --members ${values.members} --name ${values.name}`,
  columns: [
    ...["file", "trees"],
    ...sizes.flatMap((members) => [
      `F1, ${members} member${members === 1 ? "" : "s"}`,
      "95 %",
      "per CPU s",
      "fallbacks",
    ]),
  ],
  rows,
  notes: ["Brackets under the gold tags, so that every sentence counts; every sentence got a tree."],
});
