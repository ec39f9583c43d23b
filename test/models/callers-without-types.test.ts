/** What JavaScript lets a caller hand over in place of a sentence or a text: an error of ours says what it was. */
import { describe, expect, test } from "vitest";
import { InputError } from "../../src/base/index.ts";
import { readSequences, readTreebank } from "../../src/data/index.ts";
import { readPenn } from "../../src/formats/index.ts";
import { toBytes } from "../../src/kinds/index.ts";
import { CONTRACTS } from "./contract/index.ts";

const NO_SENTENCE: readonly (readonly [value: unknown, found: string])[] = [
  [undefined, "undefined"],
  [null, "null"],
  [7, "a number"],
  [["the", undefined], "a list of which not all are words"],
  [{ words: ["the", 7] }, "a list of which not all are words"],
  [{ words: "the dog" }, "words that are a string"],
  [new Map(), "an object of class Map"],
  [new Uint8Array(3), "bytes"],
];

const TAKERS = { parser: "parse", dependency: "parse", induction: "parse", sequence: "tag" } as const;

describe.each(Object.entries(TAKERS))("a predictor of kind %s", (name, method) => {
  test("refuses what is no sentence", async () => {
    const contract = CONTRACTS.find((each) => each.name === name)!;
    const { model } = await Object.values(contract.variants)[0]!({});
    const predictor = contract.kind.predictor(model) as Record<string, (sentence: unknown) => unknown>;
    for (const [value, found] of NO_SENTENCE)
      expect(() => predictor[method]!(value)).toThrow(`expected a sentence: text, or a list of words; got ${found}.`);
  });
});

test.each([readTreebank, readSequences, readPenn])("%o refuses what is no text", (read) => {
  for (const value of [Buffer.from("(S (NN dog))"), undefined, null, 7, {}])
    expect(() => read(value as never)).toThrow(InputError);
  expect(() => read(Buffer.from("(S (NN dog))") as never)).toThrow("expected text, got bytes; bytes become text by");
});

test("models are stored from what a learner gives and from what open gives; anything else is refused", async () => {
  const learnt = await Object.values(CONTRACTS[0]!.variants)[0]!({});
  const bytes = await toBytes(learnt.model);
  expect(await toBytes(learnt)).toEqual(bytes);
  expect(await toBytes(CONTRACTS[0]!.kind.predictor(learnt.model) as { readonly model: typeof learnt.model })).toEqual(
    bytes,
  );
  for (const value of [undefined, null, "en", {}, { model: undefined }, { kind: "parser" }, new Uint8Array(3)])
    await expect(toBytes(value as never)).rejects.toThrow("expected a model, or what open() or a learner gave; got ");
});
