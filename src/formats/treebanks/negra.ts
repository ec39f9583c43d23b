/**
 * NEGRA export, versions 3 (word, tag, morph, edge, parent) and 4 (with a lemma after the word): a row for each word,
 * then one for each constituent, whose name is # and a number from 500; then pairs of secondary edge and parent, and a
 * comment after %%. `#BOS … #EOS` enclose a sentence, tables in `#BOT … #EOT` are passed over. Parent 0 is no parent.
 * Without a #FORMAT line the number of columns tells the version.
 */
import { InputError } from "../../base/errors.ts";
import { quoted, shortened } from "../../base/quoted.ts";
import { type GraphNode, type GraphWord, graphDefect, type SyntaxGraph } from "../../trees/graph.ts";
import {
  attempt,
  blankSeparated,
  checkField,
  checkStart,
  isBlank,
  type Line,
  LineBlock,
  lineDefect,
} from "../blocks.ts";
import { LineSplitter, passOn, type ReadOptions, readText, type TextFormat, writeText } from "../reader.ts";

/** Which version of the export format is written. */
export interface NegraWriteOptions {
  readonly version?: 3 | 4;
}

interface Row {
  readonly line: Line;
  /** For a constituent its number. */
  readonly number: number | undefined;
  readonly name: string;
  readonly label: string;
  readonly features: Readonly<Record<string, string>>;
  readonly edge: string;
  readonly parent: string;
  readonly secondary: readonly (readonly [label: string, parent: string])[];
}

const NO_VALUE = "--";

const COMMENT = "%%";

/** A row and what stands after the first %% that has a blank before it. */
function splitComment(text: string): { readonly row: string; readonly comment: string | undefined } {
  for (let at = text.indexOf(COMMENT, 1); at >= 0; at = text.indexOf(COMMENT, at + 1)) {
    if (!isBlank(text.charAt(at - 1))) continue;
    const comment = text.slice(at + COMMENT.length);
    return { row: text.slice(0, at - 1), comment: comment.replace(/^[ \t]+/, "") };
  }
  return { row: text, comment: undefined };
}

function parseRow(line: Line, version: number | undefined, file: string | undefined): Row {
  const fail = (reason: string): never => {
    throw new InputError(reason, { file, line: line.number, column: 1 });
  };
  const { row, comment } = splitComment(line.text);
  const fields = blankSeparated(row);
  const lemma = (version ?? (fields.length % 2 === 0 ? 4 : 3)) === 4 ? 1 : 0;
  const needed = 5 + lemma;
  if (fields.length < needed || (fields.length - needed) % 2 !== 0) {
    const expected = lemma === 1 ? "word, lemma, tag, morph, edge, parent" : "word, tag, morph, edge, parent";
    fail(`this line has ${fields.length} columns; expected ${expected}, then pairs of secondary edge and parent.`);
  }
  const [name, label, morph, edge, parent] = [fields[0]!, ...fields.slice(1 + lemma)] as [
    string,
    string,
    string,
    string,
    string,
  ];
  const hasLemma = lemma === 1 && fields[1] !== NO_VALUE;
  const features: Record<string, string> = hasLemma ? { lemma: fields[1]!, morph } : { morph };
  if (comment !== undefined) features.comment = comment;
  const secondary: [string, string][] = [];
  for (let i = needed; i < fields.length; i += 2) secondary.push([fields[i]!, fields[i + 1]!]);
  const number = /^#(\d{3,})$/.exec(name)?.[1];
  return {
    line,
    number: number === undefined ? undefined : Number(number),
    name,
    label,
    features,
    edge,
    parent,
    secondary,
  };
}

function buildGraph(
  id: string,
  note: string,
  rows: readonly Row[],
  opened: Line,
  file: string | undefined,
): SyntaxGraph {
  const fail = (reason: string, line: Line): never => {
    throw new InputError(reason, { file, line: line.number, column: 1 });
  };
  const wordRows = rows.filter((row) => row.number === undefined);
  const constituentRows = rows.filter((row) => row.number !== undefined);
  if (wordRows.length === 0) fail(`the sentence ${shortened(id)} has no words.`, opened);
  const indexOf = new Map<string, number>([["0", -1]]);
  constituentRows.forEach((row, i) => {
    if (indexOf.has(`${row.number}`)) fail(`the constituent ${shortened(row.name)} is given twice.`, row.line);
    indexOf.set(`${row.number}`, i);
  });
  const find = (row: Row, parent: string) =>
    indexOf.get(parent) ??
    fail(`the parent ${shortened(parent)} is not a constituent of this sentence; 0 stands for none.`, row.line);
  const common = (row: Row): GraphNode => ({
    label: row.label,
    parent: find(row, row.parent),
    edge: row.edge,
    features: row.features,
    secondary: row.secondary.map(([label, parent]) => ({ label, parent: find(row, parent) })),
  });
  const words = wordRows.map((row): GraphWord => ({ word: row.name, ...common(row) }));
  const graph = { id, words, constituents: constituentRows.map(common), note };
  const defect = graphDefect(graph);
  if (defect !== undefined) fail(`${defect.reason}.`, constituentRows[defect.constituent]!.line);
  return graph;
}

