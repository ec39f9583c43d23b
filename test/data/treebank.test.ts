/** Treebanks: formats told apart, preparation counted and never skipped, bad trees, heads, language. */
import { describe, expect, test } from "vitest";
import { InputError, OptionError } from "../../src/base/index.ts";
import { collectTreebank, prepareGold, readTreebank, treebankOf } from "../../src/data/index.ts";
import { formatPenn, readPenn } from "../../src/formats/index.ts";
import { learnParser, Parser } from "../../src/models/parser/index.ts";
import { GENERIC_HEADS } from "../../src/trees/index.ts";

const RAW = "( (S (NP-SBJ-1 (DT The) (NN dog)) (VP (VBZ barks) (NP (-NONE- *T*-1)))))\n";
const PREPARED = "(S (NP (DT The) (NN dog)) (VP (VBZ barks)))";

describe("a treebank", () => {
  test("is prepared, and says what that did and where it comes from", () => {
    const treebank = readTreebank(RAW + RAW, { file: "a.mrg" });
    expect(treebank.trees.map((tree) => formatPenn(tree))).toEqual([PREPARED, PREPARED]);
    expect(treebank.counts).toEqual({
      empties: { traces: 2, "emptied constituents": 2 },
      functions: { "function tags": 2 },
      top: { "top brackets": 2 },
      labels: {},
    });
    expect(treebank.sources).toEqual([{ file: "a.mrg", records: 2, skipped: 0 }]);
    expect([treebank.heads.name, treebank.language]).toEqual(["english", "en"]);
    expect(Object.isFrozen(treebank) && Object.isFrozen(treebank.trees)).toBe(true);
  });

  test("is the same from plain trees, from a text, and from sources in pieces", async () => {
    const whole = readTreebank(RAW, { file: "a.mrg" });
    expect(treebankOf(readPenn(RAW)).trees).toEqual(whole.trees);
    expect(treebankOf(whole)).toBe(whole);
    const sources = [{ name: "a.mrg", pieces: [RAW.slice(0, 9), RAW.slice(9)] }];
    expect(await collectTreebank(sources)).toEqual(whole);
  });

  test("comes from TIGER-XML and NEGRA as well, by its beginning or by name", () => {
    const negra = "#BOS 1\ndogs\tNN\t--\t--\t500\nbark\tVV\t--\t--\t500\n#500\tS\t--\t--\t0\n#EOS 1\n";
    expect(readTreebank(negra).trees.map((tree) => formatPenn(tree))).toEqual(["(S (NN dogs) (VV bark))"]);
    const tiger =
      '<corpus id="c"><head/><body><s id="s1"><graph root="s1_500"><terminals><t id="s1_1" word="dogs" pos="NN"/></terminals>' +
      '<nonterminals><nt id="s1_500" cat="NP"><edge label="HD" idref="s1_1"/></nt></nonterminals></graph></s></body></corpus>';
    expect(readTreebank(tiger).trees.map((tree) => formatPenn(tree))).toEqual(["(NP (NN dogs))"]);
    expect(() => readTreebank("The dog barks.\n", { file: "a.txt" })).toThrow(
      new InputError("looks like text; expected trees (penn, tiger-xml, negra-export).", { file: "a.txt" }),
    );
    expect(() => readTreebank("The dog barks.\n", { input: "penn", file: "a.txt" })).toThrow(/^a\.txt:1:1: /);
  });

  test("skips bad trees only when told, and counts them", () => {
    const bad = `${RAW}(S (NP\n`;
    expect(() => readTreebank(bad, { file: "a.mrg" })).toThrow('a.mrg:2:1: tree opened here is never closed; 2 ")"');
    const { trees, sources, skipped } = readTreebank(bad, { file: "a.mrg", skipBad: true });
    expect([trees.length, sources, skipped.length]).toEqual([1, [{ file: "a.mrg", records: 1, skipped: 1 }], 1]);
  });

  test("has head rules by name, by its tags, or of one's own, and checks its options", () => {
    expect(readTreebank(RAW, { heads: "generic" }).heads).toBe(GENERIC_HEADS);
    const own = { ...GENERIC_HEADS, name: "mine" };
    expect(readTreebank(RAW, { heads: own }).heads).toBe(own);
    expect(() => readTreebank(RAW, { heads: "wug" as never })).toThrow(OptionError);
    expect(() => readTreebank(RAW, { language: "english please" })).toThrow(
      'readTreebank: language must be a language tag such as en or de-AT; got "english please".',
    );
    expect(() => readTreebank(RAW, { skipbad: true } as never)).toThrow(
      'unknown option "skipbad". Did you mean "skipBad"?',
    );
  });
});

describe("preparation", () => {
  test("cannot be skipped by learning from plain trees: the quick start learns no trace and no function tag", async () => {
    const { model, report } = await learnParser(readPenn(RAW.repeat(3)), { method: "pcfg" });
    expect(model.symbols.labels.filter((label) => /-|=/.test(label))).toEqual([]);
    expect(report.preparation).toMatchObject({ empties: { traces: 3 }, top: { "top brackets": 3 } });
    expect(formatPenn(new Parser(model).parse("The dog barks").tree)).toBe(PREPARED);
  });

  test("is kept by the model, and gold trees get it", async () => {
    const treebank = readTreebank(RAW, { preparation: { steps: ["empties", "top"], keepFunctions: [] } });
    const { model } = await learnParser(treebank, { method: "pcfg" });
    expect(model.options.preparation).toEqual({ steps: ["empties", "top"], keepFunctions: [] });
    const [tree] = readPenn(RAW);
    expect(formatPenn(prepareGold(tree!, model.options.preparation)!)).toBe(PREPARED.replace("NP", "NP-SBJ-1"));
  });
});

describe("dialects and function tags", () => {
  const HISTORICAL = "( (IP-MAT (NP-SBJ (N-N konungur-konungur)) (VBDI kom-koma) (. .-.)) (ID 1.1))\n";

  test("a corpus of the historical Penn family is recognised, counted and prepared", () => {
    const treebank = readTreebank(HISTORICAL.repeat(8), { file: "ice.psd" });
    expect(treebank.trees).toHaveLength(8);
    expect(formatPenn(treebank.trees[0]!)).toBe("(IP (NP (N konungur)) (VBDI kom) (. .))");
    expect(treebank.counts.dialect).toMatchObject({ identifiers: 8 });
  });

  test("function tags stay where they are labels, in the model and in gold", async () => {
    const treebank = readTreebank(HISTORICAL.repeat(8), { keepFunctions: ["IP-*", "N-N"] });
    expect(formatPenn(treebank.trees[0]!)).toBe("(IP-MAT (NP (N-N konungur)) (VBDI kom) (. .))");
    const { model } = await learnParser(treebank, { method: "pcfg" });
    expect(model.options.preparation.keepFunctions).toEqual(["IP-*", "N-N"]);
    expect(formatPenn(new Parser(model).parse(["konungur", "kom", "."]).tree)).toContain("(IP-MAT (NP");
    expect(formatPenn(readTreebank(HISTORICAL, { keepFunctions: ["all"] }).trees[0]!)).toContain("(NP-SBJ (N-N");
  });
});
