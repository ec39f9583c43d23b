/**
 * Features of the candidates of a list as differences from the first: all that a choice from the list depends on. Most
 * of a tree's features are those of every tree in its list.
 */

/** Passes on every feature of one sorted list that the other has more or less often, with the difference. */
export function eachDifference(
  own: Int32Array,
  first: Int32Array,
  add: (feature: number, difference: number) => void,
): void {
  let [a, b] = [0, 0];
  while (a < own.length || b < first.length) {
    const inOwn = b === first.length || (a < own.length && own[a]! <= first[b]!);
    const feature = inOwn ? own[a]! : first[b]!;
    let difference = 0;
    for (; a < own.length && own[a] === feature; a++) difference++;
    for (; b < first.length && first[b] === feature; b++) difference--;
    if (difference !== 0) add(feature, difference);
  }
}
