/** The product of a conditional random field and a spectral chain, against its definition by enumeration. */
import { describe, expect, test } from "vitest";
import { ModelFileError } from "../../../src/base/index.ts";
import { ChainDecoder } from "../../../src/models/sequence/decode/chain-decoder.ts";
import { coderOf } from "../../../src/models/sequence/features/setup.ts";
import {
  learnSequence,
  type ProductModel,
  sequenceFromParts,
  sequenceToParts,
  Tagger,
} from "../../../src/models/sequence/index.ts";
import { generateTreebank } from "../../../src/samples/index.ts";
import { taggedSentence } from "../../../src/trees/index.ts";

const SENTENCES = generateTreebank({ trees: 60, maxWords: 8 }).trees.map(taggedSentence);
const SMALL = { method: "product", states: 2, iterations: 3, warmup: 2 } as const;

/** Three labels, so that all sequences of them can be enumerated. */
const COARSE = SENTENCES.map(({ words, tags }) => ({
  words,
  tags: tags.map((tag) => (/^[NV]/.exec(tag) ?? ["X"])[0]),
}));

/** log p_field up to a constant, and κ·log max(q, ε) of every label at every position. */
function factorsOf(model: ProductModel, words: readonly string[]) {
  const coder = coderOf(model)!;
  const rows = coder.tokens(words).map((token) => coder.row(token));
  const l = model.labels.size;
  const { keys, starts, columns, values } = model.weights;
  const field = words.map((_, i) => {
    const scores = new Float64Array(l);
    for (const key of coder.keysAt(rows, i)) {
      const f = keys.indexOf(key);
      if (f >= 0) for (let e = starts[f]!; e < starts[f + 1]!; e++) scores[columns[e]!]! += values[e]!;
    }
    return scores;
  });
  const chain = words.map(() => new Float64Array(l).fill(model.chainWeight * Math.log(1e-3)));
  new ChainDecoder(model.chain, { decoding: "position", beam: 1e-3, pruning: 1e-3, power: 1 }).visit(
    words,
    ({ index, labels, posteriors }) => {
      for (const [k, a] of labels.entries()) {
        const own = model.labels.id(model.chain.lexicon.labels.word(a));
        chain[index]![own] = model.chainWeight * Math.log(Math.max(1e-3, posteriors[k]!));
      }
    },
  );
  return { field, chain };
}

test.each([0.7, 2])("probabilities and the best sequence are those of enumeration, κ = %s", async (chainWeight) => {
  const { model } = await learnSequence(COARSE, { ...SMALL, chainWeight, templates: "word-1..1, suffix2" });
  const l = model.labels.size;
  expect(l).toBe(3);
  for (const { words } of COARSE.slice(0, 5)) {
    const { field, chain } = factorsOf(model, words);
    const marginals = words.map(() => new Float64Array(l));
    let [partition, top, best] = [0, Number.NEGATIVE_INFINITY, [] as number[]];
    for (let code = 0; code < l ** words.length; code++) {
      const path = words.map((_, i) => Math.floor(code / l ** i) % l);
      const score = path.reduce(
        (sum, a, i) => sum + field[i]![a]! + chain[i]![a]! + (i === 0 ? 0 : model.transitions[path[i - 1]! * l + a]!),
        0,
      );
      partition += Math.exp(score);
      for (const [i, a] of path.entries()) marginals[i]![a]! += Math.exp(score);
      if (score > top) [top, best] = [score, path];
    }
    const found = new Tagger(model).tag(words);
    expect(found.tags).toEqual(best.map((a) => model.labels.word(a)));
    for (const [i, a] of best.entries()) expect(found.confidence![i]).toBeCloseTo(marginals[i]![a]! / partition, 5);
    const single = new Tagger(model, { decoding: "position" }).tag(words);
    for (const [i, row] of marginals.entries())
      expect(single.tags[i]).toBe(model.labels.word(row.indexOf(Math.max(...row))));
  }
});

describe("an exponent", () => {
  test("of 0 leaves the field", async () => {
    const { model } = await learnSequence(SENTENCES, { ...SMALL, chainWeight: 0 });
    const { method: _, states: __, ...field } = SMALL;
    const { model: alone } = await learnSequence(SENTENCES, { method: "crf", ...field });
    for (const { words } of SENTENCES) expect(new Tagger(model).tag(words)).toEqual(new Tagger(alone).tag(words));
  });

  test("that is large leaves the chain", async () => {
    const { model } = await learnSequence(SENTENCES, { ...SMALL, chainWeight: 10 });
    const { model: chain } = await learnSequence(SENTENCES, { states: 2 });
    let [same, all] = [0, 0];
    for (const { words } of SENTENCES) {
      const { tags } = new Tagger(chain).tag(words);
      for (const [i, tag] of new Tagger(model).tag(words).tags.entries()) {
        if (tag === tags[i]) same++;
        all++;
      }
    }
    expect(same / all).toBeGreaterThan(0.99);
  });
});

test("labels of spans are the chain's without their ends, and columns are the field's", async () => {
  const spans = SENTENCES.map(({ words, tags }) => ({
    words,
    columns: { column2: tags },
    tags: tags.map((tag, i) => (!tag.startsWith("N") ? "O" : tags[i - 1]?.startsWith("N") ? "I-N" : "B-N")),
  }));
  const data = { sequences: spans, features: ["2"], column: "", language: "en", steps: [] as const };
  const { model } = await learnSequence({ ...data, sources: [], skipped: [], preparation: {} }, SMALL);
  expect(model.labels.words()).toContain("S-N");
  expect(model.chain.lexicon.labels.words().toSorted()).not.toContain("S-N");
  const tagger = new Tagger(model);
  const again = new Tagger(sequenceFromParts(sequenceToParts(model)));
  expect(tagger.labels.every((label) => /^(O|[BI]-N)$/.test(label))).toBe(true);
  let [right, all] = [0, 0];
  for (const { words, tags, columns } of spans) {
    const found = tagger.tag(words, columns);
    expect(again.tag(words, columns)).toEqual(found);
    for (const [i, tag] of tags.entries()) if (found.tags[i] === tag) right++;
    all += tags.length;
  }
  expect(right / all).toBeGreaterThan(0.97);
  expect(() => tagger.tag(["the", "dog"])).toThrow('the model has the column "column2" as a feature');
});

test("parts without the chain, or with a senseless exponent, are refused", async () => {
  const { model } = await learnSequence(COARSE, { ...SMALL, templates: "word" });
  const parts = sequenceToParts(model);
  const { "chain.start": _, ...tensors } = parts.tensors;
  expect(() => sequenceFromParts({ ...parts, tensors })).toThrow(ModelFileError);
  const options = { ...(parts.options as object), chainWeight: -1 };
  expect(() => sequenceFromParts({ ...parts, options })).toThrow(/chainWeight/);
});
