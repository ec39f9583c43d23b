/**
 * The templates of each task unless others are given. Those of tags are after Ratnaparkhi 1996 and Collins 2002, those
 * of chunks after Sha and Pereira 2003, those of names after the systems of CoNLL 2002. Columns of the data and classes
 * of words are looked at in the same places in each task.
 */
import type { Representations } from "../../representations/index.ts";

/** The tasks with templates of their own. */
export const TASKS = ["tags", "chunks", "names"] as const;

/** A task with templates of its own. */
export type Task = (typeof TASKS)[number];

const WORDS: Readonly<Record<Task, string>> = {
  tags: `word, lower-2..2, lower-1*lower, lower*lower+1, lower-1*lower+1
    prefix1, prefix2, prefix3, prefix4, suffix1, suffix2, suffix3, suffix4, suffix5
    shape-1..1, shape-1*shape, shape*shape+1, signature, shape*suffix2, suffix3-1, suffix3+1, suffix3-1*suffix3, suffix3*suffix3+1`,
  chunks: `word-2..2, lower-1*lower, lower*lower+1, suffix3, suffix2, prefix3, shape-1..1`,
  names: `word-2..2, lower-2..2, lower-1*lower, lower*lower+1
    prefix1, prefix2, prefix3, prefix4, suffix1, suffix2, suffix3, suffix4
    shape-2..2, case-1..1, shape-1*shape, shape*shape+1, shape-1*shape*shape+1, lower-1*shape, shape*lower+1
    suffix3-1, suffix3+1`,
};

/** What rare words share with others: where labels say what a word is. */
const FORMS: Readonly<Record<Task, string>> = {
  tags: `relative, relative*signature, end, end*signature, opening, small, small*signature, capital, capital*signature
    part, raresuffix6, raresuffix7, raresuffix8, rareprefix5, rareprefix6`,
  chunks: "",
  names: "",
};

const LISTS = "list-1..1, list-1*list, list*list+1, list*shape";
const VECTORS = "vector-1..1, context";

const columnTemplates = (task: Task, c: string): string => {
  const common = `${c}-2..2, ${c}-1*${c}, ${c}*${c}+1, ${c}-2*${c}-1*${c}, ${c}-1*${c}*${c}+1, ${c}*${c}+1*${c}+2, ${c}*lower`;
  if (task === "tags") return `${common}, ${c}*suffix3`;
  if (task === "names") return `${common}, ${c}*shape`;
  return `${common}, ${c}-2*${c}-1, ${c}+1*${c}+2, ${c}-1*lower, ${c}+1*lower, ${c}-1*lower-1, ${c}+1*lower+1,
    ${c}*lower-1, ${c}*lower+1, ${c}-1*${c}+1, ${c}-2*${c}-1*${c}*${c}+1, ${c}-1*${c}*${c}+1*${c}+2`;
};

const CLASSES = `class4, class6, class10, class20, class, class-1, class+1, class6-1, class6+1, class10-1, class10+1,
  class6-1*class6, class6*class6+1, class6-1*class6*class6+1, class10-1*class10, class10*class10+1, class*shape, class6-2, class6+2`;

/** The text of a task's templates for data with these further columns, and for what is known of words. */
export const defaultTemplates = (task: Task, columns: readonly string[], known: Representations): string =>
  [WORDS[task], ...(known.classes === undefined ? [] : [CLASSES]), furtherTemplates(task, columns, known)].join("\n");

/** The same, for a learner that already has features of words and classes: of forms, columns, lists and vectors. */
export const furtherTemplates = (task: Task, columns: readonly string[], known: Representations): string =>
  [
    ...(FORMS[task] === "" ? [] : [FORMS[task]]),
    ...columns.map((name) => (name === "list" ? LISTS : columnTemplates(task, name))),
    ...(known.vectors === undefined ? [] : [VECTORS]),
  ].join("\n");

const SPAN = /^(O|[BIES]-.+)$/;

/**
 * What the labels look like: names if they mark spans and most words are in none, chunks if they mark spans and most
 * words are in one, otherwise tags.
 */
export function taskOf(sequences: Iterable<{ readonly tags: readonly string[] }>): Task {
  let [outside, all] = [0, 0];
  for (const { tags } of sequences) {
    for (const tag of tags) {
      if (!SPAN.test(tag)) return "tags";
      all++;
      if (tag === "O") outside++;
    }
  }
  if (outside === all && all > 0) return "names";
  return outside > all / 2 ? "names" : "chunks";
}
