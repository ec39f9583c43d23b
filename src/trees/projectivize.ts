/**
 * Projective trees from others: while an arc is crossed, the shortest crossed arc is lifted to the head of its head
 * (Nivre and Nilsson 2005, without their marks). Arcs from the wall stay. The number of lifts is given, for the
 * reports.
 */
import { isProjective } from "./dependencies.ts";

/** Lifts crossed arcs until the tree is projective; gives the new heads and the number of lifts. */
export function projectivize(heads: readonly number[]): { heads: number[]; lifts: number } {
  const lifted = [...heads];
  let lifts = 0;
  while (!isProjective(lifted)) {
    let chosen = -1;
    for (let m = 1; m <= lifted.length; m++) {
      const h = lifted[m - 1]!;
      if (h === 0 || coversOnlyOwn(lifted, h, m)) continue;
      if (chosen < 0 || Math.abs(h - m) < Math.abs(lifted[chosen - 1]! - chosen)) chosen = m;
    }
    lifted[chosen - 1] = lifted[lifted[chosen - 1]! - 1]!;
    lifts++;
  }
  return { heads: lifted, lifts };
}

/** Whether every word between head and modifier is below the head: then the arc is projective. */
function coversOnlyOwn(heads: readonly number[], head: number, modifier: number): boolean {
  for (let w = Math.min(head, modifier) + 1; w < Math.max(head, modifier); w++) {
    let above = w;
    while (above !== 0 && above !== head) above = heads[above - 1]!;
    if (above !== head) return false;
  }
  return true;
}
