/**
 * Every text reader: whole and in pieces gives the same, errors are ours, what was read can be written and read
 * again, and nothing is left out in silence.
 */
import type { InputError } from "../../../src/base/index.ts";
import {
  captions,
  columns,
  conllu,
  conllx,
  entities,
  imageCaptions,
  labelledPhrases,
  negra,
  penn,
  rawText,
  readLab,
  readPhn,
  readTextGrid,
  sts,
  type TextFormat,
  tagged,
  tiger,
  tokens,
  vectors,
  writePenn,
} from "../../../src/formats/index.ts";
import { generateTreebank } from "../../../src/samples/index.ts";
import { taggedSentence, words } from "../../../src/trees/index.ts";
import { Broken, bytesOf, type Family, magnitude, ownError, textOf } from "../family.ts";
import { derive, type Rules } from "../grammar.ts";
import { CAPTIONS, CONLLU, LABELLED, NEGRA, PENN, TABLE, TAGGED, TIGER, VECTORS } from "./rules.ts";

type AnyFormat = TextFormat<never, never, never>;

/** Records of a text, pushed in pieces; what it could not read goes to `bad`. */
function readAll(format: AnyFormat, text: string, size: number, bad: InputError[]): unknown[] {
  const records: unknown[] = [];
  const reader = format.reader((record: unknown) => records.push(record), {
    file: "f",
    onBad: (error: InputError) => bad.push(error),
  } as never);
  for (let at = 0; at < text.length; at += size) reader.push(text.slice(at, at + size));
  reader.end();
  return records;
}

const outcome = (read: () => unknown[]): { records?: unknown[]; error?: string } => {
  try {
    return { records: read() };
  } catch (error) {
    return { error: ownError(error) };
  }
};

