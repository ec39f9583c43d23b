/** Damaged model files of word vectors are refused. */
import { expect, test } from "vitest";
import { learnVectors, ModelVectors, vectorsFromParts, vectorsToParts } from "../../../src/models/vectors/index.ts";
import { failuresOf } from "../hostile.ts";
import { sampleText, source } from "./text.ts";

test.each(["oscca", "lrmvl"] as const)(
  "%s: damaged tables are refused, whatever is wrong with them",
  async (method) => {
    const { model } = await learnVectors(source(sampleText(300)), { method, dim: 4 });
    const { failures, refused } = failuresOf(vectorsToParts(model), vectorsFromParts, (damaged) => {
      const vectors = new ModelVectors(damaged);
      vectors.nearest("nouna");
      vectors.embed(["the", "zebra"]);
      vectors.wordsOf("the zebra");
    });
    expect(failures).toEqual([]);
    expect(refused).toBeGreaterThan(50);
  },
);
