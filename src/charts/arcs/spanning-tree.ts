/**
 * Best dependency tree of any shape, with one root: Chu and Liu 1965, Edmonds 1967. Each word takes its best head; a
 * cycle is contracted to one place, the tree of the smaller graph found, and the cycle opened where that tree enters
 * it.
 *
 *   arcs[h·N + m], N = words + 1, as in projective.ts
 *
 * One root: every arc from the wall is lowered by more than all differences between trees, so that the best tree has as
 * few roots as possible. O(n³).
 */

/** The heads of the best tree, word after word. */
export function bestSpanningTree(words: number, arcs: Float64Array): Int32Array {
  const N = words + 1;
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let h = 0; h < N; h++) {
    for (let m = 1; m < N; m++) {
      if (h === m) continue;
      low = Math.min(low, arcs[h * N + m]!);
      high = Math.max(high, arcs[h * N + m]!);
    }
  }
  const scores = arcs.slice(0, N * N);
  for (let m = 1; m < N; m++) scores[m]! -= (high - low + 1) * N;
  return arborescence(N, scores).slice(1);
}

/** heads[m] of the best tree rooted in place 0 over `size` places. */
function arborescence(size: number, scores: Float64Array): Int32Array {
  const heads = new Int32Array(size).fill(-1);
  for (let m = 1; m < size; m++) {
    for (let h = 0; h < size; h++) {
      if (h !== m && (heads[m]! < 0 || scores[h * size + m]! > scores[heads[m]! * size + m]!)) heads[m] = h;
    }
  }
  const cycle = cycleIn(heads);
  if (cycle === undefined) return heads;
  // Places outside the cycle keep their order; the cycle becomes the last place.
  const inCycle = new Set(cycle);
  const outside: number[] = [];
  for (let v = 0; v < size; v++) if (!inCycle.has(v)) outside.push(v);
  const small = outside.length + 1;
  const contracted = small - 1;
  const smaller = new Float64Array(small * small).fill(Number.NEGATIVE_INFINITY);
  const entry = new Int32Array(small);
  const exit = new Int32Array(small);
  for (const [a, h] of outside.entries()) {
    for (const [b, m] of outside.entries()) if (a !== b) smaller[a * small + b] = scores[h * size + m]!;
    for (const c of cycle) {
      const enter = scores[h * size + c]! - scores[heads[c]! * size + c]!;
      if (enter > smaller[a * small + contracted]!) {
        smaller[a * small + contracted] = enter;
        entry[a] = c;
      }
      if (scores[c * size + h]! > smaller[contracted * small + a]!) {
        smaller[contracted * small + a] = scores[c * size + h]!;
        exit[a] = c;
      }
    }
  }
  const inner = arborescence(small, smaller);

  for (let b = 1; b < contracted; b++) heads[outside[b]!] = inner[b] === contracted ? exit[b]! : outside[inner[b]!]!;
  const from = inner[contracted]!;
  heads[entry[from]!] = outside[from]!;
  return heads;
}

function cycleIn(heads: Int32Array): number[] | undefined {
  const walk = new Int32Array(heads.length);
  for (let start = 1; start < heads.length; start++) {
    let v = start;
    while (v > 0 && walk[v] === 0) {
      walk[v] = start;
      v = heads[v]!;
    }
    if (v <= 0 || walk[v] !== start) continue;
    const cycle = [v];
    for (let next = heads[v]!; next !== v; next = heads[next]!) cycle.push(next);
    return cycle;
  }
  return undefined;
}
