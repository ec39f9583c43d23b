/**
 * All commands, one line each, in the order of the help. Those that need a model appear as soon as a kind in kinds.ts
 * has them.
 */

import { EXPERIMENTS } from "./experiments.ts";
import type { CommandEntry } from "./frame/command.ts";
import { KINDS, type KindEntry, MODEL_VERBS, type VerbName } from "./kinds.ts";
import { loadModelCommand, loadModelInspection } from "./model-commands.ts";
import type { Program } from "./program.ts";

function trainCommands(kinds: readonly KindEntry[]): CommandEntry[] {
  const trainable = kinds.filter(({ verbs }) => verbs.includes("train"));
  const commands = trainable.map(({ name, summary, load }) => ({
    name,
    summary,
    load: async () => (await load()).train!,
  }));
  return commands.length === 0 ? [] : [{ name: "train", summary: "learn a model from data", commands }];
}

function modelCommands(kinds: readonly KindEntry[]): CommandEntry[] {
  const names = (Object.keys(MODEL_VERBS) as VerbName[]).filter((name) =>
    kinds.some(({ verbs }) => verbs.includes(name)),
  );
  return names.map((name) => ({
    name,
    summary: MODEL_VERBS[name].summary,
    load: (args) => loadModelCommand(name, args, kinds),
  }));
}

const loadInspect = async (args: readonly string[], kinds: readonly KindEntry[]) =>
  (await loadModelInspection(args, kinds)) ?? (await import("./commands/inspect.ts")).inspect;

export function programOf(kinds: readonly KindEntry[]): Program {
  return {
    examples: [
      ['eigentree parse en "The dog barks."', "parse English with the model that comes with Eigentree"],
      ["eigentree demo", "parse real English and compare ways of learning, in under a minute"],
      ["eigentree inspect treebank.mrg", "count and check a treebank before anything is learnt from it"],
    ],
    entries: [
      ...trainCommands(kinds),
      ...modelCommands(kinds),
      {
        name: "score",
        summary: "compare predicted structures with gold ones",
        load: async () => (await import("./commands/score.ts")).score,
      },
      {
        name: "inspect",
        summary: "count and check data, or show what a model holds",
        load: (args) => loadInspect(args, kinds),
      },
      {
        name: "search",
        summary: "find nodes of trees by a pattern",
        load: async () => (await import("./commands/search.ts")).search,
      },
      {
        name: "merge",
        summary: "join the outputs of the shards of parse or tag",
        load: async () => (await import("./commands/merge.ts")).merge,
      },
      { name: "experiment", summary: "run a published experiment again", commands: EXPERIMENTS },
      {
        name: "convert",
        summary: "turn word vectors into another format",
        load: async () => (await import("./commands/convert.ts")).convert,
      },
      {
        name: "sample",
        summary: "draw synthetic sentences to try things out with",
        load: async () => (await import("./commands/sample.ts")).sample,
      },
      {
        name: "serve",
        summary: "answer requests over HTTP, and show a page to try models with",
        load: async () => (await import("./commands/serve.ts")).serve,
      },
      {
        name: "demo",
        summary: "parse real English and compare ways of learning, in under a minute",
        load: async () => (await import("./commands/demo.ts")).demo,
      },
    ],
  };
}

export const EIGENTREE: Program = programOf(KINDS);
