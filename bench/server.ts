/**
 * The server under load: throughput of parsing against `eigentree parse`, times by length of sentence for one client
 * and for many, memory over the run, and every answer that was not asked for.
 *
 *   npx tsx bench/server.ts MODEL GOLD.mrg [MINUTES] [CLIENTS] [COMPARED]
 *
 * COMPARED sentences are given to both for their throughput, and as many, of each length, to a client alone; 0 leaves
 * that out, for a long run on a machine that does other work too. The sentences are those of GOLD. Among the requests
 * of the mixed run are malformed ones and clients that go away; an answer other than the one that such a request must
 * get is counted as unexpected.
 */
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request as httpRequest } from "node:http";
import { availableParallelism, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Random } from "../src/base/index.ts";
import { readTreebank } from "../src/data/index.ts";
import { words } from "../src/trees/index.ts";
import { record, shortPath } from "./result.ts";

const [model, gold, minutes = "10", clients = "50", compared = "200"] = process.argv.slice(2);
if (model === undefined || gold === undefined)
  throw new Error("usage: bench/server.ts MODEL GOLD.mrg [MINUTES] [CLIENTS] [COMPARED]");

const MAIN = resolve(import.meta.dirname, "../dist/cli/main.js");
const THREADS = availableParallelism();
const PORT = 8971 + (process.pid % 500);
/** Sentences for the comparison of throughput, and in one of its requests. */
const [COMPARED, TOGETHER] = [Number(compared), 8];
const LENGTHS = [
  { name: "1–10 words", least: 1, most: 10 },
  { name: "11–20 words", least: 11, most: 20 },
  { name: "21–40 words", least: 21, most: 40 },
];

const sentences = readTreebank(readFileSync(gold, "utf8"), { file: gold })
  .trees.map((tree) => words(tree))
  .filter(({ length }) => length <= 40);
const agent = new Agent({ keepAlive: true, maxSockets: Number(clients) });
const random = new Random(17).stream("load");
const pick = <T>(list: readonly T[]): T => list[random.integer(list.length)]!;

interface Reply {
  readonly status: number;
  readonly text: string;
  readonly milliseconds: number;
}

function send(path: string, body: string | undefined, leaveAfter?: number): Promise<Reply> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const call = httpRequest(
      {
        port: PORT,
        path,
        agent,
        method: body === undefined ? "GET" : "POST",
        headers:
          body === undefined ? {} : { "content-type": "application/json", "content-length": Buffer.byteLength(body) },
      },
      (answer) => {
        let text = "";
        answer.setEncoding("utf8").on("data", (piece: string) => (text += piece));
        answer.on("end", () =>
          resolve({ status: answer.statusCode!, text, milliseconds: performance.now() - started }),
        );
        answer.on("error", reject);
      },
    );
    call.on("error", (error: NodeJS.ErrnoException) => {
      if (leaveAfter !== undefined) resolve({ status: 499, text: "", milliseconds: 0 });
      // The server had closed a connection that lay idle: HTTP's own race, which clients answer by asking again.
      else if (call.reusedSocket && ["EPIPE", "ECONNRESET"].includes(error.code ?? "")) resolve(send(path, body));
      else reject(error);
    });
    call.end(body);
    if (leaveAfter !== undefined) setTimeout(() => call.destroy(), leaveAfter);
  });
}

const parseBody = (list: readonly (readonly string[])[]) => JSON.stringify({ sentences: list });

async function rssOf(): Promise<number> {
  const { text } = await send("/metrics", undefined);
  return Number(/^eigentree_resident_bytes (\d+)/m.exec(text)![1]) / 1e6;
}

