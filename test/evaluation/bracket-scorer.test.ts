/** Bracket scores of a corpus, and their report. */
import { describe, expect, test } from "vitest";
import { InputError } from "../../src/base/errors.ts";
import { COLLINS, COLLINS_UNNAMED_TOP, readBracketParameters } from "../../src/evaluation/bracket-parameters.ts";
import { formatBracketReport } from "../../src/evaluation/bracket-report.ts";
import { BracketScorer } from "../../src/evaluation/bracket-scorer.ts";
import { tree } from "./bracket-text.ts";

/** A flat sentence of `size` words. */
const flat = (size: number) => tree(`(S ${"(NN x) ".repeat(size)})`);

function example(scorer = new BracketScorer()): BracketScorer {
  // complete; gold 3, predicted 3, matched 3; 2 words
  scorer.add(tree("(S (NP (NN dog)) (VP (VBZ barks)) (. .))"), tree("(S (NP (NN dog)) (VP (VBZ barks)) (. .))"));
  // gold X C B (3), predicted X A (2), matched 1, one crossing; tags 3 of 4
  scorer.add(tree("(X (T a) (C (T b) (B (T c) (T d))))"), tree("(X (A (T a) (T b) (U c)) (T d))"));
  // error, skipped
  scorer.add(flat(3), flat(2));
  scorer.add(flat(3), undefined);
  // 41 words: not in the short summary. gold 1, predicted 1, matched 0, unlabelled 1
  scorer.add(flat(41), tree(`(X ${"(NN x) ".repeat(41)})`));
  return scorer;
}

describe("BracketScorer", () => {
  test("sums counts over valid sentences and divides once", () => {
    const { all, short, cutoff } = example().summary();
    expect(cutoff).toBe(40);
    expect([all.sentences, all.errors, all.skipped, all.valid]).toEqual([5, 1, 1, 3]);
    expect(all.counts).toEqual({
      words: 47,
      gold: 7,
      predicted: 6,
      matched: 4,
      matchedUnlabelled: 5,
      crossing: 1,
      correctTags: 46,
      complete: 1,
    });
    expect(all.recall).toBeCloseTo(400 / 7, 12);
    expect(all.precision).toBeCloseTo(400 / 6, 12);
    expect(all.f1).toBeCloseTo(800 / 13, 12);
    expect(all.unlabelled.f1).toBeCloseTo(1000 / 13, 12);
    expect(all.completeMatch).toBeCloseTo(100 / 3, 12);
    expect(all.averageCrossing).toBeCloseTo(1 / 3, 12);
    expect(all.noCrossing).toBeCloseTo(200 / 3, 12);
    expect(all.twoOrLessCrossing).toBe(100);
    expect(all.tagAccuracy).toBeCloseTo(4600 / 47, 12);
    expect([short.sentences, short.errors, short.skipped, short.valid]).toEqual([4, 1, 1, 2]);
    expect([short.counts.gold, short.counts.predicted, short.counts.matched]).toEqual([6, 5, 4]);
    expect(short.completeMatch).toBe(50);
  });

  test("sentences need not be kept", () => {
    const lean = example(new BracketScorer({}, { keepSentences: false }));
    expect(lean.sentences).toEqual([]);
    expect(example().sentences).toHaveLength(5);
    expect(lean.summary()).toEqual(example().summary());
  });

  test("three crossings are more than two", () => {
    const scorer = new BracketScorer();
    // Predicted A[0,5) B[0,4) C[0,3) all cross gold G[2,6).
    scorer.add(
      tree("(X (T a) (T b) (G (T c) (T d) (T e) (T f)))"),
      tree("(X (A (B (C (T a) (T b) (T c)) (T d)) (T e)) (T f))"),
    );
    expect(scorer.sentences[0]!.crossing).toBe(3);
    expect(scorer.summary().all.twoOrLessCrossing).toBe(0);
  });

  test("the length that decides is the gold's with punctuation, without traces", () => {
    const scorer = new BracketScorer({ cutoff: 3 });
    const gold = tree("(S (NN a) (, ,) (NN b) (-NONE- *))");
    expect(scorer.add(gold, gold).length).toBe(3);
    scorer.add(tree("(S (NN a) (, ,) (NN b) (. .))"), gold);
    expect([scorer.summary().all.valid, scorer.summary().short.valid]).toEqual([2, 1]);
  });

  test("unnamed tops may be deleted as if they were TOP", () => {
    const named = tree("(TOP (S (NP (NN x)) (VP (VB go))))");
    const unnamed = tree("( (S (NP (NN x)) (VP (VB go))))");
    expect(new BracketScorer(COLLINS_UNNAMED_TOP).add(unnamed, unnamed)).toEqual(new BracketScorer().add(named, named));
    expect(new BracketScorer().add(unnamed, unnamed).gold).toBe(4);
  });

  test("nothing scored is 0 throughout, never NaN", () => {
    const { all } = new BracketScorer().summary();
    expect([all.recall, all.precision, all.f1, all.completeMatch, all.averageCrossing, all.tagAccuracy]).toEqual([
      0, 0, 0, 0, 0, 0,
    ]);
  });

  test("the report has EVALB's layout", () => {
    expect(
      formatBracketReport(example()),
    ).toBe(`  Sent.                        Matched  Bracket   Cross        Correct Tag
 ID  Len.  Stat. Recal  Prec.  Bracket gold test Bracket Words  Tags Accracy
============================================================================
   1    3    0  100.00 100.00     3      3    3      0      2     2   100.00
   2    4    0   33.33  50.00     1      3    2      1      4     3    75.00
   3    3    1    0.00   0.00     0      0    0      0      0     0     0.00
   4    3    2    0.00   0.00     0      0    0      0      0     0     0.00
   5   41    0    0.00   0.00     0      1    1      0     41    41   100.00
============================================================================
                 57.14  66.67      4     7     6      1     47    46    97.87
=== Summary ===

-- All --
Number of sentence        =      5
Number of Error sentence  =      1
Number of Skip  sentence  =      1
Number of Valid sentence  =      3
Bracketing Recall         =  57.14
Bracketing Precision      =  66.67
Bracketing FMeasure       =  61.54
Complete match            =  33.33
Average crossing          =   0.33
No crossing               =  66.67
2 or less crossing        = 100.00
Tagging accuracy          =  97.87

-- len<=40 --
Number of sentence        =      4
Number of Error sentence  =      1
Number of Skip  sentence  =      1
Number of Valid sentence  =      2
Bracketing Recall         =  66.67
Bracketing Precision      =  80.00
Bracketing FMeasure       =  72.73
Complete match            =  50.00
Average crossing          =   0.50
No crossing               =  50.00
2 or less crossing        = 100.00
Tagging accuracy          =  83.33
`);
  });
});

