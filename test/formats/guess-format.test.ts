/** The format of a text by its beginning. */
import { describe, expect, test } from "vitest";
import { ENOUGH_TO_GUESS, guessFormat } from "../../src/formats/index.ts";

const row = (id: string) => `${id}\tdog\tdog\tNOUN\tNN\t_\t0\troot\t_\t_`;

describe("guessFormat", () => {
  test.each([
    ["(S (NP (DT the) (NN dog)) (VP (VBZ barks)))\n", "penn"],
    ["\uFEFF\n\n( (S (NP (NN x))))\n", "penn"],
    ["# a comment\n(S (X x))\n", "penn"],
    ["% a comment\n; another\n(S\n  (X x))\n", "penn"],
    ['<?xml version="1.0" encoding="UTF-8"?>\n<corpus id="x">', "tiger-xml"],
    ['<corpus id="x"><body>', "tiger-xml"],
    ["#FORMAT 4\n#BOS 1\nDas\tART", "negra-export"],
    ["%% word tag\n#BOS 1 2 3\n", "negra-export"],
    [`# sent_id = 1\n${row("1")}\n${row("2")}\n\n`, "conllu"],
    [`${row("1-2")}\n${row("1")}\n${row("2")}\n${row("2.1")}\n`, "conllu"],
    ["The DT B-NP\ndog NN I-NP\n\nIt PRP B-NP\n", "columns"],
    ["-DOCSTART- -X- O O\n\nEU NNP I-NP I-ORG\nrejects VBZ I-VP O\n\nPeter NNP I-NP I-PER\n", "columns"],
    ["the/DT dog/NN barks/VBZ\n1\\/2/CD\n", "tagged"],
    ["2 3\nthe 0.1 0.2 0.3\ndog 1 2e-3 -1\n", "word2vec"],
    ["the 0.1 0.2 0.3 4 5 6 7 8\ndog 1 2e-3 -1 4 5 6 7 8\n", "word2vec"],
    ["the 1 2 3 4 5 6 7 8\ndog 1 2 3 4 5 6 7 eight\n", "text"],
    ["The dog barks (loudly).\nIt sleeps.\n", "text"],
    ["either/or the dog barks\n", "text"],
    ["2 3\nare numbers\n", "text"],
    ["<3 is a heart\n", "text"],
    [" \n\n", undefined],
    ["", undefined],
  ])("%j is %s", (text, format) => {
    expect(guessFormat(text)).toBe(format);
  });

  test("does not mind a last line that is cut off", () => {
    const long = `${row("1")}\n`.repeat(2000);
    expect(guessFormat(long.slice(0, ENOUGH_TO_GUESS + 7))).toBe("conllu");
  });
});
