/**
 * Runs a command over an old file, ends it with a signal at random moments, and looks at what is left: the old file, or
 * the new one whole. Half of the moments are spread over the time that the command takes; the other half come within a
 * few milliseconds of the appearance of the `.partial` file, where a file is being written and renamed.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, watch, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Random } from "../../src/base/index.ts";
import type { KilledCommand } from "./commands.ts";

export type KillSignal = "SIGKILL" | "SIGINT";

export interface KillTally {
  readonly command: string;
  readonly signal: KillSignal;
  readonly moments: number;
  /** How long the command takes when nobody ends it. */
  readonly seconds: number;
  /** Runs that had ended before the signal came. */
  finished: number;
  /** Files found afterwards: as they were before, as the command makes them, or anything else. */
  old: number;
  new: number;
  broken: number;
  /** `.partial` files left behind, and those of them that the next run told of. */
  partial: number;
  told: number;
  /** Of a staged command: times it was run to its end over checkpoints, and went on from them to the same file. */
  interrupted: number;
  resumed: number;
  /** Runs that printed a stack. */
  stacks: number;
}

const OLD = Buffer.from("the old file\n".repeat(1000));
/**
 * Milliseconds between the appearance of a partial file and the signal, at most: about as long as a file is written.
 */
const NEAR = 8;
/** A staged command is run to its end after this many kills, to see that it goes on. */
const BETWEEN = 10;

interface Ended {
  readonly signal: NodeJS.Signals | null;
  readonly code: number | null;
  readonly stderr: string;
  readonly seconds: number;
}

function start(
  main: string,
  words: readonly string[],
): { readonly child: ChildProcess; readonly ended: Promise<Ended> } {
  const began = performance.now();
  const child = spawn(process.execPath, [main, ...words], { stdio: ["ignore", "ignore", "pipe"] });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const ended = new Promise<Ended>((settle) => {
    child.once("close", (code, signal) =>
      settle({ signal, code, stderr, seconds: (performance.now() - began) / 1000 }),
    );
  });
  return { child, ended };
}

export async function runToTheEnd(main: string, words: readonly string[]): Promise<Ended> {
  const ended = await start(main, words).ended;
  if (ended.code !== 0) throw new Error(`${words.join(" ")}: exit code ${ended.code}\n${ended.stderr}`);
  return ended;
}

const partialsIn = (folder: string) => readdirSync(folder).filter((name) => name.endsWith(".partial"));

/** Runs and signals: after some time, or some time after a partial file appears in `watched`. */
async function runAndSignal(
  main: string,
  words: readonly string[],
  signal: KillSignal,
  milliseconds: number,
  watched?: string,
): Promise<Ended> {
  const { child, ended } = start(main, words);
  let timer: NodeJS.Timeout | undefined;
  const strike = () => {
    timer ??= setTimeout(() => child.kill(signal), milliseconds);
  };
  if (watched === undefined) strike();
  const watcher =
    watched === undefined ? undefined : watch(watched, (_, name) => name?.endsWith(".partial") && strike());
  const result = await ended;
  clearTimeout(timer);
  watcher?.close();
  return result;
}

/** `folder` is made for this command and signal alone. */
export async function killOften(
  main: string,
  command: KilledCommand,
  signal: KillSignal,
  moments: number,
  random: Random,
  folder: string,
): Promise<KillTally> {
  mkdirSync(folder);
  const output = join(folder, "out");
  const checkpoints = `${output}.checkpoints`;
  const words = command.words(output);
  if (command.before !== undefined) await runToTheEnd(main, command.before);
  const { seconds } = await runToTheEnd(main, words);
  const whole = readFileSync(output);
  const tally: KillTally = {
    ...{ command: command.name, signal, moments, seconds, finished: 0, old: 0, new: 0, broken: 0 },
    ...{ partial: 0, told: 0, interrupted: 0, resumed: 0, stacks: 0 },
  };
  const look = () => {
    const found = existsSync(output) ? readFileSync(output) : undefined;
    if (found?.equals(OLD)) tally.old++;
    else if (found?.equals(whole)) tally.new++;
    else tally.broken++;
  };
  const goOn = async () => {
    if (!existsSync(checkpoints) || !readdirSync(checkpoints).some((name) => name.endsWith(".checkpoint"))) return;
    tally.interrupted++;
    const { stderr } = await runToTheEnd(main, words);
    const same = readFileSync(output).equals(whole);
    if (stderr.includes("from an earlier run") && same && !existsSync(checkpoints)) tally.resumed++;
  };
  for (let i = 1; i <= moments; i++) {
    writeFileSync(output, OLD);
    const ended =
      random.integer(2) === 0
        ? await runAndSignal(main, words, signal, random.uniform() * seconds * 1000)
        : await runAndSignal(main, words, signal, random.integer(NEAR), folder);
    if (ended.signal === null) tally.finished++;
    if (/\n\s+at /.test(ended.stderr)) tally.stacks++;
    look();
    if (command.staged && i % BETWEEN === 0) await goOn();
  }
  if (command.staged) await goOn();
  const left = partialsIn(folder);
  tally.partial = left.length;
  const { stderr } = await runToTheEnd(main, words);
  if (!readFileSync(output).equals(whole)) tally.broken++;
  tally.told = left.filter((name) => stderr.includes(name)).length;
  rmSync(folder, { recursive: true });
  return tally;
}

/** Promises that were not kept. */
export function brokenPromises(tally: KillTally): string[] {
  const { command, signal, broken, partial, told, interrupted, resumed, stacks } = tally;
  const found = [
    broken > 0 && `${broken} files are neither the old nor the new one`,
    signal === "SIGINT" && partial > 0 && `${partial} partial files were left by an interrupt`,
    told < partial && `${partial - told} of ${partial} partial files were not mentioned by the next run`,
    resumed < interrupted && `${interrupted - resumed} of ${interrupted} runs did not go on where they were`,
    stacks > 0 && `${stacks} runs printed a stack`,
  ];
  return found.filter((text) => text !== false).map((text) => `${command}, ${signal}: ${text}`);
}
