/**
 * Which parts of src/ a batch of cases reached, by V8's own block coverage. Taking it costs tens of milliseconds, so it
 * is asked for a batch at a time.
 */
import { Session } from "node:inspector/promises";

export class Coverage {
  readonly #session = new Session();
  readonly #seen = new Set<string>();

  async start(): Promise<void> {
    this.#session.connect();
    await this.#session.post("Profiler.enable");
    await this.#session.post("Profiler.startPreciseCoverage", { callCount: false, detailed: true });
  }

  /** Blocks of src/ that were run since the last call and never before. */
  async fresh(): Promise<number> {
    const { result } = await this.#session.post("Profiler.takePreciseCoverage");
    let fresh = 0;
    for (const { url, functions } of result) {
      if (!url.includes("/src/")) continue;
      for (const { ranges } of functions) {
        for (const { startOffset, endOffset, count } of ranges) {
          const block = `${url}:${startOffset}-${endOffset}`;
          if (count === 0 || this.#seen.has(block)) continue;
          this.#seen.add(block);
          fresh++;
        }
      }
    }
    return fresh;
  }

  get blocks(): number {
    return this.#seen.size;
  }
}
