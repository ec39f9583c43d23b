/**
 * Where one box lies to another: the spatial relations Cᵢ of a scene, from which table 3 of the paper allows
 * prepositions. Boxes are x, y, width, height, with y downwards.
 */
import type { Box } from "../../../formats/images/scenes.ts";
import type { Place } from "../words/prepositions.ts";

/** A box lies inside another when it shares this much of its own area with it. */
const INSIDE = 0.85;
/** Boxes overlap when they share this much of the smaller one. */
const OVERLAP = 0.1;

const area = ([, , width, height]: Box): number => width * height;

const shared = (a: number, sizeA: number, b: number, sizeB: number): number =>
  Math.max(0, Math.min(a + sizeA, b + sizeB) - Math.max(a, b));

export function placeOf(a: Box, b: Box): Place {
  const [across, down] = [shared(a[0], a[2], b[0], b[2]), shared(a[1], a[3], b[1], b[3])];
  const common = across * down;
  const [own, other] = [area(a), area(b)];
  if (own > 0 && common >= INSIDE * own && own <= other) return "inside";
  if (other > 0 && common >= INSIDE * other && other < own) return "around";
  const centreA = a[1] + a[3] / 2;
  const centreB = b[1] + b[3] / 2;
  const apart = common === 0 || common < OVERLAP * Math.min(own, other);
  const underEachOther = across > 0 && across >= 0.5 * Math.min(a[2], b[2]);
  if (!apart) {
    // A thing that reaches into the top of another rests on it.
    return underEachOther && a[1] < b[1] && a[1] + a[3] < b[1] + b[3] && centreA < centreB - 0.25 * b[3]
      ? "above"
      : "overlapping";
  }
  if (underEachOther && centreA < centreB && a[1] + a[3] <= b[1] + 0.25 * b[3]) return "above";
  if (underEachOther && centreB < centreA && b[1] + b[3] <= a[1] + 0.25 * a[3]) return "below";
  return "beside";
}