describe("readBracketParameters", () => {
  test("reads the lines of COLLINS.prm", () => {
    const text = `##-- comment --##
DEBUG 0
MAX_ERROR                  10
CUTOFF_LEN  40
LABELED  1

DELETE_LABEL TOP
DELETE_LABEL -NONE-
DELETE_LABEL ,
DELETE_LABEL :
DELETE_LABEL \`\`
DELETE_LABEL ''
DELETE_LABEL .
DELETE_LABEL_FOR_LENGTH -NONE-
EQ_LABEL ADVP PRT\r
`;
    expect(readBracketParameters(text)).toEqual(COLLINS);
    expect(readBracketParameters("EQ_WORD a b\nCUTOFF_LEN 10\n")).toEqual({
      deletedLabels: [],
      deletedForLength: [],
      equalLabels: [],
      equalWords: [["a", "b"]],
      cutoff: 10,
    });
  });

  test.each([
    ["DELETE_LABEL TOP\nDELET_LABEL X", 'x.prm:2: unknown keyword "DELET_LABEL". Did you mean "DELETE_LABEL"?'],
    ["SOMETHING", 'x.prm:1: unknown keyword "SOMETHING". Known are DELETE_LABEL, '],
    ["EQ_LABEL ADVP", "x.prm:1: EQ_LABEL has 1 values; two are expected."],
    ["DELETE_LABEL", "x.prm:1: DELETE_LABEL has 0 values; one is expected."],
    ["\nCUTOFF_LEN forty", 'x.prm:2: CUTOFF_LEN is "forty"; a whole number of at least 0 is expected.'],
  ])("%j is refused", (text, message) => {
    let error: unknown;
    try {
      readBracketParameters(text, { file: "x.prm" });
    } catch (caught) {
      error = caught;
    }
    expect(error).toBeInstanceOf(InputError);
    expect((error as Error).message).toContain(message);
  });
});
