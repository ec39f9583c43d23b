/**
 * Preparing a treebank for learning, as separate named steps. A step maps one tree to one tree and counts what it did;
 * nothing happens that is not in a count. A step that leaves nothing of a tree gives `undefined`. Unchanged parts are
 * shared with the original. Each step: O(nodes).
 *
 *   const { trees, counts } = prepareTreebank(readPenn(text), ["empties", "functions", "top"]);
 *   prepareTreebank(trees, STANDARD_STEPS, { keepFunctions: ["IP-*"] });
 */
import { OptionError } from "../base/errors.ts";
import { suggestion } from "../base/spelling.ts";
import { foldTree, mapLabels, withParts } from "./fold.ts";
import { isLeaf, type Leaf, type Tree } from "./tree.ts";

/** What a step did, by name: `{ traces: 12, emptied: 3 }`. */
export type StepCounts = Record<string, number>;

/** What the steps of preparation need to know. */
export interface PreparationOptions {
  /**
   * Function tags that the step `functions` leaves on labels: all of them, or those that a pattern admits, in which `*`
   * stands for anything: `IP-*`, `N-D`. Of a label the longest beginning that a pattern matches is kept: with `IP-MAT`,
   * IP-MAT-SPE → IP-MAT. Indices and gap marks go in any case (none).
   */
  readonly keepFunctions?: "all" | readonly string[] | undefined;
}

/** A step of preparing a treebank. */
export type PreparationStep = (tree: Tree, counts: StepCounts, options?: PreparationOptions) => Tree | undefined;

const count = (counts: StepCounts, name: string, by = 1) => {
  counts[name] = (counts[name] ?? 0) + by;
};

/** Drops the leaves that `unwanted` names, and every constituent that has no words left. */
function dropLeaves(tree: Tree, counts: StepCounts, name: string, unwanted: (leaf: Leaf) => boolean): Tree | undefined {
  return foldTree<Tree | undefined>(
    tree,
    (leaf) => {
      if (!unwanted(leaf)) return leaf;
      count(counts, name);
      return undefined;
    },
    (branch, children) => {
      const left = children.filter((child) => child !== undefined);
      if (left.length > 0) return withParts(branch, branch.label, left);
      count(counts, "emptied constituents");
      return undefined;
    },
  );
}

/** Tags of elements that no speaker utters: Penn's traces and null elements. */
const EMPTY_TAG = "-NONE-";

/** Takes out traces and null elements (-NONE-) and the constituents they alone filled. */
export const stripEmpties: PreparationStep = (tree, counts) =>
  dropLeaves(tree, counts, "traces", (leaf) => leaf.label === EMPTY_TAG);

/** Tags whose words are punctuation: Penn (also the Chinese and CRAFT ones), NEGRA/TIGER/STTS, Universal. */
export const PUNCTUATION_TAGS: ReadonlySet<string> = new Set([
  ...[
    "``",
    "''",
    '"',
    ",",
    ".",
    ":",
    "-LRB-",
    "-RRB-",
    "-LCB-",
    "-RCB-",
    "-LSB-",
    "-RSB-",
    "HYPH",
    "NFP",
    "PU",
    "PUNCT",
  ],
  ...["$,", "$.", "$(", "$*LRB*", "$-LRB-", "$["],
]);

/** Takes out punctuation, by tag, and the constituents it alone filled. */
export const stripPunctuation: PreparationStep = (tree, counts) =>
  dropLeaves(tree, counts, "punctuation", (leaf) => PUNCTUATION_TAGS.has(leaf.label));

/**
 * A label without its function tags, co-indices and gap marks: NP-SBJ-1 → NP, NP=2 → NP. Nothing is cut from a label
 * that begins with the mark or whose rest is closed by it (-LRB-, -NONE-, $-LRB-), nor from one that is only marks.
 */
export function coreLabel(label: string): string {
  for (let at = 1; at < label.length; at++) {
    const character = label[at];
    if (character === "-" || character === "=")
      return label[0] === "-" || label.endsWith("-") ? label : label.slice(0, at);
  }
  return label;
}

/** The functions on a label, each with its hyphen; numbers and gap marks (NP-SBJ-1, NP=2) are none. */
const functionsOf = (label: string, core: string): string[] =>
  label
    .slice(core.length)
    .split(/(?=[-=])/)
    .filter((part) => part.length > 1 && part.startsWith("-") && !/^-\d+$/.test(part));

/** Whether a label matches one of the patterns, in which `*` stands for anything. */
function admits(patterns: readonly string[]): (label: string) => boolean {
  const expressions = patterns.map((pattern) => {
    if (pattern === "")
      throw new OptionError(
        "keepFunctions",
        "preparation: keepFunctions has an empty pattern; expected a label or a pattern such as IP-*.",
      );
    const parts = pattern.split("*").map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, "\\$&"));
    return new RegExp(`^${parts.join(".*")}$`, "s");
  });
  return (label) => expressions.some((expression) => expression.test(label));
}

