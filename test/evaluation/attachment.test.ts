/** Alignment of words and attachment scores, as the CoNLL 2018 scorer has them. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InputError, ShapeError } from "../../src/base/errors.ts";
import { alignWords } from "../../src/evaluation/alignment.ts";
import { type AttachedSentence, scoreAttachment } from "../../src/evaluation/attachment.ts";

/** "form/head/label" words. */
const sentence = (text: string): AttachedSentence => {
  const parts = text.split(" ").map((word) => word.split("/"));
  return {
    words: parts.map(([form]) => form!),
    heads: parts.map(([, head]) => Number(head)),
    labels: parts.map(([, , label]) => label!),
  };
};

describe("alignWords", () => {
  const align = (gold: string, predicted: string) => [
    ...alignWords([{ words: gold.split(" ") }], [{ words: predicted.split(" ") }]),
  ];

  test("pairs words with the same characters", () => {
    expect(align("a b c", "a b c")).toEqual([0, 1, 2]);
    expect(align("can not go", "cannot go")).toEqual([-1, 2]);
    expect(align("cannot go", "can not go")).toEqual([-1, -1, 1]);
    expect(align("ab cd e", "a bc d e")).toEqual([-1, -1, -1, 2]);
    expect([...alignWords([{ words: ["a b"] }], [{ words: ["ab"] }])]).toEqual([0]);
  });

  test("crosses sentence boundaries", () => {
    expect([
      ...alignWords([{ words: ["a", "b"] }, { words: ["c"] }], [{ words: ["a"] }, { words: ["b", "c"] }]),
    ]).toEqual([0, 1, 2]);
  });

  test("pairs the words of multi-word tokens by longest common subsequence", () => {
    const multiword = [{ form: "au", first: 2, last: 3 }];
    const gold = [{ words: ["va", "à", "le", "parc"], multiword }];
    expect([...alignWords(gold, [{ words: ["va", "À", "le", "parc"], multiword }])]).toEqual([0, 1, 2, 3]);
    expect([...alignWords(gold, [{ words: ["va", "le", "à", "parc"], multiword }])]).toEqual([0, 2, -1, 3]);
    // One side leaves the token whole: nothing in the stretch is the same word.
    expect([...alignWords(gold, [{ words: ["va", "au", "parc"] }])]).toEqual([0, -1, 3]);
    expect([...alignWords([{ words: ["va", "au", "parc"] }], gold)]).toEqual([0, -1, -1, 2]);
    // One side writes the words of the token apart: they are the same words.
    const xy = [{ words: ["x", "y", "z"], multiword: [{ form: "xy", first: 1, last: 2 }] }];
    expect([...alignWords(xy, [{ words: ["x", "y", "z"] }])]).toEqual([0, 1, 2]);
    // A multi-word token that another splits elsewhere: "vaau" as one token of three words against va + au.
    const joined = [{ words: ["va", "à", "le", "parc"], multiword: [{ form: "vaau", first: 1, last: 3 }] }];
    expect([...alignWords(gold, joined)]).toEqual([0, 1, 2, 3]);
    // A plain word that straddles the start of the other side's token.
    expect([
      ...alignWords(
        [{ words: ["xy", "y", "z"], multiword: [{ form: "yz", first: 2, last: 3 }] }],
        [{ words: ["x", "yyz"] }],
      ),
    ]).toEqual([-1, -1]);
    expect([
      ...alignWords(
        [{ words: ["x", "yyz"] }],
        [{ words: ["xy", "y", "z"], multiword: [{ form: "yz", first: 2, last: 3 }] }],
      ),
    ]).toEqual([-1, -1, -1]);
  });

  test("agrees with pairing by offsets, for any two ways to cut a text", () => {
    const cuts = fc.array(fc.integer({ min: 1, max: 19 }), { maxLength: 8 });
    fc.assert(
      fc.property(cuts, cuts, (first, second) => {
        const cut = (places: number[]) => [...new Set([0, ...places, 20])].sort((a, b) => a - b);
        const pieces = (at: number[]) => at.slice(1).map((end, i) => "abcdefghijklmnopqrst".slice(at[i]!, end));
        const [gold, predicted] = [pieces(cut(first)), pieces(cut(second))];
        // Every letter is different, so a piece's text says where it stands.
        expect([...alignWords([{ words: gold }], [{ words: predicted }])]).toEqual(
          predicted.map((piece) => gold.indexOf(piece)),
        );
      }),
    );
  });

  test("refuses different texts", () => {
    expect(() => align("the dog barks", "the cat barks")).toThrow(InputError);
    expect(() => align("the dog barks", "the cat barks")).toThrow(
      'the two texts differ: after 3 characters the gold text goes on "dogbarks" and the predicted "catbarks"; scoring needs',
    );
  });
});

