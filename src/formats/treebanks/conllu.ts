/**
 * CoNLL-U (universaldependencies.org/format.html): ten columns separated by tabs, comments before the sentence, ranges
 * for multi-word tokens (3-4), empty nodes (5.1). Everything is kept as written; `conlluDependencies` takes out the
 * tree over the words. The blank line after the last sentence may be missing. Comments that no sentence follows at once
 * belong to the next sentence.
 */
import { InputError } from "../../base/errors.ts";
import { quoted, shortened } from "../../base/quoted.ts";
import { type DependencyTree, dependencyDefect } from "../../trees/dependencies.ts";
import { attempt, counted, fieldColumn, isBlank, type Line, LineBlock } from "../blocks.ts";
import { LineSplitter, type ReadOptions, readText, type TextFormat, writeText } from "../reader.ts";
import type { SpacedSentence } from "../text/spaced.ts";

/** A line of CoNLL-U: a word, a range or an empty node. */
export interface ConlluToken {
  /** `7`, a range `7-8`, or an empty node `7.1`. */
  readonly id: string;
  readonly form: string;
  readonly lemma: string;
  readonly upos: string;
  readonly xpos: string;
  readonly feats: string;
  /** As written: a number, or `_`. */
  readonly head: string;
  readonly deprel: string;
  readonly deps: string;
  readonly misc: string;
}

/** A sentence of CoNLL-U with everything its lines hold. */
export interface ConlluSentence {
  /** With their `#`. */
  readonly comments: readonly string[];
  readonly tokens: readonly ConlluToken[];
}

const COLUMNS = ["ID", "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS", "MISC"] as const;
const HEAD = 6;

/** Whether a row is a word of the tree: neither a range nor an empty node. */
export const isWord = (token: ConlluToken): boolean => !token.id.includes("-") && !token.id.includes(".");

/** Parses the rows of one sentence; throws at the first defect. */
function parseRows(rows: readonly Line[], file: string | undefined): ConlluToken[] {
  const fail = (reason: string, line: Line, fields: readonly string[], index: number): never => {
    throw new InputError(reason, { file, line: line.number, column: fieldColumn(fields, index) });
  };
  const tokens: ConlluToken[] = [];
  const heads: number[] = [];
  const wordLines: Line[] = [];
  let rangeEnd = 0;
  let emptyNodes = 0;
  for (const line of rows) {
    const fields = line.text.split("\t");
    if (fields.length !== COLUMNS.length) {
      const blanks =
        fields.length === 1 && line.text.includes(" ") ? " The columns of this line are separated by blanks." : "";
      const found = `this line has ${counted(fields.length, "column")}`;
      fail(`${found}; CoNLL-U has 10, separated by tabs.${blanks}`, line, fields, 0);
    }
    const empty = fields.indexOf("");
    if (empty >= 0) fail(`the column ${COLUMNS[empty]} is empty; write _ for no value.`, line, fields, empty);
    const id = fields[0]!;
    const numbers = /^(\d+)(?:([-.])(\d+))?$/.exec(id);
    if (numbers === null)
      fail(
        `${quoted(id)} is not a word number; expected a number as 3, a range as 3-4 or an empty node as 3.1.`,
        line,
        fields,
        0,
      );
    const [, first, mark, second] = numbers!;
    if (mark === "-") {
      if (Number(first) !== heads.length + 1 || Number(second) <= Number(first) || Number(first) <= rangeEnd) {
        fail(
          `the range ${shortened(id)} stands before word ${heads.length + 1}; a range goes up and stands before its first word.`,
          line,
          fields,
          0,
        );
      }
      rangeEnd = Number(second);
    } else if (mark === ".") {
      if (Number(first) !== heads.length || Number(second) !== emptyNodes + 1) {
        fail(
          `the empty node ${shortened(id)} is out of order; expected ${heads.length}.${emptyNodes + 1} here.`,
          line,
          fields,
          0,
        );
      }
      emptyNodes++;
    } else {
      if (Number(id) !== heads.length + 1)
        fail(`the word number ${shortened(id)} is out of order; expected ${heads.length + 1}.`, line, fields, 0);
      const head = fields[HEAD]!;
      if (head !== "_" && !/^\d+$/.test(head))
        fail(`the head ${quoted(head)} is not a number; expected 0, a word number or _.`, line, fields, HEAD);
      heads.push(head === "_" ? -1 : Number(head));
      wordLines.push(line);
      emptyNodes = 0;
    }
    const [, form, lemma, upos, xpos, feats, head, deprel, deps, misc] = fields as [
      string,
      string,
      string,
      string,
      string,
      string,
      string,
      string,
      string,
      string,
    ];
    tokens.push({ id, form, lemma, upos, xpos, feats, head, deprel, deps, misc });
  }
  if (rangeEnd > heads.length) {
    throw new InputError(`a range ends at word ${rangeEnd}; this sentence has ${counted(heads.length, "word")}.`, {
      file,
      line: rows[0]!.number,
    });
  }
  checkHeads(heads, wordLines, file);
  return tokens;
}

