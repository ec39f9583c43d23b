/** The nouns that head the phrases of a parsed caption, with their determiners and modifiers. */
import { isLeaf, type Tree } from "../../../trees/tree.ts";
import { singular } from "../words/nouns.ts";
import { isAttribute } from "./attribute-classes.ts";

/** A head noun as it stands in a caption. */
export interface HeadNoun {
  /** In the singular and in small letters. */
  readonly noun: string;
  /** As it is written, in small letters. */
  readonly form: string;
  readonly many: boolean;
  /** "a" for "an", "" for none. */
  readonly determiner: string;
  /** From left to right. */
  readonly modifiers: readonly string[];
  /** With the noun before it, where two stand together: "traffic light". */
  readonly compound: string | undefined;
}

const isNoun = (tag: string) => tag.startsWith("NN");
const isDeterminer = (tag: string) => tag === "DT" || tag === "PRP$" || tag === "CD" || tag === "PDT";
const isModifier = (tag: string) => tag === "JJ" || tag === "JJR" || tag === "JJS" || tag === "VBN" || tag === "VBG";

export const plainWord = (word: string): string => word.toLowerCase();

/** Words that parsers tag as nouns and that head no phrase of a thing seen. */
const isWord = (word: string) => /^\p{L}[\p{L}'-]*$/u.test(word);

class PhraseBuilder {
  readonly heads: HeadNoun[] = [];
  #determiner = "";
  #modifiers: string[] = [];
  #nouns: { readonly tag: string; readonly word: string }[] = [];

  leaf(tag: string, word: string): void {
    if (isNoun(tag)) this.#nouns.push({ tag, word });
    else if (this.#nouns.length > 0) this.end();
    if (isDeterminer(tag)) this.#determiner = word === "an" ? "a" : word;
    else if (isModifier(tag)) this.#modifiers.push(word);
  }

  /** A coordination of adjectives ("black and white") is one quality that no single word names. */
  adjectives(phrase: Tree): void {
    if (isLeaf(phrase) || !phrase.children.every((child) => isLeaf(child) && isModifier(child.label))) return;
    for (const child of phrase.children) if (isLeaf(child)) this.#modifiers.push(plainWord(child.word));
  }

  end(): void {
    const last = this.#nouns.at(-1);
    if (last !== undefined && isWord(last.word)) {
      const many = last.tag.endsWith("S");
      const noun = many ? singular(last.word) : last.word;
      const others = this.#nouns.slice(0, -1).map(({ word }) => word);
      const before = others.filter((word) => !isAttribute(word)).at(-1);
      this.heads.push({
        noun,
        form: last.word,
        many,
        determiner: this.#determiner,
        modifiers: [...this.#modifiers, ...others.filter(isAttribute)].filter(isWord),
        compound: before !== undefined && isWord(before) ? `${before} ${noun}` : undefined,
      });
    }
    this.#determiner = "";
    this.#modifiers = [];
    this.#nouns = [];
  }
}

/** The heads of a noun phrase: one, or several where it is a coordination. */
export function headNouns(phrase: Tree): HeadNoun[] {
  if (isLeaf(phrase)) return [];
  const builder = new PhraseBuilder();
  for (const child of phrase.children) {
    if (isLeaf(child)) builder.leaf(child.label, plainWord(child.word));
    else if (child.label === "ADJP" || child.label === "QP") builder.adjectives(child);
    else {
      builder.end();
      if (child.label === "NP" || child.label === "NX") builder.heads.push(...headNouns(child));
    }
  }
  builder.end();
  return builder.heads;
}
