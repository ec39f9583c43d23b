/**
 * Synthetic pictures and what is said of them: captions with their trees, captions whose phrases are marked as visible
 * or not, and judged pairs of captions. They let the page show every application without data, and prove nothing
 * about real captions. Scene i depends on nothing but the seed and i.
 */
import { DEFAULT_SEED, Random } from "../../base/random.ts";
import type { LabelledCaption } from "../../formats/images/labelled-phrases.ts";
import { type Tree, words } from "../../trees/tree.ts";
import { Draw } from "../draw.ts";
import {
  ACTIONS,
  type Action,
  ARRANGEMENTS,
  LOOKS,
  MASS,
  NEARLY,
  OPENINGS,
  SYNONYMS,
  THINGS,
  type ThingClass,
  UNSEEN,
} from "./words.ts";

interface Thing {
  readonly noun: string;
  readonly look?: string | undefined;
}

interface Scene {
  readonly subject: Thing;
  readonly action?: Action | undefined;
  readonly object?: Thing | undefined;
  readonly preposition: string;
  readonly place: Thing;
}

/** A pair of captions, and how similar they are, from 0 to 5. */
export interface SamplePair {
  readonly first: string;
  readonly second: string;
  readonly score: number;
}

const classOf = (noun: string) =>
  Object.entries(THINGS).find(([, nouns]) => (nouns as readonly string[]).includes(noun))?.[0] as ThingClass;

function thing(draw: Draw, noun: string, adorned = 0.35): Thing {
  return { noun, look: draw.chance(adorned) ? draw.oneOf(LOOKS[classOf(noun)]) : undefined };
}

function arrangement(draw: Draw): Scene {
  const [first, preposition, second] = draw.oneOf(ARRANGEMENTS);
  return { subject: thing(draw, draw.oneOf(first)), preposition, place: thing(draw, draw.oneOf(second)) };
}

function scene(draw: Draw): Scene {
  if (draw.chance(0.45)) return arrangement(draw);
  const action = draw.oneOf(ACTIONS);
  const subject = draw.oneOf(THINGS[draw.oneOf(action.who)]);
  const objects = action.what?.filter((noun) => noun !== subject);
  const [preposition, places] = draw.oneOf(action.where);
  return {
    subject: thing(draw, subject),
    action,
    object: objects && thing(draw, draw.oneOf(objects)),
    preposition,
    place: thing(draw, draw.oneOf(places), 0.2),
  };
}

const leaf = (label: string, word: string): Tree => ({ label, word });
const VOWEL = /^[aeiou]/;
/** Captions call them "my" and "our" at times. */
const OWNED: ReadonlySet<string> = new Set(["animal", "vehicle"]);

function phrase(draw: Draw, { noun, look }: Thing): Tree {
  const article = MASS.has(noun) || draw.chance(0.3) ? "the" : VOWEL.test(look ?? noun) ? "an" : "a";
  const mine = OWNED.has(classOf(noun)) && draw.chance(0.08);
  return {
    label: "NP",
    children: [
      mine ? leaf("PRP$", draw.oneOf(["my", "our"])) : leaf("DT", article),
      ...(look === undefined ? [] : [leaf(/ing$/.test(look) ? "VBG" : "JJ", look)]),
      leaf("NN", noun),
    ],
  };
}

/** The first word with a capital. */
function begun(tree: Tree): Tree {
  if ("word" in tree) return { ...tree, word: tree.word[0]!.toUpperCase() + tree.word.slice(1) };
  const [first, ...rest] = tree.children;
  return { ...tree, children: [begun(first!), ...rest] };
}

/** "A dog is running on the beach", "A dog runs …", "A dog running …", or "A dog on the beach". */
function told(draw: Draw, { subject, action, object, preposition, place }: Scene): Tree {
  const who = phrase(draw, subject);
  const where: Tree = { label: "PP", children: [leaf("IN", preposition), phrase(draw, place)] };
  if (action === undefined) return begun({ label: "NP", children: [who, where] });
  const what = object && phrase(draw, object);
  const complement: readonly Tree[] =
    what === undefined
      ? []
      : [action.to === undefined ? what : { label: "PP", children: [leaf("IN", action.to), what] }];
  const going: Tree = { label: "VP", children: [leaf("VBG", action.going), ...complement, where] };
  const way = draw.random.integer(3);
  if (way === 0) return begun({ label: "NP", children: [who, going] });
  const verb: Tree =
    way === 1
      ? { label: "VP", children: [leaf("VBZ", "is"), going] }
      : { label: "VP", children: [leaf("VBZ", action.now), ...complement, where] };
  return begun({ label: "S", children: [who, verb] });
}

const closed = (tree: Tree): Tree =>
  "word" in tree ? tree : { ...tree, children: [...tree.children, leaf(".", ".")] };
const textOf = (tree: Tree): string => words(tree).join(" ");
const draws = (count: number, seed: number, name: string): Draw[] => {
  const source = new Random(seed).stream(name);
  return Array.from({ length: count }, (_, i) => new Draw(source.stream(i)));
};

/** Trees of captions. */
export const captionTrees = (count: number, seed = DEFAULT_SEED): Tree[] =>
  draws(count, seed, "captions").map((draw) => closed(told(draw, scene(draw))));

