/**
 * The detections of a scene as things that can be described. Every detection becomes a thing or is left out for a
 * reason that is told: its score is too low, its box lies outside the image, or its label is no noun that is known,
 * neither from captions nor from WordNet.
 */
import type { Box, Detection, Scene } from "../../formats/images/scenes.ts";
import type { Knowledge } from "./knowledge/knowledge.ts";
import type { Scored, Thing } from "./steps/thing.ts";
import { singular } from "./words/nouns.ts";
import { verbName } from "./words/verbs.ts";

/** Why a detection is not described. */
export type Reason = "low score" | "outside the image" | "unknown label";

/** A detection that is not described. */
export interface LeftOut {
  /** Its place among the objects of the scene, from 0. */
  readonly id: number;
  readonly label: string;
  readonly reason: Reason;
}

/** A label that is said by another name: that of a hypernym. */
export interface Renamed {
  readonly id: number;
  readonly label: string;
  readonly noun: string;
}

export interface SceneThings {
  readonly things: readonly Thing[];
  readonly leftOut: readonly LeftOut[];
  readonly renamed: readonly Renamed[];
  /** Boxes that were cut at the edge of the image. */
  readonly clipped: readonly number[];
}

export interface ThingOptions {
  /** Least score of a detection. */
  readonly threshold: number;
  /** Least score of an action or pose. */
  readonly actionThreshold: number;
}

/** Names that detectors give and nobody writes: those of PASCAL VOC and of labels without a blank. */
const SPELLINGS: Readonly<Record<string, string>> = {
  aeroplane: "airplane",
  diningtable: "dining table",
  motorbike: "motorcycle",
  pottedplant: "potted plant",
  tvmonitor: "tv",
  cellphone: "cell phone",
  parkinglot: "parking lot",
};

export const plainLabel = (label: string): string => {
  const plain = label
    .trim()
    .toLowerCase()
    .replace(/[_\s]+/g, " ");
  return SPELLINGS[plain] ?? plain;
};

/** The noun of a label, in the singular, and whether the label is a plural; undefined where nothing knows it. */
export function nounOf(
  label: string,
  knowledge: Knowledge,
): { readonly noun: string; readonly several: boolean; readonly renamed: boolean } | undefined {
  const plain = plainLabel(label);
  if (!/^[\p{L}][\p{L}' -]*$/u.test(plain)) return undefined;
  const base = knowledge.singularOf(plain) ?? singular(plain);
  const asPlural = base !== plain && (knowledge.count(base) >= knowledge.count(plain) || !knowledge.knows(plain));
  const noun = asPlural ? base : plain;
  const several = asPlural || (knowledge.isEmpty && base !== plain);
  if (knowledge.isEmpty) return { noun: base, several: base !== plain, renamed: false };
  if (knowledge.knows(noun)) return { noun, several, renamed: false };
  // Of "police dog" the dog is known.
  const last = noun.slice(noun.lastIndexOf(" ") + 1);
  const name =
    knowledge.nameFor(noun) ?? knowledge.nameFor(plain) ?? (last !== noun && knowledge.knows(last) ? noun : undefined);
  return name === undefined ? undefined : { noun: name, several, renamed: name !== noun };
}

/** The part of a box that lies in the image; undefined where none does. */
export function clipped(box: Box, size: readonly [number, number] | undefined): Box | undefined {
  if (size === undefined) return box;
  const [x, y, width, height] = box;
  const [left, top] = [Math.max(0, x), Math.max(0, y)];
  const [right, bottom] = [Math.min(size[0], x + width), Math.min(size[1], y + height)];
  return right < left || bottom < top || left >= size[0] || top >= size[1] || right <= 0 || bottom <= 0
    ? undefined
    : [left, top, right - left, bottom - top];
}

const scored = (words: Readonly<Record<string, number>> | undefined): Scored[] =>
  Object.entries(words ?? {})
    .map(([word, score]) => ({ word: word.trim().toLowerCase(), score }))
    .filter(({ word }) => /^\p{L}[\p{L}-]*$/u.test(word));

/** Actions and poses as verbs in -ing, the surest first. */
function actionsOf({ actions, poses }: Detection, least: number): Scored[] {
  const found = new Map<string, number>();
  for (const { word, score } of [...scored(actions), ...scored(poses)]) {
    if (score < least) continue;
    const verb = word.endsWith("ing") ? word : verbName(word, "VBP")!;
    found.set(verb, Math.max(score, found.get(verb) ?? 0));
  }
  return Array.from(found, ([word, score]) => ({ word, score })).sort(
    (a, b) => b.score - a.score || (a.word < b.word ? -1 : 1),
  );
}

/** Whether a box reaches over the edge by more than a pixel, which is how corners are often counted. */
const wasClipped = (box: Box, kept: Box): boolean => box.some((value, i) => Math.abs(value - kept[i]!) > 1);

export function thingsOf(
  scene: Scene,
  knowledge: Knowledge,
  { threshold, actionThreshold }: ThingOptions,
): SceneThings {
  const things: Thing[] = [];
  const leftOut: LeftOut[] = [];
  const renamed: Renamed[] = [];
  const cut: number[] = [];
  for (const [id, detection] of scene.objects.entries()) {
    const { label, score } = detection;
    const box = clipped(detection.box, scene.size);
    const name = nounOf(label, knowledge);
    if (score < threshold) leftOut.push({ id, label, reason: "low score" });
    else if (box === undefined) leftOut.push({ id, label, reason: "outside the image" });
    else if (name === undefined) leftOut.push({ id, label, reason: "unknown label" });
    else {
      if (wasClipped(detection.box, box)) cut.push(id);
      if (name.renamed) renamed.push({ id, label, noun: name.noun });
      const { noun, several } = name;
      const attributes = scored(detection.attributes);
      things.push({
        id,
        label,
        noun,
        several,
        box,
        score,
        attributes,
        actions: actionsOf(detection, actionThreshold),
      });
    }
  }
  return { things, leftOut, renamed, clipped: cut };
}