/** Sentences a second of the command line, without its start. */
function commandLineRate(list: readonly (readonly string[])[]): number {
  const folder = mkdtempSync(join(tmpdir(), "eigentree-bench-"));
  const seconds = (part: readonly (readonly string[])[]) => {
    const path = join(folder, "tokens.txt");
    writeFileSync(path, part.map((each) => `${each.join(" ")}\n`).join(""));
    const started = performance.now();
    const flags = ["--input", "tokens", "--json", "--quiet", "--threads", String(THREADS)];
    const { status } = spawnSync(process.execPath, [MAIN, "parse", model!, path, ...flags], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    if (status !== 0) throw new Error(`eigentree parse ended with ${status}`);
    return (performance.now() - started) / 1000;
  };
  const start = Math.min(seconds(list.slice(0, THREADS)), seconds(list.slice(0, THREADS)));
  const whole = seconds(list);
  rmSync(folder, { recursive: true });
  return (list.length - THREADS) / (whole - start);
}

async function serverRate(list: readonly (readonly string[])[]): Promise<number> {
  const parts = Array.from({ length: Math.ceil(list.length / TOGETHER) }, (_, i) =>
    list.slice(i * TOGETHER, (i + 1) * TOGETHER),
  );
  let next = 0;
  const started = performance.now();
  const client = async () => {
    while (next < parts.length) {
      const { status, text } = await send("/v1/parse", parseBody(parts[next++]!));
      if (status !== 200) throw new Error(`${status}: ${text.slice(0, 200)}`);
    }
  };
  await Promise.all(Array.from({ length: 2 * THREADS }, client));
  return list.length / ((performance.now() - started) / 1000);
}

const percentile = (values: readonly number[], share: number) =>
  [...values].sort((x, y) => x - y)[Math.min(values.length - 1, Math.floor(share * values.length))] ?? Number.NaN;

/** Requests that must be refused, and how. */
const MALFORMED: readonly (readonly [string, number])[] = [
  ["{", 400],
  ["[]", 400],
  ['{"sentences":7}', 400],
  ['{"sentences":[[]]}', 400],
  ['{"text":"x","kBest":-1}', 400],
  ['{"text":"x","unknown":1}', 400],
  ['{"text":"x","model":"absent"}', 404],
  [JSON.stringify({ sentences: Array(201).fill("x") }), 413],
  [`{"text":"${"x".repeat(1_000_001)}"}`, 413],
];

const server = spawn(
  process.execPath,
  [MAIN, "serve", `bench=${model}`, "--port", String(PORT), "--threads", String(THREADS), "--no-shipped", "--quiet"],
  { stdio: "ignore" },
);
try {
  for (let i = 0; i < 300; i++) {
    const ready = await send("/readyz", undefined).catch(() => undefined);
    if (ready?.status === 200) break;
    await new Promise((wait) => setTimeout(wait, 200));
  }
  const some = sentences.slice(0, COMPARED);
  await serverRate(some.slice(0, 40)); // warm
  // Alternately, so that what else the machine does meets both.
  const rates = [];
  for (let round = 0; round < 3 && COMPARED > 0; round++)
    rates.push({ line: commandLineRate(some), server: await serverRate(some) });
  const shares = rates.map((each) => each.server / each.line);
  const share = percentile(shares, 0.5);

  const alone = LENGTHS.map(() => [] as number[]);
  for (const [at, { least, most }] of LENGTHS.entries()) {
    const fitting = sentences
      .filter(({ length }) => length >= least && length <= most)
      .slice(0, Math.min(100, COMPARED));
    for (const sentence of fitting) alone[at]!.push((await send("/v1/parse", parseBody([sentence]))).milliseconds);
  }

  const crowded = LENGTHS.map(() => [] as number[]);
  const unexpected = new Map<string, number>();
  const memory: number[] = [];
  let [sent, malformed, left] = [0, 0, 0];
  const end = performance.now() + 60_000 * Number(minutes);
  const expect = (reply: Reply, status: number, what: string) => {
    if (reply.status === status) return;
    const key = `${reply.status} in place of ${status} to ${what}: ${reply.text.slice(0, 120)}`;
    unexpected.set(key, (unexpected.get(key) ?? 0) + 1);
  };
  const client = async () => {
    while (performance.now() < end) {
      sent++;
      const die = random.uniform();
      try {
        if (die < 0.1) {
          const [body, status] = pick(MALFORMED);
          malformed++;
          expect(await send("/v1/parse", body), status, body.slice(0, 40));
        } else if (die < 0.13) {
          left++;
          await send("/v1/parse", parseBody(Array.from({ length: 20 }, () => pick(sentences))), 20);
        } else if (die < 0.18)
          expect(await send(pick(["/v1/models", "/healthz", "/metrics", "/"]), undefined), 200, "GET");
        else if (die < 0.25) expect(await send("/v1/dependencies", parseBody([pick(sentences)])), 200, "dependencies");
        else {
          const at = random.integer(LENGTHS.length);
          const { least, most } = LENGTHS[at]!;
          const fitting = sentences.filter(({ length }) => length >= least && length <= most);
          const reply = await send("/v1/parse", parseBody([pick(fitting)]));
          expect(reply, 200, "parse");
          crowded[at]!.push(reply.milliseconds);
        }
      } catch (error) {
        expect({ status: 0, text: String(error), milliseconds: 0 }, 200, "connection");
      }
    }
  };
  const watch = setInterval(
    () =>
      void rssOf().then(
        (value) => memory.push(value),
        () => {},
      ),
    5000,
  );
  await Promise.all(Array.from({ length: Number(clients) }, client));
  clearInterval(watch);
  const third = Math.floor(memory.length / 3);
  const ms = (value: number) => (Number.isNaN(value) ? null : Math.round(value * 10) / 10);
  const throughput = `Throughput: ${(100 * share).toFixed(0)} % of eigentree parse with the same ${THREADS} threads (${rates.map((each) => `${each.server.toFixed(1)} and ${each.line.toFixed(1)}`).join(", ")} sentences/s in alternate runs; the command line's time holds the opening of the model in its second thread).`;
  record(`server-${clients}-${minutes}min`, {
    section: "Server",
    title: `Parsing over HTTP: one client, then ${clients} clients at full speed for ${minutes} minutes`,
    command: `npx tsx bench/server.ts MODEL ${shortPath(gold)} ${minutes} ${clients} ${compared}`,
    columns: [
      "sentence",
      "alone p50 ms",
      "alone p99 ms",
      `${clients} clients p50 ms`,
      `${clients} clients p99 ms`,
      "requests",
    ],
    rows: LENGTHS.map(({ name }, at) => [
      name,
      ms(percentile(alone[at]!, 0.5)),
      ms(percentile(alone[at]!, 0.99)),
      ms(percentile(crowded[at]!, 0.5)),
      ms(percentile(crowded[at]!, 0.99)),
      crowded[at]!.length,
    ]),
    notes: [
      `${sent} requests, ${malformed} of them malformed, ${left} by clients that went away; ${[...unexpected.values()].reduce((sum, count) => sum + count, 0)} answers that were not asked for.`,
      ...(COMPARED > 0 ? [throughput] : []),
      `Resident memory: median ${[0, 1, 2].map((at) => Math.round(percentile(memory.slice(at * third, (at + 1) * third), 0.5))).join(", ")} MB in the three thirds of the run.`,
    ],
    details: { unexpected: Object.fromEntries(unexpected), rates, memory: memory.map(Math.round) },
  });
  if (unexpected.size > 0) process.exitCode = 1;
} finally {
  server.kill("SIGTERM");
}
