/** Bad records that a user asked to skip: counted by source, the first few reported in full. */
import type { InputError } from "../base/errors.ts";

/** Errors of skipped records that are kept whole. */
const TOLD = 5;

/** One source of data, as a report shows it. */
export interface SourceCount {
  readonly file: string;
  readonly records: number;
  readonly skipped: number;
}

/** Records read and skipped, by source. `onBad` is undefined unless bad records may be skipped: then they throw. */
export class RecordCounts {
  readonly #counts = new Map<string, { records: number; skipped: number }>();
  readonly #told: string[] = [];
  readonly onBad: ((error: InputError) => void) | undefined;

  constructor(skipBad: boolean) {
    this.onBad = skipBad ? (error) => this.#skip(error) : undefined;
  }

  #of(file: string): { records: number; skipped: number } {
    let counts = this.#counts.get(file);
    if (counts === undefined) this.#counts.set(file, (counts = { records: 0, skipped: 0 }));
    return counts;
  }

  #skip(error: InputError): void {
    this.#of(error.file ?? "").skipped++;
    if (this.#told.length < TOLD) this.#told.push(error.message);
  }

  add(file: string): void {
    this.#of(file).records++;
  }

  get sources(): SourceCount[] {
    return [...this.#counts].map(([file, counts]) => ({ file, ...counts }));
  }

  get skipped(): number {
    return this.sources.reduce((sum, { skipped }) => sum + skipped, 0);
  }

  /** The messages of the first few skipped records. */
  get told(): readonly string[] {
    return this.#told;
  }
}
