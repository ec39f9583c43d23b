/** What two sequences share in order: subsequences, runs, edits, tiles. Sequences are ids. O(|a|·|b|) unless said. */

/** Length of the longest common subsequence. */
export function commonSubsequence(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const row = new Uint32Array(b.length + 1);
  for (let i = 0; i < a.length; i++) {
    let diagonal = 0;
    for (let j = 1; j <= b.length; j++) {
      const above = row[j]!;
      row[j] = a[i] === b[j - 1] ? diagonal + 1 : Math.max(above, row[j - 1]!);
      diagonal = above;
    }
  }
  return row[b.length]!;
}

/** Length of the longest run that both have. */
export function commonRun(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let longest = 0;
  const row = new Uint32Array(b.length + 1);
  for (let i = 0; i < a.length; i++) {
    for (let j = b.length; j >= 1; j--) {
      row[j] = a[i] === b[j - 1] ? row[j - 1]! + 1 : 0;
      if (row[j]! > longest) longest = row[j]!;
    }
  }
  return longest;
}

/** Insertions, deletions and replacements that turn one into the other (Levenshtein 1966). */
export function edits(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const row = Uint32Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 0; i < a.length; i++) {
    let diagonal = row[0]!;
    row[0] = i + 1;
    for (let j = 1; j <= b.length; j++) {
      const above = row[j]!;
      row[j] = Math.min(above + 1, row[j - 1]! + 1, diagonal + (a[i] === b[j - 1] ? 0 : 1));
      diagonal = above;
    }
  }
  return row[b.length]!;
}

export interface Tiling {
  /** Items covered in either sequence. */
  readonly covered: number;
  /** Runs that cover them. */
  readonly tiles: number;
}

/**
 * Greedy string tiling (Wise 1993): the longest common run of items not yet covered becomes a tile, again and again,
 * down to runs of `shortest`. Of equally long runs those that lie nearest to the same relative place go first, so that
 * the result does not depend on which sequence is the first. O(|a|·|b|·tiles).
 */
export function greedyTiling(a: ArrayLike<number>, b: ArrayLike<number>, shortest: number): Tiling {
  const [usedA, usedB] = [new Uint8Array(a.length), new Uint8Array(b.length)];
  const row = new Uint32Array(b.length + 1);
  let [covered, tiles] = [0, 0];
  for (;;) {
    let [longest, endA, endB, nearest] = [0, 0, 0, Number.POSITIVE_INFINITY];
    row.fill(0);
    for (let i = 0; i < a.length; i++) {
      for (let j = b.length; j >= 1; j--) {
        const run = a[i] === b[j - 1] && usedA[i] === 0 && usedB[j - 1] === 0 ? row[j - 1]! + 1 : 0;
        row[j] = run;
        if (run < longest || run === 0) continue;
        const away = Math.abs((i + 1) * b.length - j * a.length);
        if (run === longest && away >= nearest) continue;
        [longest, endA, endB, nearest] = [run, i + 1, j, away];
      }
    }
    if (longest < shortest || longest === 0) return { covered, tiles };
    usedA.fill(1, endA - longest, endA);
    usedB.fill(1, endB - longest, endB);
    covered += longest;
    tiles++;
  }
}
