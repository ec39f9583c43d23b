/**
 * What a parsed caption says of its nouns: which verbs they are the subjects and objects of, which prepositions lead
 * from one to the next (Mitchell et al. 2012, section 4: the relations of two head nouns, 1 to 3).
 */
import { isLeaf, type Leaf, type Tree } from "../../../trees/tree.ts";
import { PREPOSITIONS } from "../words/prepositions.ts";
import { verbName } from "../words/verbs.ts";
import { type HeadNoun, headNouns, plainWord } from "./noun-phrases.ts";

/** Two nouns and what stands between them: a verb, a preposition, or both; "" for none. */
export interface Relation {
  readonly subject: HeadNoun;
  readonly verb: string;
  readonly preposition: string;
  readonly object: HeadNoun;
}

export interface CaptionFacts {
  /** In the order of the caption. */
  readonly nouns: readonly HeadNoun[];
  readonly relations: readonly Relation[];
  /** Nouns that are the subject of a verb, with or without an object. */
  readonly actions: readonly Action[];
}

/** How a verb is used: with an object, with a preposition that leads to a noun, or by itself. */
export type VerbUse = "object" | "preposition" | "alone";

export interface Action {
  readonly subject: HeadNoun;
  readonly verb: string;
  readonly use: VerbUse;
}

type Heads = readonly HeadNoun[];

const COPULAS: ReadonlySet<string> = new Set(["is", "are", "'s", "'re", "be", "being"]);

/** The words of a preposition that is a noun in between: "in front of", "on top of". */
const OF_PLACE: ReadonlySet<string> = new Set(["in front", "on top"]);

/** Adverbs that belong to the "to" behind them, which parsers often leave beside it. */
const BEFORE_TO: ReadonlySet<string> = new Set(["next", "close"]);

/** The one word of a node, or "". */
function onlyWord(node: Tree | undefined): string {
  if (node === undefined) return "";
  if (isLeaf(node)) return plainWord(node.word);
  return node.children.length === 1 ? onlyWord(node.children[0]) : "";
}

class FactFinder {
  readonly nouns: HeadNoun[] = [];
  readonly relations: Relation[] = [];
  readonly actions: Action[] = [];
  /** Heads are made once for each phrase, so that they can be told apart. */
  readonly #heads = new Map<Tree, Heads>();

  headsOf(phrase: Tree): Heads {
    let heads = this.#heads.get(phrase);
    if (heads === undefined) this.#heads.set(phrase, (heads = headNouns(phrase)));
    return heads;
  }

  /** Walks over a phrase and those in it; `nested` are heads that were counted with the phrase around them. */
  visit(node: Tree, nested = false): void {
    if (isLeaf(node)) return;
    const nominal = node.label === "NP" || node.label === "NX";
    if (nominal && !nested) this.nouns.push(...this.headsOf(node));
    let subjects: Heads = [];
    for (const [c, child] of node.children.entries()) {
      const label = isLeaf(child) ? "" : child.label;
      if (label === "NP" || label === "NX") subjects = this.headsOf(child);
      else if (nominal && isLeaf(child)) subjects = this.headsOf(node);
      if (label === "VP") this.verbPhrase(child, subjects);
      else if (label === "SBAR" && nominal) this.relativeClause(child, subjects);
      else if (nominal && (label === "PP" || label === "ADVP" || label === "ADJP"))
        this.prepositionalPhrase(child, subjects, "", onlyWord(node.children[c - 1]));
      this.visit(child, nominal && (label === "NP" || label === "NX"));
    }
  }

  relativeClause(clause: Tree, subjects: Heads): void {
    if (isLeaf(clause)) return;
    for (const child of clause.children) {
      if (isLeaf(child)) continue;
      if (child.label === "VP") this.verbPhrase(child, subjects);
      else if (child.label === "S" && !child.children.some(({ label }) => label === "NP"))
        this.relativeClause(child, subjects);
    }
  }

