/** From the words of a command line to a command that runs; every failure becomes one sentence and an exit code. */
import { readFileSync } from "node:fs";
import { quoted, shortened, suggestion } from "../base/index.ts";
import { leftoverNotice, leftoversOf, STANDARD_OUTPUT } from "../files/index.ts";
import { fileOptions, parseArguments } from "./frame/arguments.ts";
import type { CommandEntry, Example } from "./frame/command.ts";
import { Context, type ContextOptions, type Streams } from "./frame/context.ts";
import { describeFailure, UsageError } from "./frame/failures.ts";
import { commandHelp, groupHelp, type Look } from "./frame/help.ts";
import { checkOutput } from "./frame/output.ts";

export const PROGRAM = "eigentree";
const SUMMARY = "spectral learning of language structure";

export interface Program {
  readonly entries: readonly CommandEntry[];
  readonly examples: readonly Example[];
}

const HELP = new Set(["--help", "-h"]);
const VERSION = new Set(["--version", "-V"]);

/** Runs one command line to its end and gives the exit code. `interruption` gives the signal that stops learning. */
export async function runProgram(
  program: Program,
  words: readonly string[],
  streams: Streams,
  interruption?: ContextOptions["interruption"],
): Promise<number> {
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
        const { args, options, given } = parseArguments(loaded, command, call.rest);
        context = new Context(command, streams, { ...(options as ContextOptions), given, interruption });
        await checkOutput(options.output, [...args, ...fileOptions(loaded.options, options)]);
        await noteLeftovers(context, options.output);
        await loaded.run(context, args, options);
      }
    }
    await streams.stdout.settled?.();
    return 0;
  } catch (error) {
    const { text, exitCode } = describeFailure(error, path.join(" "), Boolean(process.env.EIGENTREE_DEBUG));
    context?.finish();
    if (text !== undefined) streams.stderr.write(`${text}\n`);
    return exitCode;
  } finally {
    context?.finish();
  }
}

/** Every command that writes a file names it with --output. */
async function noteLeftovers(context: Context, output: unknown): Promise<void> {
  if (typeof output !== "string" || output === STANDARD_OUTPUT) return;
  for (const leftover of await leftoversOf(output)) context.note(leftoverNotice(leftover));
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
    if (word !== undefined && VERSION.has(word) && path.length === 1)
      return { entry, rest, wantsHelp, wantsVersion: true };
    if (word === undefined || HELP.has(word)) {
      const asked = wantsHelp || word !== undefined || path.length === 1;
      if (!asked) throw new UsageError(`missing subcommand; expected one of ${namesOf(entry.commands)}.`);
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
  if (word.startsWith("-"))
    throw new UsageError(`unknown option ${shortened(word)}; options come after the command. See "${here} --help".`);
  const near = suggestion(
    word,
    commands.map(({ name }) => name),
  );
  const names = near === "" && path.length > 1 ? ` Expected one of ${namesOf(commands)}.` : "";
  throw new UsageError(`unknown command ${quoted(word)}.${near}${names} See "${here} --help".`);
}

const namesOf = (commands: readonly CommandEntry[]): string => commands.map(({ name }) => name).join(", ");

function groupText(program: Program, entry: CommandEntry, path: string, style: Look): string {
  return groupHelp(path, entry.summary, entry.commands ?? [], path === PROGRAM ? program.examples : [], style);
}

function look({ stdout }: Streams): Look {
  return { width: Math.min(100, stdout.columns ?? 100), colours: stdout.isTTY === true && !process.env.NO_COLOR };
}

/** package.json lies two folders above both the source and the build of this file. */
export function version(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}
