/**
 * A small German treebank. A sentence is its words with tags; ~ stands before a word that has no blank before it in the
 * text. The first noun or pronoun is the subject, the first verb the root; everything else hangs from the verb.
 */
import type { ConlluSentence } from "../../../src/formats/index.ts";
import { conllu } from "../../../src/formats/index.ts";

const SENTENCES = `
Dr./NOUN Maier/PROPN kam/VERB am/ADP 3./ADJ Mai/NOUN nach/ADP Bonn/PROPN ~./PUNCT
Er/PRON mag/VERB Obst/NOUN ~,/PUNCT z./ADV B./ADV Birnen/NOUN ~./PUNCT
„/PUNCT ~Gut/ADJ ~“/PUNCT ~,/PUNCT sagt/VERB die/DET Frau/NOUN ~./PUNCT
Der/DET Hund/NOUN bellt/VERB ~./PUNCT
Frau/NOUN Dr./NOUN Weber/PROPN liest/VERB am/ADP 12./ADJ Juni/NOUN ein/DET Buch/NOUN ~./PUNCT
Wir/PRON sehen/VERB Tiere/NOUN ~,/PUNCT z./ADV B./ADV Hunde/NOUN und/CCONJ Katzen/NOUN ~./PUNCT
„/PUNCT ~Wer/PRON kommt/VERB ~?/PUNCT ~“/PUNCT
Die/DET Katze/NOUN schläft/VERB im/ADP Haus/NOUN ~./PUNCT
Am/ADP 1./ADJ August/NOUN fährt/VERB sie/PRON nach/ADP Köln/PROPN ~./PUNCT
Prof./NOUN Klein/PROPN sagt/VERB ~:/PUNCT „/PUNCT ~Das/PRON stimmt/VERB ~./PUNCT ~“/PUNCT
Sie/PRON kauft/VERB Brot/NOUN (/PUNCT ~und/CCONJ Milch/NOUN ~)/PUNCT ~./PUNCT
Kinder/NOUN spielen/VERB im/ADP Garten/NOUN ~./PUNCT
`;

interface Word {
  readonly form: string;
  readonly tag: string;
  /** A blank stands before it. */
  readonly apart: boolean;
}

const parse = (line: string): Word[] =>
  line.split(" ").map((item) => {
    const slash = item.lastIndexOf("/");
    const apart = !item.startsWith("~");
    return { form: item.slice(apart ? 0 : 1, slash), tag: item.slice(slash + 1), apart };
  });

const sentences = SENTENCES.trim().split("\n").map(parse);
/** Enough of them for the ends of sentences to be learnt. */
const treebank = Array.from({ length: 8 }, () => sentences).flat();

/** As brackets: a flat phrase over each run up to the verb and behind it. */
export const GERMAN_BRACKETS = treebank
  .map((words) => {
    const verb = words.findIndex(({ tag }) => tag === "VERB");
    const leaves = (from: number, to: number) =>
      words
        .slice(from, to)
        .map(({ form, tag }) => `(${tag} ${form === "(" ? "-LRB-" : form === ")" ? "-RRB-" : form})`)
        .join(" ");
    const subject = verb > 0 ? `(NP ${leaves(0, verb)}) ` : "";
    return `(S ${subject}(VP ${leaves(verb, words.length)}))\n`;
  })
  .join("");

const sentence = (words: readonly Word[]): ConlluSentence => {
  const verb = words.findIndex(({ tag }) => tag === "VERB");
  return {
    comments: [],
    tokens: words.map(({ form, tag }, i) => ({
      ...{ id: `${i + 1}`, form, lemma: "_", upos: tag, xpos: "_", feats: "_", deps: "_" },
      head: i === verb ? "0" : `${verb + 1}`,
      deprel: i === verb ? "root" : i < verb ? "nsubj" : "obj",
      misc: words[i + 1]?.apart === false ? "SpaceAfter=No" : "_",
    })),
  };
};

export const GERMAN_CONLLU = treebank.map((words) => conllu.write(sentence(words))).join("");

/** New text, and how the treebank would have cut it. */
export const GERMAN_TEXT =
  "Dr. Klein liest am 2. Juli ein Buch. Sie mag Tiere, z. B. Hunde. „Das stimmt“, sagt die Frau. Er bellt.\n";
export const GERMAN_WORDS = [
  "Dr. Klein liest am 2. Juli ein Buch .",
  "Sie mag Tiere , z. B. Hunde .",
  "„ Das stimmt “ , sagt die Frau .",
  "Er bellt .",
];
