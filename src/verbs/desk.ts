/**
 * Open models, and the answers they give: what a worker thread of the server and the page's own worker hold. Models are
 * opened when they are first asked for.
 */
import { InputError, ModelFileError } from "../base/errors.ts";
import type { Json, ModelParts } from "../base/model-parts.ts";
import { type AnyPredictor, openParts } from "../kinds/index.ts";
import { VERBS } from "./registry.ts";
import { type CheckedRequest, checkCount } from "./request.ts";
import { LimitError, type Limits, type Verb } from "./verb.ts";

/** Items of a request that have been prepared. */
export interface Prepared {
  readonly items: readonly unknown[];
  readonly words: number;
}

export class Desk {
  readonly #parts = new Map<string, ModelParts>();
  readonly #open = new Map<string, Promise<AnyPredictor>>();

  constructor(
    models: Readonly<Record<string, ModelParts>> = {},
    readonly verbs: readonly Verb[] = VERBS,
    /** Gives a predictor what it needs in addition to its model. */
    readonly equip: (predictor: AnyPredictor) => AnyPredictor | Promise<AnyPredictor> = (predictor) => predictor,
  ) {
    for (const [name, parts] of Object.entries(models)) this.#parts.set(name, parts);
  }

  add(name: string, parts: ModelParts): void {
    this.#parts.set(name, parts);
    this.#open.delete(name);
  }

  predictor(name: string): Promise<AnyPredictor> {
    let predictor = this.#open.get(name);
    if (predictor === undefined) {
      const parts = this.#parts.get(name);
      if (parts === undefined) throw new ModelFileError("foreign", `there is no model "${name}".`);
      this.#open.set(name, (predictor = openParts(parts, name).then(this.equip)));
    }
    return predictor;
  }

  verb(name: string): Verb {
    const verb = this.verbs.find((each) => each.name === name);
    if (verb === undefined) throw new InputError(`there is no verb "${name}".`);
    return verb;
  }

  /** Cuts a text, and cuts and checks the items of a request. */
  async prepare(name: string, model: string, request: CheckedRequest, limits: Limits): Promise<Prepared> {
    const verb = this.verb(name);
    const predictor = (await this.predictor(model)) as never;
    if (verb.items === undefined) return { items: [null], words: 0 };
    const given = request.text === undefined ? request.items! : verb.cut!(predictor, request.text);
    checkCount(verb.name, verb.items.name, given.length, limits);
    let words = 0;
    const items = given.map((item, at) => {
      const ready = verb.prepare === undefined ? item : within(verb, at, () => verb.prepare!(predictor, item as never));
      const size = verb.size?.(ready as never) ?? 0;
      if (size > limits.words)
        throw new LimitError(
          `${verb.name}: ${verb.items!.name}[${at}] has ${size} words; at most ${limits.words} are allowed: split it.`,
        );
      words += size;
      return ready;
    });
    return { items, words };
  }

  /** The answer to one prepared item. */
  async answer(name: string, model: string, item: unknown, options: CheckedRequest["options"]): Promise<Json> {
    const predictor = await this.predictor(model);
    return this.verb(name).run(predictor as never, item as never, options as never, model);
  }
}

/** Errors of an item say which it is. */
function within<T>({ name, items }: Verb, at: number, body: () => T): T {
  try {
    return body();
  } catch (error) {
    if (error instanceof InputError) throw new InputError(`${name}: ${items!.name}[${at}]: ${error.reason}`);
    throw error;
  }
}
