/** From the words of a command line to a command that runs; every failure becomes one sentence and an exit code. */
import { readFileSync } from "node:fs";
import { suggestion } from "../base/index.ts";
import { parseArguments } from "./arguments.ts";
import type { CommandEntry, Example } from "./command.ts";
import { Context, type ContextOptions, type Streams } from "./context.ts";
import { describeFailure, UsageError } from "./failures.ts";
import { commandHelp, groupHelp, type Look } from "./help.ts";

export const PROGRAM = "eigentree";
const SUMMARY = "spectral learning of language structure";

export interface Program {
  readonly entries: readonly CommandEntry[];
  readonly examples: readonly Example[];
}

const HELP = new Set(["--help", "-h"]);
const VERSION = new Set(["--version", "-V"]);

/** Runs one command line to its end and gives the exit code. */
export async function runProgram(program: Program, words: readonly string[], streams: Streams): Promise<number> {
  const path = [PROGRAM];
  let context: Context | undefined;
  try {
    const call = findCommand(program, words, path);
    const command = path.join(" ");
    context = new Context(command, streams);
    if (call.wantsVersion) await context.print(version());
    else if (call.entry.load === undefined) await context.print(groupText(program, call.entry, command, look(streams)));
    else {
      const loaded = await call.entry.load(call.rest);
      if (call.wantsHelp) await context.print(commandHelp(command, call.entry.summary, loaded, look(streams)));
      else {
        const { args, options } = parseArguments(loaded, command, call.rest);
        context = new Context(command, streams, options as ContextOptions);
        await loaded.run(context, args, options);
      }
    }
    return 0;
  } catch (error) {
    const { text, exitCode } = describeFailure(error, path.join(" "), Boolean(process.env.EIGENTREE_DEBUG));
    context?.finish();
    streams.stderr.write(`${text}\n`);
    return exitCode;
  } finally {
    context?.finish();
  }
}

interface Call {
  readonly entry: CommandEntry;
  readonly rest: readonly string[];
  readonly wantsHelp: boolean;
  readonly wantsVersion: boolean;
}

/** Follows the words down the tree of commands; `path` grows with them. `help X` is `X --help`. */
function findCommand({ entries }: Program, words: readonly string[], path: string[]): Call {
  let entry: CommandEntry = { name: PROGRAM, summary: SUMMARY, commands: entries };
  let rest = [...words];
  let wantsHelp = false;
  if (rest[0] === "help") {
    wantsHelp = true;
    rest.shift();
  }
  while (entry.commands !== undefined) {
    const [word] = rest;
    if (word !== undefined && VERSION.has(word) && path.length === 1) return { entry, rest, wantsHelp, wantsVersion: true };
    if (word === undefined || HELP.has(word)) {
      const asked = wantsHelp || word !== undefined || path.length === 1;
      if (!asked) throw new UsageError(`what? One of ${entry.commands.map(({ name }) => name).join(", ")}.`);
      return { entry, rest, wantsHelp: true, wantsVersion: false };
    }
    entry = childOf(entry, word, path);
    path.push(word);
    rest = rest.slice(1);
  }
  const end = rest.indexOf("--");
  const asksForHelp = (end < 0 ? rest : rest.slice(0, end)).some((word) => HELP.has(word));
  return { entry, rest, wantsHelp: wantsHelp || asksForHelp, wantsVersion: false };
}

function childOf({ commands = [] }: CommandEntry, word: string, path: readonly string[]): CommandEntry {
  const found = commands.find(({ name }) => name === word);
  if (found !== undefined) return found;
  const here = path.join(" ");
  if (word.startsWith("-")) throw new UsageError(`unknown option ${word}; options stand after the command. See "${here} --help".`);
  const near = suggestion(
    word,
    commands.map(({ name }) => name),
  );
  throw new UsageError(`unknown command "${word}".${near} See "${here} --help".`);
}

function groupText(program: Program, entry: CommandEntry, path: string, style: Look): string {
  return groupHelp(path, entry.summary, entry.commands ?? [], path === PROGRAM ? program.examples : [], style);
}

function look({ stdout }: Streams): Look {
  return { width: Math.min(100, stdout.columns ?? 100), colours: stdout.isTTY === true && !process.env.NO_COLOR };
}

/** package.json lies two folders above both the source and the build of this file. */
function version(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}
