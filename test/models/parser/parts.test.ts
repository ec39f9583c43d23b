import { expect, test } from "vitest";
import { decodeModel, encodeModel } from "../../../src/base/model-container.ts";
import {
  learnEnsemble,
  learnMarkov,
  learnPcfg,
  learnSpectral,
  Parser,
  parserFromParts,
  parserToParts,
} from "../../../src/models/parser/index.ts";
import { generateTreebank } from "../../../src/samples/index.ts";
import { words } from "../../../src/trees/tree.ts";

const { trees } = generateTreebank({ trees: 300, seed: 4 });

test.each([
  ["spectral", learnSpectral(trees, { states: 4 }).model],
  ["pcfg", learnPcfg(trees).model],
  ["many-membered", (await learnEnsemble(trees, { states: 4, members: 3 })).model],
  ["markov", learnMarkov(trees).model],
])("a %s parser parses the same after it was stored and read", async (_, model) => {
  const bytes = new Uint8Array(await new Blob(encodeModel(parserToParts(model, {})) as BlobPart[]).arrayBuffer());
  const again = new Parser(parserFromParts(await decodeModel(bytes)));
  const before = new Parser(model);
  for (const tree of trees.slice(0, 10)) {
    const [x, y] = [before.parse(words(tree)), again.parse(words(tree))];
    expect(y.tree).toEqual(x.tree);
    expect(y.logProbability).toBe(x.logProbability);
  }
});