/** The NEGRA export format, for syntax graphs with crossing branches. */
export const negra: TextFormat<SyntaxGraph, ReadOptions, NegraWriteOptions> = {
  name: "negra",
  reader(emit, options) {
    const { file } = options;
    let version: number | undefined;
    let inTable = false;
    let sentence: { id: string; note: string; opened: Line } | undefined;
    const block = new LineBlock(options);
    const fail = (reason: string, line: Line): never => {
      throw new InputError(reason, { file, line: line.number, column: 1 });
    };
    const close = (line: Line, id: string) => {
      const done = sentence;
      sentence = undefined;
      if (done === undefined)
        return attempt(options, () => fail("#EOS closes nothing; a sentence begins with #BOS.", line));
      const lines = block.take();
      if (lines === undefined) return;
      attempt(options, () => {
        const [found, expected] = [shortened(id), shortened(done.id)];
        if (id !== done.id) fail(`#EOS ${found} closes the sentence ${expected}; expected #EOS ${expected}.`, line);
        const rows = lines.slice(1).map((row) => parseRow(row, version, file));
        emit(buildGraph(done.id, done.note, rows, done.opened, file), done.opened.number, 1);
      });
    };
    const unclosed = () => {
      const left = sentence;
      sentence = undefined;
      if (left === undefined || block.take() === undefined) return;
      attempt(options, () => fail("the sentence opened here is never closed; #EOS missing.", left.opened));
    };
    const read = (line: Line) => {
      const [keyword, first = "", ...more] = line.text.startsWith("#") ? blankSeparated(line.text) : [];
      if (keyword === "#BOT" || keyword === "#EOT") inTable = keyword === "#BOT";
      else if (keyword === "#FORMAT") {
        version = Number(first);
        if (version !== 3 && version !== 4)
          fail(`export format ${shortened(first)} is not known; expected 3 or 4.`, line);
      } else if (keyword === "#BOS") {
        unclosed();
        sentence = { id: first, note: more.join(" "), opened: line };
        block.add(line);
      } else if (keyword === "#EOS") close(line, first);
      else if (sentence !== undefined) block.add(line);
      else if (!inTable && !line.text.startsWith(COMMENT)) {
        attempt(options, () => fail("this line stands outside any sentence; a sentence begins with #BOS.", line));
      }
    };
    const line = (text: string, number: number) => {
      if (isBlank(text)) return;
      const defect = sentence === undefined && !inTable ? lineDefect({ text, number }, file) : undefined;
      if (defect === undefined) read({ text, number });
      else passOn(options, defect);
    };
    const bad = (error: InputError) => {
      if (sentence === undefined) passOn(options, error);
      else block.spoil(error);
    };
    return new LineSplitter({ line, bad, end: unclosed }, options);
  },
  begin: (options) => `#FORMAT ${options?.version ?? WRITTEN_VERSION}\n`,
  write(graph, options) {
    const lemma = (options?.version ?? WRITTEN_VERSION) === 4;
    const numberOf = (parent: number) => (parent < 0 ? "0" : `${FIRST_NUMBER + parent}`);
    const row = (name: string, node: GraphNode) => {
      const { morph = NO_VALUE, comment } = node.features;
      if (!lemma && (node.features.lemma ?? NO_VALUE) !== NO_VALUE)
        throw new InputError("NEGRA export 3 has no column for lemmas; write version 4, or take the lemmas out.");
      const fields = [
        ...[name, ...(lemma ? [checkValue("lemma", node.features.lemma ?? NO_VALUE)] : [])],
        ...[checkValue("label", node.label), checkValue("morph", morph), checkValue("edge", node.edge)],
        ...[numberOf(node.parent)],
        ...node.secondary.flatMap(({ label, parent }) => [checkValue("edge", label), numberOf(parent)]),
      ];
      return `${fields.join("\t")}${comment === undefined ? "" : `\t${COMMENT} ${checkRest("comment", comment)}`}\n`;
    };
    const words = graph.words.map((word) => row(checkWord(word.word), word));
    const constituents = graph.constituents.map((node, i) => row(`#${FIRST_NUMBER + i}`, node));
    const id = graph.id === "" && graph.note === "" ? "" : ` ${checkField(FORMAT, "id", graph.id)}`;
    const note = graph.note === "" ? "" : ` ${checkRest("note", graph.note)}`;
    return `#BOS${id}${note}\n${words.join("")}${constituents.join("")}#EOS${id}\n`;
  },
};

const FORMAT = "NEGRA export";
/** Version 4 has a column for lemmas: whatever was read can be written. */
const WRITTEN_VERSION = 4;
/** Constituents are numbered from here. */
const FIRST_NUMBER = 500;

function refuse(kind: string, value: string, because: string): never {
  throw new InputError(`${FORMAT} cannot hold the ${kind} ${quoted(value)}, ${because}; replace it before writing.`);
}

function checkValue(kind: string, value: string): string {
  if (value.startsWith(COMMENT)) refuse(kind, value, "which would begin a comment");
  return checkField(FORMAT, kind, value);
}

function checkWord(word: string): string {
  if (/^#(?:\d{3,}|FORMAT|BO[ST]|EO[ST])$/.test(word)) refuse("word", word, "which would be a mark of the format");
  return checkStart(FORMAT, checkField(FORMAT, "word", word));
}

/** What stands at the end of a line: white space around it would be lost. */
function checkRest(kind: string, value: string): string {
  if (/[\r\n]|^[ \t]/.test(value)) refuse(kind, value, "with a line end in it or a blank before it");
  return value;
}

/** All sentences of a text in NEGRA export format. */
export const readNegra = (text: string, options: ReadOptions = {}): SyntaxGraph[] => readText(negra, text, options);

/** Syntax graphs in the NEGRA export format. */
export const writeNegra = (graphs: Iterable<SyntaxGraph>, options: NegraWriteOptions = {}): string =>
  writeText(negra, graphs, options);
