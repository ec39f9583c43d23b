/** deploy/spark/parse.py on Spark with two executors, one of which dies: every line is answered once, as by `parse`. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { asyncBufferFromFile, parquetReadObjects } from "hyparquet";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { EIGENTREE } from "../../src/cli/commands.ts";
import { MAIN } from "../built.ts";
import { runIn } from "../cli/terminal.ts";
import { endOf, guarded } from "./guarded.ts";
import { BOUNDED } from "./limits.ts";
import { type ClusterServer, PYTHON, sparkEnvironment } from "./servers.ts";

const ROOT = resolve(import.meta.dirname, "../..");

interface Row {
  readonly line: bigint;
  readonly text: string;
  readonly tree?: string | null;
  readonly probability?: number | null;
}

/** The rows of a folder of Parquet files. */
async function rowsOf(folder: string): Promise<Row[]> {
  const files = readdirSync(folder).filter((name) => name.endsWith(".parquet"));
  const parts = files.map(async (name) => parquetReadObjects({ file: await asyncBufferFromFile(join(folder, name)) }));
  return (await Promise.all(parts)).flat() as unknown as Row[];
}

/** A test of the script on a server with two executors. */
export function parseScriptTests(server: () => ClusterServer, address: () => string): void {
  const folder = mkdtempSync(join(tmpdir(), "eigentree-parse-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const at = (name: string) => join(folder, name);

  test("the script that parses answers line for line, also when an executor is lost", BOUNDED, async () => {
    const run = (...words: string[]) => runIn(EIGENTREE, words);
    await run("sample", "-n", "60", "-o", at("train.mrg"));
    await run("train", "parser", at("train.mrg"), "-o", at("p.model"), "--states", "1", "--threads", "1");
    const nouns = ["dog", "cat", "Straße", "n't", "\u{1f600}", "3,500"];
    const lines = Array.from({ length: 120 }, (_, i) =>
      i % 17 === 0 ? "" : `The ${nouns[i % 6]} sees ${i} ${nouns[(i + 2) % 6]}s .`,
    );
    writeFileSync(at("text.txt"), `${lines.join("\n")}\n`);
    await run("parse", at("p.model"), at("text.txt"), "--input", "lines", "--threads", "1", "-o", at("here.mrg"));

    const command = ["node", join(import.meta.dirname, "fatal-parser.mjs"), at("killed"), MAIN];
    const lost = () =>
      server()
        .log()
        .match(/Lost executor/g)?.length ?? 0;
    const before = lost();
    const script = await guarded(
      () => [
        ...[PYTHON, join(ROOT, "deploy/spark/parse.py"), at("text.txt"), at("out"), "--model", at("p.model")],
        ...["--command", command.join(" "), "--partitions", "2"],
      ],
      { seconds: 80, env: (scratch) => ({ ...sparkEnvironment(scratch), SPARK_REMOTE: address() }) },
    );
    onTestFinished(() => script.stop());
    expect(await script.ended, endOf(script.log())).toBe(0);
    expect(existsSync(at("killed"))).toBe(true);
    expect(lost()).toBe(before + 1);

    const rows = (await rowsOf(at("out"))).sort((one, other) => Number(one.line - other.line));
    expect(rows.map(({ text }) => text)).toEqual(lines);
    const trees = readFileSync(at("here.mrg"), "utf8").split("\n").slice(0, -1);
    expect(rows.map(({ tree }) => tree ?? "")).toEqual(trees);
    for (const { tree, probability } of rows) {
      if (tree === null) expect(probability ?? null).toBeNull();
      else expect(probability).toBeGreaterThan(0);
    }
  });
}
