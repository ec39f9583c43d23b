/** p(label | word) by its formula. */
import { describe, expect, test } from "vitest";
import { Vocabulary } from "../../../src/base/vocabulary.ts";
import { countLexicon, Lexicon as GrammarLexicon } from "../../../src/models/grammar/lexicon/lexicon.ts";
import { binaryTreebank } from "../../../src/models/grammar/treebank/binary-treebank.ts";
import type { WordFeatures } from "../../../src/models/lexicon/features.ts";
import { hashText } from "../../../src/models/lexicon/hash.ts";
import { broaden, LabelCounter } from "../../../src/models/lexicon/label-counts.ts";
import { learnSpelling, spellingFromWeights, WordLabels } from "../../../src/models/lexicon/word-labels.ts";
import { learnParser, parserFromParts, parserToParts } from "../../../src/models/parser/index.ts";
import { Lexicon as SequenceLexicon } from "../../../src/models/sequence/lexicon/lexicon.ts";
import { generateTreebank } from "../../../src/samples/index.ts";
import { GENERIC_HEADS } from "../../../src/trees/heads/head-tables.ts";
import { type TaggedSentence, taggedSentence } from "../../../src/trees/index.ts";

function corpus(sentences: readonly TaggedSentence[]) {
  const [words, labels] = [new Vocabulary(), new Vocabulary()];
  const counter = new LabelCounter();
  const tokens = sentences.flatMap((sentence) =>
    sentence.words.map((word, i) => ({ word: words.add(word), first: i === 0, label: labels.add(sentence.tags[i]!) })),
  );
  for (const { word, label } of tokens) counter.add(word, label);
  return { labels, tokens, counts: counter.finish(words, labels.size) };
}

const tagged = (text: string): TaggedSentence => {
  const pairs = text.split(" ").map((pair) => pair.split("/"));
  return { words: pairs.map(([word]) => word!), tags: pairs.map(([, tag]) => tag!) };
};

const { trees: TREES } = generateTreebank({ trees: 200, seed: 4 });
const SENTENCES = TREES.map(taggedSentence);
const STRANGE = [
  "",
  "🙂",
  "\ud83d",
  "語学",
  "ФЫВА",
  "1,000.5",
  "-",
  "--",
  "x".repeat(300),
  "İ",
  "ß",
  " ",
  "ﷺ",
  "e\u0301",
];

const sumOf = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0);
const best = (labels: Vocabulary, values: Float64Array) => labels.word(values.indexOf(Math.max(...values)));

describe("p(label | word)", () => {
  const { labels, counts, tokens } = corpus(SENTENCES);
  const spelling = learnSpelling(counts, tokens);
  const known = new WordLabels(counts, spelling, 2);

  test("sums to 1 for known words, unknown words, strange words and none at all", () => {
    for (const word of [...counts.words.words(), ...STRANGE]) {
      for (const first of [true, false]) {
        const shares = known.posterior(word, first);
        expect(sumOf(shares)).toBeCloseTo(1, 10);
        expect(Math.min(...shares)).toBeGreaterThanOrEqual(0);
      }
    }
  });

  test("is that of the formula", () => {
    const isAmbiguous = (w: number) => counts.starts[w + 1]! > counts.starts[w]! + 1;
    const id = counts.words.words().findIndex((word, w) => word === word.toLowerCase() && isAmbiguous(w));
    const word = counts.words.word(id);
    const own = new Float64Array(labels.size);
    for (let e = counts.starts[id]!; e < counts.starts[id + 1]!; e++) own[counts.labels[e]!]! += counts.counts[e]!;
    const total = sumOf(own);
    const weight = 2 / (1 + total / 10);
    const looks = spelling.posterior(word, false);
    const expected = own.map((count, a) => (count + weight * looks[a]!) / (total + weight));
    const found = known.posterior(word, false);
    for (let a = 0; a < labels.size; a++) expect(found[a]).toBeCloseTo(expected[a]!, 12);
  });

  test("asked twice it answers the same, and the same data give the same model", () => {
    const again = learnSpelling(counts, tokens).weights;
    expect(again.hashes).toEqual(spelling.weights.hashes);
    expect(again.weights).toEqual(spelling.weights.weights);
    const word = counts.words.word(0);
    expect([...known.posterior(word, true)]).toEqual([...new WordLabels(counts, spelling, 2).posterior(word, true)]);
    expect(known.posterior(word, true)).toEqual(known.posterior(word, true));
  });

  test("another seed gives another order of steps", () => {
    expect(learnSpelling(counts, tokens, { seed: 7 }).weights.weights).not.toEqual(spelling.weights.weights);
  });

  test("its weights are all that must be stored", () => {
    const restored = spellingFromWeights(counts, spelling.weights);
    for (const word of ["unheardingly", "Walkers", ...STRANGE])
      expect([...restored.posterior(word, true)]).toEqual([...spelling.posterior(word, true)]);
  });

  test("a prior of 0 leaves the counts alone", () => {
    const plain = new WordLabels(counts, spelling, 0);
    for (const [id, word] of counts.words.words().entries()) {
      const possible = new Set(counts.labels.subarray(counts.starts[id], counts.starts[id + 1]));
      plain.posterior(word, false).forEach((share, a) => {
        if (!possible.has(a)) expect(share).toBe(0);
      });
    }
  });
});

