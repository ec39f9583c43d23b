/** Real faults: a wrong token, TLS, an executor that is killed, a server that is killed. Never a wrong count. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { parseConnection, SparkClient, type SparkInput, sparkText } from "../../src/cluster/index.ts";
import { readCorpus } from "../../src/data/index.ts";
import { FileScratch } from "../../src/files/index.ts";
import { contextLayout } from "../../src/models/vectors/counts/cooccurrences.ts";
import { rankedCorpus } from "../../src/models/vectors/counts/ranked-text.ts";
import { sampleText } from "../models/vectors/text.ts";
import { entriesOf } from "./counts.ts";
import { BOUNDED } from "./limits.ts";
import { lineTo } from "./lines.ts";
import type { ClusterServer } from "./servers.ts";
import { type Certificate, tlsLineTo } from "./tls.ts";

const LIMITS = { vocabulary: 1000, minCount: 1 };
/** The processes of a group whose command line has these words. */
function processesOf(group: number, words: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
          .replace(/^.*\) /, "")
          .split(" ");
        return Number(fields[2]) === group && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(words);
      } catch {
        return false; // it has just ended
      }
    })
    .map(Number);
}

/** Certificates that this process takes for good, and not. */
export interface TrustedAndForeign {
  readonly trusted: Certificate;
  readonly foreign: Certificate;
}

/** Tests of a server that asks for a token and has two executors; the last one kills it. */
export function faultTests(running: () => ClusterServer, token: string, certificates: TrustedAndForeign): void {
  const folder = mkdtempSync(join(tmpdir(), "eigentree-faults-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const text = sampleText(4000, 9);
  const input: SparkInput = { path: join(folder, "text.txt"), reader: "text", column: "text" };
  writeFileSync(input.path, text);
  const open = (port: number, patience = 20) =>
    SparkClient.open(parseConnection(`sc://127.0.0.1:${port}/;token=${token}`), { patience });

  test("a wrong token and none are refused, and the token is not repeated", BOUNDED, async () => {
    for (const [given, reason] of [
      ["wrong", "the server refuses the token"],
      [undefined, "the server asks for a token, and none was given"],
    ] as const) {
      const address = `sc://127.0.0.1:${running().port}${given === undefined ? "" : `/;token=${given}`}`;
      const client = await SparkClient.open(parseConnection(address));
      const failure = await sparkText(client, input)
        .rank(LIMITS, {})
        .catch((error: Error) => error.message);
      expect(failure).toContain(reason);
      expect(failure).not.toContain("wrong");
      await client.close();
    }
  });

  test("a token travels over TLS, and a foreign certificate is refused", BOUNDED, async () => {
    const through = async (certificate: Certificate) => {
      const line = await tlsLineTo(running().port, certificate);
      const connection = parseConnection(`sc://localhost:${line.port}/;use_ssl=true;token=${token}`);
      const client = await SparkClient.open(connection, { patience: 5 });
      try {
        return (await sparkText(client, input).rank(LIMITS, {})).tokens;
      } finally {
        await client.close();
        line.close();
      }
    };
    await expect(through(certificates.foreign)).rejects.toThrow("no Spark Connect server answers");
    expect(await through(certificates.trusted)).toBe(rankedCorpus(readCorpus(text), LIMITS).tokens);
  });

  test("an executor that dies is replaced, and the counts are right", BOUNDED, async () => {
    const server = running();
    const client = await open(server.port);
    try {
      const there = await sparkText(client, input).rank(LIMITS, {});
      const executors = processesOf(server.pid, "CoarseGrainedExecutorBackend");
      expect(executors.length).toBeGreaterThan(0);
      const layout = contextLayout(there.words.length, {
        window: 5,
        contextWords: 80,
        positions: true,
        nearCountsMore: false,
      });
      let killed = 0;
      // Killed as soon as Spark tells of the first tasks, in the middle of the query.
      const context = {
        progress: () => {
          if (killed++ === 0) process.kill(executors[0]!, "SIGKILL");
        },
      };
      const found = entriesOf(await there.count(layout, context));
      expect(killed).toBeGreaterThan(0);
      const here = rankedCorpus(readCorpus(text), LIMITS);
      expect(found).toEqual(entriesOf(await here.count(layout, {})));
    } finally {
      await client.close();
    }
  });

  test("a server that is killed in the middle: a sentence, no model, no scratch files", BOUNDED, async () => {
    const scratches = () => readdirSync(folder).filter((name) => name.endsWith(".scratch"));
    const server = running();
    const rows = 400_000;
    const killing = await lineTo(server.port, (line) => {
      if (line.bytes() > 200_000) process.kill(-server.pid, "SIGKILL");
    });
    const client = await open(killing.port, 2);
    try {
      let found = 0;
      const query = { sql: `SELECT id, id * 7 AS other FROM range(0, ${rows}, 1, 8)`, parameters: {} };
      const reading = async () => {
        for await (const batch of client.rows(query)) found += batch.numRows;
      };
      await expect(reading()).rejects.toThrow(/no Spark Connect server answers/);
      expect(found).toBeLessThan(rows);
      const later = sparkText(client, input).rank(LIMITS, {
        spilling: { memory: 1 << 24, open: () => new FileScratch(folder) },
      });
      await expect(later).rejects.toThrow(/no Spark Connect server answers/);
      expect(scratches()).toEqual([]);
    } finally {
      await client.close();
      await killing.close();
    }
    expect(processesOf(server.pid, "java")).toEqual([]);
  });
}
