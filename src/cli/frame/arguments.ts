/**
 * The words of a command line against a command's declaration: commander reads them, the sentences for what is wrong
 * are ours.
 */
import { Command, Option } from "commander";
import { type OptionSet, shortened, suggestion } from "../../base/index.ts";
import type { CliCommand } from "./command.ts";
import { UsageError } from "./failures.ts";
import { flagName, flagValue, takesValue } from "./flags.ts";

export interface ParsedArguments {
  readonly args: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
  /** The options given on the command line; the others have their defaults. */
  readonly given: ReadonlySet<string>;
}

/** Throws our sentence where commander would print its own and exit. */
class SilentCommand extends Command {
  constructor(
    readonly declared: CliCommand,
    readonly path: string,
  ) {
    super();
  }

  override error(message: string, details?: { code?: string }): never {
    const quoted = /'(.*?)'/.exec(message)?.[1] ?? "";
    switch (details?.code) {
      case "commander.unknownOption": {
        const known = Object.keys(this.declared.options).map(flagName);
        const name = quoted.split("=")[0]!;
        throw new UsageError(
          `unknown option ${shortened(name)}.${suggestion(name, [...known, "--help"])} See "${this.path} --help".`,
        );
      }
      case "commander.missingArgument":
        throw new UsageError(
          `${quoted.toUpperCase()} is missing. Usage: ${[this.path, ...this.declared.arguments].join(" ")}`,
        );
      case "commander.optionMissingArgument": {
        const flag = /--[\w-]+/.exec(quoted)?.[0] ?? quoted;
        const spec = Object.entries(this.declared.options).find(([name]) => flagName(name) === flag)?.[1];
        throw new UsageError(`${flag} must be ${spec?.expected ?? "given a value"}; got nothing.`);
      }
      case "commander.excessArguments":
        throw new UsageError(`too many arguments. Usage: ${[this.path, ...this.declared.arguments].join(" ")}`);
      default:
        throw new UsageError(message.replace(/^error: /, ""));
    }
  }
}

/** "MODEL" → "<MODEL>", "[FILE…|TEXT]" → "[FILE...]", "DATA…" → "<DATA...>" */
function commanderArgument(name: string): string {
  const spread = name.replace("|TEXT", "").replace("…", "...");
  return spread.startsWith("[") ? spread : `<${spread}>`;
}

/** The files that options other than --output name. */
export const fileOptions = (specs: OptionSet, options: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(specs).flatMap(([name, { expected }]) => {
    const value = options[name];
    return expected === "a file name" && name !== "output" && typeof value === "string" ? [value] : [];
  });

export function parseArguments(command: CliCommand, path: string, words: readonly string[]): ParsedArguments {
  const parser = new SilentCommand(command, path).helpOption(false).allowExcessArguments(false);
  for (const name of command.arguments) parser.argument(commanderArgument(name));
  for (const [name, spec] of Object.entries(command.options)) {
    const letter = command.short?.[name];
    const flags = letter === undefined ? flagName(name) : `-${letter}, ${flagName(name)}`;
    parser.addOption(new Option(takesValue(spec) ? `${flags} <value>` : flags));
    if (!takesValue(spec)) parser.addOption(new Option(flagName(name).replace("--", "--no-")));
  }
  parser.parse([...words], { from: "user" });
  const given = parser.opts<Record<string, string | boolean | undefined>>();
  const options: Record<string, unknown> = {};
  for (const [name, spec] of Object.entries(command.options)) {
    if (command.required?.includes(name) && given[name] === undefined) {
      throw new UsageError(`${flagName(name)} is missing; it must be ${spec.expected}. See "${path} --help".`);
    }
    options[name] = flagValue(name, spec, given[name]);
  }
  const named = Object.keys(command.options).filter((name) => given[name] !== undefined);
  return { args: parser.args, options, given: new Set(named) };
}