describe("words that training did not see", () => {
  const stems = "walk jump play kick turn push pull fill kill call help work talk link lock pack".split(" ");
  const sentences = stems.flatMap((stem, n) => [
    tagged(`it/P ${stem}s/VBZ now/RB`),
    ...(n < 12 ? [tagged(`they/P ${stem}ed/VBD now/RB`)] : []),
    tagged(`Then/RB ${n % 2 === 0 ? "Ann" : "Bob"}${stem}/NNP ran/VBD`),
  ]);
  const { labels, counts, tokens } = corpus(sentences);
  const words = new WordLabels(counts, learnSpelling(counts, tokens), 2);

  test("are told by their endings and their relatives", () => {
    expect(best(labels, words.posterior("locked", false))).toBe("VBD");
    expect(best(labels, words.posterior("grins", false))).toBe("VBZ");
    expect(best(labels, words.posterior("Annkarl", false))).toBe("NNP");
  });

  test("a capital at the start of a sentence tells little", () => {
    expect(best(labels, words.posterior("They", true))).toBe("P");
    const [there, first] = [words.posterior("Now", false), words.posterior("Now", true)];
    expect(first[labels.id("RB")]).toBeGreaterThan(there[labels.id("RB")]!);
    expect(best(labels, first)).toBe("RB");
  });

  test("features from elsewhere, real-valued ones too, are learnt and used", () => {
    // Nonsense words: only the coordinate tells the labels apart.
    const nonsense = Array.from({ length: 60 }, (_, n) => `q${n}`);
    const side = (word: string) => (Number(word.slice(1)) % 2 === 0 ? 0.8 : -1.3);
    const more: WordFeatures = { features: (word, emit) => emit(hashText(100, "first coordinate"), side(word)) };
    const made = corpus(nonsense.slice(0, 50).map((word) => tagged(`${word}/${side(word) > 0 ? "UP" : "DOWN"}`)));
    const spelling = learnSpelling(made.counts, made.tokens, { more });
    for (const word of nonsense.slice(50)) {
      expect(best(made.labels, spelling.posterior(word, true))).toBe(side(word) > 0 ? "UP" : "DOWN");
      const opened = spellingFromWeights(made.counts, spelling.weights, more);
      expect([...opened.posterior(word, true)]).toEqual([...spelling.posterior(word, true)]);
    }
  });
});

describe("parser and sequence models", () => {
  const treebank = binaryTreebank(TREES, GENERIC_HEADS);
  const grammar = countLexicon(treebank);
  const sequence = SequenceLexicon.learn(SENTENCES, { observations: "words", prior: 2 });

  /** The tokens of the sentences with the numbers that words and labels have in these counts. */
  const tokensIn = (words: Vocabulary, label: (tag: string) => number) =>
    SENTENCES.flatMap((sentence) =>
      sentence.words.map((word, i) => ({ word: words.id(word), first: i === 0, label: label(sentence.tags[i]!) })),
    );
  const { symbols } = treebank;
  const tagCounts = broaden(grammar, symbols.tagOf, symbols.tags.length);

  test("learn p(tag | spelling) by the very same function, whatever the order of their data", () => {
    const ofGrammar = learnSpelling(
      tagCounts,
      tokensIn(grammar.words, (tag) => symbols.tags.indexOf(tag)),
    );
    expect(grammar.spelling.weights).toEqual(ofGrammar.weights);
    const ofSequence = learnSpelling(
      sequence.counts,
      tokensIn(sequence.words, (tag) => sequence.labels.id(tag)),
    );
    expect(sequence.spelling!.weights).toEqual(ofSequence.weights);
  });

  test("smooth the counts of words by the very same function", () => {
    const same = new WordLabels(sequence.counts, sequence.spelling!, 2);
    const tags = new WordLabels(tagCounts, grammar.spelling, 2);
    const reader = new GrammarLexicon(symbols, grammar, { unknown: 2, chain: 0 });
    const symbolTotals = new Float64Array(symbols.size);
    grammar.labels.forEach((symbol, e) => {
      symbolTotals[symbol]! += grammar.counts[e]!;
    });
    for (const [id, word] of grammar.words.words().entries()) {
      expect([...sequence.posterior(word, true)]).toEqual([...same.posterior(word, true)]);
      // p(a | x) = p(x | a)·p(a) / p(x); with a chain of 0 these are only the symbols seen with the word.
      const found = new Map<number, number>();
      for (const { symbol, score } of reader.readings(word, true)) {
        const tag = symbols.tagOf[symbol]!;
        found.set(tag, (found.get(tag) ?? 0) + (score * symbolTotals[symbol]!) / grammar.wordCount[id]!);
      }
      expect(found.size).toBeGreaterThan(0);
      for (const [tag, share] of found) expect(share).toBeCloseTo(tags.posterior(word, true)[tag]!, 10);
    }
  });

  test("a stored parser has the same readings", async () => {
    const { model } = await learnParser(TREES, { method: "pcfg" });
    const opened = parserFromParts(parserToParts(model));
    const [before, after] = [model, opened].map((each) => new GrammarLexicon(each.symbols, each.lexicon));
    for (const word of [...model.lexicon.words.words().slice(0, 100), "Unheardingly", ...STRANGE])
      expect(after!.readings(word, true)).toEqual(before!.readings(word, true));
  });
});
