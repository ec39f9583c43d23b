/** Loadings of words and rules on states. */
import { describe, expect, test } from "vitest";
import { learnParser, type ParserModel, stateLoadings } from "../../../src/models/parser/index.ts";
import { generateTreebank } from "../../../src/samples/index.ts";

const { trees } = generateTreebank({ trees: 120 });
const ALL = 1e6;
const phrases = ({ symbols }: ParserModel) =>
  symbols.names.map((_, id) => id).filter((id) => symbols.preterminal[id] === 0);

/** Single precision of the stored tensors. */
const SINGLE_PRECISION = 1e-4;

describe("loadings of rules on states", () => {
  test("balance: Σ √p(r | a)·loading = Σ p(r | a, i) − 1 = 0 in a model of probabilities", async () => {
    const { model } = await learnParser(trees, { method: "em", states: 3, iterations: 4 });
    const { rules } = model.grammar;
    for (const symbol of phrases(model)) {
      const share = new Map<string, number>();
      for (let rule = 0; rule < rules.size; rule++) {
        if (rules.parent[rule] !== symbol) continue;
        const [left, right] = [model.symbols.names[rules.left[rule]!], model.symbols.names[rules.right[rule]!]];
        share.set(`${model.symbols.names[symbol]} → ${left} ${right}`, rules.probability[rule]!);
      }
      for (const { highest, lowest } of stateLoadings(model, symbol, ALL)) {
        const sum = [...highest, ...lowest].reduce(
          (total, { name, loading }) => total + Math.sqrt(share.get(name)!) * loading,
          0,
        );
        expect(Math.abs(sum)).toBeLessThan(SINGLE_PRECISION);
      }
    }
  });

  test("are the same for tensors that are stored whole and for those that are contracted from their sample", async () => {
    const { model: dense } = await learnParser(trees, { states: 4, denseAbove: 0 });
    const { model: sampled } = await learnParser(trees, { states: 4, denseAbove: ALL });
    let compared = 0;
    for (const symbol of phrases(dense)) {
      const known = stateLoadings(dense, symbol, ALL).map(
        ({ highest, lowest }) => new Map([...highest, ...lowest].map((x) => [x.name, x.loading])),
      );
      for (const [state, { highest, lowest }] of stateLoadings(sampled, symbol, ALL).entries()) {
        for (const { name, loading } of [...highest, ...lowest]) {
          expect(Math.abs((known[state]!.get(name) ?? 0) - loading)).toBeLessThan(SINGLE_PRECISION);
          compared++;
        }
      }
    }
    expect(compared).toBeGreaterThan(100);
  });
});
