/** Dependency trees from every form that holds them, at once and from sources, with bad ones refused or counted. */
import { describe, expect, test } from "vitest";
import { InputError, OptionError } from "../../src/base/index.ts";
import { asDependencyTreebank, collectDependencies, readDependencies } from "../../src/data/index.ts";

/** Rows of a sentence from "form upos xpos head relation". */
const rows = (...words: string[]) =>
  `${words
    .map((word, i) => {
      const [form, upos, xpos, head, relation] = word.split(" ");
      return `${i + 1}\t${form}\t_\t${upos}\t${xpos}\t_\t${head}\t${relation}\t_\t_`;
    })
    .join("\n")}\n\n`;
const GOOD = rows("dogs NOUN NNS 2 nsubj", "bark VERB VBP 0 root");
const CYCLE = rows("a X X 2 dep", "b X X 1 dep", "c X X 0 root");
const PENN = "( (S (NP-SBJ (DT The) (NN dog)) (VP (VBZ barks) (NP (-NONE- *))) (. .)) )\n";

describe("readDependencies", () => {
  test("takes words, heads, relations, and the tags of the column that is named", () => {
    const treebank = readDependencies(GOOD, { file: "x.conllu" });
    expect(treebank.trees).toMatchObject([
      { words: ["dogs", "bark"], tags: ["NOUN", "VERB"], heads: [2, 0], labels: ["nsubj", "root"] },
    ]);
    expect(treebank).toMatchObject({ tags: "upos", language: "en", skipped: [], preparation: {} });
    expect(treebank.sources).toEqual([{ file: "x.conllu", records: 1, skipped: 0 }]);
    expect(Object.isFrozen(treebank)).toBe(true);
    const fine = readDependencies(GOOD, { tags: "xpos", language: "de" });
    expect(fine.trees[0]!.tags).toEqual(["NNS", "VBP"]);
    expect(fine).toMatchObject({ tags: "xpos", language: "de" });
  });

  test("reads CoNLL-X when it is named", () => {
    const short = "1\tdogs\t_\tN\tNNS\t_\t2\tSBJ\n2\tbark\t_\tV\tVBP\t_\t0\tROOT\n\n";
    expect(readDependencies(short, { input: "conllx" }).trees).toEqual([
      { words: ["dogs", "bark"], tags: ["NNS", "VBP"], heads: [2, 0], labels: ["SBJ", "ROOT"] },
    ]);
    expect(() => readDependencies(short)).toThrow("line 1:1: this line has 8 columns; CoNLL-U has 10");
  });

  test("turns constituency trees into dependency trees, without traces and function tags, and counts that", () => {
    const { trees, preparation } = readDependencies(PENN);
    expect(trees).toEqual([
      {
        words: ["The", "dog", "barks", "."],
        tags: ["DT", "NN", "VBZ", "."],
        heads: [2, 3, 0, 3],
        labels: ["NP", "S", "root", "S"],
      },
    ]);
    expect(preparation.empties).toEqual({ traces: 1, "emptied constituents": 1 });
    expect(preparation.functions).toEqual({ "function tags": 1 });
  });

  test("takes the head rules that are named", () => {
    const phrase = "(PP (IN with) (NP (DT the) (NN dog)))";
    const heads = (name?: "english" | "generic") => readDependencies(phrase, { heads: name }).trees[0]!.heads;
    expect(heads("english")).toEqual([0, 3, 1]);
    expect(heads("generic")).toEqual([3, 3, 0]);
    expect(heads()).toEqual(heads("english"));
  });

  const bad: [name: string, text: string, message: string][] = [
    ["a cycle", CYCLE, "x:1:13: words 1 → 2 → 1 form a cycle; every word must lead to the root, head 0."],
    [
      "two roots",
      rows("a X X 0 root", "b X X 0 root"),
      "x:1: the sentence that begins here cannot be used: words 1, 2 all have the head 0; a tree has one root.",
    ],
    [
      "no tag",
      rows("a _ X 0 root"),
      'x:1: the sentence that begins here cannot be used: word 1 ("a") has no tag; choose the column that has them (tags).',
    ],
    [
      "no relation",
      rows("a X X 0 _"),
      'x:1: the sentence that begins here cannot be used: word 1 ("a") has no relation.',
    ],
    ["no head", rows("a X X _ dep"), 'x:1: word 1 ("a") has no head; expected a sentence with dependencies.'],
    ["traces only", "(S (NP (-NONE- *)))", "x:1: the tree that begins here has no words left."],
    ["comments only", "# text = nothing\n", "x: holds no sentences; expected dependency trees."],
  ];
  test.each(bad)("%s is an error with its place", (_, text, message) => {
    const read = () => readDependencies(text, { file: "x" });
    expect(read).toThrow(InputError);
    expect(read).toThrow(message);
  });

  test("skipBad counts bad sentences, tells the first five, and keeps the others", () => {
    const text = GOOD + CYCLE.repeat(7) + GOOD;
    const { trees, sources, skipped } = readDependencies(text, { file: "x", skipBad: true });
    expect(trees.length).toBe(2);
    expect(sources).toEqual([{ file: "x", records: 2, skipped: 7 }]);
    expect(skipped.length).toBe(5);
    expect(skipped[0]).toMatch(/^x:4:13: words 1 → 2 → 1 form a cycle/);
  });

  test("an unknown option is an error", () => {
    expect(() => readDependencies(GOOD, { tag: "upos" } as object)).toThrow(OptionError);
  });
});

