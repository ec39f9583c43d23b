/** The API over models of every kind: the answers are those of the library. */
import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, test } from "vitest";
import { Describer } from "../../src/applications/captions/index.ts";
import type { SentenceSimilarity } from "../../src/applications/similarity/index.ts";
import type { VisualText } from "../../src/applications/visual-text/index.ts";
import { findWordNet } from "../../src/files/index.ts";
import { formatPenn } from "../../src/formats/index.ts";
import { openParts } from "../../src/kinds/index.ts";
import type { DependencyParser } from "../../src/models/dependency/index.ts";
import type { Parser } from "../../src/models/parser/index.ts";
import type { Tagger } from "../../src/models/sequence/index.ts";
import type { ModelVectors } from "../../src/models/vectors/index.ts";
import { startServer } from "../../src/server/index.ts";
import { VERBS } from "../../src/verbs/index.ts";
import { smallModels, testServer } from "./models.ts";

const opened = await smallModels();
const log: Record<string, unknown>[] = [];
const server = await testServer(opened, {}, { version: "9.9", log: (line) => log.push(line) });
const { ask } = server;
const parser = (await openParts(opened.parts.parser!)) as Parser;

describe("verbs", () => {
  test("models are listed with the verbs of their kind", async () => {
    const { models } = (await (await fetch(`${server.url}v1/models`)).json()) as { models: object[] };
    expect(models).toEqual([
      { name: "parser", kind: "parser", bytes: 1, verbs: ["parse", "dependencies", "states", "inspect"] },
      { name: "tagger", kind: "sequence", bytes: 1, verbs: ["tag", "inspect"] },
      { name: "heads", kind: "dependency", bytes: 1, verbs: ["dependencies", "inspect"] },
      { name: "vectors", kind: "vectors", bytes: 1, verbs: ["neighbours", "analogies", "map", "inspect"] },
      { name: "pairs", kind: "similarity", bytes: 1, verbs: ["similarity", "inspect"] },
      { name: "describer", kind: "captions", bytes: 1, verbs: ["describe", "labels", "inspect"] },
      { name: "seen", kind: "visual", bytes: 1, verbs: ["visual", "inspect"] },
    ]);
  });

  test("parse answers every sentence as the library does, whatever its form", async () => {
    const sentences = ["The dog barks.", ["The", "dog", "barks", "."], { words: ["The", "dog"], tags: ["DT", null] }];
    const { status, body } = await ask("parse", { sentences, kBest: 3, marginals: 0.05 });
    expect(status).toBe(200);
    const answers = (
      body as { sentences: { brackets: string; trees: object[]; marginals: { probability: number }[] }[] }
    ).sentences;
    expect(answers.map(({ brackets }) => brackets)).toEqual([
      formatPenn(parser.parse("The dog barks.").tree),
      formatPenn(parser.parse("The dog barks.").tree),
      formatPenn(parser.parse({ words: ["The", "dog"], tags: ["DT", undefined] }).tree),
    ]);
    expect(answers[0]!.trees).toHaveLength(parser.kBest("The dog barks.", 3).length);
    expect(answers[0]!.marginals.length).toBeGreaterThan(3);
    expect(Math.min(...answers[0]!.marginals.map(({ probability }) => probability))).toBeGreaterThanOrEqual(0.05);
  });

  test("running text is cut into sentences, in their order, however many threads share it", async () => {
    const text = "The dog barks. She gave the child a book. A cat sleeps. ".repeat(12);
    const { body } = await ask("parse", { text });
    const expected = parser.parseText(text).map(({ tree }) => formatPenn(tree));
    expect((body as { sentences: { brackets: string }[] }).sentences.map(({ brackets }) => brackets)).toEqual(expected);
  });

  test("tag, dependencies, neighbours and analogies", async () => {
    const tagger = (await openParts(opened.parts.tagger!)) as Tagger;
    const tagged = (await ask("tag", { sentences: ["The dog barks."] })).body as { sentences: { tags: string[] }[] };
    expect(tagged.sentences[0]!.tags).toEqual(tagger.tag("The dog barks.").tags);
    const heads = (await openParts(opened.parts.heads!)) as DependencyParser;
    const attached = (await ask("dependencies", { model: "heads", sentences: ["The dog barks."], kBest: 2 })).body as {
      sentences: { heads: number[]; trees: object[] }[];
    };
    expect(attached.sentences[0]!.heads).toEqual(heads.parse("The dog barks.").tree.heads);
    expect(attached.sentences[0]!.trees).toHaveLength(2);
    const vectors = (await openParts(opened.parts.vectors!)) as ModelVectors;
    const near = (await ask("neighbours", { words: ["nouna", "verba"], count: 3 })).body as {
      words: { word: string; neighbours: { word: string }[] }[];
    };
    expect(near.words.map(({ word }) => word)).toEqual(["nouna", "verba"]);
    expect(near.words[1]!.neighbours.map(({ word }) => word)).toEqual(
      vectors.nearest("verba", 3).map(({ word }) => word),
    );
    const third = (await ask("analogies", { questions: [["nouna", "nounb", "verba"]], count: 2 })).body as {
      questions: { neighbours: { word: string }[] }[];
    };
    expect(third.questions[0]!.neighbours.map(({ word }) => word)).toEqual(
      vectors.analogy("nouna", "nounb", "verba", 2).map(({ word }) => word),
    );
  });

  test("a constituency parser gives dependencies by its head rules", async () => {
    const { body } = await ask("dependencies", { model: "parser", sentences: [["The", "dog", "barks", "."]] });
    const [{ heads, relations }] = (body as { sentences: [{ heads: number[]; relations: string[] }] }).sentences;
    expect(heads.filter((head) => head === 0)).toHaveLength(1);
    expect(relations[heads.indexOf(0)]).toBe("root");
  });

  test("map places words on a plane whose axes have the largest variances", async () => {
    const { body } = await ask("map", { count: 10 });
    const { points, shares } = body as { points: { word: string; x: number; y: number }[]; shares: number[] };
    expect(points).toHaveLength(10);
    expect(shares[0]).toBeGreaterThanOrEqual(shares[1]!);
    const { points: one } = (await ask("map", { count: 0, words: [points[3]!.word, "absent"] })).body as {
      points: object[];
    };
    expect(one).toEqual([points[3]]);
    // The plane of a few words shows at least as much of what these vary in as that of many others.
    const few = points.slice(0, 4).map(({ word }) => word);
    const own = (await ask("map", { count: 0, words: few, own: true })).body as {
      points: { x: number; y: number }[];
      shares: number[];
    };
    expect(own.shares[0]! + own.shares[1]!).toBeGreaterThan(shares[0]! + shares[1]!);
    const middle = own.points.reduce((sum, { x, y }) => [sum[0]! + x, sum[1]! + y], [0, 0]);
    for (const each of middle) expect(each).toBeCloseTo(0, 3);
  });

  test("states: the nearest word to a word's own state is the word", async () => {
    const { tree } = parser.parse("The dog barks.");
    const { status, body } = await ask("states", { tree: formatPenn(tree), label: "DT", start: 0, end: 1 });
    const { symbol, nearest, vector } = body as {
      symbol: string;
      nearest: { name: string; similarity: number }[];
      vector: number[];
    };
    expect([status, symbol, vector.length, nearest[0]!.name.toLowerCase()]).toEqual([200, "DT", 2, "the"]);
    expect(nearest[0]!.similarity).toBeGreaterThan(0.99);
    const missing = await ask("states", { tree: formatPenn(tree), label: "XX", start: 1, end: 2 });
    expect([missing.status, missing.body]).toEqual([
      400,
      {
        error: {
          class: "InputError",
          code: "EIGENTREE_INPUT",
          message: "the model knows no node XX over words 1 to 2 of this tree.",
        },
      },
    ]);
  });

  test("similarity scores pairs and explains them; visual marks phrases", async () => {
    const judge = ((await openParts(opened.parts.pairs!)) as SentenceSimilarity).withWordNet(await findWordNet());
    const pair = ["The dog sees a cat.", "A dog saw the cat."] as const;
    const { pairs } = (await ask("similarity", { pairs: [pair, pair], explain: true })).body as {
      pairs: { score: number; matches: object[]; contributions: object[] }[];
    };
    expect(pairs).toHaveLength(2);
    expect(pairs[0]!.score).toBeCloseTo(judge.score(...pair), 10);
    expect(pairs[0]!.contributions).toHaveLength(judge.explain(...pair).contributions.length);
    const seen = (await openParts(opened.parts.seen!)) as VisualText;
    const { captions } = (await ask("visual", { captions: ["A dog on the beach."] })).body as { captions: object[] };
    expect(captions).toEqual([JSON.parse(JSON.stringify(seen.mark("A dog on the beach.")))]);
  });

  test("describe gives descriptions with their derivations, labels what can be described", async () => {
    const describer = (await openParts(opened.parts.describer!)) as Describer;
    const { labels } = (await ask("labels", { count: 5 })).body as { labels: { label: string; count: number }[] };
    expect(labels).toHaveLength(5);
    expect(labels[0]!.count).toBeGreaterThanOrEqual(labels[4]!.count);
    const objects = labels.slice(0, 2).map(({ label }, i) => ({ label, box: [i * 50, 0, 40, 40] as const }));
    const { scenes } = (await ask("describe", { scenes: [{ size: [100, 100], objects }], style: "terse" })).body as {
      scenes: { descriptions: { text: string; sentences: object[] }[] }[];
    };
    const [own] = new Describer(describer.model, { style: "terse" }).describeAll({ size: [100, 100], objects });
    expect(own!.text).not.toBe("");
    expect(scenes[0]!.descriptions).toEqual([JSON.parse(JSON.stringify(own))]);
    const bad = await ask("describe", { scenes: [{ objects: [{ label: "dog", box: [1, 2] }] }] });
    expect([bad.status, bad.body]).toMatchObject([400, { error: { code: "EIGENTREE_OPTION", option: "scenes" } }]);
  });

  test("inspect shows nonterminals with their singular values and noise, and one with its states", async () => {
    const { nonterminals } = (await ask("inspect", { model: "parser" })).body as {
      nonterminals: { symbol: string; singularValues: number[]; noise: number[] }[];
    };
    const phrase = nonterminals.find(({ symbol }) => symbol === "NP")!;
    expect(phrase.noise).toHaveLength(phrase.singularValues.length);
    expect(phrase.noise.every((value, i) => value <= phrase.singularValues[i]!)).toBe(true);
    const { nonterminals: one } = (await ask("inspect", { model: "parser", symbol: "NP" })).body as {
      nonterminals: { loadings: object[] }[];
    };
    expect(one[0]!.loadings).toHaveLength(2);
    const { values } = (await ask("inspect", { model: "vectors" })).body as { values: number[] };
    expect(values).toHaveLength(6);
  });
});

