/** Counts of a real server, Spark or Sail, against those of the embedded engine. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { EIGENTREE } from "../../src/cli/commands.ts";
import type { TaskProgress } from "../../src/cluster/client.ts";
import { parseConnection, SparkClient, type SparkInput, sparkText } from "../../src/cluster/index.ts";
import { type CorpusOptions, readCorpus } from "../../src/data/index.ts";
import { bigramLayout } from "../../src/models/vectors/counts/bigrams.ts";
import { contextLayout, leftRightLayout } from "../../src/models/vectors/counts/cooccurrences.ts";
import { rankedCorpus } from "../../src/models/vectors/counts/ranked-text.ts";
import { learnClusters, learnVectors, type VectorsOptions } from "../../src/models/vectors/index.ts";
import { runIn } from "../cli/terminal.ts";
import { sampleText } from "../models/vectors/text.ts";
import { entriesOf } from "./counts.ts";
import { hostileText } from "./hostile-text.ts";
import { BOUNDED, LONG } from "./limits.ts";
import { lineTo } from "./lines.ts";

const LIMITS = { vocabulary: 4000, minCount: 1 };
const SHAPE = { window: 2, contextWords: 300, positions: true, nearCountsMore: true };

/** Tests of a server that counts; it runs when they do. */
export function countingTests(engine: "Spark" | "Sail", address: () => string): void {
  const folder = mkdtempSync(join(tmpdir(), "eigentree-cluster-"));
  let client: SparkClient;
  const open = (port?: number) => {
    const connection = parseConnection(address());
    return SparkClient.open({ ...connection, port: port ?? connection.port }, { patience: 20 });
  };
  beforeAll(async () => {
    client = await open();
  }, BOUNDED.timeout);
  afterAll(async () => {
    await client?.close();
    rmSync(folder, { recursive: true });
  }, BOUNDED.timeout);

  function textFile(name: string, text: string): SparkInput {
    writeFileSync(join(folder, name), text);
    return { path: join(folder, name), reader: "text", column: "text" };
  }

  // Sail's regular expressions have no back references, and what stands for them is slow: the pattern is tried once.
  const readings: Partial<CorpusOptions>[] = [{}, { lowerCase: false, foldDigits: false }, { tokens: "spaces" }];
  test.each(engine === "Sail" ? [readings[0]!, readings[2]!] : readings)(
    "counts hostile Unicode as the embedded engine does: %o",
    BOUNDED,
    async (reading) => {
      const all = LONG && engine === "Spark" && Object.keys(reading).length === 0;
      const text = hostileText(all);
      const here = rankedCorpus(readCorpus(text, reading), LIMITS);
      const there = await sparkText(client, textFile("hostile.txt", text), { reading }).rank(LIMITS, {});
      expect(there.words).toEqual(here.words);
      expect(there.counts).toEqual(here.counts);
      expect([there.tokens, there.types]).toEqual([here.tokens, here.types]);
      expect(here.tokens).toBeGreaterThan(all ? 100_000 : 3000);
      for (const layout of [bigramLayout(here.words.length), contextLayout(here.words.length, SHAPE)]) {
        const counts = await Promise.all([there.count(layout, {}), here.count(layout, {})]);
        const [remote, own] = counts.map(entriesOf);
        expect(own!.length).toBeGreaterThan(1000);
        expect(remote).toEqual(own);
      }
    },
  );

  const LEARNERS: readonly VectorsOptions[] = [
    { method: "oscca", dim: 10, noise: false, nearMore: true, contexts: 40 },
    { method: "tscca", dim: 10, window: 3 },
    { method: "ppmi", dim: 10, noise: false, positions: true },
  ];
  test("learns the same vectors and the same clusters", BOUNDED, async () => {
    const text = sampleText(800);
    const [here, there] = [readCorpus(text), sparkText(client, textFile("sample.txt", text))];
    for (const options of LEARNERS) {
      const { model: own } = await learnVectors(here, options);
      const { model } = await learnVectors(there, options);
      expect(model.words).toEqual(own.words);
      expect(model.values).toEqual(own.values);
      expect(model.data).toEqual(own.data);
    }
    for (const method of ["brown", "cca"] as const) {
      const options = { method, classes: 8, minCount: 2, ...(method === "cca" ? { dim: 5 } : {}) };
      expect((await learnClusters(there, options)).clusters).toEqual((await learnClusters(here, options)).clusters);
    }
  });

  test("reads documents from a column of a table, as lines and as running text", BOUNDED, async () => {
    const documents = [
      "One line.\nTwo lines.",
      "It runs\non here.\n \t\nA paragraph.\n\n\nAnother one runs\non.",
      "\n",
      "x",
    ];
    const path = join(folder, `${engine}-documents.parquet`);
    const rows = documents.map((_, i) => `(:d${"abcd"[i]})`).join(", ");
    const parameters = Object.fromEntries(documents.map((document, i) => [`d${"abcd"[i]}`, document]));
    await client.write({ sql: `SELECT body FROM VALUES ${rows} AS t(body)`, parameters }, path);
    for (const lines of ["sentences", "running"] as const) {
      const here = rankedCorpus(readCorpus(documents.join("\n\n"), { lines }), LIMITS);
      const input: SparkInput = { path, reader: "parquet", column: "body" };
      const there = await sparkText(client, input, { reading: { lines } }).rank(LIMITS, {});
      expect(there.words).toEqual(here.words);
      const layout = leftRightLayout({ ...SHAPE, contextWords: here.words.length, positions: false });
      const [remote, own] = (await Promise.all([there.count(layout, {}), here.count(layout, {})])).map(entriesOf);
      expect(own!.length).toBeGreaterThan(lines === "running" ? 10 : 3);
      expect(remote).toEqual(own);
    }
  });

  test("keeps counts as Parquet, which give the same model without a cluster", BOUNDED, async () => {
    const { path } = textFile("kept.txt", sampleText(300, 3));
    const at = (name: string) => join(folder, `${engine}-${name}`);
    const spark = ["--engine", "spark", "--spark", address(), "--input", path];
    const learner = ["--dim", "8", "--threads", "1", "--quiet"];
    const run = (...words: string[]) => runIn(EIGENTREE, ["train", "vectors", ...learner, ...words]);
    expect((await run(path, "--no-noise", "-o", at("here.model"))).err).toBe("");
    expect((await run(...spark, "--keep-counts", at("counts"), "-o", at("there.model"))).err).toBe("");
    expect((await run("--counts", at("counts"), "-o", at("kept.model"))).err).toBe("");
    const [here, there, kept] = ["here", "there", "kept"].map((name) => readFileSync(at(`${name}.model`)));
    // The report names the source; everything else is the same to the last bit.
    expect(there!.equals(here!)).toBe(true);
    expect(kept!.equals(here!)).toBe(true);

    const again = await run(...spark, "--keep-counts", at("counts"), "-o", at("again.model"));
    expect([again.code, again.err]).toEqual([1, expect.stringMatching(/exist/i)]);
    const other = await run("--counts", at("counts"), "--window", "3", "-o", at("other.model"));
    expect(other.err).toMatch(/none of these options; expected those that the counts were made with/);
    const fewer = await run("--counts", at("counts"), "--vocabulary", "100", "-o", at("other.model"));
    expect(fewer.err).toMatch(/are of vocabulary 50000 and minCount 5; vocabulary 100 and minCount 5 was asked for/);
    const pairs = readdirSync(at("counts")).find((name) => /^pairs-\w+$/.test(name))!;
    const parts = readdirSync(join(at("counts"), pairs)).filter((name) => name.endsWith(".parquet"));
    rmSync(join(at("counts"), pairs, parts[0]!));
    const lost = await run("--counts", at("counts"), "-o", at("lost.model"));
    expect(lost.err).toMatch(/pairs-\w+ has \d+ rows with a sum of \d+; \d+ with \d+ were written/);
  });

  test("says what is wrong with an input", BOUNDED, async () => {
    const absent: SparkInput = { path: join(folder, "absent.txt"), reader: "text", column: "text" };
    // Sail takes a path without files for an empty table.
    await expect(sparkText(client, absent).rank(LIMITS, {})).rejects.toThrow(
      engine === "Spark" ? "absent.txt: Spark finds nothing there; expected text" : "absent.txt: no words were found",
    );
    const table: SparkInput = { path: join(folder, `${engine}-documents.parquet`), reader: "parquet", column: "text" };
    await expect(sparkText(client, table).rank(LIMITS, {})).rejects.toThrow(
      /documents\.parquet: has no column "text"(, but body)?; name the column of the text with --column\./,
    );
    const empty = textFile("empty.txt", " \n\n");
    await expect(sparkText(client, empty).rank(LIMITS, {})).rejects.toThrow("empty.txt: no words were found");
    const unknown: SparkInput = { path: "no.such_table", reader: "table", column: "text" };
    await expect(sparkText(client, unknown).rank(LIMITS, {})).rejects.toThrow(/no\.such_table|such_table/);
  });

  test("goes on after the connection was cut, and uses every row once", BOUNDED, async () => {
    const rows = 300_000;
    let cuts = 0;
    const line = await lineTo(client.connection.port, (each) => {
      if (cuts < 4 && each.bytes() > (cuts + 1) * 50_000) {
        cuts++;
        each.cut();
      }
    });
    const through = await open(line.port);
    try {
      let [found, sum] = [0, 0];
      for await (const batch of through.rows({ sql: `SELECT id FROM range(0, ${rows}, 1, 8)`, parameters: {} })) {
        const ids = batch.getChild("id")!.toArray() as BigInt64Array;
        found += ids.length;
        for (const id of ids) sum += Number(id);
      }
      expect([found, sum]).toEqual([rows, (rows * (rows - 1)) / 2]);
      expect(cuts).toBeGreaterThan(1);
    } finally {
      await through.close();
      await line.close();
    }
  });

  // On Spark once while tasks run, and once before the server has said anything; Sail tells no progress.
  test.each(engine === "Spark" ? ["running", "arriving"] : ["arriving"])(
    "a signal cancels a query on the cluster that is %s",
    BOUNDED,
    async (state) => {
      const stopped = await open();
      const stop = new AbortController();
      const endless = {
        sql: "SELECT count(*) AS n FROM range(0, 100000000000000, 1, 2) WHERE id % 7 = hash(id) % 3",
        parameters: {},
      };
      const reason = new Error("stopped by the test");
      const onProgress = ({ total }: TaskProgress) => {
        if (state === "running" && total > 0) stop.abort(reason);
      };
      try {
        const rows = stopped.rows(endless, { signal: stop.signal, onProgress });
        if (state === "arriving") setTimeout(() => stop.abort(reason), 300);
        await expect(rows.next()).rejects.toBe(reason);
        // Both cores are free again: the next query comes to its end.
        const next = { sql: "SELECT count(*) AS n FROM range(0, 1000, 1, 4)", parameters: {} };
        for await (const batch of client.rows(next)) expect(Number(batch.getChild("n")!.get(0))).toBe(1000);
      } finally {
        await stopped.close();
      }
    },
  );
}