  verbPhrase(phrase: Tree, subjects: Heads): void {
    if (isLeaf(phrase)) return;
    const { children } = phrase;
    const verb = children.find((child): child is Leaf => isLeaf(child) && child.label.startsWith("VB"));
    const inner = children.filter((child) => !isLeaf(child) && child.label === "VP");
    if (verb === undefined || inner.length > 0) {
      for (const child of inner) this.verbPhrase(child, subjects);
      return;
    }
    const word = plainWord(verb.word);
    const copula = COPULAS.has(word);
    const particle = children.find((child) => !isLeaf(child) && child.label === "PRT");
    const name = copula ? "" : this.nameOf(word, verb.label, particle);
    if (name === undefined) return;
    if (name !== "") {
      const labels = children.filter((child) => !isLeaf(child)).map(({ label }) => label);
      const use =
        labels.includes("NP") || labels.includes("S") ? "object" : labels.includes("PP") ? "preposition" : "alone";
      for (const subject of subjects) this.actions.push({ subject, verb: name, use });
    }
    let open = true;
    for (const [c, child] of children.entries()) {
      if (c <= children.indexOf(verb) || isLeaf(child)) continue;
      if (child.label === "NP") {
        if (open && !copula) this.relate(subjects, name, "", this.headsOf(child));
        open = false;
      } else if (child.label === "S") this.relativeClause(child, subjects);
      else this.prepositionalPhrase(child, subjects, name, onlyWord(children[c - 1]));
    }
  }

  nameOf(word: string, tag: string, particle: Tree | undefined): string | undefined {
    if (particle !== undefined && !isLeaf(particle)) {
      const [leaf] = particle.children;
      const name = verbName(word, tag);
      return name !== undefined && leaf !== undefined && isLeaf(leaf) ? `${name} ${plainWord(leaf.word)}` : undefined;
    }
    return tag === "VBN" ? word : verbName(word, tag);
  }

  /** `before` is the word beside the phrase: "standing next (to a tree)". */
  prepositionalPhrase(phrase: Tree, subjects: Heads, verb: string, before: string): void {
    const found = prepositionOf(phrase);
    if (found === undefined) return;
    const split = found.preposition === "to" && BEFORE_TO.has(before);
    const preposition = split ? `${before} to` : found.preposition;
    if (PREPOSITIONS.has(preposition)) this.relate(subjects, verb, preposition, this.headsOf(found.object));
  }

  relate(subjects: Heads, verb: string, preposition: string, objects: Heads): void {
    for (const subject of subjects)
      for (const object of objects) if (subject !== object) this.relations.push({ subject, verb, preposition, object });
  }
}

/** The preposition of a phrase, of one word or several, and its noun phrase. */
export function prepositionOf(phrase: Tree): { readonly preposition: string; readonly object: Tree } | undefined {
  if (isLeaf(phrase) || !/^(?:PP|ADVP|ADJP)$/.test(phrase.label)) return undefined;
  const [first, second, ...rest] = phrase.children;
  if (first === undefined || second === undefined || rest.length > 0 || !isLeaf(first) || isLeaf(second))
    return undefined;
  const word = plainWord(first.word);
  if (second.label === "PP") {
    const inner = prepositionOf(second);
    return inner && { preposition: `${word} ${inner.preposition}`, object: inner.object };
  }
  if (second.label !== "NP") return undefined;
  const [place, of] = second.children;
  if (place !== undefined && of !== undefined && !isLeaf(of) && of.label === "PP") {
    const leaf = isLeaf(place) ? place : place.children.length === 1 ? place.children[0]! : undefined;
    const inner = prepositionOf(of);
    if (leaf !== undefined && isLeaf(leaf) && inner?.preposition === "of" && OF_PLACE.has(`${word} ${leaf.word}`))
      return { preposition: `${word} ${leaf.word} of`, object: inner.object };
  }
  return { preposition: word, object: second };
}

/** What a parsed caption says. */
export function captionFacts(tree: Tree): CaptionFacts {
  const finder = new FactFinder();
  finder.visit(tree);
  const { nouns, relations, actions } = finder;
  return { nouns, relations, actions };
}