describe("collectDependencies", () => {
  const source = (name: string, text: string, size = 7) => ({
    name,
    pieces: Array.from({ length: Math.ceil(text.length / size) }, (_, i) => text.slice(i * size, (i + 1) * size)),
  });

  test("reads the same from pieces of several sources", async () => {
    const collected = await collectDependencies([source("a", GOOD + GOOD), source("b", PENN), source("c", GOOD)]);
    expect(collected.sources).toEqual(
      ["a", "b", "c"].map((file) => ({ file, records: file === "a" ? 2 : 1, skipped: 0 })),
    );
    const parts = [GOOD + GOOD, PENN, GOOD].flatMap((text) => readDependencies(text).trees);
    expect(collected.trees).toEqual(parts);
  });

  test("names the source that holds nothing", async () => {
    await expect(collectDependencies([source("a", GOOD), source("b", "# nothing\n")])).rejects.toThrow(
      "b: holds no sentences; expected dependency trees.",
    );
  });

  test("stops when it is told to", async () => {
    const reason = new Error("enough");
    await expect(collectDependencies([source("a", GOOD)], {}, { signal: AbortSignal.abort(reason) })).rejects.toBe(
      reason,
    );
  });
});

describe("plain trees", () => {
  const tree = { words: ["a", "b"], tags: ["X", "X"], heads: [2, 0], labels: ["dep", "root"], spaces: [true, true] };

  test("become the treebank that a file of them would be", () => {
    const { trees, tags, language, skipped } = asDependencyTreebank("learn", [tree]);
    const read = readDependencies(rows("a X X 2 dep", "b X X 0 root"));
    expect({ trees, tags, language, skipped }).toEqual({
      ...{ trees: read.trees, tags: read.tags, language: read.language, skipped: read.skipped },
    });
    expect(asDependencyTreebank("learn", read)).toBe(read);
  });

  test("are checked as those of a file are", () => {
    const refusal = (changes: object) => () => asDependencyTreebank("learn", [tree, { ...tree, ...changes }]);
    expect(refusal({ heads: [2, 1] })).toThrow("learn: tree 2: words 1 → 2 → 1 form a cycle.");
    expect(refusal({ tags: ["_", "X"] })).toThrow('learn: tree 2: word 1 ("a") has no tag');
    expect(refusal({ labels: ["dep"] })).toThrow("learn: tree 2: it has 2 words, 2 tags, 2 heads and 1 relations.");
  });
});
