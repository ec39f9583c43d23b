/** Scores of descriptions against cases that were computed by hand. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  bleuCounts,
  bleuScores,
  CaptionScorer,
  CiderScorer,
  captionScores,
  captionTokens,
  longestCommonSubsequence,
  meteorLike,
  porterStem,
  rougeL,
} from "../../../src/evaluation/index.ts";

const words = (text: string) => text.split(" ");

test("descriptions are cut into words in small letters, without punctuation", () => {
  expect(captionTokens('A man, "Bob", isn\'t here. Two dogs run!')).toEqual([
    "a",
    "man",
    "bob",
    "is",
    "n't",
    "here",
    "two",
    "dogs",
    "run",
  ]);
  expect(captionTokens("")).toEqual([]);
});

describe("BLEU", () => {
  test("clips counts and takes the nearest reference length (Papineni et al. 2002, example 2)", () => {
    const counts = bleuCounts(words("the the the the the the the"), [
      words("the cat is on the mat"),
      words("there is a cat on the mat"),
    ]);
    expect(counts).toEqual({ candidateLength: 7, referenceLength: 7, guessed: [7, 6, 5, 4], correct: [2, 0, 0, 0] });
    expect(bleuScores([counts])[0]).toBeCloseTo(2 / 7, 8);
  });

  test("is the geometric mean over orders with a penalty for brevity", () => {
    const counts = bleuCounts(words("a dog sits on a"), [words("a dog sits on a sofa")]);
    const [one, two, three, four] = bleuScores([counts]);
    for (const score of [one, two, three, four]) expect(score).toBeCloseTo(Math.exp(1 - 6 / 5), 6);
    const half = bleuScores([bleuCounts(words("a dog b c"), [words("a dog x y")])]);
    expect(half[1]).toBeCloseTo(Math.sqrt((2 / 4) * (1 / 3)), 6);
  });

  test("of two images is that of their sums, not their mean", () => {
    const [right, wrong] = [bleuCounts(["a", "b", "c"], [["a", "b", "c"]]), bleuCounts(["x"], [["y"]])];
    expect(bleuScores([right, wrong])[0]).toBeCloseTo(3 / 4, 8);
  });

  test("of two reference lengths that are equally near takes the shorter", () => {
    expect(bleuCounts(words("a b c"), [words("a b c d"), words("a b")]).referenceLength).toBe(2);
  });
});

test("ROUGE-L has the best precision and the best recall", () => {
  expect(longestCommonSubsequence(words("police killed the gunman"), words("police kill the gunman"))).toBe(3);
  const [p, r] = [3 / 4, 3 / 4];
  expect(rougeL(words("police killed the gunman"), [words("police kill the gunman")])).toBeCloseTo(
    (2.44 * p * r) / (r + 1.44 * p),
    12,
  );
  // precision from the one, recall from the other
  expect(rougeL(words("a b"), [words("a b c d"), words("a")])).toBeCloseTo((2.44 * 1 * 1) / (1 + 1.44), 12);
  expect(rougeL([], [words("a")])).toBe(0);
});

describe("CIDEr-D", () => {
  const references = [[words("a dog runs")], [words("a cat sits")], [words("a man eats")]];
  const scorer = new CiderScorer(references);

  test("by hand: n-grams of one image weigh log 3, those of all images nothing", () => {
    // Unigrams dog and runs, both bigrams, the trigram: all match; there is no four-gram.
    expect(scorer.score(words("a dog runs"), references[0]!)).toBeCloseTo((10 / 4) * 3, 10);
    // "dog" of (dog, runs); bigram "a dog" of ("a dog", "dog eats"), of which the second is rare too.
    const one = 1 / (Math.SQRT2 * Math.SQRT2);
    expect(scorer.score(words("a dog eats"), references[0]!)).toBeCloseTo((10 / 4) * (one + one), 10);
    expect(scorer.score(words("a cat sits"), references[0]!)).toBe(0);
  });

  test("length is punished by a Gaussian of σ = 6 over bigrams, and repeated words are clipped", () => {
    // Bigrams: two of the reference's, "runs a", and "a a" twice; trigrams: one of four; three bigrams too many.
    const expected = (10 / 4) * (1 + 2 / (Math.sqrt(7) * Math.SQRT2) + 1 / 2) * Math.exp(-9 / 72);
    expect(scorer.score(words("a dog runs a a a"), references[0]!)).toBeCloseTo(expected, 10);
    const repeated = scorer.score(words("dog dog dog"), references[0]!);
    // min(3, 1)·1 / (3 · √2), no other n-gram matches
    expect(repeated).toBeCloseTo((10 / 4) * (1 / (3 * Math.SQRT2)), 10);
  });

  test("is the mean over references", () => {
    const two = new CiderScorer([[words("a dog runs"), words("z z z")], [words("a cat sits")]]);
    const one = two.score(words("a dog runs"), [words("a dog runs")]);
    expect(two.score(words("a dog runs"), [words("a dog runs"), words("z z z")])).toBeCloseTo(one / 2, 10);
  });
});

describe("the METEOR-like score", () => {
  test("by hand: one chunk, two chunks, stems, synonyms", () => {
    expect(meteorLike(words("a dog runs"), [words("a dog runs")])).toBe(1);
    // two matches in one chunk of three words each: P = R = 2/3
    expect(meteorLike(words("a dog runs"), [words("a dog sits")])).toBeCloseTo(
      (2 / 3) * (1 - 0.6 * (1 / 2) ** 0.2),
      12,
    );
    // the same words, three chunks
    expect(meteorLike(words("c b a"), [words("a b c")])).toBeCloseTo(1 - 0.6, 12);
    expect(meteorLike(["running"], [["runs"]])).toBeCloseTo(0.6, 12);
    const synonyms = (a: string, b: string) => [a, b].sort().join() === "couch,sofa";
    expect(meteorLike(["sofa"], [["couch"]], synonyms)).toBeCloseTo(0.8, 12);
    expect(meteorLike(["sofa"], [["couch"]])).toBe(0);
  });

  test("weighs recall more than precision and takes the best reference", () => {
    const short = meteorLike(words("a dog"), [words("a dog runs fast")]);
    const long = meteorLike(words("a dog runs fast"), [words("a dog")]);
    expect(long).toBeGreaterThan(short);
    expect(meteorLike(words("a dog"), [words("x"), words("a dog")])).toBe(1);
    expect(meteorLike([], [words("x")])).toBe(0);
  });
});

test.each(
  "caresses:caress ponies:poni ties:ti cats:cat feed:feed agreed:agre plastered:plaster motoring:motor sing:sing conflated:conflat troubled:troubl sized:size hopping:hop falling:fall hissing:hiss failing:fail filing:file happy:happi sky:sky relational:relat conditional:condit vietnamization:vietnam triplicate:triplic formalize:formal hopeful:hope goodness:good revival:reviv allowance:allow adjustment:adjust adoption:adopt probate:probat rate:rate cease:ceas controll:control roll:roll riding:ride sitting:sit"
    .split(" ")
    .map((pair) => pair.split(":") as [string, string]),
)("Porter's stem of %s is %s", (word, stem) => {
  expect(porterStem(word)).toBe(stem);
});

test("a whole set: every score lies in its range, and the references themselves score best", () => {
  const references = [
    ["A dog sits on a sofa.", "The dog is on the couch."],
    ["Two men ride horses."],
    ["A bus by the road."],
  ];
  const scorer = new CaptionScorer(references);
  const best = captionScores(scorer.score(references.map(([first]) => first!)));
  expect(best.bleu4).toBeCloseTo(1, 6);
  expect(best.meteor).toBe(1);
  expect(() => scorer.score(["one"])).toThrow("there are 1 descriptions for 3 images");
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.constantFrom("a", "dog", "men", "the", "sofa", ".")), { minLength: 3, maxLength: 3 }),
      (texts) => {
        const scores = captionScores(scorer.score(texts.map((text) => text.join(" "))));
        for (const [name, value] of Object.entries(scores)) {
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(name === "cider" ? 10 : 1);
        }
      },
    ),
    { numRuns: 50 },
  );
});
