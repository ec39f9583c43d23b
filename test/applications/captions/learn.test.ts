/** Knowledge from captions: what trees say, WordNet's part, interruptions, storage, threads. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import {
  captionsFromParts,
  captionsToParts,
  Describer,
  learnCaptions,
  parseCaptions,
} from "../../../src/applications/captions/index.ts";
import { captionFacts, prepositionOf } from "../../../src/applications/captions/knowledge/relations.ts";
import { plural, singular } from "../../../src/applications/captions/words/nouns.ts";
import { finiteVerb, verbName } from "../../../src/applications/captions/words/verbs.ts";
import { ModelFileError } from "../../../src/base/index.ts";
import { CheckpointFolder, findWordNet, threads } from "../../../src/files/index.ts";
import { readPenn } from "../../../src/formats/index.ts";
import { learnParser, Parser } from "../../../src/models/parser/index.ts";
import { words } from "../../../src/trees/index.ts";
import { failuresOf } from "../../models/hostile.ts";
import { knowledge, model, report, TREES } from "./fixture.ts";

const folder = mkdtempSync(join(tmpdir(), "eigentree-captions-"));
afterAll(() => rmSync(folder, { recursive: true }));

const facts = (tree: string) => {
  const { nouns, relations, actions } = captionFacts(readPenn(tree)[0]!);
  return {
    nouns: nouns.map(({ noun }) => noun),
    relations: relations.map(({ subject, verb, preposition, object }) =>
      [subject.noun, verb, preposition, object.noun].join("|"),
    ),
    actions: actions.map(({ subject, verb, use }) => `${subject.noun} ${verb} ${use}`),
  };
};

describe("what a tree says", () => {
  test("of verbs with objects and prepositions, in main clauses and after nouns", () => {
    expect(
      facts(
        "(S (NP (DT A) (NN man)) (VP (VBZ is) (VP (VBG riding) (NP (DT a) (NN horse)) (PP (IN in) (NP (DT a) (NN field))))) (. .))",
      ),
    ).toEqual({
      nouns: ["man", "horse", "field"],
      relations: ["man|riding||horse", "man|riding|in|field"],
      actions: ["man riding object"],
    });
    expect(facts("(NP (NP (NNS dogs)) (VP (VBG running) (PP (IN through) (NP (NN snow)))))").relations).toEqual([
      "dog|running|through|snow",
    ]);
    expect(facts("(S (NP (DT A) (NN dog)) (VP (VBZ runs)))").actions).toEqual(["dog running alone"]);
  });

  test("of coordinations, relative clauses, copulas and further clauses of the same subject", () => {
    expect(
      facts(
        "(S (NP (NP (DT a) (NN man)) (CC and) (NP (DT a) (NN boy))) (VP (VBP sit) (PP (IN on) (NP (DT a) (NN sofa)))))",
      ).relations,
    ).toEqual(["man|sitting|on|sofa", "boy|sitting|on|sofa"]);
    expect(
      facts("(NP (NP (DT a) (NN man)) (SBAR (WHNP (WP who)) (S (VP (VBZ holds) (NP (DT a) (NN cup))))))").relations,
    ).toEqual(["man|holding||cup"]);
    expect(facts("(S (NP (DT a) (NN cat)) (VP (VBZ is) (PP (IN under) (NP (DT a) (NN table)))))").relations).toEqual([
      "cat||under|table",
    ]);
    expect(
      facts("(S (NP (DT a) (NN dog)) (VP (VBG wearing) (NP (DT a) (NN hat)) (S (VP (VBG running)))))").actions,
    ).toEqual(["dog wearing object", "dog running alone"]);
  });

  test("of prepositions of several words; what is no place is no link", () => {
    const preposition = (tree: string) => prepositionOf(readPenn(tree)[0]!)?.preposition;
    expect(preposition("(PP (IN in) (NP (NP (NN front)) (PP (IN of) (NP (DT a) (NN car)))))")).toBe("in front of");
    expect(preposition("(PP (JJ next) (PP (IN to) (NP (DT a) (NN car))))")).toBe("next to");
    expect(facts("(NP (NP (DT a) (NN group)) (PP (IN of) (NP (NNS men))))").relations).toEqual([]);
    expect(preposition("(PP (IN in))")).toBeUndefined();
  });
});

test("words: plurals, singulars, verbs", () => {
  for (const [one, many] of [
    "man men",
    "person people",
    "child children",
    "sheep sheep",
    "bus buses",
    "knife knives",
    "city cities",
    "foot feet",
    "fireman firemen",
    "box boxes",
  ].map((pair) => pair.split(" ") as [string, string])) {
    expect(plural(one)).toBe(many);
    expect(singular(many)).toBe(one);
  }
  expect([plural("traffic light"), singular("traffic lights"), singular("grass"), singular("bus")]).toEqual([
    "traffic lights",
    "traffic light",
    "grass",
    "bus",
  ]);
  expect(
    [
      ["rides", "VBZ"],
      ["watches", "VBZ"],
      ["carries", "VBZ"],
      ["sit", "VBP"],
      ["lying", "VBG"],
      ["sat", "VBD"],
    ].map(([word, tag]) => verbName(word!, tag!)),
  ).toEqual(["riding", "watching", "carrying", "sitting", "lying", undefined]);
  expect([finiteVerb("sitting", true), finiteVerb("having", false), finiteVerb("having", true)]).toEqual([
    { auxiliary: "are", verb: "sitting" },
    { verb: "has" },
    { verb: "have" },
  ]);
});

test("counts are those of the captions, and the report says how much there is", () => {
  expect(knowledge.count("dog")).toBe(9 + 4 + 3 + 5 + 3);
  expect(knowledge.plural("dog")).toBe("dogs");
  expect(knowledge.likely("modifiers", "dog")[0]).toEqual({ word: "brown", count: 9, probability: 9 / 24 });
  expect(knowledge.likely("subjectVerbs", "man").map(({ word, count }) => [word, count])).toEqual([
    ["riding", 9],
    ["holding", 6],
  ]);
  expect(report).toMatchObject({ sentences: TREES.length, wordnet: false, fallbacks: undefined });
  expect(report.warnings.join()).toMatch("there is no WordNet");
  expect(report.nouns).toBe(knowledge.content.hypernyms.size);
});

test("nothing to learn from is an error; one caption leaves nothing known, and says so", async () => {
  await expect(learnCaptions({ trees: [] })).rejects.toThrow("there is no caption to learn from");
  await expect(learnCaptions({ captions: ["A dog."] })).rejects.toThrow("captions are given without a parser");
  const { report, model } = await learnCaptions({ trees: TREES.slice(0, 1) });
  expect(report.warnings.join()).toMatch("no noun occurs three times");
  expect(new Describer(model).describe({ objects: [{ label: "dog", box: [0, 0, 1, 1] }] }).text).toBe(
    "There is a dog.",
  );
});

describe("WordNet", async () => {
  const wordnet = await findWordNet();
  test.skipIf(wordnet === undefined)("names what captions do not have, and lends its classes", async () => {
    const { model } = await learnCaptions({ trees: TREES, wordnet });
    const describer = new Describer(model, { hallucinate: true });
    const of = (...labels: string[]) =>
      describer.describe({ objects: labels.map((label) => ({ label, box: [0, 0, 9, 9] })) });
    expect(of("spaniel")).toMatchObject({
      text: "There is a dog.",
      renamed: [{ id: 0, label: "spaniel", noun: "dog" }],
    });
    expect(of("spaniels").text).toBe("There are dogs.");
    expect(of("democracy").leftOut[0]!.reason).toBe("unknown label");
    expect(of("pony", "woman").text).not.toBe("");
    expect(model.knowledge.classOf("man")).toBe("noun.person");
    expect(model.knowledge.classOf("person")).toBe("noun.person");
    expect(model.knowledge.hypernyms("dog")).toContain("canine.n.2");
  });
});

describe("parsing captions", async () => {
  const parser = new Parser((await learnParser(TREES, { method: "pcfg" })).model);
  const captions = TREES.map((tree) => words(tree).join(" "));

  test("markup is no word, and a caption may have several sentences", async () => {
    const { trees } = await parseCaptions(["<i>A dog</i> is running . A man is riding a horse ."], parser);
    expect(trees.map((tree) => words(tree).join(" "))).toEqual(["A dog is running .", "A man is riding a horse ."]);
  });

  test("goes on where it was interrupted, and threads change nothing", async () => {
    const checkpoints = new CheckpointFolder(join(folder, "kept"));
    const many = Array.from({ length: 30 }, () => captions).flat();
    const stop = new AbortController();
    const interrupted = parseCaptions(many, parser, {
      checkpoints,
      signal: stop.signal,
      progress: ({ done }) => done > 2000 && stop.abort(new Error("stopped")),
    });
    await expect(interrupted).rejects.toThrow("stopped");
    let first: number | undefined;
    const again = await parseCaptions(many, parser, { checkpoints, progress: ({ done }) => (first ??= done) });
    expect(first).toBe(2000); // the first piece came from the folder
    const threaded = await parseCaptions(many, parser, { workers: threads(2) });
    expect(again).toEqual(threaded);
    await checkpoints.remove();
  });
});

describe("parts", () => {
  const small = captionsToParts({ ...model, captions: model.captions.slice(0, 2) });

  test("hostile ones are refused with a ModelFileError, or do no harm", () => {
    const { failures, refused, tried } = failuresOf(small, captionsFromParts, (found) => {
      const describer = new Describer(found, { sentences: 0, hallucinate: true });
      describer.describe({
        objects: ["dog", "sofa", "grass", "men", "wug"].map((label) => ({ label, box: [0, 0, 5, 5] })),
      });
    });
    expect(failures).toEqual([]);
    expect(refused).toBeGreaterThan(tried / 3);
  });

  test("name the table and what is wrong with it", () => {
    const { "links.totals": totals, ...rest } = small.tensors;
    expect(() => captionsFromParts({ ...small, tensors: rest })).toThrow('has no table "links.totals"');
    const none = { shape: totals!.shape, data: new Uint32Array(totals!.data.length) };
    const damaged = () => captionsFromParts({ ...small, tensors: { ...rest, "links.totals": none } });
    expect(damaged).toThrow(ModelFileError);
    expect(damaged).toThrow(/has table "links" with \d+ observations of a context where 0 are its total/);
    expect(() => captionsFromParts({ ...small, symbols: { ...small.symbols, hypernyms: [] } })).toThrow(
      /has hypernyms of 0 nouns where \d+ are known/,
    );
  });
});
