/** The synthetic treebank. */
import { describe, expect, test } from "vitest";
import { OptionError } from "../../src/base/errors.ts";
import { formatPenn, readPenn } from "../../src/formats/treebanks/penn.ts";
import { generateTreebank } from "../../src/samples/generator.ts";
import { plural } from "../../src/samples/inflection.ts";
import { COUNT_NOUNS } from "../../src/samples/lexicon/nouns.ts";
import { dependencyDefect, isProjective } from "../../src/trees/dependencies.ts";
import { nodes } from "../../src/trees/fold.ts";
import { isLeaf, leaves, type Tree, words } from "../../src/trees/tree.ts";

const bank = generateTreebank({ trees: 5000, seed: 11 });

const PHRASES = new Set("S SQ SBARQ SBAR NP VP PP ADJP ADVP QP PRT WHNP WHADVP".split(" "));
const TAGS = new Set(
  "NN NNS NNP PRP PRP$ DT JJ JJR RB RBR VB VBD VBG VBN VBP VBZ MD TO IN CC CD EX WDT WP WRB POS RP , .".split(" "),
);
const RELATIONS = new Set(
  `root nsubj nsubj:pass obj iobj obl obl:agent obl:tmod nmod nmod:poss amod det nummod compound flat case advmod aux aux:pass cop mark
   ccomp xcomp acl:relcl advcl conj cc punct expl compound:prt`.split(/\s+/),
);

/** The branches of all trees, each with its parent. */
function* branches(
  trees: readonly Tree[],
): Generator<{ tree: Tree & { children: readonly Tree[] }; parent: Tree | undefined }> {
  for (const root of trees) {
    const open: [Tree, Tree | undefined][] = [[root, undefined]];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const [tree, parent] = next;
      if (isLeaf(tree)) continue;
      yield { tree, parent };
      for (const child of tree.children) open.push([child, tree]);
    }
  }
}

describe("generateTreebank", () => {
  test("is determined by the seed, and longer banks begin like shorter ones", () => {
    const short = generateTreebank({ trees: 50, seed: 11 });
    expect(short.trees).toEqual(bank.trees.slice(0, 50));
    expect(short.dependencies).toEqual(bank.dependencies.slice(0, 50));
    expect(generateTreebank({ trees: 50, seed: 12 }).trees).not.toEqual(short.trees);
  });

  test("has lengths like real text", () => {
    const lengths = bank.trees.map((tree) => leaves(tree).length);
    const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
    expect(mean).toBeGreaterThan(12);
    expect(mean).toBeLessThan(18);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(40);
    expect(Math.max(...lengths)).toBeGreaterThan(35);
    expect(Math.max(...generateTreebank({ trees: 300, maxWords: 8 }).trees.map((tree) => leaves(tree).length))).toBe(8);
  });

  test("uses more than two thousand words, and Penn labels and tags only", () => {
    expect(new Set(bank.trees.flatMap((tree) => words(tree).map((word) => word.toLowerCase()))).size).toBeGreaterThan(
      2000,
    );
    const phrases = new Set<string>();
    const tags = new Set<string>();
    for (const tree of bank.trees) for (const node of nodes(tree)) (isLeaf(node) ? tags : phrases).add(node.label);
    expect(phrases).toEqual(PHRASES);
    expect(tags).toEqual(TAGS);
  });

  test("gives no empty phrase and no chain X → X, and survives the Penn format", () => {
    const odd = [...branches(bank.trees)].filter(
      ({ tree }) =>
        tree.children.length === 0 || (tree.children.length === 1 && tree.children[0]!.label === tree.label),
    );
    expect(odd).toEqual([]);
    const sample = bank.trees.slice(0, 100);
    expect(readPenn(sample.map((tree) => formatPenn(tree)).join("\n"))).toEqual(sample);
  });

  test("gives one projective dependency tree per sentence, over the same words and tags", () => {
    const relations = new Set<string>();
    const defects: string[] = [];
    bank.dependencies.forEach(({ words: found, tags, heads, labels }, i) => {
      expect(found).toEqual(words(bank.trees[i]!));
      expect(tags).toEqual(leaves(bank.trees[i]!).map((leaf) => leaf.label));
      if (dependencyDefect(heads) !== undefined || !isProjective(heads)) defects.push(found.join(" "));
      for (const label of labels) relations.add(label);
    });
    expect(defects).toEqual([]);
    expect(relations).toEqual(RELATIONS);
  });

  test("keeps subject and verb in agreement", () => {
    let checked = 0;
    for (const { words: found, tags, heads, labels } of bank.dependencies) {
      found.forEach((word, i) => {
        if (!labels[i]!.startsWith("nsubj")) return;
        const verb = heads[i]! - 1;
        // The finite word is the subject's head or its first auxiliary or copula.
        const helper = labels.findIndex((label, at) => heads[at] === verb + 1 && /^(aux|cop)/.test(label));
        const finite = tags[helper < 0 ? verb : helper]!;
        const joined = labels.some((label, at) => label === "conj" && heads[at] === i + 1);
        const many = tags[i] === "NNS" || joined || /^(I|you|we|they)$/i.test(word);
        if (tags[i] === "WDT" || tags[i] === "WP" || (finite !== "VBZ" && finite !== "VBP")) return;
        checked++;
        expect(`${word} ${finite}`).toBe(`${word} ${many ? "VBP" : "VBZ"}`);
      });
    }
    expect(checked).toBeGreaterThan(1000);
  });

  test("hides the attachment of prepositional phrases in the words", () => {
    const instruments = new Set(COUNT_NOUNS.instrument.flatMap((noun) => [noun, plural(noun)]));
    const features = new Set(COUNT_NOUNS.feature.flatMap((noun) => [noun, plural(noun)]));
    const under: Record<string, Record<string, number>> = {};
    const count = (kind: string, parent: string) => {
      under[kind] ??= {};
      under[kind][parent] = (under[kind][parent] ?? 0) + 1;
    };
    for (const { tree, parent } of branches(bank.trees)) {
      const [preposition, object] = tree.children;
      if (tree.label !== "PP" || parent === undefined || !isLeaf(preposition!) || object === undefined) continue;
      const noun = leaves(object).find(({ label }) => label === "NN" || label === "NNS")?.word ?? "";
      if (preposition.word === "of") count("of", parent.label);
      if (preposition.word === "with") count("with", parent.label);
      if (preposition.word === "with" && instruments.has(noun)) count("with instrument", parent.label);
      if (preposition.word === "with" && features.has(noun)) count("with feature", parent.label);
    }
    const share = (kind: string, label: string) =>
      under[kind]![label]! / Object.values(under[kind]!).reduce((sum, n) => sum + n, 0);
    expect(share("of", "NP")).toBeGreaterThan(0.9);
    expect(share("with", "NP")).toBeGreaterThan(0.2);
    expect(share("with", "VP")).toBeGreaterThan(0.2);
    expect(share("with instrument", "VP")).toBeGreaterThan(0.9);
    expect(share("with feature", "NP")).toBeGreaterThan(0.9);
  });

  test("refuses bad options", () => {
    expect(() => generateTreebank({ trees: -1 })).toThrow(OptionError);
    expect(() => generateTreebank({ trees: -1 })).toThrow(
      "generateTreebank: trees must be a whole number of at least 0; got -1.",
    );
    expect(generateTreebank({ trees: 0 }).trees).toEqual([]);
  });
});
