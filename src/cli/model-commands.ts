/** `eigentree VERB MODEL …`: the kind of the model file decides what runs and which options there are. */
import { ModelFileError, type ModelParts } from "../base/index.ts";
import { loadModel, modelKindOf } from "../files/index.ts";
import type { CliCommand, ModelVerb } from "./command.ts";
import { type Kind, type KindEntry, MODEL_VERBS, type VerbName } from "./kinds.ts";

/** The first argument that is a model file. It need not be the first of all: the value of an option may stand before it. */
async function findModel(args: readonly string[]): Promise<{ path: string; kind: string } | undefined> {
  for (const path of args) {
    if (path.startsWith("-")) continue;
    const kind = await modelKindOf(path);
    if (kind !== undefined) return { path, kind };
  }
  return undefined;
}

function entryOf(path: string, kind: string, kinds: readonly KindEntry[]): KindEntry {
  const entry = kinds.find(({ name }) => name === kind);
  if (entry !== undefined) return entry;
  throw new ModelFileError("wrong-kind", `holds a model of kind "${kind}", which this program does not know; update Eigentree.`, path);
}

/** A verb of a kind as a command whose first argument is the model. */
function asCommand(verb: ModelVerb, path: string, rest: readonly string[], load: (shared: boolean) => Promise<ModelParts>): CliCommand {
  return {
    ...verb,
    arguments: ["MODEL", ...rest],
    async run(context, args, options) {
      await verb.run(context, { path, parts: await load(context.threads > 1) }, args.slice(1), options);
    },
  };
}

const modelLoader =
  (path: string, kind: string, { version }: Kind) =>
  (shared: boolean) =>
    loadModel(path, { kind, version, shared });

/** The command over a file of others that one of the kinds can take for a model, if an argument is one. */
async function adopting(name: VerbName, args: readonly string[], able: readonly KindEntry[]): Promise<CliCommand | undefined> {
  for (const entry of able.filter(({ adopts }) => adopts)) {
    const kind = await entry.load();
    for (const path of args.filter((word) => !word.startsWith("-"))) {
      const parts = await kind.adopt!(path);
      if (parts !== undefined) return asCommand(kind.verbs[name]!, path, MODEL_VERBS[name].arguments, async () => parts);
    }
  }
  return undefined;
}

export async function loadModelCommand(name: VerbName, args: readonly string[], kinds: readonly KindEntry[]): Promise<CliCommand> {
  const rest = MODEL_VERBS[name].arguments;
  const able = kinds.filter(({ verbs }) => verbs.includes(name));
  const model = await findModel(args);
  if (model === undefined) {
    const adopted = await adopting(name, args, able);
    if (adopted !== undefined) return adopted;
    const first = args.find((word) => !word.startsWith("-"));
    if (first !== undefined) await loadModel(first); // throws the reason why it is none
    return unspecified(name, able, rest);
  }
  const kind = await entryOf(model.path, model.kind, kinds).load();
  const verb = kind.verbs[name];
  if (verb !== undefined) return asCommand(verb, model.path, rest, modelLoader(model.path, model.kind, kind));
  const others = able.map((entry) => entry.name).join(", ");
  throw new ModelFileError(
    "wrong-kind",
    `holds a model of kind "${model.kind}", which cannot ${name}; these kinds can: ${others}.`,
    model.path,
  );
}

/** The command as its help shows it before a model is named: the options of all kinds, each with the kinds that have it. */
async function unspecified(name: VerbName, able: readonly KindEntry[], rest: readonly string[]): Promise<CliCommand> {
  const verbs = await Promise.all(able.map(async (entry) => ({ kind: entry.name, verb: (await entry.load()).verbs[name]! })));
  const only = (option: string) => {
    const kinds = verbs.filter(({ verb }) => option in verb.options).map(({ kind }) => kind);
    return kinds.length === verbs.length ? "" : ` [${kinds.join(", ")}]`;
  };
  const specs = verbs.flatMap(({ verb }) => Object.entries(verb.options));
  return {
    arguments: ["MODEL", ...rest],
    description: `Works with models of these kinds: ${able.map((entry) => entry.name).join(", ")}.`,
    options: Object.fromEntries(specs.map(([option, spec]) => [option, { ...spec, meaning: spec.meaning + only(option) }])),
    short: Object.assign({}, ...verbs.map(({ verb }) => verb.short)),
    examples: verbs.flatMap(({ verb }) => verb.examples),
    run: async () => {}, // never reached: MODEL is missing
  };
}

/** `inspect` of a model; undefined when no argument is a model file. A kind that says nothing of its own is shown as any file is. */
export async function loadModelInspection(args: readonly string[], kinds: readonly KindEntry[]): Promise<CliCommand | undefined> {
  const model = await findModel(args);
  if (model === undefined) return undefined;
  const entry = kinds.find(({ name, verbs }) => name === model.kind && verbs.includes("inspect"));
  if (entry === undefined) return (await import("./commands/inspect-model.ts")).inspectModel;
  const kind = await entry.load();
  return asCommand(kind.inspect!, model.path, [], modelLoader(model.path, model.kind, kind));
}
