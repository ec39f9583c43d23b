/** Phone models as a whole: learning, recognising, evaluating, storing, stopping. */
import { describe, expect, test } from "vitest";
import { InputError, OptionError, Random } from "../../../src/base/index.ts";
import { asRecordings } from "../../../src/data/index.ts";
import { openBytes, toBytes } from "../../../src/kinds/index.ts";
import {
  evaluatePhones,
  learnPhones,
  type PhoneOptions,
  PhoneTagger,
  phonesFromParts,
  phonesToParts,
} from "../../../src/models/phones/index.ts";
import { failuresOf } from "../hostile.ts";
import { hum, hums, RATE } from "./hums.ts";

const train = hums(6, 1);
const dev = hums(3, 2);

const VARIANTS: Readonly<Record<string, PhoneOptions>> = {
  spectral: { classes: 30, states: 3 },
  em: { method: "em", classes: 30, states: 2, iterations: 3 },
  hmm: { method: "hmm", classes: 30 },
  unigram: { method: "unigram", classes: 30 },
};

describe.each(Object.entries(VARIANTS))("%s", async (_, options) => {
  const { model, report } = await learnPhones(train, options);
  const tagger = new PhoneTagger(model);

  test("recognises hums, with their times", async () => {
    const { accuracy, words, sentences } = await evaluatePhones(tagger, dev);
    expect(accuracy).toBeGreaterThan(85);
    expect(sentences).toBe(3);
    expect(words).toBeGreaterThan(150);
    expect(tagger.labels.toSorted()).toEqual(["hi", "lo", "sil"]);
    const { audio, segments } = hum(["lo", "hi"], new Random(9));
    const found = tagger.tag(audio);
    expect(found[0]!.start).toBe(0);
    expect(found.at(-1)!.end).toBeCloseTo(segments[1]!.end, 5);
    expect(tagger.tag({ rate: RATE, samples: new Float32Array(10), repairs: [] })).toEqual([]);
  });

  test("is the same model when it is learnt again, and after it was stored", async () => {
    const bytes = await toBytes(model);
    const again = await learnPhones(asRecordings(train), options);
    expect(Buffer.compare(await toBytes(again.model), bytes)).toBe(0);
    const opened = await openBytes(bytes, "phones");
    expect(opened.tag(dev[0]!.audio)).toEqual(tagger.tag(dev[0]!.audio));
    expect(Buffer.compare(await toBytes(opened.model), bytes)).toBe(0);
    expect(Object.isFrozen(opened.model) && Object.isFrozen(model)).toBe(true);
    expect(report.times.map(({ stage }) => stage)).toContain("vector quantisation");
  });

  test("is refused, or harmless, after any change of its parts", () => {
    const sound = hum(["lo"], new Random(5)).audio;
    const { failures, refused, tried } = failuresOf(phonesToParts(model), phonesFromParts, (changed) => {
      new PhoneTagger(changed).tag(sound);
    });
    expect(failures).toEqual([]);
    expect(refused).toBeGreaterThan(tried / 2);
  });
});

describe("learning phones", () => {
  test("refuses options that have no effect, and too little sound", async () => {
    await expect(learnPhones(train, { method: "hmm", states: 3 })).rejects.toThrow(OptionError);
    await expect(learnPhones([])).rejects.toThrow("0 labelled frames of 10 ms; expected at least 14.");
  });

  test("stops when its signal is given", async () => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(new Error("enough")), 0);
    const much = { classes: 500, quantiserIterations: 1000 };
    const recordings = asRecordings(hums(40, 3));
    await expect(learnPhones(recordings, much, { signal: stop.signal })).rejects.toThrow("enough");
  });

  test("gold recordings must be read as the training data were", async () => {
    const tagger = new PhoneTagger((await learnPhones(train, VARIANTS.hmm)).model);
    expect(tagger.reading).toEqual({ rate: RATE, folding: "none" });
    const folded = asRecordings(dev, { folding: "timit39" });
    await expect(evaluatePhones(tagger, folded)).rejects.toThrow(InputError);
    await expect(evaluatePhones(tagger, folded)).rejects.toThrow('the model needs { rate: 16000, folding: "none" }');
    expect(() => new PhoneTagger(tagger.model, { power: 2 })).toThrow(
      "PhoneTagger: power must be a number from 0 to 1",
    );
  });
});
