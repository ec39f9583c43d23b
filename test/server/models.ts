/** Small models of every kind that the server serves, learnt from synthetic sentences, and a server over them. */
import { afterAll } from "vitest";
import { learnCaptions } from "../../src/applications/captions/index.ts";
import { learnSimilarity } from "../../src/applications/similarity/index.ts";
import { learnVisual } from "../../src/applications/visual-text/index.ts";
import type { ModelParts } from "../../src/base/index.ts";
import { shareModel } from "../../src/files/index.ts";
import { partsOf } from "../../src/kinds/index.ts";
import { learnDependency } from "../../src/models/dependency/index.ts";
import { learnParser } from "../../src/models/parser/index.ts";
import { learnSequence } from "../../src/models/sequence/index.ts";
import { learnVectors } from "../../src/models/vectors/index.ts";
import { generateTreebank } from "../../src/samples/index.ts";
import type { ServedModel } from "../../src/server/answers.ts";
import { type OpenedModels, type ServeOptions, type StartContext, startServer } from "../../src/server/index.ts";
import { TREES } from "../applications/captions/fixture.ts";
import { samplePairs } from "../applications/similarity/pairs.ts";
import { smallTagger, syntheticCaptions } from "../applications/visual-text/captions.ts";
import { sampleText, source } from "../models/vectors/text.ts";

const { trees, dependencies } = generateTreebank({ trees: 150, maxWords: 10 });

export const LEARNERS = {
  parser: () => learnParser(trees, { states: 2 }),
  tagger: () => learnSequence(trees, { states: 2 }),
  heads: () => learnDependency(dependencies.slice(0, 60), { epochs: 1, hashBits: 12, spectral: false }),
  vectors: () => learnVectors(source(sampleText(600)), { dim: 6, window: 2 }),
  pairs: () => learnSimilarity({ pairs: samplePairs(60) }, { folds: 2 }),
  describer: () => learnCaptions({ trees: TREES }),
  seen: async () => learnVisual({ captions: syntheticCaptions(20), parser: await smallTagger() }),
} as const;

export async function smallModels(
  names: readonly (keyof typeof LEARNERS)[] = Object.keys(LEARNERS) as (keyof typeof LEARNERS)[],
): Promise<OpenedModels> {
  const models: ServedModel[] = [];
  const parts: Record<string, ModelParts> = {};
  for (const name of names) {
    const { model } = await LEARNERS[name]();
    parts[name] = shareModel(await partsOf(model));
    models.push({ name, kind: model.kind, bytes: 1 });
  }
  return { models, parts };
}

/** A server on a free port that ends with the tests of the file. */
export async function testServer(
  models: OpenedModels,
  options: Partial<ServeOptions> = {},
  context: StartContext = {},
) {
  const server = await startServer(models, { port: 0, threads: 1, grace: 0, ...options }, context);
  afterAll(() => server.close());
  await server.ready;
  const post = (verb: string, body: unknown, init: RequestInit = {}) =>
    fetch(`${server.url}v1/${verb}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: typeof body === "string" ? body : JSON.stringify(body),
      ...init,
    });
  const ask = async (verb: string, body: unknown) => {
    const response = await post(verb, body);
    return { status: response.status, headers: response.headers, body: (await response.json()) as never };
  };
  return { ...server, post, ask, port: Number(new URL(server.url).port) };
}
