/** Lists of numbers, one after another: list i holds the entries from `starts[i]` to `starts[i + 1]`. */
export interface Lists {
  readonly starts: Uint32Array;
  readonly ids: Uint32Array;
}

/** For each number under `size` the lists that hold it, in order: a counting sort, O(entries + size). */
export function reversed({ starts, ids }: Lists, size: number): Lists {
  const places = new Uint32Array(size + 1);
  for (const id of ids) places[id + 1]!++;
  for (let id = 0; id < size; id++) places[id + 1]! += places[id]!;
  const ends = places.slice();
  const holders = new Uint32Array(ids.length);
  for (let list = 0; list + 1 < starts.length; list++)
    for (let e = starts[list]!; e < starts[list + 1]!; e++) holders[ends[ids[e]!]!++] = list;
  return { starts: places, ids: holders };
}
