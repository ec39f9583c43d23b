/**
 * Golden counts, derived by hand from the rules in the head of src/evaluation/brackets.ts, which are EVALB's with
 * COLLINS.prm. Each case names the rule it turns on and spells the spans out: label[start, end) over the words that
 * remain.
 */
import { describe, expect, test } from "vitest";
import { COLLINS } from "../../src/evaluation/bracket-parameters.ts";
import { compareBrackets, type SentenceBrackets } from "../../src/evaluation/brackets.ts";
import { tree } from "./bracket-text.ts";

type Expected = [
  length: number,
  words: number,
  gold: number,
  predicted: number,
  matched: number,
  unlabelled: number,
  cross: number,
  tags: number,
];

const row = (s: SentenceBrackets): Expected => [
  s.length,
  s.words,
  s.gold,
  s.predicted,
  s.matched,
  s.matchedUnlabelled,
  s.crossing,
  s.correctTags,
];

const compare = (gold: string, predicted: string) => compareBrackets(tree(gold), tree(predicted), COLLINS);

const CASES: { rule: string; gold: string; predicted: string; expected: Expected }[] = [
  {
    // Both: S[0,2) NP[0,1) VP[1,2).
    rule: "identical trees match on everything",
    gold: "(S (NP (NN dog)) (VP (VBZ barks)))",
    predicted: "(S (NP (NN dog)) (VP (VBZ barks)))",
    expected: [2, 2, 3, 3, 3, 3, 0, 2],
  },
  {
    // Gold S[0,5) NP[0,1) VP[1,5) NP[2,5) NP[2,3) PP[3,5) NP[4,5); predicted S NP VP[1,5) NP[2,3) PP[3,5) NP[4,5): one
    // missing, no crossing.
    rule: "low against high PP attachment loses one bracket and crosses none",
    gold: "(TOP (S (NP (PRP I)) (VP (VBD saw) (NP (NP (NNS men)) (PP (IN with) (NP (NNS hats)))))))",
    predicted: "(TOP (S (NP (PRP I)) (VP (VBD saw) (NP (NNS men)) (PP (IN with) (NP (NNS hats))))))",
    expected: [5, 5, 7, 6, 6, 6, 0, 5],
  },
  {
    // 1: "," and "." go; "said" is word 1. Gold S[0,2) NP[0,1) VP[1,2).
    rule: "punctuation is deleted by tag on both sides, and counts towards the length only",
    gold: "(S (NP (NNP Kim)) (, ,) (VP (VBD left)) (. .))",
    predicted: "(S (NP (NNP Kim) (, ,)) (VP (VBD left) (. .)))",
    expected: [4, 2, 3, 3, 3, 3, 0, 2],
  },
  {
    // 1: deletion goes by tag, so a comma tagged NN stays on one side only: lengths differ. See the error cases for the
    // status.
    rule: "brackets -LRB- and other symbols are no punctuation",
    gold: "(NP (-LRB- -LRB-) (NN x) (-RRB- -RRB-) ($ $) (# #))",
    predicted: "(NP (-LRB- -LRB-) (NN x) (-RRB- -RRB-) ($ $) (# #))",
    expected: [5, 5, 1, 1, 1, 1, 0, 5],
  },
  {
    // 1, 3: traces and the SBAR and S over nothing but traces vanish. Gold S[0,2) NP[0,1) VP[1,2).
    rule: "traces and what dominates only traces are gone, from the length too",
    gold: "(S (NP-SBJ (NNP Kim)) (VP (VBD said) (SBAR (-NONE- 0) (S (-NONE- *T*-1)))))",
    predicted: "(S (NP (NNP Kim)) (VP (VBD said)))",
    expected: [2, 2, 3, 3, 3, 3, 0, 2],
  },
  {
    // 3: NP over `` only. Both sides S[0,1) VP[0,1).
    rule: "a phrase of nothing but punctuation is gone",
    gold: "(S (NP (`` ``) ('' '')) (VP (VB go)))",
    predicted: "(S (VP (VB go)))",
    expected: [3, 1, 2, 2, 2, 2, 0, 1],
  },
  {
    // 4: all cut to NP, S, PP, ADVP.
    rule: "function tags, indices and gap marks are cut from labels",
    gold: "(S-TPC-1 (NP-SBJ=2 (NN x)) (PP-LOC-CLR (IN in) (NP|x (NN y))) (ADVP-TMP (RB now)))",
    predicted: "(S (NP (NN x)) (PP (IN in) (NP|x (NN y))) (ADVP=1 (RB now)))",
    expected: [4, 4, 5, 5, 5, 5, 0, 4],
  },
  {
    // 4: TOP is deleted after cutting; ROOT is not a deleted label.
    rule: "TOP counts on neither side, whatever its function tag; ROOT counts",
    gold: "(TOP-X (S (VB go)))",
    predicted: "(ROOT (S (VB go)))",
    expected: [1, 1, 1, 2, 1, 1, 0, 1],
  },
  {
    // 4: the unnamed bracket around a Penn tree is one more constituent to EVALB.
    rule: "an unnamed top bracket counts",
    gold: "( (S (VB go)))",
    predicted: "(TOP (S (VB go)))",
    expected: [1, 1, 2, 1, 1, 1, 0, 1],
  },
  {
    // 4: "-NONE-" as a *constituent* is cut to "" before deletion is looked up.
    rule: "a constituent labelled -NONE- is not deleted",
    gold: "(S (-NONE- (NN x)))",
    predicted: "(S (NP (NN x)))",
    expected: [1, 1, 2, 2, 1, 2, 0, 1],
  },
  {
    rule: "ADVP equals PRT, either way round",
    gold: "(VP (VB give) (PRT (RP up)) (ADVP (RB now)))",
    predicted: "(VP (VB give) (ADVP (RP up)) (PRT (RB now)))",
    expected: [3, 3, 3, 3, 3, 3, 0, 3],
  },
  {
    // 5: NP[0,1) twice in gold, once predicted; then three times predicted.
    rule: "a doubled bracket needs a double: missing",
    gold: "(S (NP (NP (NN x))) (VP (VB go)))",
    predicted: "(S (NP (NN x)) (VP (VB go)))",
    expected: [2, 2, 4, 3, 3, 3, 0, 2],
  },
  {
    rule: "a doubled bracket needs a double: too many",
    gold: "(S (NP (NN x)) (VP (VB go)))",
    predicted: "(S (NP (NP (NP (NN x)))) (VP (VB go)))",
    expected: [2, 2, 3, 5, 3, 3, 0, 2],
  },
  {
    // 5: order within a unary chain does not matter: S[0,1) VP[0,1) against VP[0,1) S[0,1).
    rule: "the order of a unary chain does not matter",
    gold: "(S (VP (VB go)))",
    predicted: "(VP (S (VB go)))",
    expected: [1, 1, 2, 2, 2, 2, 0, 1],
  },
  {
    // 5: gold X[0,2) A[0,1); predicted X[0,2) B[0,1).
    rule: "a wrong label still matches unlabelled",
    gold: "(X (A (NN a)) (NN b))",
    predicted: "(X (B (NN a)) (NN b))",
    expected: [2, 2, 2, 2, 1, 2, 0, 2],
  },
  {
    // 6: predicted A[0,3) is crossed by gold B[2,4) and C[1,4): one crossing. Gold X[0,4) C[1,4) B[2,4); predicted
    // X[0,4) A[0,3).
    rule: "crossing counts predicted brackets, once each",
    gold: "(X (T a) (C (T b) (B (T c) (T d))))",
    predicted: "(X (A (T a) (T b) (T c)) (T d))",
    expected: [4, 4, 3, 2, 1, 1, 1, 4],
  },
  {
    // 6: predicted A[0,3) and D[1,3) are both crossed by gold B[2,4).
    rule: "two predicted brackets over one gold bracket are two crossings",
    gold: "(X (T a) (T b) (B (T c) (T d)))",
    predicted: "(X (A (T a) (D (T b) (T c))) (T d))",
    expected: [4, 4, 2, 3, 1, 1, 2, 4],
  },
  {
    // 6: with "," deleted, predicted A[0,1) and gold B[1,2) touch and do not cross.
    rule: "brackets that meet only in punctuation do not cross",
    gold: "(X (T a) (B (, ,) (T b)))",
    predicted: "(X (A (T a) (, ,)) (T b))",
    expected: [3, 2, 2, 2, 1, 1, 0, 2],
  },
  {
    // 6: a deleted bracket (TOP over part of the sentence) does not cross.
    rule: "deleted brackets do not cross",
    gold: "(X (T a) (B (T b) (T c)))",
    predicted: "(X (TOP (T a) (T b)) (T c))",
    expected: [3, 3, 2, 1, 1, 1, 0, 3],
  },
  {
    // 7: NN against NNS is wrong; PRT against ADVP as tags is right by EQ_LABEL; NN-TL is not cut.
    rule: "tags are compared as written, with the same equal labels",
    gold: "(X (NN a) (PRT b) (NN c) (. .))",
    predicted: "(X (NNS a) (ADVP b) (NN-TL c) (. .))",
    expected: [4, 3, 1, 1, 1, 1, 0, 1],
  },
  {
    rule: "a tree that is one word has no bracket",
    gold: "(NN x)",
    predicted: "(NN x)",
    expected: [1, 1, 0, 0, 0, 0, 0, 1],
  },
  {
    rule: "an empty constituent is dropped",
    gold: "(S (NN x) (NP))",
    predicted: "(S (NN x))",
    expected: [1, 1, 1, 1, 1, 1, 0, 1],
  },
];