describe("scoreAttachment", () => {
  const gold = sentence("The/2/det dog/3/nsubj saw/0/root old/5/amod cats/3/obj ./3/punct");

  test("itself is 100 throughout", () => {
    const { uas, las, clas, complete, completeLabelled, withoutPunctuation } = scoreAttachment([gold], [gold]);
    const full = { recall: 100, precision: 100, f1: 100 };
    expect([uas, las, clas, complete, completeLabelled]).toEqual([full, full, full, 100, 100]);
    expect(withoutPunctuation).toEqual({ uas: full, las: full, clas: full, complete: 100, completeLabelled: 100 });
  });

  test("counts heads, relations and content words", () => {
    // Wrong: the head of "old" (amod); the label of "cats" (obl for obj); the head of ".".
    const predicted = sentence("The/2/det dog/3/nsubj saw/0/root old/3/amod cats/3/obl ./2/punct");
    const summary = scoreAttachment([gold, gold], [predicted, gold]);
    expect(summary.uas.f1).toBeCloseTo((100 * 10) / 12, 12);
    expect(summary.las.f1).toBeCloseTo((100 * 9) / 12, 12);
    // Content words: dog, saw, old, cats; two of them right in the first sentence.
    expect(summary.clas.f1).toBeCloseTo((100 * 6) / 8, 12);
    expect([summary.complete, summary.completeLabelled]).toEqual([50, 50]);
    expect(summary.withoutPunctuation.uas.f1).toBeCloseTo((100 * 9) / 10, 12);
    expect(summary.withoutPunctuation.las.f1).toBeCloseTo((100 * 8) / 10, 12);
  });

  test("relations are compared up to the colon; a wrong label spoils only the labelled figures", () => {
    const a = sentence("He/2/nsubj:pass ran/0/root");
    const b = sentence("He/2/nsubj ran/0/root");
    const c = sentence("He/2/obj ran/0/root");
    expect(scoreAttachment([a], [b]).las.f1).toBe(100);
    const summary = scoreAttachment([a], [c]);
    expect([summary.uas.f1, summary.las.f1, summary.complete, summary.completeLabelled]).toEqual([100, 50, 100, 0]);
  });

  test("CLAS: recall over gold content words, precision over predicted ones", () => {
    const a = sentence("He/2/nsubj ran/0/root home/2/advmod");
    const b = sentence("He/2/det ran/0/root home/2/advmod");
    const { clas } = scoreAttachment([a], [b]);
    expect([clas.recall, clas.precision]).toEqual([200 / 3, 100]);
  });

  test("different tokens: unaligned words and heads are wrong", () => {
    // "cannot" against "can not": 3 gold words, 4 predicted; aligned are I and go.
    const a = sentence("I/3/nsubj cannot/3/aux go/0/root");
    const b = sentence("I/4/nsubj can/4/aux not/4/advmod go/0/root");
    const summary = scoreAttachment([a], [b]);
    expect([summary.goldWords, summary.predictedWords, summary.alignedWords]).toEqual([3, 4, 2]);
    expect([summary.uas.recall, summary.uas.precision]).toEqual([200 / 3, 50]);
    expect(summary.complete).toBe(0);
    // The head of "I" is the unaligned "can"; and a gold root may not match a word whose head is merely unaligned.
    const headless = scoreAttachment([a], [sentence("I/2/nsubj can/0/root not/2/advmod go/3/xcomp")]);
    expect(headless.uas.recall).toBe(0);
  });

  test("punctuation can be named by label", () => {
    const predicted = sentence("The/2/det dog/3/nsubj saw/0/root old/5/amod cats/3/obj ./2/punct");
    const options = { isPunctuation: (_: string, label: string) => label === "det" };
    expect(scoreAttachment([gold], [predicted], options).withoutPunctuation.uas.f1).toBe(80);
    expect(scoreAttachment([gold], [predicted]).withoutPunctuation.uas.f1).toBe(100);
  });

  test("refuses arrays that do not fit", () => {
    const bad = { words: ["a"], heads: [2], labels: ["root"] };
    expect(() => scoreAttachment([bad], [bad])).toThrow(
      "gold sentence 1: word 1 has the head 2; heads run from 0 to 1.",
    );
    const short = { words: ["a", "b"], heads: [0], labels: ["root", "x"] };
    expect(() => scoreAttachment([gold], [gold, short])).toThrow(ShapeError);
    expect(() => scoreAttachment([gold], [gold, short])).toThrow(
      "predicted sentence 2: it has 2 words, 1 heads and 2 labels; the three must be equally many.",
    );
  });
});
