/** What every method of learning sequences must do, and what each is worth. */
import { describe, expect, test } from "vitest";
import { InputError, OptionError } from "../../../src/base/errors.ts";
import { StageClock } from "../../../src/base/learning.ts";
import { checkOptions } from "../../../src/base/options.ts";
import { Random } from "../../../src/base/random.ts";
import { readPenn } from "../../../src/formats/index.ts";
import { openBytes, toBytes } from "../../../src/kinds/index.ts";
import { EM_SEQUENCE_OPTIONS, learnEmSequence } from "../../../src/models/sequence/em/learn-em.ts";
import { chainTagger } from "../../../src/models/sequence/experiment/experiment.ts";
import {
  evaluateSequence,
  learnSequence,
  type SequenceModel,
  type SequenceOptions,
  Tagger,
} from "../../../src/models/sequence/index.ts";
import type { ChainTables } from "../../../src/models/sequence/model.ts";
import { generateTreebank } from "../../../src/samples/index.ts";
import { type TaggedSentence, taggedSentence } from "../../../src/trees/index.ts";
import { drawSequence, marginalsByEnumeration, randomRhmm } from "./known-rhmm.ts";

const all = generateTreebank({ trees: 200 }).trees.map(taggedSentence);
const train = all.slice(0, 150);
const dev = all.slice(150);

const METHODS: Readonly<Record<string, SequenceOptions>> = {
  unigram: { method: "unigram" },
  hmm: { method: "hmm" },
  em: { method: "em", states: 2, iterations: 5 },
  spectral: { method: "spectral", states: 4 },
  perceptron: { method: "perceptron", epochs: 2 },
};

const learn = async (name: string, data: readonly TaggedSentence[] = train): Promise<SequenceModel> =>
  (await learnSequence(data, METHODS[name]!)).model;

const accuracyOf = async (model: SequenceModel) => (await evaluateSequence(new Tagger(model), dev)).accuracy;

describe.each(Object.keys(METHODS))("%s", async (name) => {
  const model = await learn(name);
  const tagger = new Tagger(model);

  test("a stored model gives the same labels", async () => {
    const again = await openBytes(await toBytes(model), "sequence");
    for (const { words } of dev) expect(again.tag(words).tags).toEqual(tagger.tag(words).tags);
    expect(again.labels).toEqual(tagger.labels);
    expect(again.knows(train[0]!.words[0]!)).toBe(true);
    expect(again.knows("xyzzyish")).toBe(false);
  });

  test("learning again gives the same model, bit for bit", async () => {
    expect(Buffer.compare(await toBytes(await learn(name)), await toBytes(model))).toBe(0);
  });

  test("running text is cut as the model's language asks", () => {
    const words = ["The", "dog", "barks", "."];
    expect(tagger.tag("The dog barks.")).toEqual(tagger.tag(words));
    expect(tagger.tagText("The dog barks. The dog barks.")).toEqual([tagger.tag(words), tagger.tag(words)]);
    expect(tagger.tagText("")).toEqual([]);
  });

  test("empty, one-word, unknown and long input", () => {
    expect(tagger.tag([]).tags).toEqual([]);
    expect(tagger.tag(["dog"]).tags.length).toBe(1);
    expect(tagger.labels).toContain(tagger.tag(["Zrqxwly"]).tags[0]);
    expect(tagger.tag(["", "🦉", "a".repeat(5000)]).tags.length).toBe(3);
    const long = Array.from({ length: 20_000 }, (_, i) => train[i % 100]!.words[0]!);
    const { tags } = tagger.tag(long);
    expect(tags.length).toBe(20_000);
    // Far from both ends the same surroundings get the same label, whatever block they fall into.
    for (const place of [200, 5000, 10_000]) expect(tags[place + 2000]).toBe(tags[place]);
  });

  test("empty sequences teach nothing and harm nothing, and are told", async () => {
    const some = [...train.slice(0, 30), { words: [], tags: [] }];
    const { model: emptied, report } = await learnSequence(some, METHODS[name]!);
    expect(report.warnings).toEqual(["sequences without words, which teach nothing: 1."]);
    const with0 = new Tagger(emptied);
    const without = new Tagger(await learn(name, train.slice(0, 30)));
    for (const { words } of dev.slice(0, 20)) expect(with0.tag(words).tags).toEqual(without.tag(words).tags);
  });

  test("a single label, a single word", async () => {
    const single = new Tagger(await learn(name, [{ words: ["a"], tags: ["X"] }]));
    expect(single.tag(["a", "b"]).tags).toEqual(["X", "X"]);
  });

  test("nothing to learn from, or a word without its label, is refused", async () => {
    await expect(learn(name, [])).rejects.toThrow(InputError);
    await expect(learn(name, [])).rejects.toThrow("no tagged words; expected at least one sequence with tags.");
    await expect(learn(name, [{ words: ["a", "b"], tags: ["X"] }])).rejects.toThrow(
      "sequence 1 has 2 words and 1 tags; expected one tag for every word.",
    );
    await expect(learn(name, [{ words: ["a"], tags: [""] }])).rejects.toThrow("word 1 of sequence 1 has an empty tag");
  });
});

