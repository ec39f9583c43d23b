/**
 * Features of an image from what was detected in it (Dodge et al. 2012, section 4.1), by type of detector: that it
 * fired, how often, how sure the surest firing is, and the shares of the image that the box takes in area, width and
 * height (means over the firings). The second set takes only the surest firing of each type. Shares need the size of
 * the image; without it they are left out.
 */
import type { Detection } from "../../../formats/index.ts";
import { matchOf, type NamedThing } from "../phrases/matching.ts";

export type AddFeature = (text: string, value: number) => void;

const share = (part: number, whole: number): number => Math.min(1, Math.max(0, part / whole));

export function imageFeatures(
  detections: readonly Detection[],
  size: readonly [number, number] | undefined,
  template: "image" | "image-best",
  add: AddFeature,
): void {
  const types = new Map<string, Detection[]>();
  for (const detection of detections) {
    const name = detection.label.toLowerCase();
    const list = types.get(name);
    if (list === undefined) types.set(name, [detection]);
    else list.push(detection);
  }
  for (const [type, firings] of types) {
    const best = firings.reduce((surest, each) => (each.score > surest.score ? each : surest));
    const counted = template === "image" ? firings : [best];
    add(`${template} fired ${type}`, 1);
    if (template === "image") add(`${template} times ${type}`, Math.log2(1 + firings.length));
    add(`${template} sure ${type}`, best.score);
    if (size === undefined) continue;
    const mean = (of: (box: Detection["box"]) => number) =>
      counted.reduce((sum, { box }) => sum + of(box), 0) / counted.length;
    const [width, height] = size;
    add(
      `${template} area ${type}`,
      mean(([, , w, h]) => share(w, width) * share(h, height)),
    );
    add(
      `${template} width ${type}`,
      mean(([, , w]) => share(w, width)),
    );
    add(
      `${template} height ${type}`,
      mean(([, , , h]) => share(h, height)),
    );
  }
}

/** A detection and what it is called. */
export interface NamedDetection {
  readonly detection: Detection;
  readonly thing: NamedThing;
}

/** Features of the detections that the head of a phrase can name: how many, how sure, how large the surest. */
export function matchFeatures(
  named: readonly NamedDetection[],
  size: readonly [number, number] | undefined,
  phrase: NamedThing,
  add: AddFeature,
): void {
  let best: Detection | undefined;
  for (const kind of ["same", "related"] as const) {
    const found = named.filter(({ thing }) => matchOf(phrase, thing) === kind);
    if (found.length === 0) continue;
    add(`image-match ${kind}`, 1);
    add(`image-match ${kind} times`, Math.log2(1 + found.length));
    for (const { detection } of found) if (best === undefined || detection.score > best.score) best = detection;
  }
  if (best === undefined) add("image-match none", 1);
  else {
    add("image-match sure", best.score);
    if (size !== undefined) add("image-match area", share(best.box[2], size[0]) * share(best.box[3], size[1]));
  }
}
