/**
 * Learning with checkpoints: interrupted anywhere it comes to the same model, and checkpoints of other data or options
 * are not used.
 */
import { beforeAll, describe, expect, test } from "vitest";
import type { Checkpoint, CheckpointStore, Json } from "../../../src/base/index.ts";
import {
  DependencyParser,
  dependencyFromParts,
  dependencyToParts,
  learnDependency,
} from "../../../src/models/dependency/index.ts";
import { generateTreebank } from "../../../src/samples/index.ts";
import { dependencyDefect } from "../../../src/trees/index.ts";
import { comparable } from "../comparable.ts";

const { dependencies } = generateTreebank({ trees: 60, maxWords: 9 });
const OPTIONS = {
  epochs: 2,
  hashBits: 12,
  folds: 2,
  states: 3,
  rerank: true,
  listSize: 5,
  listFolds: 2,
  rerankEpochs: 2,
};

/** Remembers in memory, and fails instead of keeping when `room` results are in it. */
class Memory implements CheckpointStore {
  readonly kept = new Map<string, Checkpoint>();
  readonly recalled: string[] = [];
  room = Number.POSITIVE_INFINITY;

  async recall(name: string, key: Json): Promise<Checkpoint | undefined> {
    const result = this.kept.get(JSON.stringify([name, key]));
    if (result !== undefined) this.recalled.push(name);
    return result;
  }

  async keep(name: string, key: Json, result: Checkpoint): Promise<void> {
    if (this.kept.size >= this.room) throw new Error("interrupted");
    this.kept.set(JSON.stringify([name, key]), structuredClone(result));
  }
}

async function learnt(checkpoints?: CheckpointStore, changes: object = {}, trees = dependencies) {
  const { model, report } = await learnDependency(trees, { ...OPTIONS, ...changes }, { checkpoints });
  return { model, report, comparable: comparable(dependencyToParts(model)) };
}

const TAGS = ["tags-1", "tags-2", "tagger"];
const SPECTRAL = ["spectral", "spectral-1", "spectral-2"];
const LISTS = ["lists-first-1", "lists-first-2"];
const PROBABILITIES = ["probabilities-first-1", "probabilities-first-2"];
const CHECKPOINTS = [...TAGS, ...SPECTRAL, ...LISTS, "base-first", ...PROBABILITIES];

describe("learning with checkpoints", () => {
  let whole: Awaited<ReturnType<typeof learnt>>;
  beforeAll(async () => {
    whole = await learnt();
  }, 120_000);

  test.each(CHECKPOINTS.map((name, n) => [name, n] as const))(
    "interrupted at %s it goes on from there to the same model",
    async (_, done) => {
      const store = new Memory();
      store.room = done;
      await expect(learnt(store)).rejects.toThrow("interrupted");
      store.room = Number.POSITIVE_INFINITY;
      const resumed = await learnt(store);
      expect(store.recalled).toEqual(CHECKPOINTS.slice(0, done));
      expect(resumed.comparable).toEqual(whole.comparable);
      expect(resumed.model.report).toEqual(whole.model.report);
      expect(resumed.report.times.reduce((sum, { recalled }) => sum + recalled, 0)).toBe(done);
    },
  );

  test("uses no checkpoint of another seed, other options or other trees, but all that do not depend on the change", async () => {
    const store = new Memory();
    await learnt(store);
    const recalledBy = async (changes: object, trees = dependencies) => {
      store.recalled.length = 0;
      await learnt(store, changes, trees);
      return [...store.recalled];
    };
    expect(await recalledBy({ seed: 77 })).toEqual([]);
    const [first, ...rest] = dependencies;
    expect(await recalledBy({}, [{ ...first!, labels: first!.labels.map(() => "x") }, ...rest])).toEqual([]);
    expect(await recalledBy({ epochs: 1 })).toEqual([...TAGS, ...SPECTRAL]);
    expect(await recalledBy({ listSize: 4 })).toEqual([...TAGS, ...SPECTRAL, "base-first"]);
    expect(await recalledBy({ states: 2 })).toEqual([...TAGS, ...LISTS, "base-first"]);
    expect(await recalledBy({ rerankEpochs: 1 })).toEqual(CHECKPOINTS);
  });

  test("the re-ranker is stored with the parser, and puts the list into its order", () => {
    const restored = dependencyFromParts(dependencyToParts(whole.model));
    expect(comparable(dependencyToParts(restored))).toEqual(whole.comparable);
    const parser = new DependencyParser(restored, { kBest: 5 });
    const plain = new DependencyParser(restored, { kBest: 5, rerank: false });
    for (const { words } of dependencies) {
      const reranked = parser.parse(words).list;
      const scores = reranked.map(({ score }) => score!);
      expect(scores).toEqual([...scores].sort((a, b) => b - a));
      const heads = (list: typeof reranked) => list.map(({ tree }) => tree.heads.join(" ")).sort();
      expect(heads(reranked)).toEqual(heads(plain.parse(words).list));
    }
    expect(parser.parse(["Xylophone"]).tree.heads).toEqual([0]);
    const any = new DependencyParser(restored, { trees: "any" });
    expect(any.parse(dependencies[0]!.words).tree.heads.length).toBe(dependencies[0]!.words.length);
  });

  test("re-ranks a sentence of 250 words", () => {
    const long = Array.from({ length: 250 }, (_, i) => dependencies[i % 60]!.words[0]!);
    const { heads } = new DependencyParser(whole.model).parse(long).tree;
    expect(dependencyDefect(heads)).toBeUndefined();
    expect(heads.length).toBe(250);
  });

  test("works without a spectral model, and refuses a single tree", async () => {
    const { model } = await learnDependency(dependencies, { ...OPTIONS, states: undefined, spectral: false });
    expect(model.reranker).toMatchObject({ logProbability: false });
    expect(new DependencyParser(model).parse(dependencies[0]!.words).tree.heads.length).toBe(
      dependencies[0]!.words.length,
    );
    await expect(learnDependency(dependencies.slice(0, 1), OPTIONS)).rejects.toThrow("rerank needs at least 2 trees");
  });
});
