/**
 * Word vectors and clusters on a text, measured: seconds, CPU seconds and peak memory
 * of every method, Spearman's ρ with coverage on every word-similarity file, on all pairs, on those of odd lines (for
 * choosing settings) and on those of even lines (held out), and the difference to the last method with its p by paired
 * bootstrap over the pairs. A method may have settings of its own: ppmi:window=8;nearMore=true;dim=75.
 *
 *   npx tsx bench/vectors.ts TEXT WORDSIM… [--methods oscca,tscca,lrmvl,ppmi,brown] [--tokens N] [--vocabulary N]
 *     [--dim N] [--window N] [--tolerance X] [--power X] [--regularization X] [--transform sqrt|log|raw]
 *     [--memory 256M] [--repeat N] [--threads N] [--lines running|sentences] [--no-noise] [--name novels]
 */
import { parseArgs } from "node:util";
import { bytesOfSize } from "../src/cli/frame/sizes.ts";
import { type CorpusContext, collectCorpus, readWordPairs, type WordVectors } from "../src/data/index.ts";
import { pairedBootstrap } from "../src/evaluation/index.ts";
import { FileScratch, openWorkers, readFileText, useKernelThreads } from "../src/files/index.ts";
import { brownClusters } from "../src/models/vectors/clusters/brown.ts";
import { countBigrams } from "../src/models/vectors/counts/bigrams.ts";
import { rankedCorpus } from "../src/models/vectors/counts/ranked-text.ts";
import { type ComparedPair, comparedPairs, rankCorrelation } from "../src/models/vectors/evaluate.ts";
import {
  evaluateVectors,
  learnVectors,
  ModelVectors,
  VECTORS_METHODS,
  type VectorsMethod,
  type VectorsOptions,
} from "../src/models/vectors/index.ts";
import { record, shortPath } from "./result.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    methods: { type: "string", default: "oscca,tscca,lrmvl,ppmi" },
    tokens: { type: "string", default: "Infinity" },
    vocabulary: { type: "string", default: "30000" },
    dim: { type: "string" },
    window: { type: "string" },
    tolerance: { type: "string" },
    power: { type: "string" },
    regularization: { type: "string" },
    transform: { type: "string" },
    iterations: { type: "string" },
    memory: { type: "string" },
    repeat: { type: "string", default: "1" },
    threads: { type: "string", default: "2" },
    lines: { type: "string", default: "running" },
    classes: { type: "string", default: "100" },
    "no-noise": { type: "boolean", default: false },
    name: { type: "string", default: "novels" },
  },
});
const [text, ...wordFiles] = positionals;
if (text === undefined) throw new Error("usage: npx tsx bench/vectors.ts TEXT WORDSIM… [options]");

const threads = Number(values.threads);
const crew = useKernelThreads(threads);
const context: CorpusContext = {
  workers: (jobs, setup) => openWorkers(jobs, { threads, setup }),
  spilling:
    values.memory === undefined ? undefined : { memory: bytesOfSize(values.memory), open: () => new FileScratch() },
};

/** The text `repeat` times, cut after about this many words. */
async function* pieces(): AsyncGenerator<string> {
  let left = Number(values.tokens);
  for (let round = 0; round < Number(values.repeat); round++) {
    for await (const piece of readFileText(text!)) {
      if (left <= 0) return;
      left -= piece.split(/\s+/).length;
      yield piece;
    }
  }
}

const seconds = () => ({
  wall: performance.now() / 1000,
  cpu: (process.cpuUsage().user + process.cpuUsage().system) / 1e6,
});
async function timed<T>(work: () => Promise<T> | T) {
  const before = seconds();
  const result = await work();
  const after = seconds();
  const tenths = (x: number) => Math.round(10 * x) / 10;
  return { result, wallSeconds: tenths(after.wall - before.wall), cpuSeconds: tenths(after.cpu - before.cpu) };
}

const round = (x: number) => Number(x.toFixed(4));
const number = (text: string | undefined) => (text === undefined ? undefined : Number(text));
const given = Object.fromEntries(
  Object.entries({
    dim: number(values.dim),
    window: number(values.window),
    tolerance: number(values.tolerance),
    power: number(values.power),
    regularization: number(values.regularization),
    iterations: number(values.iterations),
    transform: values.transform,
    noise: !values["no-noise"],
  }).filter(([, value]) => value !== undefined),
);
/** Of these, what a method reads. */
const givenTo = (method: VectorsMethod) =>
  Object.fromEntries(Object.entries(given).filter(([name]) => name in VECTORS_METHODS[method]));

/** Settings of a method alone, as key=value;key=value. */
const settingsOf = (text: string) =>
  Object.fromEntries(
    text.split(";").map((setting) => {
      const [name = "", value = ""] = setting.split("=");
      return [name, /^(true|false|[\d.]+)$/.test(value) ? JSON.parse(value) : value];
    }),
  );

