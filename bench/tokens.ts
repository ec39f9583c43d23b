/**
 * How well text is cut into words and sentences: conventions learnt from one treebank, measured on the raw text of
 * another, as in the CoNLL 2018 shared task. A word counts when it covers the same characters, a sentence when it
 * begins and ends at the same character. Words are the stricter measure of that task, in which do and n't are two.
 *
 *   npx tsx bench/tokens.ts TRAIN.conllu DEV.conllu [--language en]
 *
 * The raw text is made of the words and their SpaceAfter; `# newdoc` and `# newpar` begin with a blank line.
 */
import { readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import {
  type ConlluSentence,
  conlluSpacing,
  defaultSegmentation,
  learnSegmentation,
  readConllu,
  readRawText,
  type Segmentation,
  unescapePenn,
} from "../src/formats/index.ts";
import { processorSeconds, record, shortPath } from "./result.ts";

/** "from-to", in characters of the text without white space. */
interface Spans {
  readonly words: ReadonlySet<string>;
  readonly sentences: ReadonlySet<string>;
}

function rawTextOf(treebank: readonly ConlluSentence[]): string {
  let text = "";
  for (const sentence of treebank) {
    const begins = sentence.comments.some((comment) => /^#\s*new(?:doc|par)\b/.test(comment));
    if (begins && text !== "") text = `${text.trimEnd()}\n\n`;
    const { words, spaces } = conlluSpacing(sentence);
    for (const [i, word] of words.entries()) text += word + (spaces[i] ? " " : "");
  }
  return text;
}

/** Marks that conventions spell otherwise, and how text may have them. */
const SPELLINGS: readonly (readonly [word: RegExp, text: RegExp])[] = [
  [/^-[LR][RSC]B-$/, /[()[\]{}]/y],
  [/^(?:``|'')$/, /''|``|["“”„«»]/y],
  [/^[`']$/, /['‘’`]/y],
  [/^--?$/, /-+|[–—―]/y],
  [/^\.\.\.$/, /\.{2,}|…/y],
];

/** How many characters of the text a word may cover; 0 for a period that the text does not have. */
function coverings(word: string, characters: string, at: number): number[] {
  const plain = unescapePenn(word.replace(/\s/g, ""));
  const here = characters.slice(at, at + plain.length);
  const found = here === plain || here.replaceAll("’", "'") === plain ? [plain.length] : [];
  for (const [spelled, text] of SPELLINGS) {
    text.lastIndex = at;
    const other = spelled.test(word) ? text.exec(characters) : null;
    if (other !== null) for (let length = other[0].length; length > 0; length--) found.push(length);
  }
  if (word === "." && characters[at - 1] === ".") found.push(0);
  return found;
}

function spansOf(sentences: readonly (readonly string[])[], characters: string): Spans {
  const all = sentences.flat();
  const words = new Set<string>();
  const whole = new Set<string>();
  let at = 0;
  let index = 0;
  for (const sentence of sentences) {
    const start = at;
    for (const word of sentence) {
      const next = all[++index];
      // Of several ways the one after which the next word fits.
      const fits = (length: number) => next === undefined || coverings(next, characters, at + length).length > 0;
      const ways = coverings(word, characters, at);
      const length = ways.find(fits) ?? ways[0];
      if (length === undefined) throw new Error(`"${word}" is not at "${characters.slice(at, at + 40)}"`);
      words.add(`${at}-${at + length}`);
      at += length;
    }
    if (at > start) whole.add(`${start}-${at}`);
  }
  return { words, sentences: whole };
}

function scoreOf(found: ReadonlySet<string>, gold: ReadonlySet<string>) {
  let right = 0;
  for (const span of found) if (gold.has(span)) right++;
  const percent = (value: number) => Math.round(10_000 * value) / 100;
  return {
    precision: percent(right / found.size),
    recall: percent(right / gold.size),
    f1: percent((2 * right) / (found.size + gold.size)),
    gold: gold.size,
  };
}

const [train, dev, option, language = "en"] = process.argv.slice(2);
if (train === undefined || dev === undefined || (option !== undefined && option !== "--language")) {
  console.error("usage: npx tsx bench/tokens.ts TRAIN.conllu DEV.conllu [--language en]");
  process.exit(2);
}
const read = (path: string) => readConllu(readFileSync(path, "utf8"), { file: path });
const trainBank = read(train).map(conlluSpacing);
const devBank = read(dev);
const text = rawTextOf(devBank);
const characters = text.replace(/\s/g, "");
const gold = spansOf(
  devBank.map((sentence) => conlluSpacing(sentence).words),
  characters,
);

function measure(segmentation: Segmentation) {
  const start = processorSeconds();
  const sentences = readRawText(text, { segmentation });
  const seconds = processorSeconds() - start;
  const found = spansOf(sentences, characters);
  return {
    words: scoreOf(found.words, gold.words),
    sentences: scoreOf(found.sentences, gold.sentences),
    wordsPerSecond: Math.round(found.words.size / seconds),
    bytes: JSON.stringify(segmentation).length,
  };
}

const start = processorSeconds();
const withBlanks = learnSegmentation(trainBank, language);
const learnSeconds = processorSeconds() - start;
const fromWords = learnSegmentation(
  trainBank.map(({ words }) => words),
  language,
);
const measured: readonly (readonly [string, ReturnType<typeof measure>])[] = [
  ["learnt, blanks known", measure(withBlanks)],
  ["learnt from words alone", measure(fromWords)],
  ["usual in the language", measure(defaultSegmentation(language))],
];
record(`tokens-${basename(dirname(train))}-${basename(dirname(dev))}`, {
  section: "Words and sentences of running text",
  title: `Conventions of ${shortPath(train)}, measured on the text of ${shortPath(dev)}`,
  command: `npx tsx bench/tokens.ts ${shortPath(train)} ${shortPath(dev)} --language ${language}`,
  columns: ["conventions", "words, F1", "recall", "precision", "sentences, F1", "words/CPU s", "kB"],
  rows: measured.map(([name, { words, sentences, wordsPerSecond, bytes }]) => [
    name,
    ...[words.f1, words.recall, words.precision, sentences.f1].map((value) => value.toFixed(2)),
    wordsPerSecond.toLocaleString("en"),
    (bytes / 1000).toFixed(1),
  ]),
  notes: [`Learning takes ${learnSeconds.toFixed(1)} CPU s.`],
  details: Object.fromEntries(measured),
});
