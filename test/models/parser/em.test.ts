/** EM for L-PCFGs. */
import { expect, test } from "vitest";
import { checkOptions } from "../../../src/base/options.ts";
import { Random } from "../../../src/base/random.ts";
import { binaryTreebank, EM_OPTIONS, EmLearner, learnEm, treeProbability } from "../../../src/models/grammar/index.ts";
import { GENERIC_HEADS } from "../../../src/trees/index.ts";
import { drawTrees, randomLpcfg } from "../../oracles/random-lpcfg.ts";

const trees = drawTrees(randomLpcfg({ seed: 8, states: 3 }), 200, new Random(3));
const treebank = binaryTreebank(trees, GENERIC_HEADS);
const options = (given: object) => checkOptions("test", EM_OPTIONS, given);
/** Rounding of a sum of 200 logarithms. */
const ROUNDING = 1e-9;

test("the log-likelihood rises at every step of EM", async () => {
  const learner = new EmLearner(treebank, options({ states: 3 }));
  const values: number[] = [];
  while (values.length < 25) values.push(await learner.step());
  for (let step = 1; step < values.length; step++) expect(values[step]!).toBeGreaterThan(values[step - 1]! - ROUNDING);
  expect(values.at(-1)!).toBeGreaterThan(values[0]! + 10);
});

test("the log-likelihood is that of the trees under the model", async () => {
  const lexicon = { unknown: 0, chain: 0 };
  const learner = new EmLearner(treebank, options({ states: 2, rareWords: 0, lexicalSmoothing: 0 }), { lexicon });
  // Emissions of the start are no relative frequencies; after a step they are.
  await learner.step();
  const model = await learner.model();
  const expected = await learner.step();
  const found = trees.reduce((sum, tree) => sum + treeProbability(model, tree).log, 0);
  expect(Math.abs(found - expected)).toBeLessThan(1e-4 * Math.abs(expected));
});

test("one state is maximum likelihood, whatever the number of steps", async () => {
  const { report } = await learnEm(treebank, options({ states: 1, iterations: 3 }));
  expect(Math.abs(report.logLikelihood[2]! - report.logLikelihood[1]!)).toBeLessThan(ROUNDING * 1e3);
});
