/** The training that is under way or was the last: it goes on, and its results stay, whatever view is shown. */
import { type Backend, backend } from "./backend.ts";
import type { TrainedRow, TrainProgress, TrainRequest } from "./messages.ts";

class TrainingRun {
  request: TrainRequest | undefined;
  rows: readonly TrainedRow[] = [];
  progress: TrainProgress | undefined;
  error: string | undefined;
  #stop: AbortController | undefined;
  readonly #listeners = new Set<() => void>();

  constructor(readonly backend: Backend) {}

  get running(): boolean {
    return this.#stop !== undefined;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async start(request: TrainRequest): Promise<void> {
    const controller = new AbortController();
    const { signal } = controller;
    this.#stop = controller;
    this.request = request;
    this.rows = [];
    this.error = undefined;
    this.progress = { method: request.methods[0]!, trees: 0, stage: "starting", done: 0, total: undefined };
    this.#changed();
    const onNews = (news: TrainProgress | TrainedRow) => {
      if ("f1" in news) {
        this.rows = [...this.rows, news];
        if (news.model !== undefined) this.backend.add(news.model);
      } else this.progress = news;
      this.#changed();
    };
    try {
      await this.backend.call("train", request, { signal, onNews });
    } catch (reason) {
      if (!signal.aborted) this.error = (reason as Error).message;
    }
    this.#stop = undefined;
    this.progress = undefined;
    this.#changed();
  }

  stop(): void {
    this.#stop?.abort();
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}

export const trainingRun = new TrainingRun(backend);
