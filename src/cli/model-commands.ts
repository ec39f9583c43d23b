/** `eigentree VERB MODEL …`: the kind of the model file decides what runs and which options there are. */
import { basename } from "node:path";
import { ModelFileError, type ModelParts, type OptionSet, type OptionSpec, quoted } from "../base/index.ts";
import { loadModel, modelKindOf, modelPath, STANDARD_INPUT } from "../files/index.ts";
import { isShipped } from "../kinds/index.ts";
import type { CliCommand, ModelVerb } from "./frame/command.ts";
import { UsageError } from "./frame/failures.ts";
import { type Kind, type KindEntry, MODEL_VERBS, type VerbName } from "./kinds.ts";

interface FoundModel {
  /** As the command line has it. */
  readonly given: string;
  readonly path: string;
  readonly kind: string;
}

/** Of a name that has several, the part that parses into dependencies. */
const DEPENDENCIES = "--dependencies";

/**
 * The first argument that is a model file; where there is none, the first that is the name of a shipped model, as its
 * part of one of these kinds. It need not be the first of all: the value of an option may stand before it.
 */
async function findModel(args: readonly string[], kinds?: readonly string[]): Promise<FoundModel | undefined> {
  const words = args.filter((word) => !word.startsWith("-"));
  for (const path of words) {
    const kind = await modelKindOf(path);
    if (kind !== undefined) return { given: path, path, kind };
  }
  const given = words.find(isShipped);
  if (given === undefined) return undefined;
  const isAsked = args.includes(DEPENDENCIES) && kinds?.includes("dependency");
  const path = modelPath(given, isAsked ? ["dependency"] : kinds);
  return { given, path, kind: basename(path, ".model") };
}

function entryOf(path: string, kind: string, kinds: readonly KindEntry[]): KindEntry {
  const entry = kinds.find(({ name }) => name === kind);
  if (entry !== undefined) return entry;
  throw new ModelFileError(
    "wrong-kind",
    `holds a model of kind "${kind}", which this program does not know; update Eigentree.`,
    path,
  );
}

/** A verb of a kind as a command whose first argument is the model. */
function asCommand(
  verb: ModelVerb,
  { given, path }: Omit<FoundModel, "kind">,
  rest: readonly string[],
  load: (shared: boolean) => Promise<ModelParts>,
): CliCommand {
  return {
    ...verb,
    arguments: ["MODEL", ...rest],
    async run(context, args, options) {
      if (args[0] !== given) {
        const right = [context.command, given, ...args.filter((arg) => arg !== given)].join(" ");
        throw new UsageError(`${given} is a model and must come first: ${right}`);
      }
      await verb.run(context, { path, parts: await load(context.threads > 1) }, args.slice(1), options);
    },
  };
}

const modelLoader =
  (path: string, kind: string, { version }: Kind) =>
  (shared: boolean) =>
    loadModel(path, { kind, version, shared });

/** The command over a file of others that one of the kinds can take for a model, if an argument is one. */
async function adopting(
  name: VerbName,
  args: readonly string[],
  able: readonly KindEntry[],
): Promise<CliCommand | undefined> {
  for (const entry of able.filter(({ adopts }) => adopts)) {
    const kind = await entry.load();
    for (const path of args.filter((word) => !word.startsWith("-"))) {
      const parts = await kind.adopt!(path);
      if (parts !== undefined)
        return asCommand(kind.verbs[name]!, { given: path, path }, MODEL_VERBS[name].arguments, async () => parts);
    }
  }
  return undefined;
}

export async function loadModelCommand(
  name: VerbName,
  args: readonly string[],
  kinds: readonly KindEntry[],
): Promise<CliCommand> {
  const rest = MODEL_VERBS[name].arguments;
  const able = kinds.filter(({ verbs }) => verbs.includes(name));
  const model = await findModel(
    args,
    able.map((entry) => entry.name),
  );
  if (model === undefined) {
    const adopted = await adopting(name, args, able);
    if (adopted !== undefined) return adopted;
    const first = args.find((word) => word === STANDARD_INPUT || !word.startsWith("-"));
    if (first !== undefined && first !== STANDARD_INPUT) await loadModel(first); // throws the reason why it is none
    return unspecified(name, able, rest);
  }
  if (args.includes(DEPENDENCIES) && model.kind !== "dependency") {
    const found = `holds a model of kind "${model.kind}"; ${DEPENDENCIES} needs one of kind dependency.`;
    throw new ModelFileError("wrong-kind", found, model.path);
  }
  const kind = await entryOf(model.path, model.kind, kinds).load();
  const verb = kind.verbs[name];
  if (verb !== undefined) return asCommand(verb, model, rest, modelLoader(model.path, model.kind, kind));
  throw new ModelFileError("wrong-kind", unable(name, model.kind, able), model.path);
}

