/** One contract for all sequence models: train → save → load → same output; determinism; empty, one-word, unknown-word and very long input. */
import { describe, expect, test } from "vitest";
import { InputError, OptionError } from "../../../src/base/errors.ts";
import { decodeModel, encodeModel } from "../../../src/base/model-container.ts";
import { Random } from "../../../src/base/random.ts";
import {
  type AnySequenceModel,
  Decoder,
  jackknife,
  learnEmSequence,
  learnHmm,
  learnPerceptron,
  learnSpectralSequence,
  learnUnigram,
  SequenceEvaluation,
  type SequenceModel,
  taggerFromParts,
  taggerOf,
  taggerToParts,
} from "../../../src/models/sequence/index.ts";
import { generateTreebank } from "../../../src/samples/index.ts";
import { type TaggedSentence, taggedSentence } from "../../../src/trees/index.ts";
import { drawSequence, marginalsByEnumeration, randomRhmm } from "./known-rhmm.ts";

const all = generateTreebank({ trees: 200 }).trees.map(taggedSentence);
const train = all.slice(0, 150);
const dev = all.slice(150);

const LEARNERS: Readonly<Record<string, (data: readonly TaggedSentence[]) => AnySequenceModel>> = {
  unigram: (data) => learnUnigram(data).model,
  hmm: (data) => learnHmm(data).model,
  em: (data) => learnEmSequence(data, { states: 2, iterations: 5 }).model,
  spectral: (data) => learnSpectralSequence(data, { states: 4 }).model,
  perceptron: (data) => learnPerceptron(data, { epochs: 2 }).model,
};

const accuracyOf = (model: AnySequenceModel) => {
  const evaluation = new SequenceEvaluation(taggerOf(model));
  for (const sentence of dev) evaluation.add(sentence);
  return evaluation.scores().accuracy;
};

async function stored(model: AnySequenceModel): Promise<AnySequenceModel> {
  const pieces = encodeModel(taggerToParts(model));
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return taggerFromParts(await decodeModel(bytes));
}

