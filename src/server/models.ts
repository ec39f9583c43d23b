/** The models of a server: read once at the start into memory that all threads share, under names of their own. */
import { statSync } from "node:fs";
import { basename } from "node:path";
import type { ModelParts } from "../base/index.ts";
import { loadModel, modelPath, shareModel } from "../files/index.ts";
import { SHIPPED } from "../kinds/index.ts";
import type { ServedModel } from "./answers.ts";

/** What stands for a model on the command line: NAME=PATH, or a path whose file gives the name. */
export interface NamedModel {
  readonly name: string;
  readonly path: string;
}

/**
 * `news=models/a.model` → news; `models/english.model` → english; `en` → the shipped models of that name, one for each
 * kind. Names that come twice get a number.
 */
export function namedModels(args: readonly string[]): NamedModel[] {
  const used = new Set<string>();
  const unused = (wanted: string) => {
    let name = wanted;
    for (let number = 2; used.has(name); number++) name = `${wanted}-${number}`;
    used.add(name);
    return name;
  };
  return args.flatMap((arg) => {
    const given = /^([\w.-]{1,60})=(.+)$/s.exec(arg);
    const source = given?.[2] ?? arg;
    const path = modelPath(source);
    if (path !== source) {
      // A name without a kind stands for all of its kinds.
      const parts = source.includes("/") ? [source] : SHIPPED[source]!.map((kind) => `${source}/${kind}`);
      return parts.map((part) => ({ name: unused(given?.[1] ?? part.replace("/", "-")), path: modelPath(part) }));
    }
    return [
      { name: unused(given?.[1] ?? (basename(path).replace(/\.(model|gz|txt|bin|vec)$/g, "") || "model")), path },
    ];
  });
}

/** The models given, and after them those shipped for English that are there and were not given. */
export function modelsToServe(args: readonly string[], shipped: boolean): NamedModel[] {
  const given = new Set(namedModels(args).map(({ path }) => path));
  const isNew = (part: string) => {
    const path = modelPath(part);
    return !given.has(path) && statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  };
  const others = shipped ? SHIPPED.en!.map((kind) => `en/${kind}`).filter(isNew) : [];
  return namedModels([...args, ...others]);
}

export interface OpenedModels {
  readonly models: readonly ServedModel[];
  /** By name; tensors in shared memory. */
  readonly parts: Readonly<Record<string, ModelParts>>;
}

/** Reads every file; `adopt` may take a file of others for a model. */
export async function openModels(
  named: readonly NamedModel[],
  adopt: (path: string) => Promise<ModelParts | undefined> = async () => undefined,
): Promise<OpenedModels> {
  const models: ServedModel[] = [];
  const parts: Record<string, ModelParts> = {};
  for (const { name, path } of named) {
    const adopted = await adopt(path);
    const own = adopted === undefined ? await loadModel(path, { shared: true }) : shareModel(adopted);
    const bytes = Object.values(own.tensors).reduce((sum, { data }) => sum + data.byteLength, 0);
    models.push({ name, kind: own.kind, bytes });
    parts[name] = own;
  }
  return { models, parts };
}
