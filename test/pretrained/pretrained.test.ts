/** The models that come with Eigentree: there, small, described, and good enough for plain sentences. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { InputError } from "../../src/base/index.ts";
import { EIGENTREE } from "../../src/cli/commands.ts";
import { modelPath, open } from "../../src/files/index.ts";
import { formatPenn } from "../../src/formats/index.ts";
import { open as openInPage } from "../../src/kinds/fetch.ts";
import { isShipped, type KindName, SHIPPED } from "../../src/kinds/index.ts";
import { Parser } from "../../src/models/parser/index.ts";
import { words } from "../../src/trees/index.ts";
import { runIn } from "../cli/terminal.ts";

const PRETRAINED = resolve(import.meta.dirname, "../../pretrained");
const PARTS = Object.entries(SHIPPED).flatMap(([name, kinds]) => kinds.map((kind) => [name, kind] as const));
const run = (...args: string[]) => runIn(EIGENTREE, [...args, "--threads", "1"]);

describe("pretrained/", () => {
  test("has every part that a name promises, nothing else, each with its card", () => {
    const files = Object.keys(SHIPPED).flatMap((name) =>
      readdirSync(join(PRETRAINED, name)).map((file) => `${name}/${file}`),
    );
    const parts = PARTS.flatMap(([name, kind]) => [`${name}/${kind}.model`, `${name}/${kind}.md`]);
    expect(files.sort()).toEqual([...parts, "en/clusters.paths", "en/clusters.md"].sort());
  });

  test("takes at most 35 MB for en, and no file more than 15 MB", () => {
    const sizes = PARTS.map(([name, kind]) => ({ name, size: statSync(join(PRETRAINED, name, `${kind}.model`)).size }));
    expect(Math.max(...sizes.map(({ size }) => size))).toBeLessThanOrEqual(15e6);
    const general = sizes.filter(({ name }) => name === "en");
    expect(general.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(35e6);
  });

  test.each(PARTS)("%s/%s has a card with licence, data, weaknesses and the command that made it", (name, kind) => {
    const card = readFileSync(join(PRETRAINED, name, `${kind}.md`), "utf8");
    expect(card).toContain("CC BY-SA 4.0");
    expect(card).toContain("## Known weaknesses");
    expect(card).toMatch(/^ {4}eigentree train .* --pack -o \w+\.model$/m);
    if (kind !== "vectors") expect(card).toMatch(/\| \*\*all\*\* /);
    expect(card).not.toMatch(/\/tmp\/|\.\.\/|\/home\//);
  });
});

describe("names", () => {
  test.each(PARTS)("open(%j, %j) opens that part", async (name, kind) => {
    expect((await open(name, kind)).kind).toBe(kind);
    expect(modelPath(`${name}/${kind}`)).toBe(join(PRETRAINED, name, `${kind}.model`));
  });

  test("the bare name is its first part; what it does not have is said", async () => {
    expect((await open("en")).kind).toBe("parser");
    await expect(open("en-bio", "vectors")).rejects.toThrow(InputError);
    await expect(open("en-bio", "vectors")).rejects.toThrow(/"en-bio" .* no part of kind vectors; it has parser/);
    expect(isShipped("en/dependency")).toBe(true);
    for (const other of ["english.model", "./en", "en/../x", "toString", "xx", "en/"])
      expect(isShipped(other)).toBe(false);
  });
});

describe("in a page", () => {
  afterEach(() => vi.unstubAllGlobals());

  test("only the part that is asked for is fetched", async () => {
    const fetched: string[] = [];
    vi.stubGlobal("fetch", async (address: string) => {
      fetched.push(address);
      const path = new URL(address).pathname.replace("/models/", "");
      return new Response(new Uint8Array(readFileSync(join(PRETRAINED, path))));
    });
    const tagger = await openInPage("en", "sequence", { models: "https://example.org/models" });
    expect(tagger.tag("The dog barks.").tags).toHaveLength(4);
    expect(fetched).toEqual(["https://example.org/models/en/sequence.model"]);
    const own = await openInPage("https://example.org/models/en-penn/sequence.model");
    expect(own.kind).toBe("sequence");
    expect(fetched).toHaveLength(2);
  });

  test("what cannot be fetched is said, with its address", async () => {
    vi.stubGlobal("fetch", async () => new Response("", { status: 404 }));
    await expect(openInPage("https://example.org/no.model")).rejects.toThrow(/example\.org\/no\.model: .*answered 404/);
    vi.stubGlobal("fetch", async () => {
      throw new TypeError("failed to fetch");
    });
    await expect(openInPage("en", "sequence")).rejects.toThrow(/en\/sequence\.model: could not be fetched: failed/);
  });
});

describe("English", () => {
  test("is parsed", async () => {
    const parser = await open("en", "parser");
    const { tree, fallback } = parser.parse("The old man saw a dog in the garden.");
    expect(fallback).toBe("none");
    expect(formatPenn(tree)).toMatch(
      /\(NP \(DT The\) \(JJ old\) \(NN man\)\).*\(VP \(VBD saw\).*\(PP \(IN in\) \(NP \(DT the\) \(NN garden\)\)\)/,
    );
    expect(words(parser.parseText("It's $5. (Don't!) She left.")[0]!.tree)).toEqual(["It", "'s", "$", "5", "."]);
  });

  test.each(["The dog barks.", "Birds sing.", "She sleeps."])("has a verb in its VP: %s", async (sentence) => {
    const { tree } = (await open("en", "parser")).parse(sentence);
    expect(formatPenn(tree)).toMatch(/^\(S \(NP .*\) \(VP \(VB[PZ] \w+\)\) \(\. \.\)\)$/);
  });

  test("is tagged, with either tag set", async () => {
    const [universal, penn] = [await open("en", "sequence"), await open("en-penn", "sequence")];
    const sentence = "She quickly bought two new books.";
    expect(universal.tag(sentence).tags).toEqual(["PRON", "ADV", "VERB", "NUM", "ADJ", "NOUN", "PUNCT"]);
    expect(penn.tag(sentence).tags).toEqual(["PRP", "RB", "VBD", "CD", "JJ", "NNS", "."]);
  });

  test("gets dependencies", async () => {
    const { tree } = (await open("en", "dependency")).parse("The girl read a long letter.");
    expect(tree.heads).toEqual([2, 3, 0, 6, 6, 3, 3]);
    expect(tree.labels).toEqual(["det", "nsubj", "root", "det", "amod", "obj", "punct"]);
  });

  test("has words near in meaning", async () => {
    const near = (await open("en", "vectors")).nearest("dog", 20).map(({ word }) => word);
    expect(near.some((word) => ["dogs", "cat", "horse", "hound", "puppy", "animal"].includes(word))).toBe(true);
  });

  test("of medicine is parsed by en-bio", async () => {
    const { tree, fallback } = (await open("en-bio", "parser")).parse("The protein is expressed in the mouse brain.");
    expect(fallback).toBe("none");
    expect(formatPenn(tree)).toMatch(/\(NP \(DT The\) \(NN protein\)\) \(VP \(VBZ is\) \(VP \(VBN expressed\)/);
  });
});

describe("on the command line", () => {
  test("a name stands for a model file", async () => {
    const { out, code } = await run("parse", "en", "The dog sleeps.");
    expect(code).toBe(0);
    expect(out).toMatch(/^\(.*\(DT The\) \(NN dog\).*\)\n$/);
    expect((await runIn(EIGENTREE, ["tag", "en", "The dog saw it."])).out).toBe(
      "The/DET dog/NOUN saw/VERB it/PRON ./PUNCT\n",
    );
    expect((await runIn(EIGENTREE, ["neighbours", "en", "dog", "--count", "3"])).out).toMatch(
      /^dog\n( {2}0\.\d+ +\S+\n){3}$/,
    );
  });

  test("--dependencies takes the dependency parser of a name, and of nothing else", async () => {
    const { out } = await run("parse", "en", "--dependencies", "The dog saw it.");
    expect(out).toMatch(/^1\tThe\t.*\t2\tdet\t_\t_\n2\tdog\t.*\t3\tnsubj\t/);
    expect((await run("parse", "en/dependency", "The dog saw it.")).out).toBe(out);
    const refused = await run("parse", modelPath("en"), "--dependencies", "The dog sleeps.");
    expect(refused.code).toBe(1);
    expect(refused.err).toMatch(/kind "parser"; --dependencies needs one of kind dependency/);
  });

  test("the value of an option is not taken for a name", async () => {
    const { out, code } = await run("parse", "--language", "en", modelPath("en-bio"), "The dog sleeps.");
    expect(code).toBe(0);
    expect(out).toMatch(/^\(/);
  });

  test("a part that a name does not have is said", async () => {
    const { err, code } = await runIn(EIGENTREE, ["tag", "en-bio", "The dog sleeps."]);
    expect(code).toBe(1);
    expect(err).toMatch(/"en-bio" .* has no part of kind sequence or phones; it has parser/);
    expect((await run("parse", "en/sequence", "A b.")).err).toMatch(/kind "sequence"; parsing sentences needs/);
  });
});

/** Text that nobody trained on: every kind answers all of it. */
const BAD: Readonly<Record<string, string>> = {
  "only punctuation": "... !!! ?? -- ;",
  "an address": "See https://example.org/a?b=c&d=%20#x and www.example.com/~me.",
  emoji: "I ❤️ you 😀👨‍👩‍👧 :-) <3",
  "control characters": "The\u0000 dog\u0007 sees \u001b[31mred\u001b[0m \u200b\ufeff.",
  HTML: '<p class="x">The <b>dog</b> &amp; the cat<br/></p><script>alert("1")</script>',
  "other scripts": "这是一个句子。 Это предложение. これは文です。",
  "half of a pair of code units": "a \ud800 b \udc00.",
  "a very long word": "x".repeat(5000),
};