/** Formats whose files are their records and white space: a reader that left something out in silence would be seen. */
const NOTHING_ELSE = new Set(["conllu", "columns", "tokens", "captions"]);
/** A text without its byte-order mark, white space and CoNLL-U's comments: those after the last sentence are dropped. */
const visible = (text: string, name: string): string =>
  (name === "conllu" ? text.replace(/(?<=^\uFEFF?|[\r\n])#[^\r\n]*/gu, "") : text)
    .replace(/^\uFEFF/, "")
    .replace(/\s+/gu, "");

function reader(name: string, format: unknown, rules: Rules | undefined, seeds: () => readonly string[]): Family {
  const of = format as AnyFormat;
  return {
    name: `readers/${name}`,
    seeds: () => seeds().map(bytesOf),
    ...(rules === undefined ? {} : { generate: (random) => derive(rules, random) }),
    run(input) {
      const text = textOf(input);
      const bad: InputError[] = [];
      const whole = outcome(() => readAll(of, text, Math.max(1, text.length), bad));
      const inPieces = outcome(() => readAll(of, text, 7, []));
      if (JSON.stringify(whole) !== JSON.stringify(inPieces)) throw new Broken("whole and in pieces differ");
      if (whole.records === undefined) return whole.error!;
      let written: string;
      try {
        written =
          (of.begin?.() ?? "") + whole.records.map((record) => of.write(record as never)).join("") + (of.end?.() ?? "");
      } catch (error) {
        throw new Broken(`what was read cannot be written: ${ownError(error)}`);
      }
      if (NOTHING_ELSE.has(name) && bad.length === 0 && visible(written, name) !== visible(text, name))
        throw new Broken(`what was written is not what was read: ${JSON.stringify(written).slice(0, 200)}`);
      const again = outcome(() => readAll(of, written, Math.max(1, written.length), []));
      if (name !== "text" && JSON.stringify(again.records) !== JSON.stringify(whole.records))
        throw new Broken(`what was written reads differently: ${JSON.stringify(again).slice(0, 200)}`);
      return `${magnitude(whole.records.length)} records, ${magnitude(bad.length)} bad, ${bad.map(ownError).slice(0, 2).join("; ")}`;
    },
  };
}

const sample = () => generateTreebank({ trees: 4, seed: 5 });
const trees = () => [writePenn(sample().trees)];
const tiny = "1\tThe\tthe\tDET\tDT\t_\t2\tdet\t_\t_\n2\tdog\tdog\tNOUN\tNN\t_\t0\troot\t_\tSpaceAfter=No\n\n";
const segments = (name: string, read: (text: string) => unknown, seed: string): Family => ({
  name: `readers/${name}`,
  seeds: () => [bytesOf(seed)],
  run(input) {
    try {
      return magnitude((read(textOf(input)) as unknown[]).length);
    } catch (error) {
      return ownError(error);
    }
  },
});

const TIGER_SEED = `<?xml version="1.0" encoding="UTF-8"?>
<corpus id="c"><head/><body><s id="s1"><graph root="s1_500"><terminals><t id="s1_1" word="Der" lemma="der" pos="ART" morph="--"/>
<t id="s1_2" word="Hund" lemma="Hund" pos="NN" morph="--"/></terminals><nonterminals><nt id="s1_500" cat="NP"><edge label="NK" idref="s1_1"/>
<edge label="NK" idref="s1_2"/></nt></nonterminals></graph></s></body></corpus>
`;
const NEGRA_SEED =
  "#FORMAT 3\n#BOS 1 1 1 1\nDer\tART\t--\tNK\t500\nHund\tNN\t--\tNK\t500\n#500\tNP\t--\t--\t0\n#EOS 1\n";
const GRID_SEED = `File type = "ooTextFile"
Object class = "TextGrid"

xmin = 0
xmax = 1
tiers? <exists>
size = 1
item []:
    item [1]:
        class = "IntervalTier"
        name = "phones"
        xmin = 0
        xmax = 1
        intervals: size = 2
        intervals [1]:
            xmin = 0
            xmax = 0.5
            text = "a"
        intervals [2]:
            xmin = 0.5
            xmax = 1
            text = "b"
`;

export const READERS: readonly Family[] = [
  reader("penn", penn, PENN, trees),
  reader("tiger", tiger, TIGER, () => [TIGER_SEED]),
  reader("negra", negra, NEGRA, () => [NEGRA_SEED]),
  reader("conllu", conllu, CONLLU, () => [tiny, `# text = a\n${tiny}${tiny}`]),
  reader("conllx", conllx, CONLLU, () => [tiny]),
  reader("columns", columns, TABLE, () => ["The DT B-NP\ndog NN I-NP\n\nIt PRP B-NP\n"]),
  reader("tagged", tagged, TAGGED, () =>
    sample().trees.map(
      (tree) =>
        `${taggedSentence(tree)
          .words.map((word, i) => `${word}/${taggedSentence(tree).tags[i]}`)
          .join(" ")}\n`,
    ),
  ),
  reader("tokens", tokens, TABLE, () => sample().trees.map((tree) => `${words(tree).join(" ")}\n`)),
  reader("text", rawText, undefined, () => [
    "\"I don't know,\" Dr. Smith said. (He'd left at 3.30 p.m.)\n\nIt cost $5.50 … really?! See http://a.b.\n",
  ]),
  reader("vectors", vectors, VECTORS, () => ["2 3\ndog 1 2 3\ncat 0.5 -1e-3 2\n"]),
  reader("captions", captions, CAPTIONS, () => ["A dog runs.\nTwo men.\n"]),
  reader("image-captions", imageCaptions, CAPTIONS, () => ["1.jpg#0\tA dog runs.\n1.jpg#1\tIt runs.\n"]),
  reader("entities", entities, CAPTIONS, () => ["[/EN#12/people A man] in [/EN#0/notvisual the air]\n"]),
  reader("labelled-phrases", labelledPhrases, LABELLED, () => [
    '{"image":"1.jpg","caption":"A man in the air","phrases":[{"start":0,"end":5,"label":"visual"}]}\n',
  ]),
  reader("sts", sts, CAPTIONS, () => ["2.5\tA dog runs.\tA cat runs.\n", "A dog.\tA cat.\n"]),
  segments("textgrid", (text) => readTextGrid(text), GRID_SEED),
  segments("phn", (text) => readPhn(text), "0 800 h#\n800 1600 sh\n"),
  segments("lab", (text) => readLab(text), "0 500000 h#\n500000 1000000 sh\n"),
];