/** Cuts function tags and indices off the labels of constituents and words, but for those that are to be kept. */
export const stripFunctions: PreparationStep = (tree, counts, { keepFunctions = [] } = {}) => {
  const isKept = keepFunctions === "all" ? () => true : admits(keepFunctions);
  return mapLabels(tree, (label) => {
    const core = coreLabel(label);
    if (core === label) return label;
    const functions = keepFunctions.length === 0 ? [] : functionsOf(label, core);
    let kept = functions.length;
    while (kept > 0 && !isKept(core + functions.slice(0, kept).join(""))) kept--;
    const left = core + functions.slice(0, kept).join("");
    if (kept > 0) count(counts, "function tags kept");
    if (keepFunctions.length === 0 || kept < functions.length) count(counts, "function tags");
    else if (left !== label) count(counts, "indices");
    return left;
  });
};

/** Labels of a bracket that only marks the top of a tree. */
export const TOP_LABELS: ReadonlySet<string> = new Set(["", "TOP", "ROOT", "VROOT", "S1"]);

/**
 * Takes off outer brackets without a label or labelled TOP, ROOT, VROOT or S1, as many as there are, while they hold
 * one constituent.
 */
export const stripTop: PreparationStep = (tree, counts) => {
  let top = tree;
  while (!isLeaf(top) && TOP_LABELS.has(top.label) && top.children.length === 1) {
    top = top.children[0]!;
    count(counts, "top brackets");
  }
  return top;
};

/**
 * One spelling for labels: the first of alternatives (`ADVP|PRT` → ADVP), and no label at all inside a tree or at the
 * top of several constituents becomes X, Penn's name for the unknown.
 */
export const cleanLabels: PreparationStep = (tree, counts) =>
  mapLabels(tree, (label, node) => {
    const bar = label.indexOf("|");
    if (bar > 0) {
      count(counts, "alternative labels");
      return label.slice(0, bar);
    }
    if (label !== "" || (node === tree && !isLeaf(node) && node.children.length === 1)) return label;
    count(counts, "missing labels");
    return "X";
  });

/**
 * Makes X over a single X of the same label one node, which the loss of traces and punctuation can leave behind (NP
 * over NP).
 */
export const mergeRepeats: PreparationStep = (tree, counts) =>
  foldTree<Tree>(
    tree,
    (leaf) => leaf,
    (branch, children) => {
      const only = children[0];
      if (children.length !== 1 || only === undefined || isLeaf(only) || only.label !== branch.label) {
        return withParts(branch, branch.label, children);
      }
      count(counts, "repeated labels");
      return only;
    },
  );

/** The steps of preparing a treebank, by name. */
export const PREPARATION_STEPS = {
  empties: stripEmpties,
  functions: stripFunctions,
  top: stripTop,
  punctuation: stripPunctuation,
  labels: cleanLabels,
  repeats: mergeRepeats,
} as const satisfies Readonly<Record<string, PreparationStep>>;

/** The name of a step of preparation. */
export type StepName = keyof typeof PREPARATION_STEPS;

/** What parsers are trained and scored on: no traces, no function tags, no outer bracket, plain labels. */
export const STANDARD_STEPS: readonly StepName[] = ["empties", "functions", "top", "labels"];

/** Prepared trees, and what each step did. */
export interface PreparedTreebank {
  readonly trees: Tree[];
  /** For each step what it did, and under `trees lost` the trees of which it left nothing. */
  readonly counts: Readonly<Record<string, Readonly<StepCounts>>>;
}

/** One tree through the named steps in order; undefined when nothing is left of it. */
export function prepareTree(
  tree: Tree,
  steps: readonly StepName[] = STANDARD_STEPS,
  counts: Record<string, StepCounts> = {},
  options: PreparationOptions = {},
): Tree | undefined {
  let current: Tree | undefined = tree;
  for (const name of steps) {
    const step: PreparationStep | undefined = Object.hasOwn(PREPARATION_STEPS, name)
      ? PREPARATION_STEPS[name]
      : undefined;
    if (step === undefined) {
      throw new OptionError(
        "steps",
        `preparation: unknown step "${name}".${suggestion(name, Object.keys(PREPARATION_STEPS))}`,
      );
    }
    const own = (counts[name] ??= {});
    current = step(current, own, options);
    if (current === undefined) {
      count(own, "trees lost");
      return undefined;
    }
  }
  return current;
}

/** All trees through the named steps in order. */
export function prepareTreebank(
  trees: Iterable<Tree>,
  steps: readonly StepName[] = STANDARD_STEPS,
  options: PreparationOptions = {},
): PreparedTreebank {
  const counts: Record<string, StepCounts> = Object.fromEntries(steps.map((name) => [name, {}]));
  const prepared: Tree[] = [];
  for (const tree of trees) {
    const result = prepareTree(tree, steps, counts, options);
    if (result !== undefined) prepared.push(result);
  }
  return { trees: prepared, counts };
}
