/** `eigentree experiment lpcfg` and `train parser --tune`: what they write, and their answers to bad input. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { EIGENTREE } from "../../../src/cli/commands.ts";
import { Context } from "../../../src/cli/frame/context.ts";
import { tune } from "../../../src/cli/kinds/parser/tune.ts";
import { treebankOf } from "../../../src/data/index.ts";
import { writePenn } from "../../../src/formats/index.ts";
import { generateTreebank } from "../../../src/samples/index.ts";
import { runIn } from "../terminal.ts";

const folder = mkdtempSync(join(tmpdir(), "eigentree-experiment-"));
afterAll(() => rmSync(folder, { recursive: true }));

const at = (name: string) => join(folder, name);
const { trees } = generateTreebank({ trees: 50 });
writeFileSync(at("train.mrg"), writePenn(trees.slice(0, 44)));
writeFileSync(at("dev.mrg"), writePenn(trees.slice(44)));
writeFileSync(at("few.mrg"), writePenn(trees.slice(0, 8)));
writeFileSync(at("two.mrg"), writePenn(trees.slice(44, 46)));
writeFileSync(at("bad.mrg"), "(S (NP (NN dog))\n");

async function run(command: string) {
  const words = command
    .split(" ")
    .map((word) => (/\.(mrg|model)$|^FOLDER/.test(word) ? at(word.replace(/^FOLDER\/?/, "")) : word));
  const { code, out, err } = await runIn(EIGENTREE, words);
  return { code, out, err: err.replaceAll(`${folder}/`, "").replaceAll(folder, "FOLDER") };
}

test("the experiment prints its tables and writes them as Markdown and JSON", async () => {
  const { code, out, err } = await run(
    "experiment lpcfg train.mrg dev.mrg --states 2 --skip em,ablations,markov --threads 1 -o FOLDER",
  );
  expect(err).toMatch(
    /^PCFG, m = 1: F1 .*\nspectral, m = 2: F1 [\d.]+, learnt in .*\nwrote lpcfg\.md and lpcfg\.json\n$/,
  );
  expect(code).toBe(0);
  expect(out).toBe(readFileSync(at("lpcfg.md"), "utf8"));
  expect(out).toContain("Learnt from 44 trees");
  const { spectral, threads, dev } = JSON.parse(readFileSync(at("lpcfg.json"), "utf8"));
  expect([threads, dev.trees, spectral.length]).toEqual([1, 6, 1]);
  expect(spectral[0].training.cpuSeconds).toBeGreaterThan(0);
});

test("tuning tells its path", async () => {
  let told = "";
  const stream = { write: (text: string) => (told += text) !== undefined, once: () => {} };
  const context = new Context("eigentree train parser", { stdout: stream, stderr: stream }, { threads: 1 });
  const treebank = treebankOf(trees.slice(0, 30));
  const grid = [{ name: "smoothing", values: [5, 20] }] as const;
  const { best, path } = await tune(context, treebank, undefined, { states: 3, smoothing: 5 }, grid);
  const f1 = path.map(({ score }) => score.toFixed(2));
  const better = path[1]!.score > path[0]!.score;
  expect(told.split("\n")).toEqual([
    "tuning on 3 trees, every tenth",
    `* F1 ${f1[0]}  start`,
    `${better ? "*" : " "} F1 ${f1[1]}  --smoothing 20`,
    `best F1 ${better ? f1[1] : f1[0]} with --smoothing ${best.smoothing}`,
    "",
  ]);
});

test("train parser --tune learns with what it has chosen, and the model says so", async () => {
  const { code, err } = await run(
    "train parser few.mrg -o tuned.model --states 2 --members 1 --tune --dev two.mrg --threads 1 --report FOLDER/tuned.json",
  );
  expect(code).toBe(0);
  const best = /^best F1 ([\d.]+) with (.*)$/m.exec(err)!;
  expect(err).toMatch(/^tuning on 2 trees/m);
  expect(err).toContain(`two.mrg: F1 ${best[1]} `);
  const shown = JSON.parse((await run("inspect tuned.model --json")).out);
  for (const [, name, value] of best[2]!.matchAll(/--([a-z-]+) ([\d.]+)/g)) {
    const option = name!.replace(/-[a-z]/g, (letters) => letters[1]!.toUpperCase());
    expect([option, shown.options[option]]).toEqual([option, Number(value)]);
  }
});

const HERE = "eigentree experiment lpcfg";
test.each([
  ["experiment", "2 eigentree experiment: missing subcommand; expected one of lpcfg, "],
  ["experiment lpcgf", '2 eigentree experiment: unknown command "lpcgf". Did you mean "lpcfg"?'],
  ["experiment lpcfg train.mrg", `2 ${HERE}: `],
  [
    "experiment lpcfg train.mrg dev.mrg --states 8,no",
    `2 ${HERE}: --states must be whole numbers from 1 to 512, separated by commas; got "8,no".`,
  ],
  [
    "experiment lpcfg train.mrg dev.mrg --states 0",
    `2 ${HERE}: --states must be whole numbers from 1 to 512, separated by commas; got 0.`,
  ],
  [
    "experiment lpcfg train.mrg dev.mrg --skip emm",
    `2 ${HERE}: --skip must be any of spectral, em, ablations, pcfg, markov, separated by commas; got emm.`,
  ],
  [
    "experiment lpcfg train.mrg dev.mrg --states 4 --em-states 8",
    `2 ${HERE}: --em-states must be among states (4); got 8.`,
  ],
  [
    "experiment lpcfg train.mrg dev.mrg -o FOLDER/none",
    `1 ${HERE}: none/lpcfg.md: the directory none does not exist; create it first.`,
  ],
  ["experiment lpcfg bad.mrg dev.mrg", `1 ${HERE}: bad.mrg:1:1: tree opened here is never closed; 1 ")" missing.`],
  ["experiment lpcfg train.mrg none.mrg", `1 ${HERE}: none.mrg: there is no such file or folder; check the path.`],
  [
    "train parser train.mrg -o x.model --method em --tune",
    "2 eigentree train parser: --tune has no effect with --method em",
  ],
])("%s", async (command, answer) => {
  const { code, err } = await run(command);
  expect(`${code} ${err}`).toContain(answer);
});
