/** Directions of arcs, and directions with distances: what every feature of an arc is joined with. */

/** 1, 2, 3, 4, 5–9, 10–19, 20 and more. */
export function distanceBucket(distance: number): number {
  if (distance < 5) return distance - 1;
  return distance < 10 ? 4 : distance < 20 ? 5 : 6;
}

/** Two directions, then seven distances in each of them. */
export const BUCKETS = 16;

/** 1 where the head stands before its modifier, otherwise 0. */
export const directionOf = (head: number, modifier: number): number => (head < modifier ? 1 : 0);
/** 2 … 15: distance and direction. */
export const bucketOf = (head: number, modifier: number): number =>
  2 + 2 * distanceBucket(Math.abs(head - modifier)) + directionOf(head, modifier);