/** Covered pairs of every file, of all lines or of odd or even ones. */
const HALVES = { all: () => true, odd: (i: number) => i % 2 === 0, even: (i: number) => i % 2 === 1 };
type Judged = ComparedPair & { readonly file: string };
const pairsOf = await Promise.all(
  wordFiles.map(async (file) => {
    let content = "";
    for await (const piece of readFileText(file)) content += piece;
    return { file: file.replace(/.*\//, ""), pairs: readWordPairs(content, { file }) };
  }),
);
const judge = (vectors: WordVectors, half: keyof typeof HALVES): Judged[] =>
  pairsOf.flatMap(({ file, pairs }) =>
    comparedPairs(
      vectors,
      pairs.filter((_, i) => HALVES[half](i)),
    ).map((pair) => ({ ...pair, file })),
  );
/** The mean of the files' ρ. */
const meanRho = (judged: readonly Judged[]) =>
  pairsOf.reduce((sum, { file }) => sum + rankCorrelation(judged.filter((pair) => pair.file === file)), 0) /
  pairsOf.length;

const methods = values.methods.split(",");
const judgedBy = new Map<string, Record<keyof typeof HALVES, Judged[]>>();
const brownOnly = methods.every((method) => method === "brown");
const reading = await timed(() =>
  collectCorpus([{ name: text, pieces: pieces() }], { lines: values.lines as "running" }, context),
);
const corpus = reading.result;
const limits = brownOnly
  ? { vocabulary: 1_000_000, minCount: 1 }
  : { vocabulary: Number(values.vocabulary), minCount: 5 };
const view = corpus.view(limits);
interface Measured {
  readonly method: string;
  readonly wallSeconds: number;
  readonly cpuSeconds: number;
  readonly mean?: { readonly all: number };
  readonly scores?: readonly { readonly rho: number; readonly covered: number; readonly pairs: number }[];
  readonly [more: string]: unknown;
}
const results: Measured[] = [];
for (const method of methods) {
  if (method === "brown") {
    const { result, ...time } = await timed(async () =>
      brownClusters(await countBigrams(rankedCorpus(corpus, limits), context), Number(values.classes)),
    );
    results.push({ method, classes: new Set(result.paths).size, ...time });
    continue;
  }
  const [name, settings] = method.split(":") as [VectorsMethod, string | undefined];
  const own = settings === undefined ? {} : settingsOf(settings);
  const options = { ...givenTo(name), ...limits, ...own, method: name } as VectorsOptions;
  const { result, ...time } = await timed(() => learnVectors(corpus, options, context));
  const vectors = new ModelVectors(result.model);
  const scores = await Promise.all(
    pairsOf.map(async ({ file, pairs }) => {
      const { value, covered, items } = await evaluateVectors(vectors, pairs);
      return { file, rho: round(value), covered, pairs: items };
    }),
  );
  const judged = { all: judge(vectors, "all"), odd: judge(vectors, "odd"), even: judge(vectors, "even") };
  judgedBy.set(method, judged);
  const mean = { all: round(meanRho(judged.all)), odd: round(meanRho(judged.odd)), even: round(meanRho(judged.even)) };
  let digest = 0;
  for (const bits of new Int32Array(vectors.data.buffer)) digest = (Math.imul(digest, 31) + bits) | 0;
  const { entries, spilled, times, iterations, converged, noise } = result.report;
  results.push({
    method,
    mean,
    scores,
    ...time,
    times,
    iterations,
    converged,
    entries,
    spilled,
    noise,
    digest,
    options: result.model.options,
  });
}
corpus.close();
await crew.close();
const baseline = judgedBy.get(methods.at(-1)!);
const comparisons = [...judgedBy].slice(0, -1).map(([method, judged]) => {
  const compare = (half: keyof typeof HALVES) => {
    const { difference, p } = pairedBootstrap(judged[half], baseline![half], meanRho, { samples: 2000 });
    return { difference: round(difference), p: round(p) };
  };
  return { method, against: methods.at(-1), all: compare("all"), even: compare("even") };
});
const { wallSeconds, cpuSeconds } = reading;
const read = { tokens: corpus.tokens, types: corpus.types, words: view.words.length, wallSeconds, cpuSeconds };
const peakMegabytes = Math.round(process.resourceUsage().maxRSS / 1000);
const spearman = results.filter((result) => result.mean !== undefined);
record(`vectors-${values.name}`, {
  section: "Word vectors and clusters",
  title: `${shortPath(text)}, ${corpus.tokens.toLocaleString("en")} words, vocabulary ${view.words.length.toLocaleString("en")}`,
  command: `npx tsx bench/vectors.ts ${shortPath(text)} ${wordFiles.map(shortPath).join(" ")} --methods ${values.methods}${
    values.vocabulary === "30000" ? "" : ` --vocabulary ${values.vocabulary}`
  }${values.tokens === "Infinity" ? "" : ` --tokens ${values.tokens}`}`,
  columns: ["method", ...pairsOf.map(({ file }) => file.replace(/^EN-|\.txt$/g, "")), "mean ρ", "s", "CPU s"],
  rows: results.map(({ method, scores, mean, wallSeconds: wall, cpuSeconds: cpu }) => [
    method,
    ...pairsOf.map((_, i) => scores?.[i]?.rho.toFixed(3) ?? null),
    mean?.all.toFixed(3) ?? null,
    wall.toFixed(1),
    cpu.toFixed(1),
  ]),
  notes: [
    `Spearman's ρ with people's judgements, over the pairs whose words are both known (${(spearman[0]?.scores ?? [])
      .map(({ covered, pairs }) => `${covered} of ${pairs}`)
      .join(
        ", ",
      )}). Reading the text takes ${wallSeconds} s; the peak of memory is ${peakMegabytes} MB; ${threads} threads.`,
  ],
  details: { threads, memory: values.memory, reading: read, results, comparisons, peakMegabytes },
});
