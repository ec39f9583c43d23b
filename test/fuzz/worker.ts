/**
 * Runs cases in a thread of its own. The main thread watches a shared clock: a case that takes too long is a defect.
 */
import { parentPort, workerData } from "node:worker_threads";
import { Random } from "../../src/base/random.ts";
import { Coverage } from "./coverage.ts";
import { FAMILIES } from "./families/index.ts";
import type { Family } from "./family.ts";
import type { Finding, Tally, WorkerData } from "./messages.ts";
import { mutate } from "./mutate.ts";

/** Cases between two looks at the coverage, at most, and seeds kept for each family. */
const BATCH = 250;
const MOST_SEEDS = 400;
/** Inputs of a batch with new coverage that are kept. */
const KEPT = 8;
/** Milliseconds for one batch. */
const SLICE = 500;

const { seed, until, clock, current, only, minimising } = workerData as WorkerData;
const port = parentPort!;
const random = new Random(seed);
const watch = new Float64Array(clock);
const bytes = new Uint8Array(current);

/** Shows the main thread what is running now, so that it can keep the input of a case that never ends. */
function show(family: number, input: Uint8Array): void {
  const length = Math.min(input.length, bytes.length);
  bytes.set(input.subarray(0, length));
  watch[1] = family;
  watch[2] = length;
  watch[0] = Date.now();
}

async function failure(family: Family, index: number, input: Uint8Array): Promise<Error | undefined> {
  show(index, input);
  try {
    lastSeen = await family.run(input);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(`threw ${String(error)}`);
  } finally {
    watch[0] = 0;
  }
}

let lastSeen = "";

const describe = (error: Error) => `${error.name}: ${error.message.slice(0, 300)}`;

if (minimising !== undefined) {
  const index = FAMILIES.findIndex(({ name }) => name === minimising.family);
  const error = await failure(FAMILIES[index]!, index, minimising.input);
  port.postMessage({ reproduced: error === undefined ? undefined : describe(error) });
} else {
  const coverage = new Coverage();
  await coverage.start();
  const chosen = FAMILIES.map((family, index) => ({ family, index })).filter(({ family }) =>
    family.name.startsWith(only),
  );
  const corpora: (Uint8Array[] | undefined)[] = chosen.map(() => undefined);
  const seen = chosen.map(() => new Set<string>());
  const tally: Record<string, Tally> = Object.fromEntries(
    chosen.map(({ family }) => [family.name, { cases: 0, seeds: 0 }]),
  );
  for (let turn = 0; Date.now() < until; turn++) {
    const at = turn % chosen.length;
    const { family, index } = chosen[at]!;
    const corpus = (corpora[at] ??= [...(await family.seeds())]);
    const inputs: Uint8Array[] = [];
    const began = Date.now();
    // A family gets a batch or half a second, whichever is less: slow ones must not starve the others.
    for (let n = 0; n < BATCH && Date.now() - began < SLICE; n++) {
      const made =
        family.generate !== undefined && random.integer(2) === 0
          ? family.generate(random)
          : mutate(corpus[random.integer(corpus.length)]!, random, corpus);
      inputs.push(made);
      const error = await failure(family, index, made);
      tally[family.name]!.cases++;
      if (error !== undefined) {
        const finding: Finding = { family: family.name, input: made, error: describe(error), stack: error.stack ?? "" };
        port.postMessage({ finding });
      } else if (!seen[at]!.has(lastSeen) && seen[at]!.size < MOST_SEEDS) {
        seen[at]!.add(lastSeen);
        if (corpus.length < MOST_SEEDS) corpus.push(made);
      }
    }
    // The blocks were counted above; what reached them is among the last inputs, which become seeds.
    if ((await coverage.fresh()) > 0) corpus.push(...inputs.slice(-KEPT));
    if (corpus.length > MOST_SEEDS) corpus.splice(1, corpus.length - MOST_SEEDS);
    tally[family.name]!.seeds = corpus.length;
    if (turn % 8 === 0) port.postMessage({ tally, blocks: coverage.blocks });
  }
  port.postMessage({ tally, blocks: coverage.blocks, done: true });
}