describe("compareBrackets", () => {
  test.each(CASES)("$rule", ({ gold, predicted, expected }) => {
    const sentence = compare(gold, predicted);
    expect(sentence.status).toBe("valid");
    expect(row(sentence)).toEqual(expected);
  });

  test("rule 2: an error or a skipped sentence has a length and no counts", () => {
    const gold = "(S (NP (NN x)) (, ,) (VP (VB go)) (-NONE- *))";
    const none = [3, 0, 0, 0, 0, 0, 0, 0];
    const cases: [string, "error" | "skipped", string][] = [
      ["(S (NP (NN x)))", "error", "1 words predicted, 2 in the gold tree"],
      ["(S (NP (NN x)) (NN ,) (VP (VB go)))", "error", "3 words predicted, 2 in the gold tree"],
      ["(S (NP (NN x)) (VP (VB GO)))", "error", 'word 2 is "GO", but "go" in the gold tree'],
      ["(S)", "skipped", "no word was predicted"],
      ["(S (. .))", "skipped", "no word was predicted"],
    ];
    for (const [predicted, status, problem] of cases) {
      const sentence = compare(gold, predicted);
      expect([sentence.status, sentence.problem]).toEqual([status, problem]);
      expect(row(sentence)).toEqual(none);
    }
    expect(compareBrackets(tree(gold), undefined, COLLINS).status).toBe("skipped");
  });

  test("rule 2: a gold tree without words is an error if anything was predicted, else skipped", () => {
    expect(compare("(S (. .))", "(S (NN x))").status).toBe("error");
    expect(compare("(S (. .))", "(S (. .))").status).toBe("skipped");
  });

  test("equal words are no error; labels equal to a deleted one are deleted", () => {
    const parameters = {
      ...COLLINS,
      equalWords: [["colour", "color"]] as const,
      equalLabels: [["TOP", "ROOT"]] as const,
    };
    const sentence = compareBrackets(tree("(ROOT (NP (NN color)))"), tree("(NP (NN colour))"), parameters);
    expect(row(sentence)).toEqual([1, 1, 1, 1, 1, 1, 0, 1]);
  });

  test("equality is not transitive, and the first free bracket is taken even where another would leave more matches", () => {
    // Gold B A over one word, predicted B' … : B = A and A = C. Gold A takes predicted B first; gold B then finds only
    // C: no match.
    const parameters = { ...COLLINS, equalLabels: [["A", "B"] as const, ["A", "C"] as const] };
    const sentence = compareBrackets(tree("(A (B (NN x)))"), tree("(B (C (NN x)))"), parameters);
    expect(sentence.matched).toBe(1);
  });

  test("trees too deep for recursion", () => {
    const deep = (label: string) => {
      let node = tree("(NN x)");
      for (let i = 0; i < 3000; i++) node = { label, children: [node] };
      return node;
    };
    expect(row(compareBrackets(deep("A"), deep("A"), COLLINS)).slice(2, 5)).toEqual([3000, 3000, 3000]);
  });
});
