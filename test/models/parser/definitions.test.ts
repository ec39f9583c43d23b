/** Definitions of the 2013 paper in plain code: features of nodes, back-off of third moments, smoothing of words. */
import { describe, expect, test } from "vitest";
import { Random } from "../../../src/base/index.ts";
import { readPenn } from "../../../src/formats/index.ts";
import { binaryTreebank } from "../../../src/models/grammar/index.ts";
import { learnDirections } from "../../../src/models/grammar/spectral/directions.ts";
import { FeatureContext, FULL_FEATURES, RULE_FEATURES } from "../../../src/models/grammar/spectral/features.ts";
import { backoffWeights, smoothedTensor } from "../../../src/models/grammar/spectral/smoothing.ts";
import { signature } from "../../../src/models/lexicon/spelling.ts";
import { ENGLISH_HEADS } from "../../../src/trees/heads/head-tables.ts";

const CLOSE = 1e-12;

describe("features of a hand-made tree (2013, section 3.1)", () => {
  const [tree] = readPenn("(S (NP (DT the) (NN dog)) (VP (VBD saw) (NP (DT a) (NN cat))))");
  const bank = binaryTreebank([tree!], ENGLISH_HEADS);
  const counts = new Float64Array(bank.words.size).fill(9);
  const context = new FeatureContext(bank, counts, 1);
  const { symbol, left, right, production } = { ...bank, production: context.production };
  const root = bank.roots[0]!;
  const [subject, verbPhrase] = [left[root]!, right[root]!];
  const [verb, object] = [left[verbPhrase]!, right[verbPhrase]!];
  const noun = right[object]!;
  const emitted = (side: "inside" | "outside", node: number) => {
    const found: (readonly [number, number])[] = [];
    FULL_FEATURES[side](context, node, (template, value) => found.push([template, value]));
    return found;
  };
  const tagOf = (node: number) => bank.symbols.tagOf[symbol[node]!]!;
  const rule = (node: number) => context.pair(symbol[node]!, context.pair(symbol[left[node]!]!, symbol[right[node]!]!));

  test("a production is the symbol with its children; a word's is the symbol with the word", () => {
    expect(production[verbPhrase]).toBe(rule(verbPhrase));
    expect(production[subject]).toBe(production[object]);
    expect(production[noun]).not.toBe(production[right[subject]!]);
  });

  test("inside: the rule, its children, the rule with that of each child, the head's tag, the length", () => {
    expect(emitted("inside", verbPhrase)).toEqual([
      [0, rule(verbPhrase)],
      [1, symbol[verb]!],
      [2, symbol[object]!],
      [3, context.pair(rule(verbPhrase), production[verb]!)],
      [4, context.pair(rule(verbPhrase), rule(object))],
      [5, tagOf(verb)],
      [6, 3],
    ]);
    expect(emitted("inside", noun)).toEqual([[0, production[noun]!]]);
  });

  test("outside: one, two and three rules above, parent and grandparent, heads above and beside, words around", () => {
    const aboveObject = 2 * rule(verbPhrase) + 1;
    const aboveVerbPhrase = 2 * rule(root) + 1;
    const two = context.pair(aboveObject, aboveVerbPhrase + 1);
    expect(emitted("outside", object)).toEqual([
      [0, aboveObject + 1],
      [1, two],
      [2, context.pair(two, 0)],
      [3, symbol[verbPhrase]!],
      [4, context.pair(symbol[verbPhrase]!, symbol[root]!)],
      [8, tagOf(verb)],
      [5, tagOf(verb)],
      [6, 3],
      [7, 0],
    ]);
    // Three rules up from the noun; the first head above that is not its own is the verb.
    const aboveNoun = 2 * rule(object) + 1;
    const nounTwo = context.pair(aboveNoun, aboveObject + 1);
    const ofNoun = new Map(emitted("outside", noun));
    expect(ofNoun.get(2)).toBe(context.pair(nounTwo, aboveVerbPhrase + 1));
    expect([ofNoun.get(5), ofNoun.get(6), ofNoun.get(7)]).toEqual([tagOf(verb), 4, 0]);
    // Nothing is above the root, and no head but its own.
    expect(emitted("outside", root)).toEqual([
      [0, 0],
      [5, bank.symbols.tags.length],
      [6, 0],
      [7, 0],
    ]);
  });

  test("the simple set is the rule below and the rule above", () => {
    const found: number[] = [];
    RULE_FEATURES.inside(context, object, (_, value) => found.push(value));
    RULE_FEATURES.outside(context, object, (_, value) => found.push(value));
    expect(found).toEqual([rule(object), 2 * rule(verbPhrase) + 2]);
  });

  test("a rare word stands for its look", () => {
    const rare = new FeatureContext(bank, new Float64Array(bank.words.size).fill(1), 1);
    expect(signature("dog", false)).toBe(signature("cat", false));
    expect(rare.production[noun]).toBe(rare.production[right[subject]!]);
  });
});

