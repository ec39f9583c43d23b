/** Methods compared on one corpus. */
import { expect, test } from "vitest";
import { collectCorpus, readAnalogies, readWordPairs } from "../../../src/data/index.ts";
import { evaluateVectors, experimentVectors, learnVectors, ModelVectors } from "../../../src/models/vectors/index.ts";
import { sampleText, source } from "./text.ts";

test("every method is measured on pairs and analogies, with neighbours and the difference to the first", async () => {
  const corpus = await collectCorpus(source(sampleText(1500)));
  const pairs = readWordPairs(
    "nouna nounb 9\nnouna verba 1\nverba verbb 8\nplacea adja 2\nadja adjb 7\nunheard nouna 3\n",
  );
  const analogies = readAnalogies("nouna nounb verba verbb\n");
  const learning = { dim: 6 };
  const { rows } = await experimentVectors(
    corpus,
    [
      { name: "pairs", items: pairs },
      { name: "analogies", items: analogies },
    ],
    { methods: ["oscca", "ppmi"], words: ["nouna", "unheard"], neighbours: 3, learning },
  );
  expect(rows.map(({ method }) => method)).toEqual(["oscca", "ppmi"]);
  for (const [n, { method, scores, neighbours }] of rows.entries()) {
    const vectors = new ModelVectors((await learnVectors(corpus, { method, ...learning })).model);
    const alone = await evaluateVectors(vectors, pairs);
    expect(scores[0]).toMatchObject({ name: "pairs", ...alone, covered: 5, items: 6 });
    expect(scores[0]!.low).toBeLessThanOrEqual(scores[0]!.value);
    expect(scores[1]).toMatchObject({ name: "analogies", measure: "analogies", covered: 1 });
    expect(scores[0]!.gain === undefined).toBe(n === 0);
    expect(Object.keys(neighbours)).toEqual(["nouna"]);
    expect(neighbours.nouna).toEqual(vectors.nearest("nouna", 3).map(({ word }) => word));
  }
  corpus.close();
});

test("the first method and the one that is best on the gold pairs are measured on test pairs", async () => {
  const corpus = await collectCorpus(source(sampleText(1500)));
  const pairs = readWordPairs("nouna nounb 9\nnouna verba 1\nverba verbb 8\nplacea adja 2\nadja adjb 7\n");
  const other = readWordPairs("nounc nounb 9\nnounb verbc 1\nverba verbc 8\nplaceb adja 2\nadjc adjb 7\n");
  const settings = { words: [], neighbours: 1, learning: { dim: 6 }, test: [{ name: "test", items: other }] };
  const gold = [{ name: "pairs", items: pairs }];
  const methods = ["oscca", "ppmi", "tscca"] as const;
  const { rows } = await experimentVectors(corpus, gold, { methods, ...settings });
  const values = rows.map(({ scores }) => scores[0]!.value);
  const best = values.indexOf(Math.max(...values));
  for (const [n, { method, test: tested }] of rows.entries()) {
    expect(tested !== undefined).toBe(n === 0 || n === best);
    if (tested === undefined) continue;
    const vectors = new ModelVectors((await learnVectors(corpus, { method, dim: 6 })).model);
    expect(tested).toEqual([expect.objectContaining({ name: "test", ...(await evaluateVectors(vectors, other)) })]);
    expect(tested[0]!.gain === undefined).toBe(n === 0);
  }
  await expect(experimentVectors(corpus, [], { methods, ...settings })).rejects.toThrow("give gold, too");
  corpus.close();
});
