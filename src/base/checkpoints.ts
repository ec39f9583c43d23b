/**
 * Long work whose results outlive an interruption. Each piece of work has a name and a key: everything that its result
 * depends on, as JSON. A store that has kept a result under the same name and key gives it back, and the work is not
 * done again; `files/` has a store that keeps results in a folder.
 */

import { PartsReader } from "./container/parts-reader.ts";
import type { Json, ModelParts } from "./model-parts.ts";

/** The result of a piece of work, taken apart. Its kind and version are up to the store. */
export type Checkpoint = Omit<ModelParts, "kind" | "version">;

/** Where results are kept. */
export interface CheckpointStore {
  /** The result kept under this name, if it was kept with exactly this key. */
  recall(name: string, key: Json): Promise<Checkpoint | undefined>;
  keep(name: string, key: Json, result: Checkpoint): Promise<void>;
}

/** Keeps nothing. */
export const NO_CHECKPOINTS: CheckpointStore = { recall: async () => undefined, keep: async () => {} };

/** A piece of work. */
export interface CheckpointedWork {
  readonly name: string;
  readonly key: Json;
  compute(): Promise<Checkpoint>;
}

/** What became of a piece of work. */
export interface CheckpointOutcome {
  readonly result: Checkpoint;
  /** Whether it came from the store. */
  readonly recalled: boolean;
  readonly seconds: number;
}

/**
 * Does pieces of work that do not depend on each other, `atOnce` at a time, and keeps each result as soon as it is
 * there. Outcomes are in the order of the works. After a failure no further work is begun.
 */
export async function runCheckpointed(
  works: readonly CheckpointedWork[],
  store: CheckpointStore,
  atOnce: number,
  onOutcome: (name: string, outcome: CheckpointOutcome) => void = () => {},
): Promise<CheckpointOutcome[]> {
  const outcomes: CheckpointOutcome[] = new Array(works.length);
  let next = 0;
  const lane = async () => {
    while (next < works.length) {
      const n = next++;
      const { name, key, compute } = works[n]!;
      const began = performance.now();
      const kept = await store.recall(name, key);
      const result = kept ?? (await compute());
      if (kept === undefined) await store.keep(name, key, result);
      outcomes[n] = { result, recalled: kept !== undefined, seconds: (performance.now() - began) / 1000 };
      onOutcome(name, outcomes[n]);
    }
  };
  const lanes = Array.from({ length: Math.max(1, atOnce) }, () =>
    lane().catch((error) => {
      next = works.length;
      throw error;
    }),
  );
  await Promise.all(lanes);
  return outcomes;
}

/** A result that is plain JSON. */
export const plainCheckpoint = (value: Json): Checkpoint => ({
  options: value,
  report: null,
  symbols: {},
  tensors: {},
});

/** Checked access to what a checkpoint holds. */
export function checkpointReader(checkpoint: Checkpoint): PartsReader {
  const parts = { kind: "checkpoint", version: 1, ...checkpoint };
  return new PartsReader(parts, parts);
}
