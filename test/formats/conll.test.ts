/** CoNLL-U and CoNLL-X. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type ConlluSentence,
  type ConlluToken,
  conllu,
  conlluDependencies,
  conlluFromDependencies,
  conllx,
  conllxDependencies,
  conllxFromDependencies,
  readConllu,
  readConllx,
  tagColumns,
  tagIn,
  writeConllu,
} from "../../src/formats/index.ts";
import { failureOf, testFormat } from "./contract.ts";

const value = fc
  .oneof(
    fc.constantFrom("_", "dog", "new york", "#", "犬"),
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 4 }),
  )
  .filter((text) => !/[\t\r\n]/.test(text) && text !== "");

/** Heads that form a tree: each word hangs from an earlier one in a random order. */
const heads = fc.integer({ min: 1, max: 6 }).chain((n) =>
  fc
    .tuple(
      fc.shuffledSubarray([...Array(n).keys()], { minLength: n }),
      fc.array(fc.nat(), { minLength: n, maxLength: n }),
    )
    .map(([order, picks]) => {
      const found = new Array<number>(n).fill(0);
      order.forEach((word, i) => {
        if (i > 0) found[word] = order[picks[i]! % i]! + 1;
      });
      return found;
    }),
);

const row = (id: string, head: string, values: readonly string[]): ConlluToken => {
  const [form, lemma, upos, xpos, feats, deprel, deps, misc] = values as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  return { id, form, lemma, upos, xpos, feats, head, deprel, deps, misc };
};
const eight = fc.array(value, { minLength: 8, maxLength: 8 });
const sentences: fc.Arbitrary<ConlluSentence> = heads.chain((all) =>
  fc
    .record({
      comments: fc.array(fc.constantFrom("# sent_id = 1", "#", "# text = a b"), { maxLength: 2 }),
      values: fc.array(eight, { minLength: all.length, maxLength: all.length }),
      extra: eight,
      range: fc.boolean(),
      emptyNodes: fc.nat({ max: 2 }),
    })
    .map(({ comments, values, extra, range, emptyNodes }) => {
      const tokens: ConlluToken[] = [];
      if (range && all.length > 1) tokens.push(row("1-2", "_", extra));
      all.forEach((head, i) => {
        tokens.push(row(`${i + 1}`, `${head}`, values[i]!));
        if (i === 0) for (let k = 1; k <= emptyNodes; k++) tokens.push(row(`1.${k}`, "_", extra));
      });
      return { comments, tokens };
    }),
);

const line = (...fields: string[]) => [...fields, ..."__________".split("").slice(fields.length)].join("\t");
const word = (id: number, form: string, head: number | string) =>
  line(`${id}`, form, "_", "NOUN", "NN", "_", `${head}`, "dep");

