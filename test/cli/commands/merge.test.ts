/** Shards of parse and tag, and merging them: the result of one machine, or a sentence that says what is missing. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "../folder.ts";

const { at, run } = temporaryFolder("merge");
const PARTS = 3;
const text = () => readFileSync(at("input.txt"), "utf8");

beforeAll(async () => {
  await run("sample", "-n", "80", "-o", at("train.mrg"));
  await run("train", "parser", at("train.mrg"), "-o", at("p.model"), "--states", "2", "--threads", "1");
  const sentence = (i: number) =>
    i % 11 === 0 ? "" : `The ${["dog", "cat", "bird"][i % 3]} barks ${i % 7 === 0 ? "in Vienna " : ""}.`;
  writeFileSync(at("input.txt"), `${Array.from({ length: 450 }, (_, i) => sentence(i)).join("\n")}\n`);
});

const parse = (output: string, ...more: string[]) =>
  run("parse", at("p.model"), at("input.txt"), "--input", "tokens", "--threads", "1", "-o", at(output), ...more);
const shards = async (output: string, ...more: string[]) => {
  for (let part = 1; part <= PARTS; part++) {
    const { code, err } = await parse(output, "--shard", `${part}/${PARTS}`, ...more);
    expect([code, err]).toEqual([0, expect.stringContaining(`wrote ${at(output)}.${part}-of-${PARTS}`)]);
  }
};

describe("merged shards", () => {
  test.each([
    ["brackets", []],
    ["json", ["--json"]],
    ["best", ["--k-best", "3"]],
  ])("are what one machine writes, byte for byte: %s", async (name, options) => {
    expect((await parse(`${name}.whole`, ...options)).code).toBe(0);
    await shards(name, ...options);
    const { code, out } = await run("merge", at(name));
    expect([code, out]).toEqual([0, `450 sentences of 3 shards; wrote ${at(name)}\n`]);
    expect(readFileSync(at(name), "utf8")).toBe(readFileSync(at(`${name}.whole`), "utf8"));
    const sizes = [1, 2, 3].map((part) => readFileSync(at(`${name}.${part}-of-3`)).length);
    expect(Math.min(...sizes)).toBeGreaterThan(0);
  });

  test("name what is missing, and what does not belong together", async () => {
    const merged = async () => {
      const { code, err } = await run("merge", at("m"));
      expect(code).toBe(1);
      return err;
    };
    expect(await merged()).toContain("there are no shards of this name");
    await parse("m", "--shard", "2/3");
    expect(await merged()).toContain("shards 1 and 3 of 3 are missing or unfinished; run them first: --shard 1/3.");
    await shards("m");
    rmSync(at("m.3-of-3.json")); // what a killed process leaves
    expect(await merged()).toContain("shard 3 of 3 is missing or unfinished; run it first: --shard 3/3.");
    await parse("m", "--shard", "3/3");
    rmSync(at("m.2-of-3")); // what a copy of the notes alone leaves
    expect(await merged()).toContain("shard 2 of 3 is missing or unfinished; run it first: --shard 2/3.");
    await parse("m", "--shard", "2/3");
    await parse("m", "--shard", "3/3", "--k-best", "2");
    expect(await merged()).toContain("shard 3 was made with another choice of options than shard 1");
    const before = text();
    writeFileSync(at("input.txt"), before.replace("dog", "cat"));
    await parse("m", "--shard", "3/3");
    writeFileSync(at("input.txt"), before);
    expect(await merged()).toContain("shard 3 was made with another input than shard 1");
    await parse("m", "--shard", "3/3");
    writeFileSync(at("m.2-of-3"), readFileSync(at("m.2-of-3"), "utf8").replace("dog", "god"));
    expect(await merged()).toContain("shard 2 is not what was written");
    await parse("m", "--shard", "1/2");
    expect(await merged()).toContain("there are shards of 2 parts and of 3 parts; remove the old ones.");
  });

  test("more parts than blocks leave some empty", async () => {
    for (let part = 1; part <= 12; part++) await parse("many", "--shard", `${part}/12`);
    expect((await run("merge", at("many"))).code).toBe(0);
    expect(readFileSync(at("many"), "utf8")).toBe(readFileSync(at("brackets.whole"), "utf8"));
  });

  test.each([
    [["--shard", "0/3"], "--shard must be a part and the number of parts, such as 3/16"],
    [["--shard", "4/3"], "--shard must be a part and the number of parts, such as 3/16"],
    [["--shard", "1/2", "--format", "svg"], "--shard does not write drawings"],
  ])("%o is refused", async (words, reason) => {
    const { code, err } = await parse("x", ...words);
    expect([code, err]).toEqual([2, expect.stringContaining(reason)]);
  });

  test("need a name for the output", async () => {
    const { code, err } = await run("parse", at("p.model"), at("input.txt"), "--shard", "1/2");
    expect([code, err]).toEqual([2, expect.stringContaining("--shard needs --output")]);
  });
});
