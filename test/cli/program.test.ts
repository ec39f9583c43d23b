/** Command lines: flags, help, suggestions, errors, exit codes. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { choice, expert, flag, InputError, OptionError, optional, real, text, whole } from "../../src/base/index.ts";
import { defineCommand } from "../../src/cli/frame/command.ts";
import { FailedError } from "../../src/cli/frame/failures.ts";
import { file, shared } from "../../src/cli/frame/flags.ts";
import type { Program } from "../../src/cli/program.ts";
import { runIn } from "./terminal.ts";

const train = defineCommand({
  arguments: ["DATA…"],
  options: {
    states: whole("hidden states, at most", { default: 32, min: 1, max: 512 }),
    minCount: real("smallest count", { default: 0.5, min: 0 }),
    method: choice("how to learn", ["spectral", "em"], { default: "spectral" }),
    smooth: flag("back off to smaller contexts", { default: true }),
    title: text("a name for the model", { default: "" }),
    limit: optional(whole("stop after so many trees", { default: 0, min: 1 })),
    ...expert({ kappa: real("feature scaling", { default: 5, min: 0 }) }),
    dev: file("trees to measure with"),
    output: file("where to write the model"),
    ...shared("json", "quiet", "threads", "seed"),
  },
  short: { output: "o" },
  required: ["output"],
  examples: [["eigentree train parser train.mrg -o english.model", "learn from a treebank"]],
  async run(context, args, options) {
    if (args[0] === "bad.mrg")
      throw new InputError('tree opened here is never closed; 2 ")" missing.', {
        file: "bad.mrg",
        line: 41,
        column: 17,
      });
    if (args[0] === "defect") throw new TypeError("x is undefined");
    if (args[0] === "library") throw new OptionError("states", "learn: states must be whole; got 0.");
    if (args[0] === "no") throw new FailedError("nothing was learnt.");
    context.progress?.({ stage: "learning", done: 1, total: 4, rate: 2, unit: "trees" });
    context.note("a remark");
    await context.report(
      { args, ...options, list: new Float64Array([1, Number.POSITIVE_INFINITY]) },
      () => `${args.length} files, ${options.states} states`,
    );
  },
});
const show = defineCommand({
  arguments: ["MODEL", "[FILE…]"],
  options: {},
  examples: [],
  run: async (context, args) => context.print(args.join("+")),
});
const program: Program = {
  examples: [["eigentree show m", "shows m"]],
  entries: [
    {
      name: "train",
      summary: "learn a model",
      commands: [{ name: "parser", summary: "learn a parser from a treebank", load: async () => train }],
    },
    { name: "show", summary: "show a model", load: async () => show },
  ],
};
const run = (line: string, terminal = false) => runIn(program, line === "" ? [] : line.split(" "), terminal);
const fails = async (line: string) => {
  const { code, out, err } = await run(line);
  expect(out).toBe("");
  return `${code} ${err.trimEnd()}`;
};

afterEach(() => vi.unstubAllEnvs());

describe("a command line", () => {
  test("fills in defaults and reads every sort of flag", async () => {
    const { code, out, err } = await run(
      "train parser a.mrg b.mrg -o x.model --states 8 --min-count=2.5 --method em --no-smooth --title T --limit 9 --threads 3 --seed 5 --json",
    );
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({
      args: ["a.mrg", "b.mrg"], states: 8, minCount: 2.5, method: "em", smooth: false, title: "T", limit: 9, output: "x.model",
      kappa: 5, json: true, quiet: false, threads: 3, seed: 5, list: [1, "Infinity"],
    }); // biome-ignore format: one object
    expect(err).toBe("a remark\n");
    const plain = await run("train parser a.mrg --output x --quiet");
    expect(plain).toEqual({ code: 0, out: "1 files, 32 states\n", err: "" });
  });

  test.each([
    [
      "train parser a.mrg -o x --states 0",
      "2 eigentree train parser: --states must be a whole number from 1 to 512; got 0.",
    ],
    [
      "train parser a.mrg -o x --states many",
      '2 eigentree train parser: --states must be a whole number from 1 to 512; got "many".',
    ],
    [
      "train parser a.mrg -o x --states 2.5",
      "2 eigentree train parser: --states must be a whole number from 1 to 512; got 2.5.",
    ],
    [
      "train parser a.mrg -o x --min-count -1",
      "2 eigentree train parser: --min-count must be a number of at least 0; got -1.",
    ],
    [
      "train parser a.mrg -o x --method neural",
      '2 eigentree train parser: --method must be one of spectral, em; got "neural".',
    ],
    [
      "train parser a.mrg -o x --states",
      "2 eigentree train parser: --states must be a whole number from 1 to 512; got nothing.",
    ],
    [
      "train parser a.mrg -o x --sates 3",
      '2 eigentree train parser: unknown option --sates. Did you mean "--states"? See "eigentree train parser --help".',
    ],
    [
      "train parser a.mrg -o x --sates=3",
      '2 eigentree train parser: unknown option --sates. Did you mean "--states"? See "eigentree train parser --help".',
    ],
    [
      "train parser a.mrg",
      '2 eigentree train parser: --output is missing; it must be a file name. See "eigentree train parser --help".',
    ],
    ["train parser -o x", "2 eigentree train parser: DATA is missing. Usage: eigentree train parser DATA…"],
    ["train parsr", '2 eigentree train: unknown command "parsr". Did you mean "parser"? See "eigentree train --help".'],
    ["train zzz", '2 eigentree train: unknown command "zzz". Expected one of parser. See "eigentree train --help".'],
    ["train", "2 eigentree train: missing subcommand; expected one of parser."],
    ["shwo", '2 eigentree: unknown command "shwo". Did you mean "show"? See "eigentree --help".'],
    ["\u001b[1m", '2 eigentree: unknown command "\\u001b[1m". See "eigentree --help".'],
    [
      `--${"x".repeat(50)}`,
      `2 eigentree: unknown option --${"x".repeat(45)}…; options come after the command. See "eigentree --help".`,
    ],
    ["zzz", '2 eigentree: unknown command "zzz". See "eigentree --help".'],
    ["--json show m", '2 eigentree: unknown option --json; options come after the command. See "eigentree --help".'],
    ["train parser library -o x", "2 eigentree train parser: learn: states must be whole; got 0."],
    [
      "train parser bad.mrg -o x",
      '1 eigentree train parser: bad.mrg:41:17: tree opened here is never closed; 2 ")" missing.',
    ],
    ["train parser no -o x", "1 eigentree train parser: nothing was learnt."],
    [
      "train parser defect -o x",
      "1 eigentree train parser: internal error: x is undefined; please report it, with the stack that EIGENTREE_DEBUG=1 shows.",
    ],
  ])("%s", async (line, expected) => {
    expect(await fails(line)).toBe(expected);
  });

  test("takes optional arguments and words after --", async () => {
    expect((await run("show m")).out).toBe("m\n");
    expect((await run("show m a b")).out).toBe("m+a+b\n");
    expect((await run("show -- m --help")).out).toBe("m+--help\n");
    expect(await fails("show")).toBe("2 eigentree show: MODEL is missing. Usage: eigentree show MODEL [FILE…]");
  });

  test("shows the stack only when asked", async () => {
    vi.stubEnv("EIGENTREE_DEBUG", "1");
    expect((await run("train parser defect -o x")).err).toMatch(/TypeError: x is undefined\n\s+at /);
  });
});

test("a half of the output that a killed process left is told of, unless --quiet", async () => {
  const folder = mkdtempSync(join(tmpdir(), "eigentree-program-"));
  const half = join(folder, `.x.model.${spawnSync("true").pid}-0123abcd.partial`);
  writeFileSync(half, "half");
  const line = `train parser a.mrg -o ${join(folder, "x.model")}`;
  expect((await run(line)).err).toBe(
    `${half}: 4 bytes that a killed process left; nothing needs them. Remove the file with: rm ${half}\na remark\n`,
  );
  expect((await run(`${line} --quiet`)).err).toBe("");
  rmSync(folder, { recursive: true });
});

test("an output that is also an input is refused, by whatever path and option it is named", async () => {
  const folder = mkdtempSync(join(tmpdir(), "eigentree-program-"));
  const data = join(folder, "a.mrg");
  writeFileSync(data, "(S x)");
  symlinkSync(data, join(folder, "b.mrg"));
  const refused = (output: string, input: string) =>
    `2 eigentree train parser: --output ${output} would overwrite the input ${input}; choose another name.`;
  const link = join(folder, "b.mrg");
  expect(await fails(`train parser c.mrg ${data} -o ${data}`)).toBe(refused(data, data));
  expect(await fails(`train parser ${data} -o ${link}`)).toBe(refused(link, data));
  expect(await fails(`train parser c.mrg --dev ${data} -o ${data}`)).toBe(refused(data, data));
  expect((await run(`train parser c.mrg -o ${data}`)).code).toBe(0);
  expect((await run(`train parser ${folder} -o ${folder}`)).code).toBe(0);
  rmSync(folder, { recursive: true });
});

describe("help", () => {
  test("lists the commands, and nothing else runs", async () => {
    const { out } = await run("");
    expect(out).toMatch(
      /^eigentree: spectral learning of language structure\.\n\nExamples\n {2}eigentree show m\n {6}shows m\n/,
    );
    expect(out).toMatch(/\n {2}train {2}learn a model\n {2}show {3}show a model\n/);
    expect((await run("--help")).out).toBe(out);
    expect((await run("help")).out).toBe(out);
    expect((await run("--version")).out).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect((await run("train --help")).out).toContain("  parser  learn a parser from a treebank");
  });

  test("of a command has examples first, then usage, then every flag with range and default", async () => {
    const { out, code } = await run("train parser --help");
    expect(code).toBe(0);
    expect((await run("help train parser")).out).toBe(out);
    expect(out.indexOf("Examples")).toBeLessThan(out.indexOf("Usage"));
    expect(out).toContain("eigentree train parser DATA… -o FILE [options]");
    expect(out.indexOf("\nExpert options\n")).toBeGreaterThan(out.indexOf("--help"));
    expect(out.indexOf("--kappa")).toBeGreaterThan(out.indexOf("Expert options"));
    const flat = out.replace(/\s+/g, " ");
    expect(flat).toContain("--states N hidden states, at most (a whole number from 1 to 512; default 32)");
    expect(flat).toContain("--min-count X smallest count (a number of at least 0; default 0.5)");
    expect(flat).toContain("--method NAME how to learn (one of spectral, em; default spectral)");
    expect(flat).toContain("--no-smooth do not back off to smaller contexts");
    expect(flat).toContain("-o, --output FILE where to write the model (required)");
    for (const line of out.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
  });
});

describe("progress", () => {
  test("is drawn on a terminal and cleared before other text", async () => {
    const { err } = await run("train parser a.mrg -o x", true);
    expect(err).toContain("learning  ██████░░░░░░░░░░░░░░░░░░  25 %  2 trees/s  1.5 s left");
    expect(err.endsWith("left\r\u001b[Ka remark\n")).toBe(true);
    expect((await run("train parser a.mrg -o x --quiet", true)).err).toBe("");
  });
});
