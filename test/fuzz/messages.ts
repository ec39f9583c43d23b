/** What the fuzzing threads and their watcher tell each other. */

export interface Finding {
  readonly family: string;
  readonly input: Uint8Array;
  readonly error: string;
  readonly stack: string;
}

export interface Tally {
  cases: number;
  seeds: number;
}

export interface WorkerData {
  readonly seed: number;
  /** When to stop, in milliseconds since 1970. */
  readonly until: number;
  /** Shared: when the running case began (0 between cases), its family, its length. */
  readonly clock: SharedArrayBuffer;
  /** Shared: the input of the running case. */
  readonly current: SharedArrayBuffer;
  /** Only families whose names begin so. */
  readonly only: string;
  /** Run this one case and say whether it fails. */
  readonly minimising?: { readonly family: string; readonly input: Uint8Array };
}

export interface WorkerNews {
  readonly finding?: Finding;
  readonly tally?: Readonly<Record<string, Tally>>;
  readonly blocks?: number;
  readonly done?: boolean;
  readonly reproduced?: string;
}
