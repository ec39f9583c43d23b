/**
 * What a command is. Commands are declared as data: arguments, options (declarations of base/options.ts, which become
 * flags), examples, and a function that runs. `program.ts` does the rest: flags, help, checks, errors, exit codes.
 * CONTRIBUTING.md shows how to add one.
 */
import type { ModelParts, OptionSet, OptionsOf } from "../../base/index.ts";
import type { Context } from "./context.ts";

/** A command line and what it does. */
export type Example = readonly [command: string, does: string];

export interface CliCommand<O extends OptionSet = OptionSet> {
  /** Completes the summary in the help: what goes in, what comes out, what to watch for. */
  readonly description?: string;
  /** As the help shows them: "MODEL", "[FILE…|TEXT]" (may be left out, may be several), "DATA…" (one or more). */
  readonly arguments: readonly string[];
  readonly options: O;
  /** One-letter flags: { output: "o" }. */
  readonly short?: { readonly [K in keyof O]?: string };
  /** Options that must be given. */
  readonly required?: readonly (keyof O & string)[];
  readonly examples: readonly Example[];
  run(context: Context, args: readonly string[], options: OptionsOf<O>): Promise<void>;
}

/** Gives `run` the types of the options. */
// biome-ignore lint/suspicious/noExplicitAny: a list of commands holds all option sets
export const defineCommand = <const O extends OptionSet>(command: CliCommand<O>): CliCommand<any> => command;

/** A line in a list of commands; the command itself is loaded when it is called, so that starting stays fast. */
export interface CommandEntry {
  readonly name: string;
  /** Half a sentence: "count and check a treebank or text". */
  readonly summary: string;
  /**
   * Absent for a group like `train`, which has commands of its own. What is loaded may depend on the arguments: a model
   * file has a kind.
   */
  readonly load?: (args: readonly string[]) => Promise<CliCommand>;
  readonly commands?: readonly CommandEntry[];
}

/** A model file that has been read. */
export interface LoadedModel {
  readonly path: string;
  readonly parts: ModelParts;
}

/** What a kind of model does under a verb that takes a model file. `files` are the arguments after MODEL. */
export interface ModelVerb<O extends OptionSet = OptionSet> {
  readonly description?: string;
  /** Of `inspect`: what may stand after MODEL. Other verbs have theirs in `MODEL_VERBS`. */
  readonly arguments?: readonly string[];
  readonly options: O;
  readonly short?: { readonly [K in keyof O]?: string };
  readonly examples: readonly Example[];
  run(context: Context, model: LoadedModel, files: readonly string[], options: OptionsOf<O>): Promise<void>;
}

/** As `defineCommand`, for a verb of a kind of model. */
// biome-ignore lint/suspicious/noExplicitAny: a table of verbs holds all option sets
export const defineVerb = <const O extends OptionSet>(verb: ModelVerb<O>): ModelVerb<any> => verb;
