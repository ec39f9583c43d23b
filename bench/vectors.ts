/**
 * Word vectors and clusters on a text, measured. Writes JSON to standard output: seconds, CPU seconds and peak memory of every method, and Spearman's ρ with coverage on
 * every word-similarity file, against PPMI + SVD on the same counts.
 *
 *   npx tsx bench/vectors.ts TEXT WORDSIM… [--methods oscca,tscca,lrmvl,ppmi,brown] [--tokens N] [--vocabulary N] [--dim N] [--window N] [--tolerance X]
 *     [--power X] [--regularization X] [--transform sqrt|log|raw] [--memory 256M] [--repeat N] [--threads N] [--lines running|sentences] [--no-noise]
 */
import { parseArgs } from "node:util";
import { bytesOfSize } from "../src/cli/sizes.ts";
import { FileScratch, openWorkers, readFileText, useKernelThreads } from "../src/files/index.ts";
import {
  brownClusters,
  countBigrams,
  evaluateSimilarity,
  learnVectors,
  type Method,
  type Running,
  readCorpus,
  readWordPairs,
  type VectorOptions,
} from "../src/models/vectors/index.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    methods: { type: "string", default: "oscca,tscca,lrmvl,ppmi" },
    tokens: { type: "string", default: "Infinity" },
    vocabulary: { type: "string", default: "30000" },
    dim: { type: "string", default: "200" },
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
  },
});
const [text, ...wordFiles] = positionals;
if (text === undefined) throw new Error("usage: npx tsx bench/vectors.ts TEXT WORDSIM… [options]");

const threads = Number(values.threads);
const crew = useKernelThreads(threads);
const running: Running = {
  workers: (jobs, setup) => openWorkers(jobs, { threads, setup }),
  spilling: values.memory === undefined ? undefined : { memory: bytesOfSize(values.memory), open: () => new FileScratch() },
};

/** The text `repeat` times, cut after about so many words. */
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

const seconds = () => ({ wall: performance.now() / 1000, cpu: (process.cpuUsage().user + process.cpuUsage().system) / 1e6 });
async function timed<T>(work: () => Promise<T> | T) {
  const before = seconds();
  const result = await work();
  const after = seconds();
  const round = (x: number) => Math.round(10 * x) / 10;
  return { result, wallSeconds: round(after.wall - before.wall), cpuSeconds: round(after.cpu - before.cpu) };
}

const number = (text: string | undefined) => (text === undefined ? undefined : Number(text));
const given = Object.fromEntries(
  Object.entries({
    dim: Number(values.dim),
    window: number(values.window),
    tolerance: number(values.tolerance),
    power: number(values.power),
    regularization: number(values.regularization),
    iterations: number(values.iterations),
    transform: values.transform,
    noise: !values["no-noise"],
  }).filter(([, value]) => value !== undefined),
) as Partial<VectorOptions>;

const methods = values.methods.split(",");
const brownOnly = methods.every((method) => method === "brown");
const reading = await timed(() =>
  readCorpus(
    [{ name: text, pieces: pieces() }],
    { vocabulary: brownOnly ? 1_000_000 : Number(values.vocabulary), minCount: brownOnly ? 1 : 5, lines: values.lines as "running" },
    running,
  ),
);
const corpus = reading.result;
const results: unknown[] = [];
for (const method of methods) {
  if (method === "brown") {
    const { result, ...time } = await timed(async () => brownClusters(await countBigrams(corpus, running), Number(values.classes)));
    results.push({ method, classes: new Set(result.paths).size, ...time });
    continue;
  }
  const { result, ...time } = await timed(() => learnVectors(corpus, { ...given, method: method as Method }, running));
  const { vectors } = result.model;
  const scores = [];
  for (const file of wordFiles) {
    let content = "";
    for await (const piece of readFileText(file)) content += piece;
    const { rho, covered, pairs } = evaluateSimilarity(vectors, readWordPairs(content, file));
    scores.push({ file: file.replace(/.*\//, ""), rho: Number(rho.toFixed(4)), covered, pairs });
  }
  const mean = Number((scores.reduce((sum, { rho }) => sum + rho, 0) / scores.length).toFixed(4));
  let digest = 0;
  for (const bits of new Int32Array(vectors.data.buffer)) digest = (Math.imul(digest, 31) + bits) | 0;
  const { entries, spilled, countingSeconds, iterations, converged, noise } = result.report;
  results.push({
    method,
    mean,
    scores,
    ...time,
    countingSeconds,
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
const { wallSeconds, cpuSeconds } = reading;
const read = { tokens: corpus.tokens, types: corpus.types, words: corpus.words.length, wallSeconds, cpuSeconds };
const peakMegabytes = Math.round(process.resourceUsage().maxRSS / 1000);
process.stdout.write(
  `${JSON.stringify({ text: text.replace(/.*\//, ""), threads, memory: values.memory, reading: read, results, peakMegabytes }, null, 1)}\n`,
);
