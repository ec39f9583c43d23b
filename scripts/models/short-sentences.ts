/**
 * npx tsx scripts/models/short-sentences.ts TREES.conllu OUTPUT.conllu
 *
 * A dependency treebank with short sentences made of its own. Treebanks of running text have few of them, and models
 * then take "The dog barks." for a row of nouns. Two kinds follow the sentences that there are:
 *
 *   cut down   a sentence whose root is a finite verb, without all but subject, verb, object and final mark
 *   joined     the subject of one sentence with the verb of another that has no object, as in "The clerk flies."
 *
 * Subjects and objects are nouns with their determiners, adjectives and the like. The same file gives the same output.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { Random } from "../../src/base/index.ts";
import { type ConlluSentence, type ConlluToken, isWord, readConllu, writeConllu } from "../../src/formats/index.ts";

const [source, output] = process.argv.slice(2);
if (output === undefined) throw new Error("expected TREES.conllu OUTPUT.conllu");

/** One joined sentence for this many of the treebank. */
const FOR_EACH_JOINED = 56;
/** Words of a short sentence, at most. */
const LONGEST = 8;
const FINITE = /^VB[ZDP]$/;
/** What belongs to a noun in front of it. */
const OF_NOUN = new Set(["det", "amod", "compound", "nummod", "nmod:poss", "flat"]);
/** A verb with one of these means something else without it, or cannot stand without it. */
const BOUND = new Set("xcomp ccomp aux aux:pass expl iobj nsubj:pass csubj compound:prt parataxis cop".split(" "));

/** A sentence by its words. */
class Clause {
  readonly words: readonly ConlluToken[];

  constructor({ tokens }: ConlluSentence) {
    this.words = tokens.filter(isWord);
  }

  under(word: ConlluToken): ConlluToken[] {
    return this.words.filter(({ head }) => head === word.id);
  }

  /** A noun or pronoun with the single words that belong to it; undefined where it cannot stand with these alone. */
  phrase(head: ConlluToken): ConlluToken[] | undefined {
    if (!["NOUN", "PROPN", "PRON"].includes(head.upos) || head.xpos.startsWith("W")) return undefined;
    const more = this.under(head).filter(({ deprel }) => OF_NOUN.has(deprel));
    const single = more.filter((word) => this.under(word).length === 0);
    const isBroken = more.some((word) => word.deprel !== "amod" && !single.includes(word));
    if (isBroken || this.under(head).some(({ deprel }) => deprel === "case")) return undefined;
    return this.words.filter((word) => word === head || single.includes(word));
  }

  /** The parts of a sentence with a finite verb and nothing that it cannot be without. */
  parts() {
    const verb = this.words.find(({ head }) => head === "0");
    const end = this.words.at(-1);
    if (verb === undefined || verb.upos !== "VERB" || !FINITE.test(verb.xpos) || !/^[.!]$/.test(end!.form))
      return undefined;
    const more = this.under(verb);
    const objects = more.filter(({ deprel }) => deprel === "obj");
    const subject = more.find(({ deprel, id }) => deprel === "nsubj" && Number(id) < Number(verb.id));
    if (subject === undefined || more.some(({ deprel }) => BOUND.has(deprel))) return undefined;
    return { verb, end: end!, subject: this.phrase(subject), objects: objects.map((object) => this.phrase(object)) };
  }
}

/** Words as a sentence: numbered anew, under heads by place, a capital first and no blank before the final mark. */
function sentenceOf(words: readonly ConlluToken[], verb: ConlluToken): ConlluSentence {
  const places = new Map(words.map((word, at) => [word, at + 1]));
  const byId = new Map(words.map((word) => [word.id, word]));
  const tokens = words.map((word, at): ConlluToken => {
    const isFirst = at === 0;
    const head = word === verb ? 0 : places.get(headIn(word, byId, verb))!;
    return {
      ...word,
      id: String(at + 1),
      form: isFirst ? `${word.form.slice(0, 1).toUpperCase()}${word.form.slice(1)}` : word.form,
      head: String(head),
      deprel: word === verb ? "root" : word.deprel,
      deps: "_",
      misc: at === words.length - 2 ? "SpaceAfter=No" : "_",
    };
  });
  return { comments: [], tokens };
}

const headIn = (word: ConlluToken, byId: ReadonlyMap<string, ConlluToken>, verb: ConlluToken): ConlluToken =>
  OF_NOUN.has(word.deprel) ? byId.get(word.head)! : verb;

function cutDown(clause: Clause): ConlluSentence | undefined {
  const parts = clause.parts();
  if (parts?.subject === undefined || parts.objects.length > 1 || parts.objects.includes(undefined)) return undefined;
  const { verb, end, subject, objects } = parts;
  const kept = new Set([...subject, verb, ...objects.flatMap((object) => object!), end]);
  if (kept.size > LONGEST || kept.size === clause.words.length) return undefined;
  return sentenceOf(
    clause.words.filter((word) => kept.has(word)),
    verb,
  );
}

/** Subjects and verbs of one number: singular nouns with a determiner and VBZ, plural ones and VBP. */
interface Pool {
  readonly subjects: (readonly ConlluToken[])[];
  readonly verbs: ConlluToken[];
}

function poolsOf(clauses: readonly Clause[]): Readonly<Record<"NN" | "NNS", Pool>> {
  const pools = { NN: { subjects: [], verbs: [] } as Pool, NNS: { subjects: [], verbs: [] } as Pool };
  for (const clause of clauses) {
    for (const word of clause.words) {
      if (word.deprel === "nsubj" && (word.xpos === "NN" || word.xpos === "NNS")) {
        const phrase = clause.phrase(word);
        const isWhole = word.xpos === "NNS" || phrase?.some(({ deprel }) => deprel === "det" || deprel === "nmod:poss");
        if (phrase !== undefined && phrase.length <= 3 && phrase.at(-1) === word && isWhole)
          pools[word.xpos].subjects.push(phrase);
      } else if (
        word.upos === "VERB" &&
        (word.xpos === "VBZ" || word.xpos === "VBP") &&
        /^\p{Ll}{4,}$/u.test(word.form)
      ) {
        const bare = !clause.under(word).some(({ deprel }) => deprel === "obj" || BOUND.has(deprel));
        if (bare) pools[word.xpos === "VBZ" ? "NN" : "NNS"].verbs.push(word);
      }
    }
  }
  return pools;
}

function joined(clauses: readonly Clause[], count: number): ConlluSentence[] {
  const pools = poolsOf(clauses);
  const ends = clauses
    .map(({ words }) => words.at(-1)!)
    .filter(({ form, deprel }) => form === "." && deprel === "punct");
  const random = new Random(1).stream("short sentences");
  const one = <T>(list: readonly T[]): T => list[Math.floor(random.uniform() * list.length)]!;
  return Array.from({ length: count }, (_, n) => {
    const { subjects, verbs } = pools[n % 3 === 2 ? "NNS" : "NN"];
    const verb = { ...one(verbs) };
    return sentenceOf([...one(subjects), verb, { ...one(ends) }], verb);
  });
}

const sentences = readConllu(readFileSync(source!, "utf8"), { file: source! });
const clauses = sentences.map((sentence) => new Clause(sentence)).filter(({ words }) => words.length > 0);
const short = clauses.map(cutDown).filter((sentence) => sentence !== undefined);
const made = joined(clauses, Math.floor(sentences.length / FOR_EACH_JOINED));
writeFileSync(output, writeConllu([...sentences, ...short, ...made]));
console.log(`${sentences.length} sentences, ${short.length} cut down, ${made.length} joined`);
