/**
 * NEGRA export, versions 3 (word, tag, morph, edge, parent) and 4 (with a lemma after the word): a row for each word, then one for each constituent, whose name
 * is # and a number from 500; then pairs of secondary edge and parent, and a comment after %%. `#BOS … #EOS` enclose a sentence, tables in
 * `#BOT … #EOT` are passed over. Parent 0 is no parent. Without a #FORMAT line the number of columns tells the version.
 */
import { InputError } from "../base/errors.ts";
import { type GraphNode, type GraphWord, graphDefect, type SyntaxGraph } from "../trees/graph.ts";
import { attempt, checkField, isBlank, type Line } from "./blocks.ts";
import { LineSplitter, type ReadOptions, readText, type TextFormat, writeText } from "./reader.ts";

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

function parseRow(line: Line, version: number | undefined, file: string | undefined): Row {
  const fail = (reason: string): never => {
    throw new InputError(reason, { file, line: line.number, column: 1 });
  };
  const comment = /[ \t]%%[ \t]*(.*)$/.exec(line.text);
  const fields = (comment === null ? line.text : line.text.slice(0, comment.index)).match(/[^ \t]+/g) ?? [];
  const lemma = (version ?? (fields.length % 2 === 0 ? 4 : 3)) === 4 ? 1 : 0;
  const needed = 5 + lemma;
  if (fields.length < needed || (fields.length - needed) % 2 !== 0) {
    const expected = lemma === 1 ? "word, lemma, tag, morph, edge, parent" : "word, tag, morph, edge, parent";
    fail(`this line has ${fields.length} columns; expected ${expected}, then pairs of secondary edge and parent.`);
  }
  const [name, label, morph, edge, parent] = [fields[0]!, ...fields.slice(1 + lemma)] as [string, string, string, string, string];
  const features: Record<string, string> = lemma === 1 ? { lemma: fields[1]!, morph } : { morph };
  if (comment !== null) features.comment = comment[1]!;
  const secondary: [string, string][] = [];
  for (let i = needed; i < fields.length; i += 2) secondary.push([fields[i]!, fields[i + 1]!]);
  const number = /^#(\d{3,})$/.exec(name)?.[1];
  return { line, number: number === undefined ? undefined : Number(number), name, label, features, edge, parent, secondary };
}

function buildGraph(id: string, note: string, rows: readonly Row[], opened: Line, file: string | undefined): SyntaxGraph {
  const fail = (reason: string, line: Line): never => {
    throw new InputError(reason, { file, line: line.number, column: 1 });
  };
  const wordRows = rows.filter((row) => row.number === undefined);
  const constituentRows = rows.filter((row) => row.number !== undefined);
  if (wordRows.length === 0) fail(`the sentence ${id} has no words.`, opened);
  const indexOf = new Map<string, number>([["0", -1]]);
  constituentRows.forEach((row, i) => {
    if (indexOf.has(`${row.number}`)) fail(`the constituent ${row.name} is given twice.`, row.line);
    indexOf.set(`${row.number}`, i);
  });
  const find = (row: Row, parent: string) =>
    indexOf.get(parent) ?? fail(`the parent ${parent} is no constituent of this sentence; 0 stands for none.`, row.line);
  const common = (row: Row): GraphNode => ({
    ...{ label: row.label, parent: find(row, row.parent), edge: row.edge, features: row.features },
    secondary: row.secondary.map(([label, parent]) => ({ label, parent: find(row, parent) })),
  });
  const words = wordRows.map((row): GraphWord => ({ word: row.name, ...common(row) }));
  const graph = { id, words, constituents: constituentRows.map(common), note };
  const defect = graphDefect(graph);
  if (defect !== undefined) fail(`${defect.reason}.`, constituentRows[defect.constituent]!.line);
  return graph;
}

export const negra: TextFormat<SyntaxGraph, ReadOptions, NegraWriteOptions> = {
  name: "negra",
  reader(emit, options) {
    const { file } = options;
    let version: number | undefined;
    let inTable = false;
    let sentence: { id: string; note: string; opened: Line; lines: Line[] } | undefined;
    const fail = (reason: string, line: Line): never => {
      throw new InputError(reason, { file, line: line.number, column: 1 });
    };
    const close = (line: Line, id: string | undefined) => {
      const done = sentence;
      sentence = undefined;
      attempt(options, () => {
        if (done === undefined) return fail("#EOS closes nothing; a sentence begins with #BOS.", line);
        if (id !== done.id) fail(`#EOS ${id ?? ""} closes the sentence ${done.id}; expected #EOS ${done.id}.`, line);
        const rows = done.lines.map((row) => parseRow(row, version, file));
        emit(buildGraph(done.id, done.note, rows, done.opened, file), done.opened.number, 1);
      });
    };
    const unclosed = () => {
      const left = sentence;
      sentence = undefined;
      if (left !== undefined) attempt(options, () => fail("the sentence opened here is never closed; #EOS missing.", left.opened));
    };
    const read = (line: Line) => {
      const [keyword, first, ...more] = line.text.split(/[ \t]+/);
      if (keyword === "#BOT" || keyword === "#EOT") inTable = keyword === "#BOT";
      else if (keyword === "#FORMAT") {
        version = Number(first);
        if (version !== 3 && version !== 4) fail(`export format ${first ?? ""} is not known; expected 3 or 4.`, line);
      } else if (keyword === "#BOS") {
        unclosed();
        sentence = { id: first ?? "", note: more.join(" "), opened: line, lines: [] };
      } else if (keyword === "#EOS") close(line, first);
      else if (sentence !== undefined) sentence.lines.push(line);
      else if (!inTable && !line.text.startsWith("%%")) {
        attempt(options, () => fail("this line stands outside any sentence; a sentence begins with #BOS.", line));
      }
    };
    return new LineSplitter((text, number) => {
      if (!isBlank(text)) read({ text, number });
    }, unclosed);
  },
  begin: (options) => `#FORMAT ${options?.version ?? 3}\n`,
  write(graph, options) {
    const lemma = options?.version === 4;
    const check = (kind: string, value: string) => checkField("NEGRA export", kind, value);
    const numberOf = (parent: number) => (parent < 0 ? "0" : `${500 + parent}`);
    const row = (name: string, node: GraphNode) => {
      const { morph = NO_VALUE, comment } = node.features;
      const fields = [
        ...[check("word", name), ...(lemma ? [check("lemma", node.features.lemma ?? NO_VALUE)] : [])],
        ...[check("label", node.label), check("morph", morph), check("edge", node.edge), numberOf(node.parent)],
        ...node.secondary.flatMap(({ label, parent }) => [check("edge", label), numberOf(parent)]),
      ];
      return `${fields.join("\t")}${comment === undefined ? "" : `\t%% ${comment}`}\n`;
    };
    const words = graph.words.map((word) => row(word.word, word));
    const constituents = graph.constituents.map((node, i) => row(`#${500 + i}`, node));
    const note = graph.note === "" ? "" : ` ${graph.note}`;
    return `#BOS ${graph.id}${note}\n${words.join("")}${constituents.join("")}#EOS ${graph.id}\n`;
  },
};

/** All sentences of a text in NEGRA export format. */
export const readNegra = (text: string, options: ReadOptions = {}): SyntaxGraph[] => readText(negra, text, options);

export const writeNegra = (graphs: Iterable<SyntaxGraph>, options: NegraWriteOptions = {}): string => writeText(negra, graphs, options);
