/** Unlabelled F1, micro and macro, with the whole sentence and without. */
import { describe, expect, test } from "vitest";
import { ShapeError } from "../../src/base/errors.ts";
import { UnlabelledScorer } from "../../src/evaluation/unlabelled.ts";
import { tree } from "./bracket-text.ts";

describe("UnlabelledScorer", () => {
  test("counts sets of spans of two words or more, with and without the whole", () => {
    const scorer = new UnlabelledScorer();
    // Gold spans 0-4, 1-4, 2-4 (the unary NP over one word and the doubled S do not count). Predicted 0-4, 0-2, 2-4.
    const gold = tree("(TOP (S (NP (NN a)) (VP (V b) (NP (D c) (N d)) (. .))))");
    const predicted = tree("(X (X (N a) (V b)) (X (D c) (N d)) (. .))");
    expect(scorer.add(gold, predicted)).toEqual({
      length: 4,
      withWhole: { gold: 3, predicted: 3, matched: 2 },
      withoutWhole: { gold: 2, predicted: 2, matched: 1 },
    });
  });

  test("the whole-sentence bracket is given to both sides even where punctuation or a flat tree hid it", () => {
    const scorer = new UnlabelledScorer();
    const counts = scorer.add(tree("(S (NN a) (NN b) (. .))"), tree("(X (X (NN a)) (X (NN b) (. .)))"));
    expect(counts.withWhole).toEqual({ gold: 1, predicted: 1, matched: 1 });
    expect(counts.withoutWhole).toEqual({ gold: 0, predicted: 0, matched: 0 });
  });

  test("micro sums counts, macro averages sentences, one-word sentences are left out", () => {
    const scorer = new UnlabelledScorer();
    const flat = "(S (N a) (N b) (N c))";
    const left = "(S (X (N a) (N b)) (N c))";
    const right = "(S (N a) (X (N b) (N c)))";
    const long = "(S (N a) (X (N b) (X (N c) (X (N d) (N e)))))";
    scorer.add(tree(left), tree(right)); // without whole: 1 gold, 1 predicted, 0 matched: F1 0
    scorer.add(tree(flat), tree(flat)); // nothing to find, nothing found: F1 100
    scorer.add(tree(long), tree(long)); // 3, 3, 3: F1 100
    scorer.add(tree("(S (N a))"), tree("(S (N a))"));
    const all = scorer.summary();
    expect([all.sentences, all.trivial]).toEqual([3, 1]);
    expect(all.withoutWhole.micro).toEqual({ recall: 75, precision: 75, f1: 75 });
    expect(all.withoutWhole.macroF1).toBeCloseTo(200 / 3, 12);
    // With the whole: 2, 2, 1; 1, 1, 1; 4, 4, 4.
    expect(all.withWhole.micro.f1).toBeCloseTo(600 / 7, 12);
    expect(all.withWhole.macroF1).toBeCloseTo(250 / 3, 12);
    const short = scorer.summary({ maxLength: 3 });
    expect([short.sentences, short.trivial, short.withoutWhole.micro.f1, short.withoutWhole.macroF1]).toEqual([
      2, 1, 0, 50,
    ]);
  });

  test("an empty predicted set against a full gold set is 0, not NaN", () => {
    const scorer = new UnlabelledScorer();
    scorer.add(tree("(S (X (N a) (N b)) (N c))"), tree("(S (N a) (N b) (N c))"));
    expect(scorer.summary().withoutWhole).toEqual({ micro: { recall: 0, precision: 0, f1: 0 }, macroF1: 0 });
    expect(new UnlabelledScorer().summary().withWhole.macroF1).toBe(0);
  });

  test("different lengths are refused", () => {
    const scorer = new UnlabelledScorer({ deletedTags: [] });
    scorer.add(tree("(S (N a))"), tree("(S (N a))"));
    expect(() => scorer.add(tree("(S (N a) (. .))"), tree("(S (N a))"))).toThrow(ShapeError);
    expect(() => scorer.add(tree("(S (N a) (. .))"), tree("(S (N a))"))).toThrow(
      "sentence 2: the predicted tree has 1 words; the gold tree has 2.",
    );
  });
});