describe("errors", () => {
  test.each([
    ["parse", [], 400, "EIGENTREE_INPUT", 'parse: the request is not a JSON object; expected { "model": …, … }.'],
    ["parse", {}, 400, "EIGENTREE_OPTION", "parse: sentences or text is missing; expected one of the two."],
    [
      "parse",
      { text: "x", sentences: [] },
      400,
      "EIGENTREE_OPTION",
      "parse: sentences and text are both given; expected one of the two.",
    ],
    ["parse", { sentences: "x" }, 400, "EIGENTREE_OPTION", "parse: sentences must be a list."],
    [
      "parse",
      { sentences: ["a", 7] },
      400,
      "EIGENTREE_OPTION",
      "parse: sentences[1] must be a text, a list of words, or { words, tags }.",
    ],
    [
      "parse",
      { sentences: [""] },
      400,
      "EIGENTREE_INPUT",
      "parse: sentences[0]: a sentence without words; expected at least one word.",
    ],
    [
      "parse",
      { sentences: [{ words: ["a"], tags: [] }] },
      400,
      "EIGENTREE_INPUT",
      "1 words but 0 tags; each word needs its own, or undefined.",
    ],
    ["parse", { text: "x", kbest: 2 }, 400, "EIGENTREE_OPTION", 'parse: unknown field "kbest". Did you mean "kBest"?'],
    [
      "parse",
      { text: "x", kBest: 0 },
      400,
      "EIGENTREE_OPTION",
      "parse: kBest must be a whole number from 1 to 1000; got 0.",
    ],
    ["parse", { text: "x", model: 1 }, 400, "EIGENTREE_OPTION", "parse: model must be the name of a model."],
    [
      "parse",
      { text: "x", model: "absent" },
      404,
      "EIGENTREE_MODEL",
      'there is no model "absent"; the models are: parser, tagger, heads, vectors, pairs, describer, seen.',
    ],
    [
      "parse",
      { text: "x", model: "tagger" },
      404,
      "EIGENTREE_MODEL",
      'the model "tagger" is of kind sequence and answers tag, inspect, not parse.',
    ],
    [
      "brackets",
      { sentences: [] },
      404,
      "EIGENTREE_MODEL",
      "no model answers brackets; start the server with a model of kind induction.",
    ],
    [
      "parse",
      { sentences: Array(201).fill("x") },
      413,
      "EIGENTREE_LIMIT",
      "parse: 201 sentences; at most 200 a request are allowed: split it.",
    ],
    [
      "parse",
      { text: "x. A b. ".repeat(300) },
      413,
      "EIGENTREE_LIMIT",
      expect.stringMatching(/^parse: \d+ sentences; at most 200/),
    ],
    [
      "parse",
      { sentences: ["a", Array(151).fill("x")] },
      413,
      "EIGENTREE_LIMIT",
      "parse: sentences[1] has 151 words; at most 150 are allowed: split it.",
    ],
    [
      "parse",
      { text: "x".repeat(1_000_001) },
      413,
      "EIGENTREE_LIMIT",
      "the body has more than 1000000 bytes; send less at a time.",
    ],
    ["parse", '{"text":', 400, "EIGENTREE_BODY", expect.stringContaining("the body is not JSON")],
    [
      "neighbours",
      { words: ["qwertz"] },
      400,
      "EIGENTREE_INPUT",
      expect.stringMatching(/^the word "qwertz" has no vector/),
    ],
    [
      "inspect",
      { model: "parser", symbol: "NNN" },
      400,
      "EIGENTREE_INPUT",
      expect.stringMatching(/there is no nonterminal "NNN"/),
    ],
  ])("%s %.60j", async (verb, given, status, code, message) => {
    const { status: found, body } = await ask(verb, given);
    const { error } = body as { error: { code: string; message: string } };
    expect([found, error.code, error.message]).toEqual([status, code, message]);
  });

  test("a body that is not JSON by its type, bad UTF-8, a wrong method, a path that is not there", async () => {
    const typed = await server.post("parse", "{}", { headers: { "content-type": "text/plain" } });
    expect(typed.status).toBe(415);
    const bad = await server.post("parse", "", { body: new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]) });
    expect([bad.status, await bad.json()]).toEqual([
      400,
      { error: { class: "HttpError", code: "EIGENTREE_BODY", message: "the body is not valid UTF-8." } },
    ]);
    const wrong = await fetch(`${server.url}v1/parse`);
    expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "POST"]);
    expect((await fetch(`${server.url}v1/absent`)).status).toBe(404);
  });
});

