/** The command line and the library make the same classes of the same text and options. */
import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readCorpus, writeClusters } from "../../../src/data/index.ts";
import { learnClusters } from "../../../src/models/vectors/index.ts";
import { sampleText } from "../../models/vectors/text.ts";
import { temporaryFolder } from "../folder.ts";

const { at, run } = temporaryFolder("same-clusters");
const text = sampleText(800);
writeFileSync(at("text.txt"), text);

test.each([
  [["--classes", "8"], { classes: 8 }],
  [["--method", "cca", "--classes", "6", "--dim", "5"], { method: "cca", classes: 6, dim: 5 }],
] as const)("clusters %j", async (flags, options) => {
  const words = ["train", "clusters", at("text.txt"), "-o", at("cli.paths"), "--threads", "2", ...flags];
  const { code, err } = await run(...words);
  expect(code, err).toBe(0);
  const { clusters } = await learnClusters(readCorpus(text), options);
  expect(writeClusters(clusters)).toBe(readFileSync(at("cli.paths"), "utf8"));
});
