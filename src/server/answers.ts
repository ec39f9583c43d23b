/**
 * Requests to the models: admitted up to a bound, cut into chunks, answered by the crew. Chunks are small, so that many
 * requests share the threads fairly and a client that goes away stops its work soon.
 */
import type { JobSet, Jobs } from "../base/index.ts";
import { type CheckedRequest, checkRequest, type Limits, type Prepared, type Verb, verbsOf } from "../verbs/index.ts";
import { Crew } from "./crew.ts";
import { HttpError, tooBusy, tooSlow } from "./failures.ts";

/** Words that one task holds, unless a single item has more: a fraction of a second's work. */
const CHUNK_WORDS = 60;
/** Items of one task that have no words, such as questions. */
const CHUNK_ITEMS = 16;

export interface ServedModel {
  readonly name: string;
  readonly kind: string;
  readonly bytes: number;
}

export interface AnswersOptions {
  readonly threads: number;
  readonly queue: number;
  readonly timeLimit: number;
  readonly limits: Limits;
  readonly onReplace?: (reason: Error) => void;
}

export interface Answered {
  readonly text: string;
  readonly model: string;
  readonly items: number;
  readonly words: number;
}

export class Answers {
  readonly crew: Crew<Jobs>;
  #under = 0;
  /** Seconds of work a request takes, averaged over the last ones. */
  #usual = 0.1;

  constructor(
    readonly models: readonly ServedModel[],
    readonly verbs: readonly Verb[],
    jobs: JobSet<never, unknown, Jobs>,
    setup: unknown,
    readonly options: AnswersOptions,
  ) {
    this.crew = new Crew(jobs, setup, options);
  }

  /** Requests that wait or are worked on. */
  get under(): number {
    return this.#under;
  }

  async answer(verb: Verb, body: unknown, client: AbortSignal): Promise<Answered> {
    const { threads, queue, timeLimit, limits } = this.options;
    const request = checkRequest(verb, body, limits);
    const model = this.#modelFor(verb, request.model);
    if (this.#under >= threads + queue) throw tooBusy(Math.max(1, Math.ceil((this.#usual * this.#under) / threads)));
    const started = performance.now();
    const deadline = started + 1000 * timeLimit;
    // One failure ends all that is left of the request.
    const own = new AbortController();
    const leave = () => own.abort(client.reason);
    client.addEventListener("abort", leave);
    if (client.aborted) leave();
    const task = { signal: own.signal, deadline, timeLimit };
    this.#under++;
    try {
      const input = { verb: verb.name, model, request };
      const { items, words } = (await this.crew.run("prepare", input, task)) as Prepared;
      const chunks = chunksOf(verb, items);
      const texts = await this.#inTurn(chunks, (chunk) =>
        this.crew.run("answer", { verb: verb.name, model, items: chunk, options: request.options }, task),
      );
      return { text: joined(verb, model, texts), model, items: items.length, words };
    } catch (error) {
      own.abort(error);
      if (performance.now() >= deadline && !client.aborted) throw tooSlow(timeLimit);
      throw error;
    } finally {
      this.#under--;
      this.#usual += ((performance.now() - started) / 1000 - this.#usual) / 20;
      client.removeEventListener("abort", leave);
    }
  }

  /** As many chunks at a time as there are threads, so that nobody fills the queue; results in order. */
  async #inTurn(chunks: readonly (readonly unknown[])[], run: (chunk: readonly unknown[]) => Promise<unknown>) {
    const results: string[][] = [];
    let next = 0;
    const take = async (): Promise<void> => {
      while (next < chunks.length) {
        const at = next++;
        results[at] = (await run(chunks[at]!)) as string[];
      }
    };
    await Promise.all(Array.from({ length: Math.min(this.options.threads, chunks.length) }, take));
    return results.flat();
  }

  #modelFor(verb: Verb, name: CheckedRequest["model"]): string {
    const able = this.models.filter(({ kind }) => verb.kinds.includes(kind));
    if (name === undefined) {
      if (able.length > 0) return able[0]!.name;
      const kinds = verb.kinds.join(" or ");
      throw new HttpError(
        404,
        "MODEL",
        `no model answers ${verb.name}; start the server with a model of kind ${kinds}.`,
      );
    }
    const model = this.models.find((each) => each.name === name);
    const names = this.models.map((each) => each.name).join(", ") || "none";
    if (model === undefined)
      throw new HttpError(404, "MODEL", `there is no model "${name.slice(0, 60)}"; the models are: ${names}.`);
    if (able.includes(model)) return name;
    const answers = verbsOf(model.kind, this.verbs).join(", ") || "nothing";
    throw new HttpError(
      404,
      "MODEL",
      `the model "${name}" is of kind ${model.kind} and answers ${answers}, not ${verb.name}.`,
    );
  }
}

function chunksOf({ size }: Verb, items: readonly unknown[]): unknown[][] {
  const chunks: unknown[][] = [];
  let words = Number.POSITIVE_INFINITY;
  for (const item of items) {
    const own = size?.(item as never) ?? CHUNK_WORDS / CHUNK_ITEMS;
    if (words + own > CHUNK_WORDS) {
      chunks.push([]);
      words = 0;
    }
    chunks.at(-1)!.push(item);
    words += own;
  }
  return chunks;
}

function joined({ items }: Verb, model: string, texts: readonly string[]): string {
  const head = `{"model":${JSON.stringify(model)}`;
  if (items !== undefined) return `${head},${JSON.stringify(items.name)}:[${texts.join(",")}]}`;
  const own = texts[0]!.slice(1); // an object: its fields follow the model's name
  return own === "}" ? `${head}}` : `${head},${own}`;
}
