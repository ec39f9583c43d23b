/** Parsers as parts: nothing is written that cannot be read, and nothing hostile is read. */
import { describe, expect, test } from "vitest";
import { decodeModel, encodeModel, ModelFileError } from "../../../src/base/index.ts";
import {
  learnParser,
  Parser,
  type ParserOptions,
  parserFromParts,
  parserToParts,
} from "../../../src/models/parser/index.ts";
import { generateTreebank } from "../../../src/samples/index.ts";
import { words } from "../../../src/trees/index.ts";
import { failuresOf } from "../hostile.ts";

const { trees } = generateTreebank({ trees: 40, seed: 4 });
const sentence = words(trees[3]!);

const VARIANTS: Readonly<Record<string, ParserOptions>> = {
  spectral: { states: 3, denseAbove: 3 },
  "many-membered": { states: 3, members: 2, ensemble: "noise" },
  "many-structured": { states: 3, members: 2, branching: "mixed" },
  "many-membered compact": { states: 4, members: 2, denseAbove: 3, tensorError: 0.2 },
  em: { method: "em", states: 2, iterations: 1 },
  pcfg: { method: "pcfg" },
  markov: { method: "markov" },
};

describe.each(Object.entries(VARIANTS))("a %s parser", async (_, options) => {
  const { model } = await learnParser(trees, options);

  test("is written from the model alone, with its report, and read back as it was", async () => {
    const bytes = new Uint8Array(
      await new Blob([...(await encodeModel(parserToParts(model)))] as BlobPart[]).arrayBuffer(),
    );
    const again = parserFromParts(await decodeModel(bytes));
    expect(again.options).toEqual(model.options);
    expect(again.report).toEqual(model.report);
    expect(Object.isFrozen(again)).toBe(true);
    const [before, after] = [new Parser(model).parse(sentence), new Parser(again).parse(sentence)];
    expect([after.tree, after.logProbability]).toEqual([before.tree, before.logProbability]);
  });
});

describe.each(["many-membered", "many-structured", "many-membered compact", "pcfg"])(
  "hostile parts of a %s parser",
  async (variant) => {
    const { model } = await learnParser(trees.slice(0, 8), VARIANTS[variant]);
    const parts = parserToParts(model);

    test("are refused with a ModelFileError, or do no harm", () => {
      const { failures, refused, tried } = failuresOf(parts, parserFromParts, (found) => {
        const parser = new Parser(found, { prune: 0.01, pruneUses: 0.001 });
        parser.parse(["the", "dog", "(", "wug"]);
        parser.parse({ words: ["the", "dog"], tags: ["DT", "QQ"] });
        parser.parseText("The dog barks.");
      });
      expect(failures).toEqual([]);
      expect(refused).toBeGreaterThan(tried / 2);
    });

    test("name the table and what is wrong with it", () => {
      const { "lexicon.starts": starts, ...rest } = parts.tensors;
      const damaged = (tensors: typeof parts.tensors) => () => parserFromParts({ ...parts, tensors });
      expect(damaged(rest)).toThrow(ModelFileError);
      expect(damaged(rest)).toThrow(
        /^has no table "lexicon\.starts"; the file is damaged: train the parser model again\.$/,
      );
      const far = new Uint32Array(starts!.data.length).fill(2 ** 32 - 1);
      expect(damaged({ ...rest, "lexicon.starts": { shape: starts!.shape, data: far } })).toThrow(
        'has rows out of order in table "lexicon.starts", row 0',
      );
      const counts = parts.tensors["lexicon.counts"]!;
      const counted = (data: Float64Array) =>
        damaged({ ...parts.tensors, "lexicon.counts": { shape: counts.shape, data } });
      expect(counted(new Float64Array(counts.data.length))).toThrow(
        /^never counts the tag "[^"]+" in "lexicon\.counts"/,
      );
      expect(counted(new Float64Array(counts.data.length).fill(Number.MAX_VALUE))).toThrow(
        'counts more than numbers can hold in "lexicon.counts"',
      );
      const chains = { shape: [2], data: Float64Array.of(2, 0) };
      expect(damaged({ ...parts.tensors, "lexicon.options": chains })).toThrow("leaves tags without a symbol");
      const bad = parts.tensors["rules.probability"]!.data.slice() as Float64Array;
      bad[1] = Number.NaN;
      expect(damaged({ ...parts.tensors, "rules.probability": { shape: [bad.length], data: bad } })).toThrow(
        'holds NaN in table "rules.probability", element 1, where a number from 0 to 1 is expected',
      );
    });
  },
);
