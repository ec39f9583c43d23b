/** Penn brackets: what is read, and every defect with its place. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InputError } from "../../src/base/index.ts";
import { formatPenn, penn, readChunks, readLocated, readPenn, writePenn } from "../../src/formats/index.ts";
import { equalTrees } from "../../src/trees/index.ts";
import { chainTree, deepTree, pennTree } from "../trees/arbitrary.ts";
import { testRereading } from "./contract.ts";
import { inPieces } from "./pieces.ts";

function failure(text: string): InputError {
  try {
    readPenn(text, { file: "train.mrg" });
  } catch (error) {
    if (error instanceof InputError) return error;
    throw error;
  }
  throw new Error(`read without an error: ${text}`);
}

describe("reading Penn brackets", () => {
  test("over several lines, several in a line, with CR LF and a byte-order mark", () => {
    const one = {
      label: "S",
      children: [
        { label: "NP", children: [{ label: "NN", word: "dog" }] },
        { label: "VB", word: "go" },
      ],
    };
    const text =
      "\uFEFF(S\r\n  (NP\t(NN dog) )\r\n  (VB go))\r\n(S (NP (NN dog)) (VB go)) (S(NP(NN dog))(VB go))\r\n\r\n";
    expect(readPenn(text)).toEqual([one, one, one]);
  });
  test("an outer bracket without a label is kept", () => {
    expect(readPenn("( (S (NN a)) )")).toEqual([
      { label: "", children: [{ label: "S", children: [{ label: "NN", word: "a" }] }] },
    ]);
    expect(readPenn("((S (NN a)))")).toEqual(readPenn("( (S (NN a)) )"));
  });
  test("comments stand between trees only", () => {
    const text = "# a (comment)\n*x* Copyright (x)\n(NN a)\n% b\n;; c (\n(# #)\n(NP (# #)\n (CD 5))";
    expect(readPenn(text).map((tree) => formatPenn(tree))).toEqual(["(NN a)", "(# #)", "(NP (# #) (CD 5))"]);
  });
  test("escapes stay unless undone", () => {
    const text = "(NP (-LRB- -LRB-) (CD 1\\/2) (NN \\*) (-RRB- -RRB-))";
    expect(formatPenn(readPenn(text)[0]!)).toBe(text);
    const [plain] = readPenn(text, { unescape: true });
    expect(JSON.stringify(plain)).toBe(
      '{"label":"NP","children":[{"label":"-LRB-","word":"("},{"label":"CD","word":"1/2"},{"label":"NN","word":"*"},{"label":"-RRB-","word":")"}]}',
    );
    expect(formatPenn(plain!, { escape: true })).toBe(text);
    expect(formatPenn({ label: "$(", word: "(" })).toBe("($-LRB- -LRB-)");
  });
  test("parse failures written as empty brackets, on request", () => {
    expect(readPenn("(())", { allowEmpty: true })).toEqual([{ label: "", children: [{ label: "", children: [] }] }]);
    expect(failure("(())").message).toBe("train.mrg:1:2: this bracket is empty; a leaf is (TAG word), as in (NN dog).");
  });
  test("nothing at all", () => {
    expect(readPenn("")).toEqual([]);
    expect(readPenn("\n \n# only a comment")).toEqual([]);
  });
  test("trees printed without indentation", () => {
    const text = "(S\n(NP (NN a))\n(VP (VB b)))\n(S\n(NP (NN c)))\n";
    expect(readPenn(text).map((tree) => formatPenn(tree))).toEqual(["(S (NP (NN a)) (VP (VB b)))", "(S (NP (NN c)))"]);
  });
});

describe("defects of Penn brackets", () => {
  test.each([
    ["(S (NP (NN dog))", '1:1: tree opened here is never closed; 1 ")" missing.'],
    ["(NN a)\n(NN b)  (S\n (NP (NN c)", '2:9: tree opened here is never closed; 2 ")" missing.'],
    ["(NN a)\n(S (NN b)\n(NN c)", '2:1: tree opened here is never closed; 1 ")" missing.'],
    ["(NN a))", '1:7: ")" closes nothing; remove it, or add the "(" that is missing before it.'],
    ["(NN a)\n  dog", '2:3: "dog" stands outside any tree; a tree begins with "(".'],
    [
      "(S (NN a dog))",
      '1:10: "dog" follows the word "a" in one bracket; a leaf is (TAG word), as in (NN dog). Where leaves are (TAG word lemma), set dialect to tag-word-lemma.',
    ],
    ["(S (NN a) dog)", '1:11: the word "dog" has no bracket of its own; a leaf is (TAG word), as in (NN dog).'],
    ["(S a (NN dog))", '1:6: a bracket follows the word "a"; a bracket holds either one word or other brackets.'],
    ["(S\n  (NN dog) (VB))", '2:12: "(VB)" has a label but no word; a leaf is (TAG word), as in (NN dog).'],
    ["()", "1:1: this bracket is empty; a leaf is (TAG word), as in (NN dog)."],
    ["\uFEFF()", "1:1: this bracket is empty; a leaf is (TAG word), as in (NN dog)."],
  ])("%j", (text, message) => {
    expect(failure(text).message).toBe(`train.mrg:${message}`);
    expect(failure(text).code).toBe("EIGENTREE_INPUT");
  });
  test("bad records are skipped, each with one error, and reading goes on", () => {
    const text = "(NN a)\n(S (NN b) (VB\n(NN c)\n(S (X) (Y) (NN d e))) (NN f)\nnoise\n(NN g)\n(S";
    const errors: string[] = [];
    const trees = readPenn(text, {
      onBad: (error) => errors.push(`${error.line}:${error.column} ${error.reason.slice(0, 20)}`),
    });
    expect(trees.map((tree) => formatPenn(tree))).toEqual(["(NN a)", "(NN c)", "(NN f)", "(NN g)"]);
    expect(errors).toEqual([
      "2:1 tree opened here is ",
      '4:4 "(X)" has a label bu',
      '4:21 ")" closes nothing; ',
      '5:1 "noise" stands outsi',
      "7:1 tree opened here is ",
    ]);
  });
  test("what brackets cannot hold is not written", () => {
    expect(() => formatPenn({ label: "NN", word: "New York" })).toThrow(
      'Penn brackets cannot hold the word "New York" with white space in it; replace it before writing.',
    );
    expect(() => formatPenn({ label: "", word: "dog" })).toThrow(
      'Penn brackets cannot hold the word "dog" without a tag; give it one.',
    );
    expect(() => formatPenn({ label: "NN", word: "" })).toThrow(
      "Penn brackets cannot hold an empty word; replace it before writing.",
    );
  });
});

describe("round trips of Penn brackets", () => {
  testRereading(penn, pennTree, { dialect: "penn" }, [
    "(S",
    "(NN a)",
    "(",
    ")",
    "(NP (NN b))",
    "a",
    "-LRB-",
    "(())",
    "犬",
  ]);
  test("any tree, both layouts", () => {
    fc.assert(
      fc.property(fc.array(pennTree, { maxLength: 4 }), (trees) => {
        expect(readPenn(writePenn(trees))).toEqual(trees);
        expect(readPenn(writePenn(trees, { layout: "indented" }))).toEqual(trees);
      }),
    );
  });
  test("any cut into pieces gives the same trees, places and errors", async () => {
    const source = fc.oneof(
      fc.array(pennTree, { maxLength: 3 }).map((trees) => writePenn(trees, { layout: "indented" })),
      fc.string({ unit: fc.constantFrom("(", ")", "\n", " ", "a", "#", "\r\n", "bc", "\uFEFF", "犬") }),
    );
    const located = async (chunks: string[]) => {
      const events: unknown[] = [];
      for await (const item of readLocated(penn, chunks, { onBad: (error) => events.push(error.message) }))
        events.push(item);
      return events;
    };
    await fc.assert(
      fc.asyncProperty(source, fc.array(fc.nat()), async (text, cuts) => {
        const whole = (await located([text])).filter((event) => typeof event !== "string");
        const pieces = (await located(inPieces(text, cuts))).filter((event) => typeof event !== "string");
        expect(pieces).toEqual(whole);
        const errors = (chunks: string[]) =>
          located(chunks).then((events) => events.filter((event) => typeof event === "string"));
        expect(await errors(inPieces(text, cuts))).toEqual(await errors([text]));
      }),
    );
  });
  test("20,000 levels", () => {
    for (const tree of [deepTree(20_000), chainTree(20_000)])
      expect(equalTrees(readPenn(formatPenn(tree))[0]!, tree)).toBe(true);
  });
  test("from an asynchronous source", async () => {
    async function* source() {
      yield "(S (NN a";
      yield "b))\n(N";
      yield "N c)";
    }
    const trees = [];
    for await (const tree of readChunks(penn, source(), {})) trees.push(formatPenn(tree));
    expect(trees).toEqual(["(S (NN ab))", "(NN c)"]);
  });
});
