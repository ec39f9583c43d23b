/**
 * The kinds of models the command line knows, one line each; the file in `kinds/` says how to train, use, evaluate and
 * inspect one. `verbs` repeats which of these it has, so that the help can be written without loading every model; a
 * test compares the two.
 */
import type { ModelParts } from "../base/index.ts";
import type { CliCommand, ModelVerb } from "./frame/command.ts";

/** Verbs that take a model file: the arguments after it, and how a sentence names what the verb does. */
export const MODEL_VERBS = {
  parse: { summary: "find the structure of sentences", arguments: ["[FILE…|TEXT]"], doing: "parsing sentences" },
  tag: { summary: "label the words of sentences", arguments: ["[FILE…|TEXT]"], doing: "tagging" },
  neighbours: { summary: "list the words nearest in meaning", arguments: ["WORD…"], doing: "finding neighbours" },
  "score-trees": {
    summary: "print the log-probabilities of dependency trees",
    arguments: ["FILE…"],
    doing: "scoring dependency trees",
  },
  embed: {
    summary: "print the vectors of the words of sentences",
    arguments: ["[FILE…|TEXT]"],
    doing: "embedding words",
  },
  similar: { summary: "say how alike sentences are", arguments: ["[PAIR…]"], doing: "comparing sentences" },
  visual: {
    summary: "mark the noun phrases of captions that can be seen in the image",
    arguments: ["[FILE…|TEXT]"],
    doing: "marking noun phrases",
  },
  describe: {
    summary: "describe images by what was detected in them",
    arguments: ["[FILE…]"],
    doing: "describing images",
  },
  evaluate: { summary: "measure a model against gold data", arguments: ["GOLD…"], doing: "evaluation" },
} as const;

export type VerbName = keyof typeof MODEL_VERBS;

export interface Kind {
  /** The newest version of its model files that it reads. */
  readonly version: number;
  readonly train?: CliCommand;
  /** `eigentree inspect MODEL`. */
  readonly inspect?: ModelVerb;
  readonly verbs: Readonly<Partial<Record<VerbName, ModelVerb>>>;
  /** A file of another program that can stand in for a model, as its parts; undefined for any other file. */
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
  {
    name: "similarity",
    summary: "learn to say how alike sentences are, from pairs that people judged",
    verbs: ["train", "inspect", "similar", "evaluate"],
    load: async () => (await import("./kinds/similarity.ts")).similarity,
  },
  {
    name: "visual-lexicon",
    summary: "find the words of running text that name what can be seen",
    verbs: ["train", "inspect", "neighbours", "evaluate"],
    load: async () => (await import("./kinds/visual-lexicon.ts")).visualLexicon,
  },
  {
    name: "visual",
    summary: "learn which noun phrases of captions can be seen in the image",
    verbs: ["train", "inspect", "visual", "evaluate"],
    load: async () => (await import("./kinds/visual.ts")).visual,
  },
  {
    name: "captions",
    summary: "learn from captions how to describe images",
    verbs: ["train", "inspect", "describe", "evaluate"],
    load: async () => (await import("./kinds/captions.ts")).captions,
  },
];
