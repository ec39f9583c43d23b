/**
 * Noun phrases: determiner, number, adjectives, compound and noun in one flat NP, as in the Penn Treebank;
 * prepositional phrases, relative clauses and coordinations around it as NP → NP PP, NP SBAR, NP CC NP. What may modify
 * a noun follows from its hidden class.
 */
import type { Draw } from "./draw.ts";
import { type Agreement, indefiniteArticle, plural } from "./inflection.ts";
import * as words from "./lexicon/function-words.ts";
import { ADJECTIVES, ATTRIBUTIVE_DEGREE } from "./lexicon/modifiers.ts";
import * as names from "./lexicon/names.ts";
import {
  COMPOUND_FIRST,
  COUNT_NOUNS,
  type CountClass,
  MASS_NOUNS,
  type MassClass,
  type NounClass,
} from "./lexicon/nouns.ts";
import { leaf, type Node, phrase } from "./node.ts";
import { nounModifier } from "./prepositional-phrases.ts";
import { relativeClause } from "./relative-clauses.ts";

export interface NounPhrase {
  readonly node: Node;
  readonly agreement: Agreement;
  readonly nounClass: NounClass;
}

/** How a noun phrase may be drawn. `depth` counts the phrases around it: the deeper, the plainer. */
export interface NounPhraseRequest {
  readonly relation: string;
  readonly depth: number;
  /** The pronoun's case. */
  readonly subject?: boolean;
  /** No pronoun, name or coordination: "of them" is rare. */
  readonly full?: boolean;
  /** A plural without determiner or modifier. */
  readonly bare?: boolean;
  /** Singular or plural, where the choice is not free. */
  readonly plural?: boolean;
}

const SINGULAR: Agreement = { plural: false, person: 3 };
const PLURAL: Agreement = { plural: true, person: 3 };

const isMass = (nounClass: NounClass): nounClass is MassClass => Object.hasOwn(MASS_NOUNS, nounClass);

function adjectives(draw: Draw, nounClass: NounClass): Node[] {
  if (!draw.chance(0.28)) return [];
  const first = draw.word(ADJECTIVES[nounClass]);
  if (draw.chance(0.12)) {
    const degree = phrase(
      "ADJP",
      "amod",
      [leaf("RB", draw.word(ATTRIBUTIVE_DEGREE), "advmod"), leaf("JJ", first, "amod")],
      1,
    );
    return [degree];
  }
  const second = draw.word(ADJECTIVES[nounClass]);
  const pair = draw.chance(0.15) && second !== first ? [leaf("JJ", second, "amod")] : [];
  return [leaf("JJ", first, "amod"), ...pair];
}

function possessor(draw: Draw, depth: number): Node {
  if (draw.chance(0.6) || depth > 2) return leaf("PRP$", draw.word(words.POSSESSIVES), "nmod:poss");
  const marker = leaf("POS", "'s", "case");
  if (draw.chance(0.5))
    return phrase("NP", "nmod:poss", [leaf("NNP", draw.word([...names.MEN, ...names.WOMEN]), "nmod:poss"), marker], 0);
  const owner = leaf("NN", draw.word(COUNT_NOUNS.person), "nmod:poss");
  return phrase("NP", "nmod:poss", [leaf("DT", "the", "det"), owner, marker], 1);
}

function quantity(draw: Draw): Node[] {
  const number = leaf("CD", draw.word(names.NUMBERS), "nummod");
  if (!draw.chance(0.2)) return [number];
  return [phrase("QP", "nummod", [leaf("IN", draw.word(words.ABOUT_NUMBERS), "advmod"), number], 1)];
}

function determiner(draw: Draw, many: boolean, mass: boolean, next: string): Node {
  const list = mass ? words.MASS_DETERMINERS : many ? words.PLURAL_DETERMINERS : words.SINGULAR_DETERMINERS;
  const word = draw.oneOf(list);
  if (word === "a") return leaf("DT", indefiniteArticle(next), "det");
  return words.ADJECTIVE_DETERMINERS.has(word) ? leaf("JJ", word, "amod") : leaf("DT", word, "det");
}

