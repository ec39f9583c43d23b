/** Dialects of Penn brackets. The files in `dialects/` were written for these tests. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { OptionError } from "../../src/base/index.ts";
import {
  formatPenn,
  openPennReport,
  type PennDialect,
  type PennReadOptions,
  penn,
  readPenn,
} from "../../src/formats/index.ts";
import { prepareTreebank } from "../../src/trees/index.ts";
import { failureOf, reported } from "./contract.ts";
import { inPieces } from "./pieces.ts";

const fixture = (name: string) => readFileSync(join(import.meta.dirname, "dialects", name), "utf8");

function read(text: string, options: PennReadOptions = {}) {
  const report = openPennReport();
  const trees = readPenn(text, { ...options, report });
  return { trees: trees.map((tree) => formatPenn(tree)), ...report };
}

const PLAIN = "(S (NN dog) (VB barks))\n";

describe("recognised as they are", () => {
  const historical = {
    trees: [
      "( (IP-MAT (NP-SBJ (D Þe) (N gardyner)) (VBD watrede) (NP-OB1 (D þe) (NS roses) (CP-REL (WNP-1 (-NONE- 0)) (C þat) (IP-SUB (NP-OB1 (-NONE- *T*-1)) (NP-SBJ (PRO he)) (VBD lovede)))) (. .)))",
      "( (IP-MAT (CONJ And) (NP-SBJ (-NONE- *con*)) (VBD wente) (NP-MSR (NUM 0) (NS paces)) (ADVP-DIR (ADV hoom)) (E_S .)))",
    ],
    dialect: "historical",
    counts: { codes: 2, "trees without words": 1, metadata: 1, identifiers: 2, "bare empties": 3 },
  };
  const wordLemma = {
    trees: [
      "( (IP-MAT (NP-SBJ (N-N garðyrkjumaður)) (VBDI vökvaði) (NP-OB1 (NS-A rósir) (CP-REL (WNP-1 (-NONE- 0)) (C sem) (IP-SUB (NP-OB1 (-NONE- *T*-1)) (NP-SBJ (PRO-N hann)) (VBDI unni)))) (. .)))",
      "( (IP-MAT (CONJ og) (NP-SBJ (-NONE- *con*)) (VBDI gekk) (ADVP-DIR (ADV heim)) (FW finis) (. .)))",
    ],
    dialect: "word-lemma",
    counts: {
      ...{ codes: 1, "trees without words": 1, identifiers: 2, "bare empties": 3 },
      ...{ lemmas: 11, "words without a lemma": 1 },
    },
  };
  const tagWordLemma = {
    trees: [
      "( (S (sn-SUJ (espec.ms (da0ms0 El)) (grup.nom.ms (ncms000 jardinero))) (grup.verb (vmis3s0 regó)) (sn-CD (espec.fp (da0fp0 las)) (grup.nom.fp (ncfp000 rosas) (sp (prep (sps00 de)) (sn (grup.nom.fs (np00000 Santa_Ana)))))) (Fp .)))",
      "( (S (sn.e-SUJ (-NONE- *0*)) (sadv (rg por_ejemplo)) (grup.verb (vmip3s0 duerme)) (Fp .)))",
    ],
    dialect: "tag-word-lemma",
    counts: { lemmas: 11, "bare empties": 1, "multi-word tokens": 2 },
  };
  test.each([
    ["historical.psd", historical],
    ["word-lemma.psd", wordLemma],
    ["tag-word-lemma.tbf", tagWordLemma],
  ])("%s", (name, expected) => {
    const text = fixture(name);
    expect(read(text)).toEqual(expected);
    expect(read(text, { dialect: expected.dialect as PennDialect })).toEqual(expected);
    for (const size of [1, 3, 50]) {
      const cuts = Array.from({ length: text.length / size }, (_, i) => i * size);
      expect(reported(penn, inPieces(text, cuts), {})).toEqual(reported(penn, [text], {}));
    }
  });
  test("prepared, they have no traces and no outer bracket", () => {
    const { trees, counts } = prepareTreebank(readPenn(fixture("historical.psd")), ["empties", "top"]);
    expect(trees.map((tree) => formatPenn(tree))[1]).toBe(
      "(IP-MAT (CONJ And) (VBD wente) (NP-MSR (NUM 0) (NS paces)) (ADVP-DIR (ADV hoom)) (E_S .))",
    );
    expect(counts).toEqual({ empties: { traces: 3, "emptied constituents": 3 }, top: { "top brackets": 2 } });
  });
  test("identifiers may come late; the places are those of the trees", () => {
    const text = `${PLAIN}( (IP-MAT (N dog) (NP *con*))\n  (ID X.1))\n`;
    expect(reported(penn, [text], {})).toEqual([
      expect.objectContaining({ line: 1, column: 1 }),
      {
        record: readPenn("( (IP-MAT (N dog) (NP (-NONE- *con*))))")[0],
        line: 2,
        column: 1,
      },
    ]);
  });
  test("one report gathers several texts", () => {
    const report = openPennReport();
    expect(report.dialect).toBe("auto");
    for (const name of ["historical.psd", "historical.psd"]) readPenn(fixture(name), { report });
    expect(report.counts.identifiers).toBe(4);
    readPenn(PLAIN, { report });
    expect(report.dialect).toBe("penn");
  });
});

describe("left alone", () => {
  test.each([
    ["ordinary trees", PLAIN],
    ["words with hyphens", "(NP (JJ well-known) (JJ so-so) (NNS co-operatives) (, ,) (NN x))\n"],
    ["a word that is two alike", "(INTJ (UH bye-bye))\n"],
    ["a few of them", "(INTJ (UH bye-bye) (UH so-so))\n"],
    ["several trees under one bracket", "( (S (NN a)) (S (NN b)))\n"],
    ["stars that are words", "(S (UH *sigh*) (NN 0) (SYM *) (-NONE- *T*-1))\n"],
    ["brackets by name", "(NP (-LRB- -LRB-) (NN a) (-RRB- -RRB-))\n"],
    ["CODE over brackets, as in transcripts of speech", "( (CODE (SYM SpeakerA1) (. .)))\n"],
    ["an ID inside a tree", "(S (NP (ID X)) (VB go))\n"],
  ])("%s", (_what, text) => {
    const { trees, dialect, counts } = read(text);
    expect(`${trees.join("\n")}\n`).toBe(text);
    expect(dialect).toBe("penn");
    expect(counts).toEqual({});
  });
  test("everything, when asked for plain brackets", () => {
    const text = fixture("historical.psd").replace(" in particular at all", "");
    const { trees, dialect, counts } = read(text, { dialect: "penn" });
    expect(trees).toHaveLength(3);
    expect(trees[2]).toContain("(ID GARDEN,1.2)");
    expect([dialect, counts]).toEqual(["penn", {}]);
  });
});

describe("word and lemma", () => {
  test("what is said about a tree does not count", () => {
    const text =
      "( (METADATA (A b) (C d) (E f) (G h)) (IP (N bók-bók) (V var-vera) (X er-eiga) (N orð-orð) (N þar-þar)))";
    expect(read(text)).toMatchObject({ dialect: "word-lemma", counts: { metadata: 1, lemmas: 5 } });
  });
  test.each([
    ["konungur-konungur", "konungur"],
    ["föru-nautur-förunautur", "föru-nautur"],
    ["a-b-a-b", "a-b"],
    ["---", "-"],
    ["-LRB---LRB-", "-LRB-"],
    ["er-vera", "er"],
    ["--", "--"],
    ["amen", "amen"],
    ["-LRB-", "-LRB-"],
  ])("%s", (text, word) => {
    expect(read(`(NN ${text})`, { dialect: "word-lemma" }).trees).toEqual([`(NN ${word})`]);
  });
  test("trees wait until it is clear, and come in order", () => {
    const few = "( (NP (N-N bók-bók)))\n( (NP (N-N orð-orð)))\n";
    expect(read(few).trees).toEqual(["( (NP (N-N bók-bók)))", "( (NP (N-N orð-orð)))"]);
    expect(read(`${few}( (IP (VBDI var-vera) (. .-.)))\n`).trees).toEqual([
      ...["( (NP (N-N bók)))", "( (NP (N-N orð)))", "( (IP (VBDI var) (. .)))"],
    ]);
    expect(read(`${few}( (IP (VBDI var-vera) (ADJ góð-góður) (ADV vel-vel)))\n`).dialect).toBe("word-lemma");
    expect(read(`${few}( (IP (V is) (A so) (B well) (C known) (D there)))\n`)).toMatchObject({
      dialect: "penn",
      counts: {},
    });
  });
  test("half and half is refused, with the option that decides", () => {
    const text = "(S (A bók-bók) (B orð-orð) (C dog) (D cat) (E house))\n";
    expect(failureOf(penn, text).message).toBe(
      "x:1:1: 2 of the first 5 words have the form word-lemma; set dialect to word-lemma if all words are like that, otherwise to penn.",
    );
    const long = `${PLAIN.replace("dog", "bók-bók")}${text.repeat(10)}`;
    expect(failureOf(penn, long).message).toMatch(/^x:1:1: 13 of the first 32 words have the form word-lemma; /);
    expect(read(text, { dialect: "word-lemma" }).counts).toEqual({ lemmas: 2, "words without a lemma": 3 });
    expect(read(text, { dialect: "penn" }).trees).toEqual([text.trim()]);
  });
});

describe("leaves of three parts", () => {
  const advice = "Where leaves are (TAG word lemma), set dialect to tag-word-lemma.";
  test.each([
    [
      "(S (NN a dog))",
      `x:1:10: "dog" follows the word "a" in one bracket; a leaf is (TAG word), as in (NN dog). ${advice}`,
    ],
    [
      "(S (NN a a) (VB b))",
      `x:1:10: "a" follows the word "a" in one bracket; a leaf is (TAG word), as in (NN dog). ${advice}`,
    ],
    [
      "(S (NN a dog) (VB go there))",
      `x:1:10: "dog" follows the word "a" in one bracket; a leaf is (TAG word), as in (NN dog). ${advice}`,
    ],
    [
      `${PLAIN}(S (Fp . .))`,
      `x:2:10: "." follows the word "." in one bracket; a leaf is (TAG word), as in (NN dog). ${advice}`,
    ],
    [
      "(S (NN a b c))",
      `x:1:12: "c" follows the word "a" in one bracket; a leaf is (TAG word), as in (NN dog). ${advice}`,
    ],
  ])("where it cannot be known: %j", (text, message) => expect(failureOf(penn, text).message).toBe(message));
  test("a leaf without a lemma is read and counted when the dialect is given, a fourth part is refused", () => {
    expect(read("(S (NN a) (VB b c))", { dialect: "tag-word-lemma" })).toEqual({
      ...{ trees: ["(S (NN a) (VB b))"], dialect: "tag-word-lemma" },
      counts: { lemmas: 1, "words without a lemma": 1 },
    });
    expect(failureOf(penn, "(S (NN a b c))", { dialect: "tag-word-lemma" }).message).toBe(
      'x:1:12: "c" follows the word "a" in one bracket; a leaf is (TAG word lemma), as in (sps00 de de).',
    );
  });
  test("a bad tree does not decide", () => {
    const errors: number[] = [];
    const text = "(S (NN a dog))\n(S (Fp . .) (Fc , ,))\n";
    expect(read(text, { onBad: (error) => errors.push(error.line!) }).trees).toEqual(["(S (Fp .) (Fc ,))"]);
    expect(errors).toEqual([1]);
  });
});

describe("words of several words", () => {
  test("are kept, or become a constituent", () => {
    const text = "(S (rg por_ejemplo) (NN _) (NN __x) (NN a__b) (NN c_))\n";
    expect(read(text)).toMatchObject({ trees: [text.trim()], counts: { "multi-word tokens": 2 } });
    expect(read(text, { multiWords: "split" })).toMatchObject({
      trees: ["(S (rg (rg por) (rg ejemplo)) (NN _) (NN __x) (NN (NN a) (NN b)) (NN c_))"],
      counts: { "multi-word tokens": 2, "multi-word tokens split": 2 },
    });
  });
});

test("an unknown dialect", () => {
  const bad = () => readPenn("", { dialect: "historic" as PennDialect });
  expect(bad).toThrow(OptionError);
  expect(bad).toThrow('Penn brackets: unknown dialect "historic". Did you mean "historical"?');
});