describe("back-off of third moments (2013, section 3.2)", () => {
  test.each([false, true])("λE + (1−λ)(λE² + (1−λ)(λE³ + (1−λ)E⁴)), weighted: %s", (weighted) => {
    const random = new Random(3);
    const [count, ma, mb, mc, strength, factor] = [7, 2, 3, 4, 5, 0.3];
    const draw = (size: number) => Float64Array.from({ length: size }, () => random.normal());
    const [z, y, x] = [draw(count * ma), draw(count * mb), draw(count * mc)];
    const [h, f, g] = [draw(ma), draw(mb), draw(mc)];
    const weights = weighted ? Float64Array.from({ length: count }, (_, s) => 1 + (s % 3)) : undefined;
    const weightOf = (s: number) => weights?.[s] ?? 1;
    const total = Array.from({ length: count }, (_, s) => weightOf(s)).reduce((a, b) => a + b);
    const mean = (value: (s: number) => number) =>
      Array.from({ length: count }, (_, s) => weightOf(s) * value(s)).reduce((a, b) => a + b) / total;
    const lambda = Math.sqrt(count) / (strength + Math.sqrt(count));
    const sample = { ...{ count, ma, mb, mc, z, y, x }, weights, total };
    const tensor = smoothedTensor(sample, backoffWeights(count, strength), factor, h, f, g);
    for (let i = 0; i < ma; i++) {
      for (let j = 0; j < mb; j++) {
        for (let k = 0; k < mc; k++) {
          const [zi, yj, xk] = [
            (s: number) => z[s * ma + i]!,
            (s: number) => y[s * mb + j]!,
            (s: number) => x[s * mc + k]!,
          ];
          const first = mean((s) => zi(s) * yj(s) * xk(s));
          const second =
            (mean((s) => zi(s) * yj(s)) * mean(xk) +
              mean((s) => zi(s) * xk(s)) * mean(yj) +
              mean((s) => yj(s) * xk(s)) * mean(zi)) /
            3;
          const third = mean(zi) * mean(yj) * mean(xk);
          const fourth = h[i]! * f[j]! * g[k]!;
          const smoothed =
            lambda * first + (1 - lambda) * (lambda * second + (1 - lambda) * (lambda * third + (1 - lambda) * fourth));
          expect(Math.abs(tensor[(i * mb + j) * mc + k]! - factor * smoothed)).toBeLessThan(CLOSE);
        }
      }
    }
  });
});

test("smoothing of words: from the word to its look to its symbol", async () => {
  const trees = readPenn("(S (NN dog) (NN cat)) (S (NN dog) (NN axes)) (S (NN dog) (NN rat))");
  const bank = binaryTreebank(trees, ENGLISH_HEADS);
  const noun = bank.symbols.labels.indexOf("NN");
  const strength = 2;
  const mean = [0.5, -1];
  /** z of a leaf: its number, and one. */
  const leaf = (node: number) => [node, 1];
  const directions = await learnDirections(
    bank,
    {
      states: new Int32Array(bank.symbols.size).fill(2),
      addTo: (node, factor, into) => {
        for (const [i, value] of leaf(node).entries()) into[i]! += factor * value;
      },
      mean: () => mean,
    },
    strength,
  );
  const leavesOf = (accepts: (word: string, first: boolean) => boolean) =>
    Array.from({ length: bank.size }, (_, node) => node).filter(
      (node) => bank.word[node]! >= 0 && accepts(bank.words.word(bank.word[node]!), bank.start[node] === 0),
    );
  const smoothed = (nodes: readonly number[], back: readonly number[], trust: number) =>
    back.map(
      (value, i) => (nodes.reduce((sum, node) => sum + leaf(node)[i]!, 0) + trust * value) / (nodes.length + trust),
    );
  const stored = (key: string) => {
    const at = directions.key.findIndex((of, i) => directions.keys.word(of) === key && directions.symbol[i] === noun);
    return Array.from(directions.data.subarray(directions.offset[at]!, directions.offset[at]! + 2));
  };
  const look = signature("cat", false);
  const ofLook = smoothed(
    leavesOf((word, first) => signature(word, first) === look),
    mean,
    3 * strength,
  );
  expect(stored(look)).toEqual(ofLook.map((value) => expect.closeTo(value, 12)));
  const cat = smoothed(
    leavesOf((word) => word === "cat"),
    ofLook,
    strength,
  );
  expect(stored("cat")).toEqual(cat.map((value) => expect.closeTo(value, 12)));
  // A word seen with several looks backs off to that of its first occurrence.
  const first = signature("dog", true);
  const dog = smoothed(
    leavesOf((word) => word === "dog"),
    smoothed(
      leavesOf((word, opens) => signature(word, opens) === first),
      mean,
      3 * strength,
    ),
    strength,
  );
  expect(stored("dog")).toEqual(dog.map((value) => expect.closeTo(value, 12)));
});
