/** The page's own worker: models that were opened or learnt here, and everything that takes time. */
import { decodeModel } from "../../src/base/container/model-container.ts";
import type { Json, ModelParts } from "../../src/base/model-parts.ts";
import { partsOf, toBytes } from "../../src/kinds/index.ts";
import { checkRequest, Desk, verbsOf } from "../../src/verbs/index.ts";
import type { Call, ClusterLine, ModelInfo, Reply, TrainRequest, WorkerCalls } from "./messages.ts";
import { webThreads } from "./threads.ts";

/** Nobody else waits for a page: only what would freeze it for minutes is refused. */
const LIMITS = { items: 1000, words: 300 };
const THREADS = Math.min(4, navigator.hardwareConcurrency || 1);

const desk = new Desk();
const running = new Map<number, AbortController>();
const names = new Set<string>();

function keep(wanted: string, parts: ModelParts, sample = false): ModelInfo {
  const base = wanted.replace(/\.model$/, "") || "model";
  let name = base;
  for (let number = 2; names.has(name); number++) name = `${base}-${number}`;
  names.add(name);
  desk.add(name, parts);
  const bytes = Object.values(parts.tensors).reduce((sum, { data }) => sum + data.byteLength, 0);
  return { name, kind: parts.kind, verbs: verbsOf(parts.kind), bytes, where: "page", sample };
}

type Tell = (news: unknown) => void;
type Handlers = {
  [K in keyof WorkerCalls]: (
    input: Parameters<WorkerCalls[K]>[0],
    signal: AbortSignal,
    tell: Tell,
  ) => Promise<ReturnType<WorkerCalls[K]>>;
};

const handlers: Handlers = {
  async open({ bytes, name }) {
    const parts = await decodeModel(bytes, { file: name });
    const info = keep(name, parts);
    await desk.predictor(info.name);
    return info;
  },

  async fetch({ url, name }) {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${name}: the server of this page answered ${response.status}.`);
    const parts = await decodeModel(new Uint8Array(await response.arrayBuffer()), { file: name });
    const info = keep(name, parts);
    await desk.predictor(info.name);
    return info;
  },

  async ask({ verb: name, model, request }, signal) {
    const verb = desk.verb(name);
    const checked = checkRequest(verb, request, LIMITS);
    const { items } = await desk.prepare(name, model, checked, LIMITS);
    const answers: Json[] = [];
    for (const item of items) {
      signal.throwIfAborted();
      answers.push(await desk.answer(name, model, item, checked.options));
      // Between two sentences a newer request may arrive that makes this one needless.
      if (items.length > 1) await new Promise((resolve) => setTimeout(resolve, 0));
    }
    return verb.items === undefined ? { model, ...(answers[0] as object) } : { model, [verb.items.name]: answers };
  },

  async train(request: TrainRequest, signal, tell) {
    const { trainAll } = await import("./training.ts");
    const context = { workers: webThreads(THREADS), signal, threads: THREADS };
    return trainAll(request, context, tell, async (model) => {
      const { method } = model.options;
      return keep(method === "pcfg" ? "pcfg" : `${method}-${request.states}`, await partsOf(model));
    });
  },

  async learnSample({ kind, vectors }, signal) {
    const { SAMPLES } = await import("./samples.ts");
    const { name, learn } = SAMPLES[kind];
    return keep(name, await partsOf(await learn({ signal, workers: webThreads(THREADS) }, vectors)), true);
  },

  async bytes({ model }) {
    return toBytes((await desk.predictor(model)).model);
  },

  async clusters({ text, name }, signal): Promise<ClusterLine[]> {
    const { clustersOf } = await import("./samples.ts");
    return clustersOf(text, name, { signal });
  },

  async cancel({ id }) {
    running.get(id)?.abort(new DOMException("stopped", "AbortError"));
    return null;
  },
};

addEventListener("message", async ({ data: { id, name, input } }: MessageEvent<Call>) => {
  const reply = (message: Reply, transfer: Transferable[] = []) => postMessage(message, { transfer });
  const controller = new AbortController();
  running.set(id, controller);
  try {
    const handler = handlers[name] as (input: unknown, signal: AbortSignal, tell: Tell) => Promise<unknown>;
    const result = await handler(input, controller.signal, (news) => reply({ id, news }));
    reply({ id, result });
  } catch (error) {
    const { name: kind, message } = error instanceof Error ? error : new Error(String(error));
    reply({ id, error: { name: kind, message } });
  } finally {
    running.delete(id);
  }
});