describe("what the models are worth", () => {
  test("context beats words alone on synthetic English", async () => {
    const unigram = await accuracyOf(await learn("unigram"));
    const { model } = await learnSequence(train, { method: "perceptron", epochs: 6 });
    for (const better of [await learn("hmm"), await learn("spectral"), model])
      expect(await accuracyOf(better)).toBeGreaterThan(unigram);
  });

  test("EM rises at every step, with and without imagined samples", async () => {
    for (const emissionPrior of [0, 3]) {
      const options = { method: "em", states: 3, iterations: 15, emissionPrior } as const;
      const objective = (await learnSequence(train.slice(0, 80), options)).report.objective!;
      expect(objective.length).toBe(15);
      for (let i = 1; i < objective.length; i++)
        expect(objective[i]!).toBeGreaterThanOrEqual(objective[i - 1]! - 1e-7 * Math.abs(objective[i]!));
    }
  });

  test("EM can be looked at on the way", async () => {
    const options = checkOptions("test", EM_SEQUENCE_OPTIONS, { states: 2, iterations: 3 });
    const some = train.slice(0, 50);
    const seen: ChainTables[] = [];
    const { chain } = await learnEmSequence(some, options, new StageClock(), (iteration) => {
      seen.push(iteration.chain());
    });
    expect(seen.length).toBe(3);
    expect(seen[2]!.transitions).toEqual(chain.transitions);
    expect(seen[0]!.transitions).not.toEqual(chain.transitions);
    expect(chainTagger(seen[0]!).tag(some[0]!.words).tags.length).toBe(some[0]!.words.length);
  });

  describe("the spectral method's marginals", () => {
    const error = async (
      known: ReturnType<typeof randomRhmm>,
      count: number,
      settings: { states: number; shrinkage?: boolean },
    ) => {
      const random = new Random(9);
      const drawn = Array.from({ length: count }, () => drawSequence(known, random));
      const data = drawn.map(({ labels, words }) => ({ words: words.map(String), tags: labels.map(String) }));
      const { model } = await learnSequence(data, {
        ...settings,
        observations: "classes",
        future: "a+1*x",
        past: "a-1*x-1, a-1",
        present: "x",
        destiny: "a-1*x-1, a-1, a+1",
        minSingularValue: 0.02,
        passes: 10,
        destinyPrior: 0,
        emissionPrior: 0,
        ownSamples: 0,
      });
      const tagger = new Tagger(model, { beam: 0 });
      let sum = 0;
      for (let e = 0; e < 64; e++) {
        const words = [e >> 4, (e >> 2) & 3, e & 3];
        const { marginals, probability } = marginalsByEnumeration(known, words);
        const { tags, confidence } = tagger.tag(words.map(String));
        tags.forEach((tag, i) => {
          sum += Math.abs(confidence![i]! - marginals[i * 2 + Number(tag)]! / probability) * probability;
        });
      }
      return sum;
    };

    test("approach the truth with more samples", async () => {
      const known = randomRhmm(2, 2, 4, 21);
      const few = await error(known, 400, { states: 2 });
      expect(await error(known, 30_000, { states: 2 })).toBeLessThan(0.4 * few);
    });

    test("suffer less from states that the truth does not have when directions of noise are shrunk", async () => {
      const plain = randomRhmm(2, 1, 4, 21);
      const without = await error(plain, 400, { states: 3, shrinkage: false });
      expect(await error(plain, 400, { states: 3, shrinkage: true })).toBeLessThan(0.7 * without);
    });
  });

  test("no label gets more hidden states than leave two samples for each number of an operator", async () => {
    const { model, report } = await learnSequence(train, { states: 100, shrinkage: false });
    const diagnostics = report.diagnostics!;
    for (const { samples, future } of diagnostics)
      expect(2 * future.length ** 2).toBeLessThanOrEqual(Math.max(2, samples));
    expect(model.states).toBe(Math.max(...diagnostics.map(({ future }) => future.length)));
    expect(model.states).toBeGreaterThan(4);
  });

  test("refining likely labels gives what refining all gives; refining one, what the labels' own chain says", async () => {
    const model = await learn("spectral");
    const hmm = new Tagger(await learn("hmm"));
    const [all, likely, one] = [0, 1e-9, 1].map((pruning) => new Tagger(model, { pruning })) as [
      Tagger,
      Tagger,
      Tagger,
    ];
    let differing = 0;
    for (const { words } of dev) {
      const whole = all.tag(words);
      expect(likely.tag(words).tags).toEqual(whole.tags);
      expect(one.tag(words).tags).toEqual(hmm.tag(words).tags);
      if (whole.tags.join(" ") !== one.tag(words).tags.join(" ")) differing++;
    }
    expect(differing).toBeGreaterThan(0);
  });

  test("whole-sequence decoding of an HMM is the Viterbi sequence", async () => {
    const { model } = await learnSequence(train.slice(0, 60), { method: "hmm" });
    const tagger = new Tagger(model, { decoding: "sequence", beam: 0 });
    const l = model.lexicon.labels.size;
    const joint = (words: readonly string[], labels: readonly number[]) => {
      let log = Math.log(model.start[labels[0]!]!) + Math.log(model.stop[labels.at(-1)!]!);
      labels.forEach((a, i) => {
        log += Math.log(model.lexicon.posterior(words[i]!, i === 0)[a]! / model.lexicon.priors[a]!);
        const b = labels[i + 1];
        if (b !== undefined) log += Math.log(model.transitions[a * l + b]! + model.jump.from[a]! * model.jump.into[b]!);
      });
      return log;
    };
    for (const { words } of dev.slice(0, 2)) {
      const cut = words.slice(0, 3);
      let best = Number.NEGATIVE_INFINITY;
      let labels: number[] = [];
      for (let e = 0; e < l ** 3; e++) {
        const candidate = [Math.floor(e / l / l), Math.floor(e / l) % l, e % l].slice(0, cut.length);
        const value = joint(cut, candidate);
        if (value > best) [best, labels] = [value, candidate];
      }
      expect(tagger.tag(cut).tags).toEqual(labels.map((a) => model.lexicon.labels.word(a)));
    }
  });

  test("labels that training did not have are counted", async () => {
    const gold = [
      { words: ["the", "dog"], tags: ["DT", "NEVER"] },
      { words: [], tags: [] },
    ];
    const scores = await evaluateSequence(new Tagger(await learn("hmm")), gold);
    expect(scores.unseenLabels).toEqual({ NEVER: 1 });
    expect(scores.emptySentences).toBe(1);
    expect(scores.spans).toBeUndefined();
  });

  test("BIO labels are scored as spans", async () => {
    const data = [{ words: ["Ann", "Lee", "ran", "."], tags: ["B-PER", "I-PER", "O", "O"] }];
    const scores = await evaluateSequence(new Tagger(await learn("unigram", data)), data);
    expect(scores.spans!.all).toMatchObject({ gold: 1, matched: 1, f1: 100 });
  });

  test("there must be something to measure with", async () => {
    const tagger = new Tagger(await learn("unigram", train.slice(0, 9)));
    await expect(evaluateSequence(tagger, [{ words: [], tags: [] }])).rejects.toThrow("no labelled words");
  });

  test("trees in memory are learnt from and measured as those of a file", async () => {
    const trees = readPenn("(S (NP-SBJ-1 (DT the) (NN dog)) (VP (VBZ barks) (NP (-NONE- *-1))) (. .))".repeat(3));
    const { model, report } = await learnSequence(trees, { method: "hmm" });
    expect(report).toMatchObject({ positions: 12, labels: 4, preparation: { empties: { traces: 3 } } });
    expect(await evaluateSequence(new Tagger(model), trees)).toMatchObject({ words: 12, accuracy: 100 });
  });

  test("bad options, and options that have no effect, are refused", async () => {
    await expect(learnSequence(train, { states: 0 })).rejects.toThrow(OptionError);
    await expect(learnSequence(train, { future: "pp" })).rejects.toThrow("templates of the future may use");
    await expect(learnSequence(train, { method: "hmm", states: 5 })).rejects.toThrow(
      "learnSequence: states has no effect with method hmm; it belongs to method spectral, em, product.",
    );
    const few = train.slice(0, 5);
    const hmm = await learn("hmm", few);
    expect(() => new Tagger(hmm, { beam: 2 })).toThrow("beam must be a number from 0 to 1; got 2.");
    const perceptron = await learn("perceptron", few);
    expect(() => new Tagger(perceptron, { beam: 0 })).toThrow("Tagger: beam has no effect with method perceptron");
    await expect(evaluateSequence(new Tagger(hmm), few, { fast: true } as never)).rejects.toThrow(OptionError);
  });

  test("a default of one method can be given to another", async () => {
    const { model } = await learnSequence(train.slice(0, 40), { method: "em", states: 24, iterations: 1 });
    expect(model.states).toBe(24);
  });
});
