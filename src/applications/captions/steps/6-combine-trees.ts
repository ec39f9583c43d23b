/**
 * Step 6, create full trees (Mitchell et al. 2012, section 4.3.1). The nouns of a plan are substituted into the frames
 * that its links chose until one node dominates them all, an S or an NP; the auxiliary trees of figure 11 add "is" to a
 * participle and "and" between noun phrases. "There is" before a noun phrase is ours: captions have it, and a text of
 * several sentences needs more than one way to begin.
 */
import type { Branch, Tree } from "../../../trees/tree.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { finiteVerb, isState } from "../words/verbs.ts";
import { type Frame, participleTag } from "./5-gather-subtrees.ts";
import type { Link, LinkOptions } from "./links.ts";
import { nounPhrase } from "./noun-phrase.ts";
import { type Plan, plansOf } from "./plans.ts";
import type { Entity } from "./thing.ts";

/** The frame of a whole sentence: two sentences that follow each other should differ in it. */
export type Form = "phrase" | "participle" | "clause" | "place" | "existential";

export interface FullTree {
  /** An S or an NP, without punctuation. */
  readonly tree: Branch;
  readonly form: Form;
  readonly plan: Plan;
  /** Frames of figure 9 that are in it. */
  readonly frames: readonly Frame[];
  readonly score: number;
}

export interface CombineOptions extends LinkOptions {
  readonly form: "any" | "sentence" | "phrase";
  /** Whether modifiers are said; with both, trees with and without them are made. */
  readonly modifiers: "all" | "none" | "both";
  /** Plans of each form that become trees, the likeliest first; all unless given. */
  readonly most?: number;
}

/** How natural a form is, as a log weight; set by hand from the look of descriptions. */
const FORM_WEIGHTS: Readonly<Record<Form, number>> = {
  clause: 0,
  existential: -0.3,
  place: -0.8,
  participle: -1.5,
  phrase: -1.5,
};

const leaf = (label: string, word: string): Tree => ({ label, word });
const branch = (label: string, ...children: readonly Tree[]): Branch => ({ label, children });
const COMMA = leaf(",", ",");
const AND = leaf("CC", "and");

/** "a", "a and b", "a, b and c". */
export function coordination(phrases: readonly Branch[]): Branch {
  if (phrases.length === 1) return phrases[0]!;
  const children: Tree[] = [];
  for (const [i, phrase] of phrases.entries()) {
    if (i > 0) children.push(i === phrases.length - 1 ? AND : COMMA);
    children.push(phrase);
  }
  return branch("NP", ...children);
}

const prepositional = (preposition: string, object: Tree): Branch =>
  branch("PP", ...preposition.split(" ").map((word) => leaf("IN", word)), object);

/** The tree of a plan in one form, or undefined where it has none. */
function treeOf(plan: Plan, form: Form, modifiers: boolean, knowledge: Knowledge): Branch | undefined {
  const { subjects, link, objects, tail, rest } = plan;
  const existential = form === "existential";
  const phrase = (entity: Entity, indefinite = false) => nounPhrase(entity, { modifiers, indefinite }, knowledge);
  const subject = coordination(subjects.map((entity) => phrase(entity, existential)));
  const others = rest.map((entity) => phrase(entity, existential));
  const many = subjects.length > 1 || subjects[0]!.many;
  if (link === undefined) {
    if (form === "phrase") return coordination([...subjects.map((entity) => phrase(entity)), ...others]);
    return existential ? thereIs(coordination([subject, ...others]), subjects[0]!.many) : undefined;
  }
  const object = objects.length === 0 ? undefined : coordination(objects.map((entity) => phrase(entity)));
  const further = tail === undefined ? [] : [prepositional(tail.link.preposition, phrase(tail.entity))];
  if (link.verb === "") {
    const place = prepositional(link.preposition, further.length === 0 ? object! : branch("NP", object!, ...further));
    if (form === "place")
      return others.length > 0
        ? undefined
        : branch("S", subject, branch("VP", leaf(many ? "VBP" : "VBZ", many ? "are" : "is"), place));
    const whole = coordination([branch("NP", subject, place), ...others]);
    if (form === "phrase") return whole;
    return existential ? thereIs(whole, subjects[0]!.many) : undefined;
  }
  if (isState(link.verb) && form !== "clause") return undefined;
  const complements = [
    ...(object === undefined ? [] : [link.preposition === "" ? object : prepositional(link.preposition, object)]),
    ...further,
  ];
  if (form === "clause") {
    if (others.length > 0) return undefined;
    const { auxiliary, verb } = finiteVerb(link.verb, many);
    if (auxiliary === undefined)
      return branch("S", subject, branch("VP", leaf(many ? "VBP" : "VBZ", verb), ...complements));
    const inner = branch("VP", ...verbLeaves(verb, participleTag(verb)), ...complements);
    return branch("S", subject, branch("VP", leaf(many ? "VBP" : "VBZ", auxiliary), inner));
  }
  const whole = coordination([
    branch("NP", subject, branch("VP", ...verbLeaves(link.verb, participleTag(link.verb)), ...complements)),
    ...others,
  ]);
  if (form === "participle") return whole;
  return existential ? thereIs(whole, subjects[0]!.many) : undefined;
}

/** "sitting", or "picking up" with its particle. */
function verbLeaves(verb: string, tag: string): Tree[] {
  const [word, particle] = verb.split(" ") as [string, string | undefined];
  return [leaf(tag, word), ...(particle === undefined ? [] : [branch("PRT", leaf("RP", particle))])];
}

/** "There is a man and a woman": the verb agrees with the noun beside it. */
export const thereIs = (phrase: Branch, many: boolean): Branch =>
  branch("S", branch("NP", leaf("EX", "there")), branch("VP", leaf(many ? "VBP" : "VBZ", many ? "are" : "is"), phrase));

function framesOf({ link, tail }: Plan, form: Form): Frame[] {
  const frames = new Set<Frame>([1]);
  const add = ({ verb, preposition }: Link, after: Frame) => {
    if (verb !== "") frames.add(form === "clause" ? 2 : 3);
    if (verb !== "" && preposition === "") frames.add(7);
    if (preposition !== "") frames.add(verb === "" ? after : 6).add(5);
  };
  if (link !== undefined) add(link, 4);
  if (tail !== undefined) add(tail.link, 4);
  return [...frames].sort();
}

const FORMS: Readonly<Record<CombineOptions["form"], readonly Form[]>> = {
  any: ["clause", "existential", "place", "participle", "phrase"],
  sentence: ["clause", "existential", "place"],
  phrase: ["participle", "phrase"],
};

/** All full trees of the ordered nouns of a sentence, in no order. */
export function combineTrees(entities: readonly Entity[], knowledge: Knowledge, options: CombineOptions): FullTree[] {
  const modified = entities.some(({ modifiers }) => modifiers.length > 0);
  const variants =
    !modified || options.modifiers === "none" ? [false] : options.modifiers === "all" ? [true] : [true, false];
  const plans = plansOf(entities, knowledge, options).sort((a, b) => b.score - a.score);
  const trees: FullTree[] = [];
  for (const form of FORMS[options.form]) {
    let made = 0;
    for (const plan of plans) {
      if (made === options.most) break;
      const found = variants.flatMap((modifiers) => treeOf(plan, form, modifiers, knowledge) ?? []);
      for (const tree of found)
        trees.push({ tree, form, plan, frames: framesOf(plan, form), score: plan.score + FORM_WEIGHTS[form] });
      if (found.length > 0) made++;
    }
  }
  return trees;
}
