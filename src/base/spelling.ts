/** "Did you mean …?": the known name nearest to a mistyped one. */

/**
 * Edits between two strings, counting insertion, deletion, substitution and the swap of neighbours as one each (optimal
 * string alignment).
 *
 *   d[i,j] = min(d[i−1,j] + 1, d[i,j−1] + 1, d[i−1,j−1] + [aᵢ≠bⱼ], d[i−2,j−2] + 1 if aᵢaᵢ₋₁ = bⱼ₋₁bⱼ)
 */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let best = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1));
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) best = Math.min(best, beforeLast[j - 2]! + 1);
      row.push(best);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length]!;
}

/** The known names within a third of the name's length in edits, nearest first, at most `limit`. */
export function nearestNames(name: string, known: Iterable<string>, limit = 1): string[] {
  const reach = Math.max(1, Math.floor(name.length / 3));
  const close: { name: string; distance: number }[] = [];
  for (const candidate of known) {
    if (Math.abs(candidate.length - name.length) > reach) continue;
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance <= reach) close.push({ name: candidate, distance });
  }
  close.sort((x, y) => x.distance - y.distance || (x.name < y.name ? -1 : 1));
  return close.slice(0, limit).map((found) => found.name);
}

/** ` Did you mean "x"?`, or "" when nothing is near. */
export function suggestion(name: string, known: Iterable<string>): string {
  const [nearest] = nearestNames(name, known);
  return nearest === undefined ? "" : ` Did you mean "${nearest}"?`;
}