describe("CoNLL-U", () => {
  testFormat(conllu, sentences, {}, [
    "# c\n",
    `${word(1, "a", 0)}\n`,
    `${word(2, "b", 1)}\n`,
    `${word(1, "c", 9)}\n`,
    "\n",
    "\r\n",
    "junk",
    "\t",
  ]);
  const text = [
    "# sent_id = 1",
    "# text = dámelo ya",
    line("1-2", "dámelo"),
    line("1", "da", "dar", "VERB", "V", "_", "0", "root"),
    line("2", "melo", "melo", "PRON", "P", "_", "1", "obj"),
    line("2.1", "e"),
    line("3", "ya", "ya", "ADV", "R", "_", "1", "advmod"),
  ].join("\n");
  test("comments, ranges and empty nodes are kept; the last blank line may be missing", () => {
    const [sentence] = readConllu(text);
    expect(sentence!.comments).toEqual(["# sent_id = 1", "# text = dámelo ya"]);
    expect(sentence!.tokens.map((token) => token.id)).toEqual(["1-2", "1", "2", "2.1", "3"]);
    expect(writeConllu([sentence!])).toBe(`${text}\n\n`);
  });
  test("the tree over the words", () => {
    const tree = conlluDependencies(readConllu(text)[0]!);
    const expected = {
      words: ["da", "melo", "ya"],
      tags: ["VERB", "PRON", "ADV"],
      heads: [0, 1, 1],
      labels: ["root", "obj", "advmod"],
    };
    expect(tree).toEqual(expected);
    expect(
      conlluDependencies(readConllu(writeConllu([conlluFromDependencies(expected, { tags: "xpos" })]))[0]!, {
        tags: "xpos",
      }),
    ).toEqual(expected);
  });
  test("tags of both columns are one tag of two parts, and none where one is missing", () => {
    const [sentence] = readConllu(text);
    const tree = conlluDependencies(sentence!, { tags: "both" });
    expect(tree.tags.at(-1)).toBe("ADV R");
    const { tokens } = conlluFromDependencies(tree, { tags: "both" });
    expect([tokens.at(-1)!.upos, tokens.at(-1)!.xpos]).toEqual(["ADV", "R"]);
    expect(tagIn({ upos: "ADV", xpos: "_" }, "both")).toBe("_");
    expect(tagColumns("ADV", "both")).toEqual({ upos: "ADV" });
    const row = conllxFromDependencies({ ...tree, tags: ["VERB V", "PRON P", "X"] }, { tags: "both" });
    expect(row.map(({ cpostag, postag }) => [cpostag, postag])).toEqual([
      ["VERB", "V"],
      ["PRON", "P"],
      ["X", "X"],
    ]);
  });
  test("a sentence without heads can be read, but has no tree", () => {
    const [sentence] = readConllu(`${word(1, "a", "_")}\n${word(2, "b", "_")}`);
    expect(() => conlluDependencies(sentence!)).toThrow(
      'word 1 ("a") has no head; expected a sentence with dependencies.',
    );
  });
  test("comments before a blank line go to the next sentence", () => {
    expect(readConllu(`# a\n\n# b\n${word(1, "a", 0)}`)[0]!.comments).toEqual(["# a", "# b"]);
  });
  test.each([
    ["1\tdog\t_", "x:1:1: this line has 3 columns; CoNLL-U has 10, separated by tabs."],
    [
      "1 dog _",
      "x:1:1: this line has 1 column; CoNLL-U has 10, separated by tabs. The columns of this line are separated by blanks.",
    ],
    [`# c\n${line("1", "", "_")}`, "x:2:3: the column FORM is empty; write _ for no value."],
    [
      line("one", "dog"),
      'x:1:1: "one" is not a word number; expected a number as 3, a range as 3-4 or an empty node as 3.1.',
    ],
    [word(2, "dog", 0), "x:1:1: the word number 2 is out of order; expected 1."],
    [
      `${line("2-3", "ab")}\n${word(1, "a", 0)}`,
      "x:1:1: the range 2-3 stands before word 1; a range goes up and stands before its first word.",
    ],
    [`${line("1-2", "ab")}\n${word(1, "a", 0)}`, "x:1: a range ends at word 2; this sentence has 1 word."],
    [`${word(1, "a", 0)}\n${line("2.1", "e")}`, "x:2:1: the empty node 2.1 is out of order; expected 1.1 here."],
    [word(1, "dog", "x"), 'x:1:19: the head "x" is not a number; expected 0, a word number or _.'],
    [`${word(1, "a", 0)}\n${word(2, "bc", 7)}`, "x:2:18: the head 7 is not a word of this sentence; it has 2 words."],
    [
      `${word(1, "a", 0)}\n${word(2, "b", "_")}`,
      "x:2:17: word 2 has no head, but others have; give all words heads or none.",
    ],
    [
      `${word(1, "a", 0)}\n${word(2, "b", 3)}\n${word(3, "c", 2)}`,
      "x:2:17: words 2 → 3 → 2 form a cycle; every word must lead to the root, head 0.",
    ],
    [`${word(1, "a", 1)}`, "x:1:17: word 1 is its own head; every word must lead to the root, head 0."],
    [`${word(1, "a", 0)}\n# late`, "x:2:1: a comment stands inside a sentence; comments come before its first word."],
  ])("%j", (source, message) => expect(failureOf(conllu, source).message).toBe(message));
  test("bad sentences are skipped, each with one error", () => {
    const errors: (number | undefined)[] = [];
    const source = `${word(1, "a", 0)}\n\nbad\nworse\n\n${word(1, "b", 0)}\n\n${word(1, "c", 4)}`;
    expect(readConllu(source, { onBad: (error) => errors.push(error.line) })).toHaveLength(2);
    expect(errors).toEqual([3, 8]);
  });
});

describe("CoNLL-X", () => {
  const xSentences = heads.chain((all) =>
    fc.array(eight, { minLength: all.length, maxLength: all.length }).map((values) =>
      all.map((head, i) => {
        const [form, lemma, cpostag, postag, feats, deprel, phead, pdeprel] = values[i] as [
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
        ];
        return { form, lemma, cpostag, postag, feats, head, deprel, phead, pdeprel };
      }),
    ),
  );
  testFormat(conllx, xSentences, {}, [
    `${word(1, "a", 0)}\n`,
    `${word(2, "b", 1)}\n`,
    `${word(1, "c", 9)}\n`,
    "\n",
    "\r\n",
    "junk",
    "\t",
  ]);
  test("eight columns are enough, and the tree comes out", () => {
    const tree = conllxDependencies(readConllx("1\ta\t_\tN\tNN\t_\t2\tsb\n2\tb\t_\tV\tVB\t_\t0\troot\n")[0]!);
    expect(tree).toEqual({ words: ["a", "b"], tags: ["NN", "VB"], heads: [2, 0], labels: ["sb", "root"] });
    expect(conllxDependencies(conllxFromDependencies(tree))).toEqual(tree);
  });
  test.each([
    ["1\ta\t_", "x:1:1: this line has 3 columns; CoNLL-X has 10, or 8 without the projective tree, separated by tabs."],
    [word(2, "a", 0), "x:1:1: the word number 2 is out of order; expected 1."],
    [word(1, "a", "_"), 'x:1:17: the head "_" is not a number; expected 0 or a word number.'],
    [word(1, "a", 5), "x:1:17: the head 5 is not a word of this sentence; it has 1 word."],
    [
      `${word(1, "a", 2)}\n${word(2, "b", 1)}`,
      "x:1:17: words 1 → 2 → 1 form a cycle; every word must lead to the root, head 0.",
    ],
    [line("1", "a", ""), "x:1:5: the column LEMMA is empty; write _ for no value."],
  ])("%j", (source, message) => expect(failureOf(conllx, source).message).toBe(message));
});