describe("operators", () => {
  test("health, readiness, counters, and a line of log for every request, without its text", async () => {
    expect(await (await fetch(`${server.url}healthz`)).text()).toBe("ok\n");
    expect((await fetch(`${server.url}readyz`)).status).toBe(200);
    await ask("parse", { text: "The secret dog barks." });
    const metrics = await (await fetch(`${server.url}metrics`)).text();
    expect(metrics).toMatch(/^eigentree_requests_total\{route="parse",status="200"\} \d+$/m);
    expect(metrics).toMatch(/^eigentree_request_seconds_bucket\{route="parse",le="\+Inf"\} \d+$/m);
    expect(metrics).toMatch(/^eigentree_threads_ready 1$/m);
    for (const line of metrics.trim().split("\n"))
      expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{[^{}]+\})? [\d.e+-]+)$/);
    const line = log.findLast(({ path }) => path === "/v1/parse")!;
    expect(line).toMatchObject({ level: "info", method: "POST", status: 200, model: "parser", items: 1, words: 5 });
    expect(JSON.stringify(log)).not.toContain("secret");
  });

  test("answers carry a strict content policy and isolate the page", async () => {
    const { headers } = await fetch(server.url);
    expect(headers.get("content-security-policy")).toMatch(
      /^default-src 'none'; script-src 'self' 'wasm-unsafe-eval';/,
    );
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
    expect(headers.get("cross-origin-embedder-policy")).toBe("require-corp");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });

  test("the OpenAPI document is valid and names every verb and option", async () => {
    const document = (await (await fetch(`${server.url}openapi.json`)).json()) as {
      paths: Record<
        string,
        { post?: { requestBody: { content: Record<string, { schema: { properties: object } }> } } }
      >;
      info: { version: string };
    };
    const { valid, errors } = await new Validator().validate(structuredClone(document) as never);
    expect([valid, errors]).toEqual([true, undefined]);
    expect(document.info.version).toBe("9.9");
    for (const verb of VERBS) {
      const schema = document.paths[`/v1/${verb.name}`]!.post!.requestBody.content["application/json"]!.schema;
      expect(Object.keys(schema.properties)).toEqual(expect.arrayContaining([...Object.keys(verb.options), "model"]));
    }
  });

  test("a port in use is an error that says so", async () => {
    await expect(startServer({ models: [], parts: {} }, { port: server.port, threads: 1 })).rejects.toThrow(
      `port ${server.port} is in use; expected a free one`,
    );
  });
});

describe("origins", () => {
  test("no page of another origin is admitted unless asked for", async () => {
    const origin = { headers: { origin: "https://example.org" } };
    expect((await fetch(`${server.url}v1/models`, origin)).headers.get("access-control-allow-origin")).toBeNull();
    const open = await testServer({ models: [], parts: {} }, { cors: ["https://example.org"] });
    const admitted = await fetch(`${open.url}v1/models`, origin);
    expect(admitted.headers.get("access-control-allow-origin")).toBe("https://example.org");
    const other = await fetch(`${open.url}v1/models`, { headers: { origin: "https://example.com" } });
    expect(other.headers.get("access-control-allow-origin")).toBeNull();
  });
});
