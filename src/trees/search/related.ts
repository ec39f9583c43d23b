/** Where the relations of patterns lead. */
import type { NumberedTree } from "./numbered-tree.ts";
import type { RelationName } from "./pattern.ts";

/** The nodes B of `A relation B`, in order. */
export function* related(tree: NumberedTree, relation: RelationName, node: number): Generator<number> {
  const { parent, children, place, last, begin, end, labels } = tree;
  const below = children[node]!;
  const above = parent[node]!;
  const sisters = above < 0 ? [] : children[above]!;
  const own = place[node]!;
  const some = (holds: (other: number) => boolean) => labels.flatMap((_, other) => (holds(other) ? [other] : []));
  switch (relation) {
    case "<":
      return yield* below;
    case "<<":
      for (let other = node + 1; other <= last[node]!; other++) yield other;
      return;
    case ">":
      if (above >= 0) yield above;
      return;
    case ">>":
      for (let other = above; other >= 0; other = parent[other]!) yield other;
      return;
    case "<,":
      return yield* below.slice(0, 1);
    case "<-":
      return yield* below.slice(-1);
    case "<:":
      return yield* below.length === 1 ? below : [];
    case ".":
      return yield* some((other) => begin[other] === end[node]);
    case "..":
      return yield* some((other) => begin[other]! >= end[node]!);
    case ",":
      return yield* some((other) => end[other] === begin[node]);
    case ",,":
      return yield* some((other) => end[other]! <= begin[node]!);
    case "$":
      return yield* sisters.filter((other) => other !== node);
    case "$+":
      return yield* sisters.slice(own + 1, own + 2);
    case "$-":
      return yield* own > 0 ? sisters.slice(own - 1, own) : [];
    case "$++":
      return yield* sisters.slice(own + 1);
    case "$--":
      return yield* sisters.slice(0, own);
  }
}