/** Places of the phrases of a caption that was told: its NPs without others inside. */
function placesOf(tree: Tree): { readonly start: number; readonly end: number }[] {
  const places: { start: number; end: number }[] = [];
  let at = 0;
  const walk = (node: Tree): void => {
    if ("word" in node) {
      at += node.word.length + 1;
      return;
    }
    const start = at;
    for (const child of node.children) walk(child);
    if (node.label === "NP" && node.children.every((child) => "word" in child)) places.push({ start, end: at - 1 });
  };
  walk(tree);
  return places;
}

type Marked = Pick<LabelledCaption, "caption" | "phrases">;

const lower = (text: string) => text[0]!.toLowerCase() + text.slice(1);
const upper = (text: string) => text[0]!.toUpperCase() + text.slice(1);

/** Words before a caption, with a phrase among them that no picture shows. */
function opened({ caption, phrases }: Marked, link: string, unseen: string, after: string): Marked {
  const start = link === "" ? 0 : link.length + 1;
  const before = `${link}${link === "" ? "" : " "}${unseen}${after} `;
  return {
    caption: upper(before) + lower(caption),
    phrases: [
      { start, end: start + unseen.length, visual: false },
      ...phrases.map((each) => ({ ...each, start: each.start + before.length, end: each.end + before.length })),
    ],
  };
}

function ended({ caption, phrases }: Marked, link: string, unseen: string): Marked {
  const before = `${caption}${link === "" ? ", " : ` ${link} `}`;
  return {
    caption: before + unseen,
    phrases: [...phrases, { start: before.length, end: before.length + unseen.length, visual: false }],
  };
}

/** Captions that name what is in the picture and, before or after that, what is not. */
export function labelledCaptions(count: number, seed = DEFAULT_SEED): LabelledCaption[] {
  return draws(count, seed, "labelled").map((draw, i) => {
    const tree = told(draw, scene(draw));
    let marked: Marked = {
      caption: textOf(tree),
      phrases: placesOf(tree).map((place) => ({ ...place, visual: true })),
    };
    const [[link, unseen], [title, after]] = [draw.oneOf(UNSEEN), draw.oneOf(OPENINGS)];
    const way = draw.random.uniform();
    if (way < 0.25) marked = opened(marked, "", title, after === ":" ? ":" : ` ${after}`);
    else if (way < 0.5) marked = opened(marked, link, draw.oneOf(unseen), ",");
    else if (way < 0.8) marked = ended(marked, link, draw.oneOf(unseen));
    return { image: `scene-${i}`, caption: `${marked.caption}.`, phrases: marked.phrases, detections: undefined };
  });
}

/** What a part of the picture weighs in the similarity of two. */
const WEIGHTS = { subject: 0.3, action: 0.3, object: 0.2, place: 0.2 } as const;
/** Two things of a class are a little similar. */
const SAME_CLASS = 0.3;

const likeness = (a: string, b: string): number => (a === b ? 1 : classOf(a) === classOf(b) ? SAME_CLASS : 0);

/**
 * Σ of the weights of the parts by their similarity, over Σ of the weights of the parts that either has; from 0 to 5.
 */
function alike(a: Scene, b: Scene): number {
  const parts: (readonly [number, number])[] = [
    [WEIGHTS.subject, likeness(a.subject.noun, b.subject.noun)],
    [WEIGHTS.place, likeness(a.place.noun, b.place.noun)],
  ];
  if (a.action ?? b.action) parts.push([WEIGHTS.action, a.action?.now === b.action?.now ? 1 : 0]);
  if (a.object ?? b.object)
    parts.push([WEIGHTS.object, a.object && b.object ? likeness(a.object.noun, b.object.noun) : 0]);
  const sum = parts.reduce((total, [weight]) => total + weight, 0);
  return (5 * parts.reduce((total, [weight, value]) => total + weight * value, 0)) / sum;
}

/** The same thing by another name, mostly, and without a word for its looks at times. */
const renamed = (draw: Draw, { noun, look }: Thing): Thing => {
  const names = SYNONYMS.find(([first]) => first === noun)?.slice(1);
  return {
    noun: names === undefined || draw.chance(0.2) ? noun : draw.oneOf(names),
    look: draw.chance(0.5) ? look : undefined,
  };
};

/** Another picture that keeps some of the parts of this one. */
function changed(draw: Draw, from: Scene): Scene {
  const keep = Math.sqrt(draw.random.uniform());
  const kept = () => draw.chance(keep);
  const next = kept() ? from : scene(draw);
  const fits = next.action?.who.includes(classOf(from.subject.noun)) ?? next === from;
  const others = THINGS[classOf(next.subject.noun)];
  return {
    ...next,
    subject: fits && kept() ? from.subject : thing(draw, draw.oneOf(others)),
    place: next.action === undefined || kept() ? next.place : thing(draw, draw.oneOf(draw.oneOf(next.action.where)[1])),
  };
}

/** Captions of two pictures each, told in other words, scored by how many parts of the pictures are the same. */
export function judgedPairs(count: number, seed = DEFAULT_SEED): SamplePair[] {
  return draws(count, seed, "pairs").map((draw) => {
    const first = scene(draw);
    const second = changed(draw, first);
    const retold: Scene = {
      ...second,
      subject: renamed(draw, second.subject),
      object: second.object && renamed(draw, second.object),
      place: renamed(draw, second.place),
      preposition: draw.oneOf(NEARLY.find((list) => list.includes(second.preposition)) ?? [second.preposition]),
    };
    return {
      first: `${textOf(told(draw, first))}.`,
      second: `${textOf(told(draw, retold))}.`,
      score: alike(first, second),
    };
  });
}