/** "is a sequence model; parsing sentences needs a model of kind parser, induction or dependency." */
function unable(name: VerbName, kind: string, able: readonly KindEntry[]): string {
  const names = able.map((entry) => entry.name);
  const list = names.length > 1 ? `${names.slice(0, -1).join(", ")} or ${names.at(-1)}` : names.join("");
  return `holds a model of kind "${kind}"; ${MODEL_VERBS[name].doing} needs a model of kind ${list}.`;
}

/** The command as its help shows it before a model is named: the options of all kinds. */
async function unspecified(name: VerbName, able: readonly KindEntry[], rest: readonly string[]): Promise<CliCommand> {
  const verbs = await Promise.all(
    able.map(async (entry) => ({ kind: entry.name, verb: (await entry.load()).verbs[name]! })),
  );
  return {
    arguments: ["MODEL", ...rest],
    description:
      `Works with models of these kinds: ${able.map((entry) => entry.name).join(", ")}. ` +
      `"eigentree ${name} MODEL --help" shows the options of a model's own kind.`,
    options: sharedHelp(verbs.map(({ kind, verb }) => ({ kind, options: verb.options }))),
    short: Object.assign({}, ...verbs.map(({ verb }) => verb.short)),
    examples: verbs.flatMap(({ verb }) => verb.examples),
    async run(_context, [model]) {
      if (model === STANDARD_INPUT) throw new UsageError("MODEL cannot be standard input (-); name its file.");
      throw new UsageError(`${quoted(model!)} cannot be MODEL: it begins like an option; write ./ before it.`);
    },
  };
}

/** What all of them take, in the words that the placeholder of help is chosen by. */
function commonForm(specs: readonly OptionSpec<unknown>[]): string {
  const forms = ["one of", "a whole number", "a number"];
  return forms.find((form) => specs.every(({ expected }) => expected.startsWith(form))) ?? "a text";
}

/** Options of several kinds in one list. Where kinds differ in what an option takes, each kind's choices are named. */
function sharedHelp(kinds: readonly { readonly kind: string; readonly options: OptionSet }[]): OptionSet {
  const merged: Record<string, OptionSpec<unknown>> = {};
  for (const option of new Set(kinds.flatMap(({ options }) => Object.keys(options)))) {
    const having = kinds.filter(({ options }) => option in options);
    const specs = having.map(({ options }) => options[option]!);
    const [first] = specs as [OptionSpec<unknown>];
    const same = specs.every(({ expected }) => expected === first.expected);
    const only = having.length === kinds.length ? "" : ` [${having.map(({ kind }) => kind).join(", ")}]`;
    const each = having.map(({ kind }, at) => `${kind}: ${specs[at]!.expected.replace(/^one of /, "")}`);
    merged[option] = same
      ? { ...first, meaning: first.meaning + only }
      : { ...first, meaning: `${first.meaning} [${each.join("; ")}]`, expected: commonForm(specs), default: "" };
  }
  return merged;
}

/**
 * `inspect` of a model; undefined when no argument is a model file. A kind that says nothing of its own is shown as any
 * file is.
 */
export async function loadModelInspection(
  args: readonly string[],
  kinds: readonly KindEntry[],
): Promise<CliCommand | undefined> {
  const model = await findModel(args);
  if (model === undefined) return undefined;
  const entry = kinds.find(({ name, verbs }) => name === model.kind && verbs.includes("inspect"));
  if (entry === undefined) return (await import("./commands/inspect-model.ts")).inspectModel;
  const kind = await entry.load();
  return asCommand(kind.inspect!, model, kind.inspect!.arguments ?? [], modelLoader(model.path, model.kind, kind));
}
