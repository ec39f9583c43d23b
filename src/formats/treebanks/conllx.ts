/**
 * CoNLL-X (the 2006 and 2007 shared tasks): ten columns separated by tabs, ID FORM LEMMA CPOSTAG POSTAG FEATS HEAD
 * DEPREL PHEAD PDEPREL, a blank line after each sentence. The last two columns, the projective tree, may be missing, as
 * they are in many files; they read as `_`.
 */
import { InputError } from "../../base/errors.ts";
import { quoted, shortened } from "../../base/quoted.ts";
import { type DependencyTree, dependencyDefect } from "../../trees/dependencies.ts";
import { blockReader, counted, fieldColumn, type Line } from "../blocks.ts";
import { type ReadOptions, readText, type TextFormat, writeText } from "../reader.ts";
import { type ConlluTreeOptions, tagColumns } from "./conllu.ts";

/** A line of CoNLL-X. */
export interface ConllxToken {
  readonly form: string;
  readonly lemma: string;
  readonly cpostag: string;
  readonly postag: string;
  readonly feats: string;
  /** The number of the head, from 1; 0 for a root. */
  readonly head: number;
  readonly deprel: string;
  readonly phead: string;
  readonly pdeprel: string;
}

/** A sentence of CoNLL-X. */
export type ConllxSentence = readonly ConllxToken[];

const COLUMNS = ["ID", "FORM", "LEMMA", "CPOSTAG", "POSTAG", "FEATS", "HEAD", "DEPREL", "PHEAD", "PDEPREL"] as const;
const HEAD = 6;

function parseSentence(lines: readonly Line[], file: string | undefined): ConllxSentence {
  const rows = lines.map((line) => line.text.split("\t"));
  const fail = (reason: string, row: number, index: number): never => {
    throw new InputError(reason, { file, line: lines[row]!.number, column: fieldColumn(rows[row]!, index) });
  };
  const sentence = rows.map((fields, row): ConllxToken => {
    if (fields.length !== 10 && fields.length !== 8) {
      const found = `this line has ${counted(fields.length, "column")}`;
      fail(`${found}; CoNLL-X has 10, or 8 without the projective tree, separated by tabs.`, row, 0);
    }
    const empty = fields.indexOf("");
    if (empty >= 0) fail(`the column ${COLUMNS[empty]} is empty; write _ for no value.`, row, empty);
    if (fields[0] !== `${row + 1}`)
      fail(`the word number ${shortened(fields[0]!)} is out of order; expected ${row + 1}.`, row, 0);
    const head = fields[HEAD]!;
    if (!/^\d+$/.test(head)) fail(`the head ${quoted(head)} is not a number; expected 0 or a word number.`, row, HEAD);
    if (Number(head) > rows.length)
      fail(
        `the head ${shortened(head)} is not a word of this sentence; it has ${counted(rows.length, "word")}.`,
        row,
        HEAD,
      );
    const [, form, lemma, cpostag, postag, feats, , deprel, phead = "_", pdeprel = "_"] = fields as [
      string,
      ...string[],
    ];
    return {
      form: form!,
      lemma: lemma!,
      cpostag: cpostag!,
      postag: postag!,
      feats: feats!,
      head: Number(head),
      deprel: deprel!,
      phead,
      pdeprel,
    };
  });
  const defect = dependencyDefect(
    sentence.map((token) => token.head),
    { roots: "any" },
  );
  if (defect !== undefined)
    fail(`${defect}; every word must lead to the root, head 0.`, Number(/\d+/.exec(defect)![0]) - 1, HEAD);
  return sentence;
}

/** CoNLL-X, the format of the shared tasks of 2006 and 2007. */
export const conllx: TextFormat<ConllxSentence> = {
  name: "conllx",
  reader: (emit, options) => blockReader((lines) => parseSentence(lines, options.file), emit, options),
  write(sentence) {
    const rows = sentence.map((token, i) => {
      const { form, lemma, cpostag, postag, feats, head, deprel, phead, pdeprel } = token;
      const fields = [`${i + 1}`, form, lemma, cpostag, postag, feats, `${head}`, deprel, phead, pdeprel];
      for (const [index, field] of fields.entries()) {
        if (field === "" || /[\t\r\n]/.test(field)) {
          throw new InputError(
            `CoNLL-X cannot hold an empty column, a tab or a line end, as in the ${COLUMNS[index]} ${quoted(field)}.`,
          );
        }
      }
      return `${fields.join("\t")}\n`;
    });
    return `${rows.join("")}\n`;
  },
};

/** All sentences of a text in CoNLL-X. */
export const readConllx = (text: string, options: ReadOptions = {}): ConllxSentence[] =>
  readText(conllx, text, options);

/** Sentences as CoNLL-X. */
export const writeConllx = (sentences: Iterable<ConllxSentence>): string => writeText(conllx, sentences);

/** The tree of a sentence, with the fine tags or the coarse ones. */
export function conllxDependencies(sentence: ConllxSentence, tags: "postag" | "cpostag" = "postag"): DependencyTree {
  return {
    words: sentence.map((token) => token.form),
    tags: sentence.map((token) => token[tags]),
    heads: sentence.map((token) => token.head),
    labels: sentence.map((token) => token.deprel),
  };
}

/** A sentence in CoNLL-X from a dependency tree; columns the tree does not give are `_`, tags of both are parted. */
export function conllxFromDependencies(tree: DependencyTree, options: ConlluTreeOptions = {}): ConllxSentence {
  const tagsOf = (tag: string) => {
    const { upos = tag, xpos = tag } = options.tags === "both" ? tagColumns(tag, "both") : {};
    return { cpostag: upos, postag: xpos };
  };
  return tree.words.map((form, i) => ({
    form,
    lemma: "_",
    ...tagsOf(tree.tags[i]!),
    feats: "_",
    head: tree.heads[i]!,
    deprel: tree.labels[i]!,
    phead: "_",
    pdeprel: "_",
  }));
}