/** A flat NP around a common noun. */
function common(
  draw: Draw,
  nounClass: NounClass,
  { relation, depth, bare = false, plural: wanted }: NounPhraseRequest,
): NounPhrase {
  const mass = isMass(nounClass);
  const many = !mass && (bare || (wanted ?? draw.chance(0.32)));
  const noun = draw.word(mass ? MASS_NOUNS[nounClass] : COUNT_NOUNS[nounClass]);
  const firsts = mass ? undefined : COMPOUND_FIRST[nounClass];
  const compound =
    firsts !== undefined && draw.chance(0.13)
      ? [leaf("NN", draw.word(COUNT_NOUNS[draw.oneOf(firsts) as CountClass]), "compound")]
      : [];
  const rest = [
    ...adjectives(draw, nounClass),
    ...compound,
    leaf(many ? "NNS" : "NN", many ? plural(noun) : noun, relation),
  ];
  let front: Node[] = [];
  if (bare || (mass && draw.chance(0.75)) || (many && draw.chance(0.25))) front = [];
  else if (!mass && draw.chance(0.13)) front = [possessor(draw, depth)];
  else if (many && draw.chance(0.15)) front = quantity(draw);
  else front = [determiner(draw, many, mass, rest[0]!.word ?? rest[0]!.children[0]!.word!)];
  const children = [...front, ...rest];
  return {
    node: phrase("NP", relation, children, children.length - 1),
    agreement: many ? PLURAL : SINGULAR,
    nounClass,
  };
}

function personName(draw: Draw, relation: string): Node {
  const surname = leaf("NNP", draw.word(names.SURNAMES), "flat");
  if (draw.chance(0.25)) return phrase("NP", relation, [leaf("NNP", draw.word(names.TITLES), "compound"), surname], 1);
  const first = leaf("NNP", draw.word(draw.chance(0.5) ? names.MEN : names.WOMEN), relation);
  return phrase("NP", relation, draw.chance(0.35) ? [first, surname] : [first], 0);
}

function companyName(draw: Draw, relation: string): Node {
  const parts = [
    leaf("NNP", draw.word(names.COMPANY_FIRST), "compound"),
    leaf("NNP", draw.word(names.COMPANY_LAST), relation),
  ];
  return phrase("NP", relation, parts, 1);
}

function properName(draw: Draw, nounClass: NounClass, relation: string): Node | undefined {
  if (nounClass === "person" && draw.chance(0.2)) return personName(draw, relation);
  if (nounClass === "group" && draw.chance(0.2)) return companyName(draw, relation);
  if (nounClass !== "place" || !draw.chance(0.2)) return undefined;
  return phrase(
    "NP",
    relation,
    [leaf("NNP", draw.word(draw.chance(0.7) ? names.CITIES : names.COUNTRIES), relation)],
    0,
  );
}

function pronoun(draw: Draw, { relation, subject = false }: NounPhraseRequest): NounPhrase {
  const { subject: nominative, object, plural: many, person } = draw.oneOf(words.PRONOUNS);
  const word = leaf("PRP", subject ? nominative : object, relation);
  return { node: phrase("NP", relation, [word], 0), agreement: { plural: many, person }, nounClass: "person" };
}

/** A noun phrase of one of the classes. */
export function nounPhrase(draw: Draw, classes: readonly NounClass[], request: NounPhraseRequest): NounPhrase {
  const nounClass = draw.oneOf(classes);
  const { relation, depth, full = false } = request;
  if (!full && nounClass === "person" && draw.chance(request.subject ? 0.28 : 0.12)) return pronoun(draw, request);
  const name = full ? undefined : properName(draw, nounClass, relation);
  const core: NounPhrase =
    name === undefined ? common(draw, nounClass, request) : { node: name, agreement: SINGULAR, nounClass };
  if (request.bare) return core;

  let { node, agreement } = core;
  if (name === undefined && draw.chance(0.42 / (1 + 0.55 * depth))) {
    const modifier = nounModifier(draw, nounClass, depth + 1);
    if (modifier !== undefined) node = phrase("NP", relation, [node, modifier], 0);
  }
  if (name === undefined && depth < 3 && draw.chance(0.13 / (1 + depth))) {
    const clause = relativeClause(draw, nounClass, agreement, depth + 1);
    if (clause !== undefined) node = phrase("NP", relation, [node, clause], 0);
  }
  if (!full && depth < 4 && draw.chance(0.12 / (1 + 0.4 * depth))) {
    const other = nounPhrase(draw, [nounClass], { relation: "conj", depth: depth + 1, full: true });
    node = phrase("NP", relation, [node, leaf("CC", draw.chance(0.85) ? "and" : "or", "cc"), other.node], 0);
    agreement = PLURAL;
  }
  return { node, agreement, nounClass };
}
