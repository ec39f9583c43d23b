/**
 * Long work in stages whose results outlive an interruption. A stage has a name and a key: everything its result depends on, as JSON. A store that remembers a result for the
 * same name and key gives it back instead of letting it be computed again; `files/` has one that keeps results in a folder.
 */
import type { Json, ModelParts } from "./model-parts.ts";

/** A result, taken apart; its kind and version are the store's business. */
export type StageResult = Omit<ModelParts, "kind" | "version">;

export interface StageStore {
  /** The result kept under this name, if it was kept with this very key. */
  recall(name: string, key: Json): Promise<StageResult | undefined>;
  keep(name: string, key: Json, result: StageResult): Promise<void>;
}

/** Remembers nothing. */
export const FORGETFUL: StageStore = { recall: async () => undefined, keep: async () => {} };

export interface StageWork {
  readonly name: string;
  readonly key: Json;
  compute(): Promise<StageResult>;
}

export interface StageOutcome {
  readonly result: StageResult;
  /** Whether it was remembered. */
  readonly recalled: boolean;
  readonly seconds: number;
}

/**
 * Runs stages that do not depend on each other, `atOnce` of them at a time, and keeps each result as soon as it is there. Outcomes are in the order of the stages.
 */
export async function runStages(
  stages: readonly StageWork[],
  store: StageStore,
  atOnce: number,
  onOutcome: (name: string, outcome: StageOutcome) => void = () => {},
): Promise<StageOutcome[]> {
  const outcomes: StageOutcome[] = new Array(stages.length);
  let next = 0;
  const lane = async () => {
    while (next < stages.length) {
      const n = next++;
      const { name, key, compute } = stages[n]!;
      const began = performance.now();
      const kept = await store.recall(name, key);
      const result = kept ?? (await compute());
      if (kept === undefined) await store.keep(name, key, result);
      outcomes[n] = { result, recalled: kept !== undefined, seconds: (performance.now() - began) / 1000 };
      onOutcome(name, outcomes[n]);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, atOnce) }, lane));
  return outcomes;
}

/** A result that is plain JSON. */
export const plainResult = (value: Json): StageResult => ({ options: value, report: null, symbols: {}, tensors: {} });
