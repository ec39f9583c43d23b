/** Who counts the text, on the command line: what is refused before anything is asked of a cluster, and --dry-run. */
import { readdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../folder.ts";

const { at, run } = temporaryFolder("engine");
const SPARK = ["--engine", "spark", "--spark", "sc://127.0.0.1:1", "--input", "/data/x.txt"];
const train = (kind: string, ...words: string[]) => run("train", kind, "-o", at("x.model"), ...words);

describe("--engine spark", () => {
  test.each([
    ["vectors", [...SPARK, "--lines", "running"], 1, "/data/x.txt: running text cannot be counted on Spark"],
    ["vectors", [...SPARK, "--method", "lrmvl"], 2, "--method lrmvl reads the text in every round"],
    ["vectors", [...SPARK, "--noise"], 2, "--noise is measured on shuffled text"],
    ["vectors", [...SPARK, "--encoding", "latin1"], 2, "--encoding has no effect with --engine spark"],
    ["vectors", [...SPARK, "here.txt"], 2, "here.txt has no effect with --engine spark"],
    ["clusters", [...SPARK.slice(0, 4)], 2, "--input is missing"],
    ["clusters", [...SPARK, "--counts", "/x"], 2, "--counts reads what is here"],
    ["clusters", ["--input", "x", "here.txt"], 2, "--input has no effect without --engine spark"],
    ["clusters", [], 2, "TEXT is missing"],
    [
      "vectors",
      ["--engine", "spark", "--spark", "http://h/;token=secret", "--input", "x"],
      2,
      "--spark must be as sc://",
    ],
    ["vectors", ["--counts", "s3a://bucket/counts"], 2, "it must be a folder of this machine"],
    ["vectors", ["--counts", "/no/such/folder"], 1, "/no/such/folder"],
  ])("train %s %j: exit %d", async (kind, words, exit, reason) => {
    const { code, err } = await train(kind, ...words);
    expect([code, err]).toEqual([exit, expect.stringContaining(reason)]);
    expect(err).not.toContain("secret");
  });

  test("a connection needs an address", async () => {
    const { code, err } = await train("vectors", "--engine", "spark", "--input", "x.txt");
    expect([code, err]).toEqual([2, expect.stringContaining("--spark is missing")]);
  });

  test("--dry-run prints the statements of every method, and connects to nothing", async () => {
    const statements = async (kind: string, ...words: string[]) => {
      const { code, out, err } = await train(kind, ...SPARK, "--dry-run", ...words);
      expect([code, err]).toEqual([0, ""]);
      return out;
    };
    const oscca = await statements("vectors", "--window", "2", "--contexts", "77", "--min-count", "3");
    expect(oscca).toContain("USING text OPTIONS (path '/data/x.txt', lineSep '\\n')");
    expect(oscca).toContain("n >= 3");
    expect(oscca).toContain("LIMIT 50001");
    expect(oscca).toContain("least(r0, 77)");
    expect(oscca.match(/IS NULL, NULL/g)).toHaveLength(4);
    // Left × right contexts, words × left, words × right; pairs of equal distance count together.
    const tscca = await statements("vectors", "--method", "tscca", "--window", "2");
    expect(tscca.match(/IS NULL, NULL/g)).toHaveLength(3 + 2 + 2);
    expect((await statements("clusters")).match(/IS NULL, NULL/g)).toHaveLength(1);
    expect((await statements("clusters", "--method", "cca")).match(/IS NULL, NULL/g)).toHaveLength(4);
    const table = await statements("vectors", "--reader", "table", "--input", "a.b`c", "--column", "it's");
    expect(table).toContain("AS SELECT * FROM `a`.`b``c`");
    expect(table).toContain("explode(split(`it's`, chr(10)))");
    const quoted = await statements("vectors", "--input", "s3a://b/o'x\\*.parquet");
    expect(quoted).toContain("USING parquet OPTIONS (path 's3a://b/o\\'x\\\\*.parquet')");
    expect(readdirSync(dirname(at("x")))).not.toContain("x.model");
  });

  test("a folder that has no counts says so", async () => {
    writeFileSync(at("vocabulary.about"), "");
    const { code, err } = await train("vectors", "--counts", dirname(at("x")));
    expect([code, err]).toEqual([1, expect.stringContaining("vocabulary.about")]);
  });
});