describe.each(Object.keys(LEARNERS))("%s", (name) => {
  const model = LEARNERS[name]!(train);
  const tagger = taggerOf(model);

  test("a stored model gives the same labels", async () => {
    const again = taggerOf(await stored(model));
    for (const { words } of dev) expect(again.tag(words).tags).toEqual(tagger.tag(words).tags);
    expect(again.labels).toEqual(tagger.labels);
    expect(again.knows(train[0]!.words[0]!)).toBe(true);
    expect(again.knows("xyzzyish")).toBe(false);
  });

  test("learning again gives the same model", () => {
    const again = taggerOf(LEARNERS[name]!(train));
    for (const { words } of dev.slice(0, 30)) expect(again.tag(words).tags).toEqual(tagger.tag(words).tags);
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

  test("empty sequences teach nothing and harm nothing", () => {
    const with0 = taggerOf(LEARNERS[name]!([...train.slice(0, 30), { words: [], tags: [] }]));
    const without = taggerOf(LEARNERS[name]!(train.slice(0, 30)));
    for (const { words } of dev.slice(0, 20)) expect(with0.tag(words).tags).toEqual(without.tag(words).tags);
  });

  test("a single label, a single word", () => {
    expect(taggerOf(LEARNERS[name]!([{ words: ["a"], tags: ["X"] }])).tag(["a", "b"]).tags).toEqual(["X", "X"]);
  });

  test("nothing to learn from, or a word without its label, is refused", () => {
    expect(() => LEARNERS[name]!([])).toThrow(InputError);
    expect(() => LEARNERS[name]!([])).toThrow("no tagged words; expected at least one sequence with tags.");
    expect(() => LEARNERS[name]!([{ words: ["a", "b"], tags: ["X"] }])).toThrow(
      "sequence 1 has 2 words and 1 tags; expected one tag for every word.",
    );
    expect(() => LEARNERS[name]!([{ words: ["a"], tags: [""] }])).toThrow("word 1 of sequence 1 has an empty tag");
  });
});

describe("what the models are worth", () => {
  test("context beats words alone on synthetic English", () => {
    const unigram = accuracyOf(LEARNERS.unigram!(train));
    for (const model of [LEARNERS.hmm!(train), LEARNERS.spectral!(train), learnPerceptron(train, { epochs: 6 }).model]) {
      expect(accuracyOf(model)).toBeGreaterThan(unigram);
    }
  });

  test("EM rises at every step, with and without imagined samples", () => {
    for (const emissionPrior of [0, 3]) {
      const { objective } = learnEmSequence(train.slice(0, 80), { states: 3, iterations: 15, emissionPrior }).report;
      expect(objective.length).toBe(15);
      for (let i = 1; i < objective.length; i++)
        expect(objective[i]!).toBeGreaterThanOrEqual(objective[i - 1]! - 1e-7 * Math.abs(objective[i]!));
    }
  });

  test("EM can be looked at and stopped on the way", () => {
    const seen: number[] = [];
    learnEmSequence(train.slice(0, 50), { states: 2, iterations: 9 }, ({ iteration, model, stop }) => {
      seen.push(accuracyOf(model()));
      if (iteration === 3) stop();
    });
    expect(seen.length).toBe(3);
  });

  describe("the spectral method's marginals", () => {
    const error = (known: ReturnType<typeof randomRhmm>, count: number, settings: { states: number; shrinkage?: boolean }) => {
      const random = new Random(9);
      const drawn = Array.from({ length: count }, () => drawSequence(known, random));
      const data = drawn.map(({ labels, words }) => ({ words: words.map(String), tags: labels.map(String) }));
      const { model } = learnSpectralSequence(data, {
        ...settings,
        observations: "classes",
        future: "a+1*x",
        past: "a-1*x-1, a-1",
        present: "x",
        destiny: "a-1*x-1, a-1, a+1",
        smallest: 0.02,
        passes: 10,
        destinyPrior: 0,
        emissionPrior: 0,
        ownSamples: 0,
      });
      const decoder = new Decoder(model, { beam: 0 });
      let sum = 0;
      for (let e = 0; e < 64; e++) {
        const words = [e >> 4, (e >> 2) & 3, e & 3];
        const { marginals, probability } = marginalsByEnumeration(known, words);
        const { tags, confidence } = decoder.tag(words.map(String));
        tags.forEach((tag, i) => {
          sum += Math.abs(confidence[i]! - marginals[i * 2 + Number(tag)]! / probability) * probability;
        });
      }
      return sum;
    };

    test("approach the truth with more samples", () => {
      const known = randomRhmm(2, 2, 4, 21);
      expect(error(known, 30_000, { states: 2 })).toBeLessThan(0.4 * error(known, 400, { states: 2 }));
    });

    test("suffer less from states that the truth does not have when directions of noise are shrunk", () => {
      const plain = randomRhmm(2, 1, 4, 21);
      const [without, shrunk] = [false, true].map((shrinkage) => error(plain, 400, { states: 3, shrinkage }));
      expect(shrunk).toBeLessThan(0.7 * without!);
    });
  });

  test("no label gets more hidden states than leave two samples for each number of an operator", () => {
    const { model, report } = learnSpectralSequence(train, { states: 100, shrinkage: false });
    for (const { samples, future } of report.diagnostics) expect(2 * future.length ** 2).toBeLessThanOrEqual(Math.max(2, samples));
    expect(model.states).toBe(Math.max(...report.diagnostics.map(({ future }) => future.length)));
    expect(model.states).toBeGreaterThan(4);
  });

  test("refining only likely labels gives what refining all gives; refining one alone, what the labels' own chain says", () => {
    const model = LEARNERS.spectral!(train) as SequenceModel;
    const hmm = new Decoder(learnHmm(train).model);
    const [all, likely, one] = [0, 1e-9, 1].map((pruning) => new Decoder(model, { pruning })) as [Decoder, Decoder, Decoder];
    let differing = 0;
    for (const { words } of dev) {
      const whole = all.tag(words);
      expect(likely.tag(words).tags).toEqual(whole.tags);
      expect(one.tag(words).tags).toEqual(hmm.tag(words).tags);
      if (whole.tags.join(" ") !== one.tag(words).tags.join(" ")) differing++;
    }
    expect(differing).toBeGreaterThan(0);
  });

  test("whole-sequence decoding of an HMM is the Viterbi sequence", () => {
    const { model } = learnHmm(train.slice(0, 60));
    const decoder = new Decoder(model, { decoding: "sequence", beam: 0 });
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
      expect(decoder.tag(cut).tags).toEqual(labels.map((a) => model.lexicon.labels.word(a)));
    }
  });

  test("labels that training did not have are counted", () => {
    const evaluation = new SequenceEvaluation(taggerOf(LEARNERS.hmm!(train)));
    evaluation.add({ words: ["the", "dog"], tags: ["DT", "NEVER"] });
    evaluation.add({ words: [], tags: [] });
    const scores = evaluation.scores();
    expect(scores.unseenLabels).toEqual({ NEVER: 1 });
    expect(scores.emptySentences).toBe(1);
    expect(scores.spans).toBeUndefined();
  });

  test("BIO labels are scored as spans", () => {
    const data = [{ words: ["Ann", "Lee", "ran", "."], tags: ["B-PER", "I-PER", "O", "O"] }];
    const evaluation = new SequenceEvaluation(taggerOf(learnUnigram(data).model));
    evaluation.add(data[0]!);
    expect(evaluation.scores().spans!.all).toMatchObject({ gold: 1, matched: 1, f1: 100 });
  });

  test("jackknifed tags come from taggers that did not see the sentence", () => {
    const odd = { words: ["qqq"], tags: ["ONLY-HERE"] };
    const tagged = jackknife([odd, ...train.slice(0, 30)], 2, { epochs: 1 });
    expect(tagged.length).toBe(31);
    expect(tagged[0]!.words).toEqual(["qqq"]);
    expect(tagged[0]!.tags).not.toEqual(["ONLY-HERE"]);
  });

  test("bad options are refused", () => {
    expect(() => learnSpectralSequence(train, { states: 0 })).toThrow(OptionError);
    expect(() => learnSpectralSequence(train, { future: "pp" })).toThrow("templates of the future may use");
    expect(() => new Decoder(learnHmm(train.slice(0, 5)).model, { beam: 2 })).toThrow("beam must be a number from 0 to 1; got 2.");
  });
});