/** A sentence has heads for all words or for none, each of them a word of the sentence or 0, without a cycle. */
function checkHeads(heads: readonly number[], lines: readonly Line[], file: string | undefined): void {
  const place = (word: number) => {
    const line = lines[word]!;
    return { file, line: line.number, column: fieldColumn(line.text.split("\t"), HEAD) };
  };
  if (heads.every((head) => head < 0)) return;
  const missing = heads.findIndex((head) => head < 0);
  if (missing >= 0)
    throw new InputError(
      `word ${missing + 1} has no head, but others have; give all words heads or none.`,
      place(missing),
    );
  const far = heads.findIndex((head) => head > heads.length);
  if (far >= 0)
    throw new InputError(
      `the head ${shortened(lines[far]!.text.split("\t")[HEAD]!)} is not a word of this sentence; it has ${counted(heads.length, "word")}.`,
      place(far),
    );
  const defect = dependencyDefect(heads, { roots: "any" });
  if (defect !== undefined) {
    const word = Number(/\d+/.exec(defect)![0]) - 1;
    throw new InputError(`${defect}; every word must lead to the root, head 0.`, place(word));
  }
}

function parseSentence(lines: readonly Line[], file: string | undefined): ConlluSentence {
  const first = lines.findIndex((line) => !line.text.startsWith("#"));
  const misplaced = lines.find((line, i) => i > first && line.text.startsWith("#"));
  if (misplaced !== undefined) {
    const reason = "a comment stands inside a sentence; comments come before its first word.";
    throw new InputError(reason, { file, line: misplaced.number, column: 1 });
  }
  const comments = lines.slice(0, first).map((line) => line.text);
  return { comments, tokens: parseRows(lines.slice(first), file) };
}

/** CoNLL-U, the format of Universal Dependencies. */
export const conllu: TextFormat<ConlluSentence> = {
  name: "conllu",
  reader(emit, options) {
    const block = new LineBlock(options);
    /** Whether the block has a word; comments alone wait for the next sentence. */
    let begun = false;
    const finish = () => {
      if (!begun && !block.isSpoiled) return;
      begun = false;
      const lines = block.take();
      if (lines === undefined) return;
      attempt(options, () => emit(parseSentence(lines, options.file), lines[0]!.number, 1));
    };
    const line = (text: string, number: number) => {
      if (isBlank(text)) return finish();
      if (!text.startsWith("#")) begun = true;
      block.add({ text, number });
    };
    return new LineSplitter({ line, bad: (error) => block.spoil(error), end: finish }, options);
  },
  write({ comments, tokens }) {
    const rows = tokens.map((token) =>
      [
        ...[token.id, token.form, token.lemma, token.upos, token.xpos],
        ...[token.feats, token.head, token.deprel, token.deps, token.misc],
      ].map(checkColumn),
    );
    return `${[...comments.map(checkComment), ...rows.map((row) => row.join("\t"))].join("\n")}\n\n`;
  },
};

function checkColumn(value: string, index: number): string {
  const name = COLUMNS[index];
  if (value === "") throw new InputError(`CoNLL-U cannot hold an empty ${name}; write _ for no value.`);
  if (/[\t\r\n]/.test(value))
    throw new InputError(`CoNLL-U cannot hold tabs or line ends, as in the ${name} ${quoted(value)}.`);
  return value;
}

