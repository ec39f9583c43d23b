/** Templates, columns, lists and labels of spans. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InputError } from "../../../src/base/errors.ts";
import { readSequences } from "../../../src/data/index.ts";
import { NO_REPRESENTATIONS, representationsOf } from "../../../src/models/representations/index.ts";
import { FeatureCoder } from "../../../src/models/sequence/features/coder.ts";
import { defaultTemplates, TASKS, taskOf } from "../../../src/models/sequence/features/defaults.ts";
import { Gazetteer, readGazetteer } from "../../../src/models/sequence/features/gazetteer.ts";
import { parseTemplates, templateName } from "../../../src/models/sequence/features/parse.ts";
import { areBeginInside, withEnds, withoutEnds } from "../../../src/models/sequence/features/spans.ts";
import { learnSequence, Tagger } from "../../../src/models/sequence/index.ts";

const names = (text: string, columns: readonly string[] = []) => parseTemplates(text, columns).map(templateName);

function positionOf(text: string): string {
  try {
    parseTemplates(text, ["upos"], "my.templates");
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
  throw new Error("no error");
}

describe("templates", () => {
  test("are products of attributes at places, ranges and comments", () => {
    expect(names("word-1..1, lower-1*lower # both\nsuffix3+2, upos*class10, word", ["upos"])).toEqual([
      ...["word-1", "word", "word+1", "lower-1*lower", "suffix3+2", "upos*class10"],
    ]);
  });

  test("say where they cannot be read", () => {
    expect(positionOf("word, wrod+1")).toMatch(/^my\.templates:1:7: "wrod" is not an attribute/);
    expect(positionOf("word\nlower-1 *  upso")).toMatch(/^my\.templates:2:12: "upso" is not an attribute/);
    expect(positionOf("word, word+")).toMatch(/^my\.templates:1:7: "word\+" is not an atom/);
    expect(positionOf("word, word*lower-1..1")).toMatch(/^my\.templates:1:12: a range of places stands in a product/);
    expect(positionOf("word*vector")).toMatch(/^my\.templates:1:6: "vector" is numbers/);
    expect(positionOf("word+2..1")).toMatch(/^my\.templates:1:1: the range \+2\.\.1 is empty/);
    expect(positionOf("word+12")).toMatch(/^my\.templates:1:1: the place is too far/);
    expect(positionOf("context-1")).toMatch(/"context" is of the position itself/);
    expect(positionOf(" # nothing\n")).toMatch(/^my\.templates: holds no template/);
    expect(positionOf("prefix12")).toMatch(/"prefix12" is not an attribute/);
  });

  test("of every task are read, with columns, classes and lists", () => {
    const known = representationsOf({ classes: [{ path: "01", word: "a" }] }, { vectorScale: 1 });
    for (const task of TASKS) {
      const text = defaultTemplates(task, ["upos", "list"], known);
      const found = names(text, ["upos", "list"]);
      for (const wanted of ["upos-1*upos", "class6", "class20", "list*list+1"]) expect(found).toContain(wanted);
    }
  });

  test("give features of the definition, for products of the columns of neighbours", () => {
    const coder = new FeatureCoder(parseTemplates("word-1*upos+1, upos", ["upos"]), ["upos"], NO_REPRESENTATIONS);
    const keysOf = (words: string[], upos: string[], i: number) => {
      const rows = coder.tokens(words, { upos }).map((token) => coder.row(token));
      return Array.from(coder.keysAt(rows, i));
    };
    const first = keysOf(["a", "b", "c"], ["X", "Y", "Z"], 1);
    expect(first).toHaveLength(2);
    expect(keysOf(["a", "other", "c"], ["?", "Y", "Z"], 1)).toEqual(first);
    expect(keysOf(["a", "b", "c"], ["X", "Y", "W"], 1)).not.toEqual(first);
    expect(keysOf(["b", "b", "c"], ["X", "Y", "Z"], 1)).not.toEqual(first);
  });
});

describe("tasks", () => {
  test("are told by the labels", () => {
    expect(taskOf([{ tags: ["NN", "VB"] }])).toBe("tags");
    expect(taskOf([{ tags: ["O", "O", "B-PER"] }])).toBe("names");
    expect(taskOf([{ tags: ["B-NP", "I-NP", "O"] }])).toBe("chunks");
  });
});

describe("labels of spans", () => {
  test("come back from those with ends", () => {
    expect(withEnds(["O", "B-A", "B-A", "I-A", "I-A", "B-B"])).toEqual(["O", "S-A", "B-A", "I-A", "E-A", "S-B"]);
    const label = fc.constantFrom("O", "B-A", "I-A", "B-B", "I-B");
    fc.assert(
      fc.property(fc.array(label), (tags) => {
        if (areBeginInside([{ tags }])) expect(withoutEnds(withEnds(tags))).toEqual(tags);
        else expect(withEnds(tags)).toHaveLength(tags.length);
      }),
    );
  });

  test("are IOB2 only where every span begins with B", () => {
    expect(areBeginInside([{ tags: ["O", "B-A", "I-A"] }])).toBe(true);
    expect(areBeginInside([{ tags: ["O", "I-A"] }])).toBe(false);
    expect(areBeginInside([{ tags: ["B-A", "I-B"] }])).toBe(false);
    expect(areBeginInside([{ tags: ["NN"] }])).toBe(false);
    expect(areBeginInside([{ tags: ["O"] }])).toBe(false);
  });
});

describe("lists of names", () => {
  test("mark the longest name", () => {
    const lists = Gazetteer.from(readGazetteer("city\tNew York\nplace\tNew York Bay\ncity\tYork\n\ncity\tBath\n"));
    expect(lists.column(["in", "New", "York", "Bay", "York", "New"])).toEqual([
      ...["", "B-place", "I-place", "I-place", "B-city", ""],
    ]);
  });

  test("find a word as it is written, or else in lower case", () => {
    const lists = Gazetteer.from(readGazetteer("N\tMay\nv\tmay\nn\thouse\n"));
    expect(lists.column(["May", "may", "MAY", "House", "mAY"])).toEqual(["B-N", "B-v", "B-v", "B-n", "B-v"]);
  });

  test("may hold more names than a call has arguments", () => {
    const names = Array.from({ length: 300_000 }, (_, i) => ({ type: "n", words: [`w${i}`] }));
    expect(Gazetteer.from(names).column(["w299999", "w300000"])).toEqual(["B-n", ""]);
  });

  test("say which line is none", () => {
    expect(() => readGazetteer("city\tBath\nBath\n", { file: "names.tsv" })).toThrow(
      'names.tsv:2: "Bath" is not the name of a list; expected a type, a tab, and a name.',
    );
    expect(() => readGazetteer("\n", { file: "names.tsv" })).toThrow("names.tsv: holds no names");
  });
});

const COLUMNS = "the DT B-NP\ndog NN I-NP\nbarks VB O\n\na DT B-NP\ncat NN I-NP\nsleeps VB O\n\n";

describe("columns of the data", () => {
  test("are read by number and by name, and missed by name", () => {
    const { sequences, features } = readSequences(COLUMNS, { input: "columns", features: ["2"] });
    expect(features).toEqual(["2"]);
    expect(sequences[0]!.columns).toEqual({ column2: ["DT", "NN", "VB"] });
    expect(() => readSequences(COLUMNS, { input: "columns", features: ["4"], file: "c.txt" })).toThrow(
      'c.txt:1: the sentence has no column "column4"; expected it as a feature.',
    );
    const conllu = "1\tdog\tdog\tNOUN\tNN\t_\t0\troot\t_\t_\n\n";
    expect(readSequences(conllu, { features: ["xpos", "lemma"] }).sequences[0]!.columns).toEqual({
      xpos: ["NN"],
      lemma: ["dog"],
    });
    expect(() => readSequences(conllu, { features: ["feats"], file: "c.conllu" })).toThrow(
      'c.conllu:1: the sentence has no column "feats"',
    );
    expect(() => readSequences(conllu, { features: ["head"] })).toThrow('CoNLL-U has no column "head"');
    expect(() => readSequences("the/DT dog/NN\n", { input: "tagged", features: ["2"] })).toThrow(
      "tagged has no further columns",
    );
  });

  test.each(["perceptron", "crf"] as const)("are features of the method %s", async (method) => {
    const data = readSequences(COLUMNS.repeat(5), { input: "columns", features: ["2"] });
    const { model } = await learnSequence(data, { method });
    const tagger = new Tagger(model);
    const answer = tagger.tag(["zzz", "yyy", "barks"], { column2: ["DT", "NN", "VB"] });
    expect(answer.tags).toEqual(["B-NP", "I-NP", "O"]);
    expect(() => tagger.tag(["zzz"])).toThrow('"column2"');
    expect(tagger.labels.toSorted()).toEqual(["B-NP", "I-NP", "O"]);
  });
});
