/**
 * Sentence similarity: ten-fold cross-validation of the groups of features, pairs a second, memory.
 *
 *   npx tsx bench/similarity.ts PAIRS… [--vectors V] [--parser P] [--text T]… [--lines running] [--part table|speed]
 *
 * Times are processor time: other programs on the machine lengthen wall time. `en` stands for the shipped models.
 */
import { parseArgs } from "node:util";
import {
  collectPairs,
  experimentSimilarity,
  learnSimilarity,
  SentenceSimilarity,
} from "../src/applications/similarity/index.ts";
import { readWordVectors } from "../src/cli/data/vector-files.ts";
import { collectCorpus } from "../src/data/index.ts";
import { findWordNet, open, textSources } from "../src/files/index.ts";
import { record, shortPath } from "./result.ts";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    vectors: { type: "string" },
    parser: { type: "string" },
    text: { type: "string", multiple: true, default: [] },
    part: { type: "string" },
    lines: { type: "string", default: "sentences" },
  },
});

async function timed<T>(work: () => T | Promise<T>): Promise<readonly [result: T, seconds: number]> {
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  return [result, (user + system) / 1e6];
}

const short = (value: number, digits = 4) => value.toFixed(digits).replace(/^(-?)0\./, "$1.");
const named = (path: string) => (path.includes("/") ? shortPath(path) : path);
const given = (["vectors", "parser"] as const).flatMap((name) =>
  values[name] === undefined ? [] : [`--${name} ${named(values[name])}`],
);
const texts = values.text.map((path) => `--text ${named(path)}`);
const command = ["npx tsx bench/similarity.ts", ...positionals.map(shortPath), ...given, ...texts].join(" ");

const pairs = await collectPairs(textSources(positionals));
const wordnet = await findWordNet();
const vectors = values.vectors === undefined ? undefined : await readWordVectors(values.vectors, undefined, undefined);
const parser = values.parser === undefined ? undefined : await open(values.parser, "parser");
const text =
  values.text.length === 0
    ? undefined
    : await collectCorpus(textSources(values.text), { lines: values.lines as "sentences" | "running" });
const data = { pairs, wordnet, vectors, parser, text };

if (values.part !== "speed") await table();
if (values.part !== "table") await speed();

async function table(): Promise<void> {
  const { rows, gains, unknown, warnings } = await experimentSimilarity(data);
  const cells = ({ sets, all, allNormalized, mean }: (typeof rows)[number]["scores"]) =>
    [...sets.map(({ pearson }) => pearson), all, allNormalized, mean].map(
      ({ value, low, high }) => `${short(value)} ±${short((high - low) / 2, 3)}`,
    );
  const names = rows[0]!.scores.sets.map(({ name }) => name);
  record("similarity", {
    section: "Applications",
    title: `Sentence similarity, Pearson's r by ten-fold cross-validation on ${pairs.pairs.length} pairs`,
    command: `${command} --part table`,
    columns: ["groups", ...names, "ALL", "ALLnrm", "Mean"],
    rows: [
      ...rows.map(({ groups, scores }) => [groups.join(", "), ...cells(scores)]),
      ...(unknown === null ? [] : [["all; each set as of an unknown source", ...cells(unknown)]]),
    ],
    notes: [
      "± is half of the 95 % interval by resampling pairs. As of an unknown source: learnt from the other two sets alone.",
      ...warnings,
    ],
  });
  record("similarity-gains", {
    section: "Applications",
    title: "Sentence similarity, what each group of features adds to all others",
    command: `${command} --part table`,
    columns: ["group", ...names],
    rows: gains.map(({ group, sets }) => [
      group,
      ...sets.map(({ gain }) => `${short(gain.value)} (${short(gain.low)} to ${short(gain.high)})`),
    ]),
    notes: [
      "Difference of Pearson's r with all groups and with all but one, with its 95 % interval by resampling pairs.",
    ],
  });
}

async function speed(): Promise<void> {
  const [{ model, report }, seconds] = await timed(() => learnSimilarity(data));
  /** Words are new to it the first time; those of the second time it has seen. */
  const pairsPerSecond = async (without: "neural" | undefined): Promise<string> => {
    const fresh = await findWordNet();
    const similarity = new SentenceSimilarity(model, {
      wordnet: fresh,
      without: without === undefined ? [] : [without],
    });
    const some = pairs.pairs.filter((_, i) => without !== undefined || i % 4 === 0);
    const rates: number[] = [];
    for (let round = 0; round < 2; round++) {
      const [, taken] = await timed(() => {
        for (const { first, second, source } of some) similarity.score(first, second, source);
      });
      rates.push(Math.round(some.length / taken));
    }
    return rates.join(", then ");
  };
  const rates = [
    ["pairs a CPU second, all groups but trees", await pairsPerSecond("neural")],
    ...(model.groups.includes("neural") ? [["pairs a CPU second, all groups", await pairsPerSecond(undefined)]] : []),
  ];
  record("similarity-speed", {
    section: "Applications",
    title: `Sentence similarity, speed on ${pairs.pairs.length} pairs, one thread`,
    command: `${command} --part speed`,
    columns: ["what", "measured"],
    rows: [
      ["learning, CPU s", seconds.toFixed(1)],
      ...report.times.map((time) => [`of it ${time.stage}, wall s`, time.seconds.toFixed(1)]),
      ...rates,
      ["largest resident memory, MB", Math.round(process.resourceUsage().maxRSS / 1024)],
    ],
    notes: ["The second figure is of the same pairs again, when words are known and sentences parsed."],
  });
}
