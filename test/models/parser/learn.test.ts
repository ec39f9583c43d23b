/** Learning, parsing and evaluating a parser through its public face. */
import { describe, expect, test } from "vitest";
import { type OpenWorkers, OptionError } from "../../../src/base/index.ts";
import { readTreebank } from "../../../src/data/index.ts";
import { openWorkers } from "../../../src/files/index.ts";
import { formatPenn, writePenn } from "../../../src/formats/index.ts";
import { evaluateParser, learnParser, Parser, type ParserOptions } from "../../../src/models/parser/index.ts";
import { generateTreebank } from "../../../src/samples/index.ts";
import { words } from "../../../src/trees/index.ts";

const { trees } = generateTreebank({ trees: 160, seed: 6 });
const train = trees.slice(0, 150);
const gold = trees.slice(150);

const threads: OpenWorkers = (jobs, setup) => openWorkers(jobs, { threads: 2, setup });

describe("learnParser", () => {
  test("refuses options that its method does not read, and unknown methods", async () => {
    await expect(learnParser(train, { method: "pcfg", states: 4 } as ParserOptions)).rejects.toThrow(
      new OptionError(
        "states",
        "learnParser: states has no effect with method pcfg; it belongs to method spectral, em.",
      ),
    );
    await expect(learnParser(train, { method: "wug" } as never)).rejects.toThrow(
      'learnParser: method must be one of spectral, em, pcfg, markov; got "wug".',
    );
  });

  test("says why it cannot learn", async () => {
    await expect(learnParser([])).rejects.toThrow("the treebank: has no tree that could be read");
    await expect(learnParser(readTreebank("(S (-NONE- *))", { file: "a.mrg" }))).rejects.toThrow(
      "a.mrg: its trees hold only traces; a parser needs words.",
    );
  });

  test("gives a frozen model with complete options and a report without times", async () => {
    const { model, report } = await learnParser(train, { states: 3 });
    expect([model, model.options, model.grammar, model.report].every((each) => Object.isFrozen(each))).toBe(true);
    expect(model.options).toMatchObject({
      method: "spectral",
      states: 3,
      members: 3,
      heads: "english",
      language: "en",
    });
    expect(report.times.map(({ stage }) => stage)).toEqual([
      "binary trees",
      "features",
      "singular value decompositions",
      "moments",
      "words",
      "boundaries",
    ]);
    expect(model.report).not.toHaveProperty("times");
    expect(model.report).toMatchObject({ trees: 150, rules: report.rules });
  });

  test.each<[string, ParserOptions, boolean]>([
    ["spectral", { states: 8 }, false],
    ["spectral in threads", { states: 8 }, true],
    ["em", { method: "em", states: 4, iterations: 500 }, false],
    ["pcfg", { method: "pcfg" }, false],
  ])("%s stops when its signal is given, with the reason", async (_, options, inThreads) => {
    const stop = new AbortController();
    const reason = new Error("enough");
    let heard = 0;
    // Counting alone may be over before a timer comes: it is stopped at once, the others by what happens meanwhile.
    const atOnce = "method" in options && options.method === "pcfg";
    const progress = () => {
      if (++heard !== 2) return;
      if (atOnce) stop.abort(reason);
      else setTimeout(() => stop.abort(reason), 0);
    };
    const many = Array.from({ length: 4 }, () => train).flat();
    const learning = learnParser(many, options, {
      signal: stop.signal,
      progress,
      workers: inThreads ? threads : undefined,
    });
    await expect(learning).rejects.toBe(reason);
  });
});

describe("a parser", async () => {
  const { model } = await learnParser(train, { states: 4 });
  const parser = new Parser(model);

  test("takes a sentence as text, as words, and with tags", () => {
    const tree = formatPenn(parser.parse("The dog barks.").tree);
    expect(formatPenn(parser.parse(["The", "dog", "barks", "."]).tree)).toBe(tree);
    const tagged = { words: ["The", "dog", "barks", "."], tags: ["DT", "NN", undefined, "."] };
    expect(parser.parse(tagged).words).toEqual(tagged.words);
    expect(parser.parseText("The dog barks. The dog barks.").map((each) => formatPenn(each.tree))).toEqual([
      tree,
      tree,
    ]);
    expect(parser.parseText("")).toEqual([]);
    expect(() => parser.parse("")).toThrow("a sentence without words cannot be parsed.");
  });

  test("gives several trees and the probabilities of spans", () => {
    const sentence = words(gold[0]!);
    const best = parser.kBest(sentence, 3);
    expect(best[0]).toEqual(parser.parse(sentence).trees[0]);
    expect(best.map(({ score }) => score)).toEqual([...best.map(({ score }) => score)].sort((x, y) => y - x));
    expect(() => parser.kBest(sentence, 0)).toThrow("kBest: kBest must be a whole number from 1 to 1000; got 0.");
    const spans = parser.marginals(sentence, 0.5);
    expect(spans.every(({ probability }) => probability >= 0.5)).toBe(true);
    expect(spans.some(({ start, end, tag }) => start === 0 && end === sentence.length && !tag)).toBe(true);
  });

  test("evaluates alike with and without threads, and on a treebank that was prepared as its own", async () => {
    const { seconds: _, threads: one, byLength, parsingSeconds, ...scores } = await evaluateParser(parser, gold);
    expect([one, scores.all.sentences]).toEqual([1, 10]);
    const inThreads = await evaluateParser(
      parser,
      readTreebank(writePenn(gold)),
      {},
      {
        workers: threads,
      },
    );
    expect(inThreads).toMatchObject({ ...scores, threads: 2 });
    const otherwise = readTreebank(writePenn(gold), { preparation: { steps: ["top"], keepFunctions: [] } });
    await expect(evaluateParser(parser, otherwise)).rejects.toThrow(
      "the gold trees were not prepared like the model's treebank",
    );
    await expect(evaluateParser(parser, [])).rejects.toThrow("there is no gold tree to measure with");
  });

  test("trusts gold tags when it is given them", async () => {
    expect((await evaluateParser(parser, gold, { goldTags: true })).all.tagAccuracy).toBe(100);
  });
});
