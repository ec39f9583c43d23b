/**
 * Whom the views ask: the server that the page came from, where there is one, and the page's own worker. A model is
 * known by its name; the page's own come after the server's.
 */
import type { Json } from "../../src/base/model-parts.ts";
import type { Call, ModelInfo, Reply, ShippedList, WorkerCalls } from "./messages.ts";

class BackendError extends Error {}

interface Pending {
  readonly resolve: (result: never) => void;
  readonly reject: (reason: Error) => void;
  readonly onNews: ((news: never) => void) | undefined;
}

type Listener = () => void;

export class Backend {
  models: readonly ModelInfo[] = [];
  /** Whether the server has been asked for its models. */
  known = false;
  /** Where the shipped word classes lie. */
  classes: string | undefined;
  /** Where the shipped word vectors lie. */
  vectors: string | undefined;
  readonly hasServer = document.querySelector('meta[name="eigentree-server"]') !== null;
  readonly #listeners = new Set<Listener>();
  readonly #pending = new Map<number, Pending>();
  readonly #coming = new Map<string, Promise<unknown>>();
  readonly #fetching = new Map<string, number>();
  #worker: Worker | undefined;
  #nextId = 0;

  async start(): Promise<void> {
    if (this.hasServer) {
      const response = await fetch("./v1/models");
      const { models } = (await response.json()) as { models: Omit<ModelInfo, "where">[] };
      this.models = [...models.map((model) => ({ ...model, where: "server" as const })), ...this.models];
    }
    await this.#listShipped();
    this.known = true;
    this.#changed();
  }

  /** What the page can fetch for itself. */
  async #listShipped(): Promise<void> {
    const folder = new URL("./pretrained/", document.baseURI);
    const response = await fetch(new URL("index.json", folder)).catch(() => undefined);
    if (!response?.ok) return;
    const { models, classes, vectors } = (await response.json()) as ShippedList;
    if (vectors !== undefined) this.vectors = new URL(vectors, folder).href;
    if (classes !== undefined) this.classes = new URL(classes, folder).href;
    const own = models.map((model) => ({ ...model, where: "page" as const, file: new URL(model.file!, folder).href }));
    this.models = [...this.models, ...own];
  }

  /** Fetches a model's file before it is first asked. */
  #fetched({ name, file, bytes }: ModelInfo): Promise<unknown> {
    let coming = this.#coming.get(name);
    if (coming === undefined) {
      coming = this.call("fetch", { url: file!, name });
      this.#coming.set(name, coming);
      this.#fetching.set(name, bytes);
      this.#changed();
      coming
        .catch(() => this.#coming.delete(name)) // the next question tries again
        .finally(() => {
          this.#fetching.delete(name);
          this.#changed();
        });
    }
    return coming;
  }

  /** Models on their way, with their sizes. */
  get fetching(): ReadonlyMap<string, number> {
    return this.#fetching;
  }

  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Models that answer a verb. */
  able(verb: string): readonly ModelInfo[] {
    return this.models.filter(({ verbs }) => verbs.includes(verb));
  }

  find(name: string | undefined): ModelInfo | undefined {
    return this.models.find((model) => model.name === name);
  }

  add(model: ModelInfo): void {
    if (this.models.includes(model)) return;
    // A name of the server's stays the server's.
    const taken = this.models.some(({ name, where }) => name === model.name && where === "server");
    if (!taken) this.models = [...this.models.filter(({ name }) => name !== model.name), model];
    this.#changed();
  }

  async ask<T>(
    verb: string,
    model: ModelInfo,
    request: Readonly<Record<string, unknown>>,
    signal?: AbortSignal,
  ): Promise<T> {
    if (model.file !== undefined) await this.#fetched(model);
    if (model.where === "page")
      return (await this.call("ask", { verb, model: model.name, request: request as Json }, { signal })) as T;
    const response = await fetch(`./v1/${verb}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ model: model.name, ...request }),
      ...(signal === undefined ? {} : { signal }),
    });
    const body = (await response.json()) as T & { readonly error?: { readonly message: string } };
    if (!response.ok) throw new BackendError(body.error?.message ?? `the server answered ${response.status}.`);
    return body;
  }

  /** A function of the worker; `onNews` hears what it tells on its way. */
  call<K extends keyof WorkerCalls>(
    name: K,
    input: Parameters<WorkerCalls[K]>[0],
    {
      signal,
      onNews,
      transfer = [],
    }: { signal?: AbortSignal | undefined; onNews?: (news: never) => void; transfer?: Transferable[] } = {},
  ): Promise<ReturnType<WorkerCalls[K]>> {
    const worker = this.#open();
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject, onNews });
      worker.postMessage({ id, name, input } satisfies Call, transfer);
      signal?.addEventListener("abort", () => {
        if (!this.#pending.delete(id)) return;
        worker.postMessage({ id: this.#nextId++, name: "cancel", input: { id } } satisfies Call);
        reject(new DOMException("stopped", "AbortError"));
      });
    });
  }

  #open(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<Reply>) => {
      const pending = this.#pending.get(data.id);
      if (pending === undefined) return;
      if ("news" in data) return pending.onNews?.(data.news as never);
      this.#pending.delete(data.id);
      if ("error" in data) pending.reject(new BackendError(data.error.message));
      else pending.resolve(data.result as never);
    };
    worker.onerror = (event) => {
      for (const { reject } of this.#pending.values()) reject(new BackendError(event.message || "the worker failed."));
      this.#pending.clear();
    };
    this.#worker = worker;
    return worker;
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}

export const backend = new Backend();