/** Opened once: each of the tests below takes one sentence. */
const opened = new Map<KindName, ReturnType<typeof open>>();
const cached = (kind: KindName) => {
  if (!opened.has(kind)) opened.set(kind, open("en", kind));
  return opened.get(kind)!;
};

describe("bad input", () => {
  const kinds: readonly KindName[] = ["parser", "sequence", "dependency"];
  const answer = (predictor: object, text: string): readonly (readonly string[])[] => {
    if ("tagText" in predictor)
      return (predictor as { tagText(text: string): { words: string[] }[] }).tagText(text).map((each) => each.words);
    const parsed = (predictor as { parseText(text: string): { tree: object; words?: string[] }[] }).parseText(text);
    return parsed.map((each) => each.words ?? (each.tree as { words: string[] }).words);
  };

  test.each(kinds)("%s answers empty text with nothing", async (kind) => {
    const predictor = await cached(kind);
    for (const text of ["", " \n\t \n", "\ufeff"]) expect(answer(predictor, text)).toEqual([]);
  });

  test.each(kinds.flatMap((kind) => Object.keys(BAD).map((what) => [kind, what] as const)))(
    "%s answers %s",
    async (kind, what) => {
      const found = answer(await cached(kind), BAD[what]!);
      expect(found.length).toBeGreaterThan(0);
      for (const sentence of found) expect(sentence.length).toBeGreaterThan(0);
    },
  );

  test("a sentence of 2,000 words gets its tree, tags and arcs", async () => {
    const long = Array.from({ length: 2000 }, (_, i) => ["the", "dog", "and", "a", "small", "cat", ","][i % 7]!);
    // In parts of 300 words, the default, this takes minutes: nothing limits the ambiguity of such a list.
    const { model } = (await cached("parser")) as Parser;
    expect(words(new Parser(model, { maxWords: 30 }).parse(long).tree)).toEqual(long);
    expect((await open("en", "sequence")).tag(long).tags).toHaveLength(2000);
  });

  test("text of another language gets a warning, English does not", async () => {
    const german = "Der alte Hund schläft heute im Garten hinter dem großen Haus unserer Nachbarn.";
    for (const args of [
      ["parse", "en"],
      ["parse", "en", "--dependencies"],
    ]) {
      const { err, code } = await run(...args, german);
      expect(code).toBe(0);
      expect(err).toMatch(
        /warning: the model has not seen \d+ of these \d+ words; it is made for text in the language en/,
      );
    }
    expect((await runIn(EIGENTREE, ["tag", "en", german])).err).toMatch(/warning: the model has not seen/);
    expect((await runIn(EIGENTREE, ["tag", "en", "The old dog sleeps today in the garden."])).err).not.toMatch(
      /warning/,
    );
  });

  test("markup gets a warning, and is not mixed up with the words beside it", async () => {
    const { out, err } = await runIn(EIGENTREE, ["tag", "en", "<p>The <b>dog</b> sleeps.</p>"]);
    expect(out.replace(/\/[A-Z]+(?= |$)/gm, "")).toBe("<p> The <b> dog <\\/b> sleeps .\n<\\/p>\n");
    expect(err).toMatch(/warning: 4 words of the text are tags and entities of HTML/);
    expect((await runIn(EIGENTREE, ["tag", "en", "I <3 AT&T, and 3 < 4."])).err).not.toMatch(/HTML/);
  });
});
