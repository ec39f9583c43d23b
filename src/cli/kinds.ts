/**
 * The kinds of models the command line knows, one line each; the file in `kinds/` says how to train, use, evaluate and inspect one. `verbs` repeats
 * which of these it has, so that the help can be written without loading every model; a test compares the two.
 */
import type { ModelParts } from "../base/index.ts";
import type { CliCommand, ModelVerb } from "./command.ts";

/** Verbs that take a model file, with the arguments after it. */
export const MODEL_VERBS = {
  parse: { summary: "find the structure of sentences", arguments: ["[FILE…]"] },
  tag: { summary: "label the words of sentences", arguments: ["[FILE…]"] },
  neighbours: { summary: "list the words nearest in meaning", arguments: ["WORD…"] },
  similar: { summary: "score the similarity of sentence pairs", arguments: ["[FILE…]"] },
  visual: { summary: "find the words that name visible things", arguments: ["[FILE…]"] },
  describe: { summary: "write descriptions of images from their detections", arguments: ["[FILE…]"] },
  "score-trees": { summary: "give the log-probabilities of dependency trees", arguments: ["FILE…"] },
  embed: { summary: "give the words of sentences their vectors", arguments: ["[FILE…]"] },
  evaluate: { summary: "measure a model against gold data", arguments: ["GOLD…"] },
} as const;

export type VerbName = keyof typeof MODEL_VERBS;

export interface Kind {
  /** The newest version of its model files that it reads. */
  readonly version: number;
  readonly train?: CliCommand;
  /** `eigentree inspect MODEL`. */
  readonly inspect?: ModelVerb;
  readonly verbs: Readonly<Partial<Record<VerbName, ModelVerb>>>;
  /** A file of others that can stand for a model, as its parts; undefined of any other file. */
  readonly adopt?: (path: string) => Promise<ModelParts | undefined>;
}

export interface KindEntry {
  /** As `ModelParts.kind` and as in `eigentree train NAME`. */
  readonly name: string;
  readonly summary: string;
  readonly verbs: readonly ("train" | "inspect" | VerbName)[];
  readonly load: () => Promise<Kind>;
  /** Whether the kind can `adopt`. */
  readonly adopts?: boolean;
}

export const KINDS: readonly KindEntry[] = [
  {
    name: "parser",
    summary: "learn a latent-variable grammar from a treebank",
    verbs: ["train", "inspect", "parse", "evaluate"],
    load: async () => (await import("./kinds/parser.ts")).parser,
  },
  {
    name: "induction",
    summary: "learn to bracket tagged sentences without any trees",
    verbs: ["train", "inspect", "parse", "evaluate"],
    load: async () => (await import("./kinds/induction.ts")).induction,
  },
  {
    name: "sequence",
    summary: "learn to label sequences: tags, chunks, names",
    verbs: ["train", "inspect", "tag", "evaluate"],
    load: async () => (await import("./kinds/sequence.ts")).sequence,
  },
  {
    name: "phones",
    summary: "learn to recognise phones in recordings",
    verbs: ["train", "inspect", "tag", "evaluate"],
    load: async () => (await import("./kinds/phones.ts")).phones,
  },
  {
    name: "dependency",
    summary: "learn a dependency parser and its tagger from a treebank",
    verbs: ["train", "inspect", "parse", "score-trees", "evaluate"],
    load: async () => (await import("./kinds/dependency.ts")).dependency,
  },
  {
    name: "vectors",
    summary: "learn word vectors from running text",
    verbs: ["train", "inspect", "neighbours", "embed", "evaluate"],
    load: async () => (await import("./kinds/vectors.ts")).vectors,
    adopts: true,
  },
  {
    name: "clusters",
    summary: "sort words into hierarchical classes, by Brown's algorithm or by CCA",
    verbs: ["train"],
    load: async () => (await import("./kinds/clusters.ts")).clusters,
  },
];
