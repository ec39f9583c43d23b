/** Derivations of head automata: one for each tree, and back. */
import { beforeAll, describe, expect, test } from "vitest";
import { headsOfDerivation } from "../../../src/models/dependency/automata/automata-parser.ts";
import {
  automataTreebank,
  derive,
  type Valence,
  valenceLabel,
} from "../../../src/models/dependency/automata/derivations.ts";
import {
  learnSpectralTrees,
  SpectralSentences,
  type SpectralTreeReport,
} from "../../../src/models/dependency/spectral/learn-spectral.ts";
import { generateTreebank } from "../../../src/samples/index.ts";
import type { Tree } from "../../../src/trees/tree.ts";
import { allTrees } from "../../oracles/dependency-trees.ts";

const derivation = (heads: readonly number[], tags: readonly string[]): Tree =>
  derive<Tree>(
    heads,
    (word) => ({ label: valenceLabel(tags[word - 1]!, "word"), word: `w${word}` }),
    (head, valence: Valence, left, right) => ({
      label: valenceLabel(tags[head - 1]!, valence),
      children: [left, right],
    }),
  );

describe("derivations", () => {
  test.each([1, 2, 3, 4, 5])("of all projective trees over %i words are theirs alone", (n) => {
    const tags = Array.from({ length: n }, (_, i) => "NVD"[i % 3]!);
    const trees = allTrees(n, "projective");
    const seen = new Set(trees.map((heads) => JSON.stringify(derivation(heads, tags))));
    expect(seen.size).toBe(trees.length);
    for (const heads of trees) expect(Array.from(headsOfDerivation(derivation(heads, tags)))).toEqual(heads);
  });

  test("tell how many modifiers a head has on each side", () => {
    expect(derivation([3, 3, 0, 3], ["D", "A", "N", "P"]).label).toBe("<<N");
    expect(derivation([0, 1, 1], ["V", "N", "P"]).label).toBe("V>>");
  });

  test("make a treebank with a leaf for each word and a node for each arc", () => {
    const { dependencies } = generateTreebank({ trees: 20, maxWords: 12 });
    const { size, roots } = automataTreebank(dependencies);
    expect(size).toBe(dependencies.reduce((sum, { words }) => sum + 2 * words.length - 1, 0));
    expect(roots.length).toBe(20);
  });
});

describe("probabilities of trees", () => {
  const { dependencies } = generateTreebank({ trees: 150, maxWords: 10 });
  let [scorer, report]: [SpectralSentences, SpectralTreeReport] = [] as never;
  beforeAll(async () => {
    const learnt = await learnSpectralTrees({ train: dependencies.slice(0, 100) }, { states: 4 });
    [scorer, report] = [new SpectralSentences(learnt.model), learnt.report];
  });

  test("are the same whether trees are scored together or one by one", () => {
    for (const tree of dependencies.slice(100, 110).filter(({ words }) => words.length <= 5)) {
      const trees = allTrees(tree.words.length, "projective");
      const together = scorer.score(tree, trees);
      trees.forEach((heads, i) => {
        expect(scorer.score(tree, [heads])[0]).toEqual(together[i]);
      });
    }
  });

  test("exist for tags and arcs that training never saw", () => {
    const [found] = scorer.score({ words: ["x", "y"], tags: ["QQ", "QQ"] }, [[2, 0]]);
    expect(Number.isFinite(found!.log)).toBe(true);
  });

  test("come with the singular values of every symbol", () => {
    expect(report.automata!.symbols.every(({ singularValues, states }) => singularValues.length >= states)).toBe(true);
  });
});
