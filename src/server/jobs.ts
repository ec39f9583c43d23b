/** What a worker thread of the server does: it holds the models and answers chunks of requests, as JSON text. */
import { defineJobs, type ModelParts } from "../base/index.ts";
import type { WordNet } from "../data/wordnet/index.ts";
import { findWordNet } from "../files/index.ts";
import type { AnyPredictor } from "../kinds/index.ts";
import { Parser } from "../models/parser/index.ts";
import { type CheckedRequest, Desk, type Limits, type Prepared, VERBS } from "../verbs/index.ts";

export interface ServerSetup {
  readonly models: Readonly<Record<string, ModelParts>>;
  readonly limits: Limits;
}

interface State {
  readonly desk: Desk;
  readonly setup: ServerSetup;
}

export interface Chunk {
  readonly verb: string;
  readonly model: string;
  readonly items: readonly unknown[];
  readonly options: CheckedRequest["options"];
}

interface WordNetUser {
  withWordNet(wordnet: WordNet | undefined): AnyPredictor;
}

/** WordNet, where it is installed, for those who can use it; read once in a thread. */
let wordnet: Promise<WordNet | undefined> | undefined;

async function equip(predictor: AnyPredictor): Promise<AnyPredictor> {
  if (!("withWordNet" in predictor)) return predictor;
  wordnet ??= findWordNet();
  return (predictor as unknown as WordNetUser).withWordNet(await wordnet);
}

export const serverJobs = defineJobs(import.meta.url, {
  start: (setup: ServerSetup): State => ({ desk: new Desk(setup.models, VERBS, equip), setup }),
  jobs: {
    /** Opens every model, so that no request has to wait for it. */
    async ready(_: undefined, { desk, setup }: State): Promise<boolean> {
      for (const name of Object.keys(setup.models)) {
        const predictor = await desk.predictor(name);
        if (predictor instanceof Parser) predictor.load();
      }
      return true;
    },
    prepare(
      { verb, model, request }: { verb: string; model: string; request: CheckedRequest },
      { desk, setup }: State,
    ): Promise<Prepared> {
      return desk.prepare(verb, model, request, setup.limits);
    },
    /** JSON of the answers, so that the main thread has only to join texts. */
    async answer({ verb, model, items, options }: Chunk, { desk }: State): Promise<string[]> {
      const answers: string[] = [];
      for (const item of items) answers.push(JSON.stringify(await desk.answer(verb, model, item, options)));
      return answers;
    },
  },
});

export default serverJobs;