function checkComment(comment: string): string {
  if (!comment.startsWith("#") || /[\r\n]/.test(comment))
    throw new InputError(`${quoted(comment)} is not a one-line comment that begins with #.`);
  return comment;
}

/** All sentences of a text in CoNLL-U. */
export const readConllu = (text: string, options: ReadOptions = {}): ConlluSentence[] =>
  readText(conllu, text, options);

/** Sentences as CoNLL-U. */
export const writeConllu = (sentences: Iterable<ConlluSentence>): string => writeText(conllu, sentences);

/** A column that holds tags, or both: "NOUN NN", the universal tag, a blank and the fine one. */
export type TagColumn = "upos" | "xpos" | "both";

/** Which column a tree takes its tags from. */
export interface ConlluTreeOptions {
  /** The column that gives the tags (upos). */
  readonly tags?: TagColumn;
}

/** The tag of a word in a column, "_" where it has none; in both only when it has both. */
export function tagIn({ upos, xpos }: Pick<ConlluToken, "upos" | "xpos">, column: TagColumn): string {
  if (column !== "both") return column === "upos" ? upos : xpos;
  return upos === "_" || xpos === "_" ? "_" : `${upos} ${xpos}`;
}

/** The columns of a tag that `tagIn` gave. */
export function tagColumns(tag: string, column: TagColumn): { readonly upos?: string; readonly xpos?: string } {
  if (column !== "both") return { [column]: tag };
  const blank = tag.indexOf(" ");
  return blank < 0 ? { upos: tag } : { upos: tag.slice(0, blank), xpos: tag.slice(blank + 1) };
}

/** The tree over the words of a sentence; ranges and empty nodes are left out. */
export function conlluDependencies(sentence: ConlluSentence, options: ConlluTreeOptions = {}): DependencyTree {
  const column = options.tags ?? "upos";
  const words = sentence.tokens.filter(isWord);
  const bare = words.find((token) => token.head === "_");
  if (bare !== undefined)
    throw new InputError(`word ${bare.id} (${quoted(bare.form)}) has no head; expected a sentence with dependencies.`);
  return {
    words: words.map((token) => token.form),
    tags: words.map((token) => tagIn(token, column)),
    heads: words.map((token) => Number(token.head)),
    labels: words.map((token) => token.deprel),
  };
}

/** A sentence in CoNLL-U from a dependency tree; columns the tree does not give are `_`. */
export function conlluFromDependencies(
  tree: DependencyTree,
  options: ConlluTreeOptions & { comments?: readonly string[] } = {},
): ConlluSentence {
  const column = options.tags ?? "upos";
  return {
    comments: options.comments ?? [],
    tokens: tree.words.map((form, i) => ({
      id: `${i + 1}`,
      form,
      lemma: "_",
      upos: "_",
      xpos: "_",
      ...tagColumns(tree.tags[i]!, column),
      feats: "_",
      head: `${tree.heads[i]}`,
      deprel: tree.labels[i]!,
      deps: "_",
      misc: "_",
    })),
  };
}

/**
 * The words of a sentence, and for each whether a blank stands behind it in the text (SpaceAfter). Words of a range
 * have none between them, and the range says what comes after the last.
 */
export function conlluSpacing({ tokens }: ConlluSentence): SpacedSentence {
  const words: string[] = [];
  const spaces: boolean[] = [];
  let rangeEnd = 0;
  let rangeSpace = true;
  for (const token of tokens) {
    const hasSpace = !/(?:^|\|)SpaceAfter=No(?:\||$)/.test(token.misc);
    const range = /^\d+-(\d+)$/.exec(token.id);
    if (range !== null) {
      rangeEnd = Number(range[1]);
      rangeSpace = hasSpace;
    }
    if (!isWord(token)) continue;
    words.push(token.form);
    const number = Number(token.id);
    spaces.push(number < rangeEnd ? false : number === rangeEnd ? rangeSpace : hasSpace);
  }
  return { words, spaces };
}
