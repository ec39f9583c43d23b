/** The parser on the command line: train, parse, evaluate, and every answer to bad input. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EIGENTREE } from "../../../src/cli/commands.ts";
import { saveModel } from "../../../src/files/index.ts";
import { readPenn, writePenn } from "../../../src/formats/index.ts";
import { generateTreebank } from "../../../src/samples/index.ts";
import { leaves, prepareTree, type Tree } from "../../../src/trees/index.ts";
import { runIn } from "../terminal.ts";

const folder = mkdtempSync(join(tmpdir(), "eigentree-parser-"));
afterAll(() => rmSync(folder, { recursive: true }));

const at = (name: string) => join(folder, name);
const run = async (...words: string[]) => {
  const { out, err, code } = await runIn(EIGENTREE, words);
  return { out, code, err: err.replaceAll(folder, "FOLDER") };
};
const put = (name: string, text: string) => {
  writeFileSync(at(name), text);
  return at(name);
};
/** As training prepares trees. */
const cleaned = (tree: Tree) => prepareTree(tree);
const MODEL = at("m.model");
const bank = generateTreebank({ trees: 260 });
const train = writePenn(bank.trees.slice(0, 220));
const dev = bank.trees.slice(220);

beforeAll(async () => {
  put("train.mrg", train);
  put("dev.mrg", writePenn(dev));
  const { code, err } = await run(
    "train",
    "parser",
    at("train.mrg"),
    "-o",
    MODEL,
    "--states",
    "4",
    "--dev",
    at("dev.mrg"),
    "--threads",
    "1",
  );
  expect(err).toMatch(/^220 trees\nreading /);
  expect(err).toMatch(/dev\.mrg: F1 \d\d\.\d\d \(recall .*sentences\/s, no fallbacks\nwrote FOLDER\/m\.model\n$/);
  expect(code).toBe(0);
}, 60_000);

describe("parse", () => {
  test("writes the tree of every line, the same with one thread and with two", async () => {
    const lines = dev.map((tree) =>
      leaves(tree)
        .map(({ word }) => word)
        .join(" "),
    );
    put("dev.txt", `${lines.join("\n")}\n`);
    const one = await run("parse", MODEL, at("dev.txt"), "--input", "tokens", "--threads", "1");
    const two = await run("parse", MODEL, at("dev.txt"), "--input", "tokens", "--threads", "2");
    expect(two.out).toBe(one.out);
    const trees = readPenn(one.out);
    expect(
      trees.map((tree) =>
        leaves(tree)
          .map(({ word }) => word)
          .join(" "),
      ),
    ).toEqual(lines);
    expect(one.err).toMatch(/^40 sentences, \d+ words in .* sentences\/s; no fallbacks\n$/);
    expect((await run("parse", MODEL, at("dev.txt"), "--input", "tokens", "--threads", "1", "--quiet")).err).toBe("");
  });

  test("answers an empty line with an empty line, a bad one too, parses the others, and fails at the end unless told to skip", async () => {
    const path = put("some.txt", "the/DT dog/NN barks/VBZ\n\nthe/DT dog barks/VBZ\nVienna/NNP\n");
    const bad = `"dog" has no tag; tagged input is word/TAG, as in dog/NN. Use --input tokens to let the model tag.`;
    const { out, err, code } = await run("parse", MODEL, path, "--input", "tagged", "--threads", "1");
    const lines = out.split("\n");
    expect(lines.map((line) => line.slice(0, 1))).toEqual(["(", "", "", "(", ""]);
    expect(lines[0]).toContain("(DT the) (NN dog)");
    expect(err).toMatch(/^FOLDER\/some\.txt:3:8: "dog" has no tag/);
    expect(err).toContain("2 sentences, 4 words");
    expect(err).toContain("1 without words; 1 unreadable\n");
    expect(err).toContain(
      "eigentree parse: 1 record of the input could not be read; 2 sentences parsed. Use --skip-bad to skip what cannot be read without failing.",
    );
    expect(code).toBe(1);
    const skipped = await run("parse", MODEL, path, "--input", "tagged", "--threads", "1", "--skip-bad", "--json");
    expect(skipped.code).toBe(0);
    expect(skipped.err).toContain(`skipped: FOLDER/some.txt:3:8: ${bad}`);
    const records = skipped.out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(records.map(({ line, brackets }) => [line, typeof brackets])).toEqual([
      [1, "string"],
      [2, "undefined"],
      [4, "string"],
    ]);
  });

  test("a file that is missing does not lose the one after it", async () => {
    const path = put("one.txt", "Vienna\n");
    const { out, code, err } = await run("parse", MODEL, at("absent.txt"), path, "--input", "tokens", "--threads", "1");
    expect(readPenn(out)).toHaveLength(1);
    expect([err.split("\n")[0], code]).toEqual([
      "FOLDER/absent.txt: there is no such file or folder; check the path.",
      1,
    ]);
    expect(err).toContain("1 file of the input could not be read; 1 sentence parsed.");
    const alone = await run("parse", MODEL, at("absent.txt"), "--threads", "1");
    expect([alone.out, alone.code]).toEqual(["\n", 1]);
    expect(alone.err).toContain("1 file of the input could not be read; nothing was parsed.");
    const quiet = await run("parse", MODEL, at("absent.txt"), "--threads", "1", "--quiet");
    expect([quiet.err, quiet.code]).toEqual([
      "eigentree parse: 1 file of the input could not be read; nothing was parsed. Use --skip-bad to skip what cannot be read without failing. The first: FOLDER/absent.txt: there is no such file or folder; check the path.\n",
      1,
    ]);
  });

  test("takes an argument that is no file and reads like a sentence as text, and all after --text", async () => {
    const one = await run("parse", MODEL, "The dog barks. Vienna sleeps.", "--threads", "1");
    expect([readPenn(one.out).length, one.code]).toEqual([2, 0]);
    const json = await run("parse", MODEL, "Vienna", "dog", "--text", "--threads", "1", "--json");
    expect(
      json.out
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line))
        .map(({ file, words }) => [file, words]),
    ).toEqual([
      ["argument 1", ["Vienna"]],
      ["argument 2", ["dog"]],
    ]);
    const name = await run("parse", MODEL, "my texts/novel.txt", "--threads", "1");
    expect(name.err).toContain("my texts/novel.txt: there is no such file or folder; check the path.");
  });

  test("cuts a longer sentence than --max-words into parts", async () => {
    const path = put("long.txt", "the dog barks in Vienna , and the man sleeps in the park .\n");
    const options = ["--input", "tokens", "--threads", "1", "--json"];
    const whole = JSON.parse((await run("parse", MODEL, path, ...options)).out);
    const parts = JSON.parse((await run("parse", MODEL, path, ...options, "--max-words", "7")).out);
    expect([whole.fallback, parts.fallback]).toEqual(["none", "pieces"]);
    expect(parts.words).toEqual(whole.words);
  });

  test("--input lines takes every line for one sentence, whatever stands in it", async () => {
    const path = put("lines.txt", "The dog barks. Vienna sleeps.\n\nthe man\n");
    const { out } = await run("parse", MODEL, path, "--input", "lines", "--threads", "1", "--json");
    const found = out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(found.map(({ line, words }) => [line, words.join(" ")])).toEqual([
      [1, "The dog barks . Vienna sleeps ."],
      [2, ""],
      [3, "the man"],
    ]);
  });

  test("reads another encoding when told, and names the option when not", async () => {
    writeFileSync(at("latin.txt"), Buffer.from("the caf\u00e9 sleeps\n", "latin1"));
    const wrong = await run("parse", MODEL, at("latin.txt"), "--input", "tokens", "--threads", "1");
    expect(wrong.err).toContain(
      "FOLDER/latin.txt:1:8: byte 0xE9 is not UTF-8; save the file as UTF-8, or name its encoding, as in --encoding latin1.",
    );
    const options = ["--input", "tokens", "--threads", "1", "--encoding"];
    const right = await run("parse", MODEL, at("latin.txt"), ...options, "latin1");
    expect(leaves(readPenn(right.out)[0]!).map(({ word }) => word)).toEqual(["the", "caf\u00e9", "sleeps"]);
    expect((await run("parse", MODEL, at("latin.txt"), ...options, "latin-99")).err).toBe(
      'eigentree parse: --encoding must be a text encoding such as utf-8, latin1 or utf-16; got "latin-99".\n',
    );
  });

  test("offers the formats of parsers, and options of experts apart", async () => {
    const { err, code } = await run("parse", MODEL, "A dog.", "--format", "conllu");
    expect([err, code]).toEqual([
      'eigentree parse: --format must be one of brackets, json, text, svg; got "conllu".\n',
      2,
    ]);
    expect((await run("parse", MODEL, "A dog.", "--language", "not a tag")).err).toBe(
      'eigentree parse: --language must be a language tag such as en or de-AT; got "not a tag".\n',
    );
  });

  test("gives k best trees with scores, span probabilities and marginals in JSON", async () => {
    const path = put("one.txt", "the dog barks in Vienna .\n");
    const { out } = await run(
      "parse",
      MODEL,
      path,
      "--input",
      "tokens",
      "--threads",
      "1",
      "--json",
      "--k-best",
      "3",
      "--marginals",
      "0.02",
    );
    const { file, fallback, words, spans, trees, marginals, brackets, score } = JSON.parse(out);
    expect([file, fallback, words.length, trees.length]).toEqual([path, "none", 6, 3]);
    expect([trees[0].brackets, trees[0].score]).toEqual([brackets, score]);
    expect(trees[0].score).toBeGreaterThanOrEqual(trees[1].score);
    expect(new Set(trees.map((tree: { brackets: string }) => tree.brackets)).size).toBe(3);
    expect(spans.filter(({ tag }: { tag?: boolean }) => tag)).toHaveLength(6);
    expect(spans.at(-1)).toMatchObject({ start: 0, end: 6 });
    const listed = marginals.map(({ probability }: { probability: number }) => probability);
    expect(listed.every((probability: number) => probability >= 0.02 && probability <= 1)).toBe(true);
    const comments = (await run("parse", MODEL, path, "--input", "tokens", "--threads", "1", "--k-best", "2")).out;
    expect(comments).toMatch(/^# tree 1, score [\d.]+\n\(.*\)\n# tree 2, score [\d.]+\n\(.*\)\n\n$/);
    expect(readPenn(comments)).toHaveLength(2);
  });

  test("draws for the terminal and as SVG, one file each in a folder", async () => {
    const path = put("two.txt", "the dog barks\nVienna < Rome & more\n");
    const drawn = await run("parse", MODEL, path, "--input", "tokens", "--threads", "1", "--format", "text", "--ascii");
    expect(drawn.out).toMatch(/^the +dog +barks$/m);
    expect(drawn.out).not.toMatch(/[┌│]/);
    await run("parse", MODEL, path, "--input", "tokens", "--threads", "1", "--format", "svg", "-o", at("drawings"));
    expect(readdirSync(at("drawings"))).toEqual(["000001.svg", "000002.svg"]);
    const onFile = await run(
      "parse",
      MODEL,
      path,
      "--input",
      "tokens",
      "--threads",
      "1",
      "--format",
      "svg",
      "-o",
      MODEL,
    );
    expect(onFile.err).toMatch(/expected a folder|would overwrite/);
    for (const bad of [at("drawings/000001.svg"), at("drawings/000001.svg/x")]) {
      const { code, err } = await run("parse", MODEL, path, "--input", "tokens", "--format", "svg", "-o", bad);
      expect([code, err]).toEqual([1, expect.stringMatching(/is a file; expected a folder|is a file, not a folder/)]);
    }
    expect(readFileSync(at("drawings/000002.svg"), "utf8")).toContain("Vienna &lt; Rome &amp; more");
  });

  test("reads running text, brackets by name where the model knows only those, and CoNLL-U with its tags", async () => {
    const text = put("run.txt", "The dog barks. Vienna sleeps\nin the park.\n");
    expect(readPenn((await run("parse", MODEL, text, "--threads", "1")).out)).toHaveLength(2);
    const row = (id: number, form: string, xpos: string) =>
      [id, form, "_", "_", xpos, "_", "_", "_", "_", "_"].join("\t");
    const conllu = put("a.conllu", `${row(1, "The", "DT")}\n${row(2, "dog", "_")}\n${row(3, "barks", "VBZ")}\n\n`);
    const [tree] = readPenn((await run("parse", MODEL, conllu, "--input", "conllu", "--threads", "1")).out);
    expect(leaves(tree!).map(({ word }) => word)).toEqual(["The", "dog", "barks"]);
    expect([leaves(tree!)[0]!.label, leaves(tree!)[2]!.label]).toEqual(["DT", "VBZ"]);
  });
});

describe("evaluate", () => {
  test("gives EVALB scores, the same as `score` of what `parse` writes, and counts labels that training did not have", async () => {
    const gold = put("gold.mrg", `${writePenn(dev.slice(0, 12))}(TOP (WUG (NN dog)))\n(TOP (-NONE- *T*))\n`);
    const { out, err, code } = await run("evaluate", MODEL, gold, "--threads", "1", "--json");
    const found = JSON.parse(out);
    expect([code, found.all.sentences, found.withoutWords]).toEqual([0, 13, 1]);
    expect(found.unseenLabels).toEqual({ WUG: 1 });
    expect(err).toContain("1 gold tree without words left out");
    const text = await run("evaluate", MODEL, gold, "--threads", "1", "--gold-tags");
    expect(text.out).toContain("1 gold node has 1 label that training did not have and can only be missed: WUG");
    expect(text.out).toMatch(/^tag accuracy +100\.00/m);
    const words = put(
      "gold.txt",
      `${dev
        .slice(0, 12)
        .map((tree) =>
          leaves(tree)
            .map(({ word }) => word)
            .join(" "),
        )
        .join("\n")}\ndog\n`,
    );
    await run("parse", MODEL, words, "--input", "tokens", "--threads", "1", "-o", at("parsed.mrg"));
    const scored = JSON.parse(
      (
        await run(
          "score",
          at("parsed.mrg"),
          put("g.mrg", `${writePenn(dev.slice(0, 12))}(TOP (WUG (NN dog)))\n`),
          "--json",
        )
      ).out,
    );
    expect(found.all.f1).toBeCloseTo(scored.all.f1, 9);
  });

  test("prepares gold trees as training did, and says what that did; so does `score`, unless told not to", async () => {
    // Of alternative labels the model knows the first alone, and of function tags and traces nothing.
    const dressed = (tree: Tree): string => {
      const text = writePenn([tree]).trim();
      const inner = text.startsWith("(TOP ") ? text.slice(5, -1) : text;
      return `( ${inner.replace("(NP ", "(NP-SBJ-1 ").replace("(VP ", "(VP|S ")} (-NONE- *T*))`;
    };
    const plain = dev.slice(0, 12).map((tree) => writePenn([prepareTree(tree)!]).trim());
    const gold = put("dressed.mrg", `${dev.slice(0, 12).map(dressed).join("\n")}\n`);
    const json = async (path: string) =>
      JSON.parse((await run("evaluate", MODEL, path, "--threads", "1", "--json")).out);
    const [raw, clean] = [await json(gold), await json(put("plain.mrg", `${plain.join("\n")}\n`))];
    expect(raw.all).toEqual(clean.all);
    expect(raw.unseenLabels).toEqual({});
    expect(raw.preparation).toMatchObject({ empties: { traces: 12 }, top: { "top brackets": 12 } });
    expect((await run("evaluate", MODEL, gold, "--threads", "1")).out).toMatch(
      /^gold trees: prepared 12 traces, \d+ function tags, 12 top brackets, \d+ alternative labels$/m,
    );
    const scored = await run("score", at("plain.mrg"), gold);
    expect(scored.out).toMatch(/^labelled F1 +100\.00/m);
    expect(scored.out).toMatch(/^predicted trees: nothing to prepare$/m);
    expect(scored.out).toMatch(/^gold trees: prepared 12 traces, \d+ function tags, 12 top brackets, \d+ alternative/m);
    const asTheyStand = JSON.parse((await run("score", at("plain.mrg"), gold, "--no-prepare", "--json")).out);
    expect(asTheyStand.preparation).toBe(null);
    expect(asTheyStand.all.f1).toBeLessThan(100);
    expect((await run("score", at("plain.mrg"), gold, "--no-prepare")).out).toContain("no tree was prepared");
  });
});

describe("inspect", () => {
  test("shows ranks, conditioning, what states stand for, and weak estimates", async () => {
    const { out, code } = await run("inspect", MODEL);
    expect(code).toBe(0);
    expect(out).toMatch(/m\.model: parser, method spectral\n/);
    expect(out).toMatch(/^NP +[\d,]+ +\de\+\d+ +4 +[\d.]+ +[\d. ]+$/m);
    expect(out).toMatch(/^DT: words on its states\n +1 \+ /m);
    expect(out).toContain("Warnings\nweak estimates of");
    const { nonterminals } = JSON.parse((await run("inspect", MODEL, "--symbol", "NP", "--json")).out);
    expect(nonterminals[0].loadings).toHaveLength(nonterminals[0].states);
    expect(nonterminals[0].singularValues).toHaveLength(nonterminals[0].states);
    const absent = await run("inspect", MODEL, "--symbol", "SBARX");
    expect(absent.err).toBe(
      `eigentree inspect: FOLDER/m.model: there is no nonterminal "SBARX". Did you mean "SBAR"?\n`,
    );
  });

  test("draws singular values against noise, and asks theory as it is told", async () => {
    const { code, out } = await run("inspect", MODEL, "--symbol", "NP", "--plot", at("values.svg"), "--json");
    expect(code).toBe(0);
    const drawing = readFileSync(at("values.svg"), "utf8");
    expect(drawing).toMatch(/^<svg .*NP, noise.*<\/svg>\n$/s);
    const asked = (text: string) => JSON.parse(text).nonterminals[0].asked as number;
    const stricter = (await run("inspect", MODEL, "--symbol", "NP", "--risk", "0.001", "--json")).out;
    expect(asked(stricter)).toBeGreaterThan(asked(out));
  });
});

describe("train with bad input", () => {
  const learn = (text: string, ...more: string[]) =>
    run("train", "parser", put("bad.mrg", text), "-o", at("bad.model"), "--threads", "1", "--quiet", ...more);

  test.each([
    ["an empty file", "", "FOLDER/bad.mrg: is empty; expected data."],
    ["only comments", "# nothing\n(", 'FOLDER/bad.mrg:2:1: tree opened here is never closed; 1 ")" missing.'],
    ["only traces", "(S (-NONE- *))", "FOLDER/bad.mrg: its trees hold only traces; a parser needs words."],
    ["text", "The dog barks.", "FOLDER/bad.mrg: looks like text; expected trees (penn, tiger-xml, negra-export)."],
  ])("%s is refused", async (_, text, expected) => {
    const { err, code } = await learn(text);
    expect([err, code]).toEqual([`eigentree train parser: ${expected}\n`, 1]);
    expect(readdirSync(folder)).not.toContain("bad.model");
  });

  test.each([
    ["one tree", "(S (NP (DT the) (NN dog)) (VP (VBZ barks)))", "the dog barks"],
    ["one word", "(NN dog)", "dog"],
    ["unary-only trees", "(S (NP (NN dog)))\n(S (VP (VB run)))", "dog"],
    [
      "labels with slashes, pipes and @",
      "(S/X (@NP (D|T the) (N\\N dog)) (@ (V@ barks)))\n(S/X (@NP (D|T a) (N\\N cat)) (@ (V@ runs)))",
      "the dog barks",
    ],
    [
      "words that look like brackets",
      "(S (NP (-LRB- -LRB-) (NN dog) (-RRB- -RRB-)) (VP (VBZ barks)))",
      "( dog ) barks",
    ],
  ])("%s can be learnt from with more states than any rank, and parsed with", async (_, text, sentence) => {
    const { code, err } = await learn(text, "--states", "500");
    expect([code, err]).toEqual([0, ""]);
    const { out, code: parsed } = await run(
      "parse",
      at("bad.model"),
      put("s.txt", `${sentence}\n`),
      "--input",
      "tokens",
      "--threads",
      "1",
      "--quiet",
    );
    expect(parsed).toBe(0);
    const [tree] = readPenn(out, { unescape: true });
    expect(
      leaves(tree!)
        .map(({ word }) => word)
        .join(" "),
    ).toBe(sentence);
    // The tree is that of training where the sentence is: escapes of the binary form leave no trace.
    const [first] = readPenn(text, { unescape: true });
    if (
      leaves(first!)
        .map(({ word }) => word)
        .join(" ") === sentence
    )
      expect(tree).toEqual(cleaned(first!));
    rmSync(at("bad.model"));
  });

  test("bad trees are skipped and counted when asked", async () => {
    const path = put("some.mrg", `${train}(S (NP\n`);
    expect((await run("train", "parser", path, "-o", at("x.model"), "--method", "pcfg")).err).toContain(
      `2 ")" missing`,
    );
    const { err, code } = await run("train", "parser", path, "-o", at("x.model"), "--method", "pcfg", "--skip-bad");
    expect(err).toContain(
      'skipped: FOLDER/some.mrg:221:1: tree opened here is never closed; 2 ")" missing.\n220 trees, 1 bad one skipped\n',
    );
    expect(code).toBe(0);
  });

  test("options of another method are refused, and so is a model of another kind", async () => {
    const idle = await learn("(NN dog)", "--method", "pcfg", "--states", "8");
    expect([idle.err, idle.code]).toEqual([
      "eigentree train parser: --states has no effect with --method pcfg; it belongs to --method spectral, em.\n",
      2,
    ]);
    const states = await learn("(NN dog)", "--states", "0");
    expect([states.err, states.code]).toEqual([
      "eigentree train parser: --states must be a whole number from 1 to 512; got 0.\n",
      2,
    ]);
    const parts = { kind: "sequence", version: 1, options: {}, report: {}, symbols: {}, tensors: {} };
    await saveModel(at("v.model"), parts);
    expect((await run("parse", at("v.model"))).err).toMatch(
      /^eigentree parse: FOLDER\/v\.model: holds a model of kind "sequence"; parsing sentences needs a model of kind parser/,
    );
  });

  test.each(["em", "pcfg", "markov"])("--method %s trains a model that parses, the same every time", async (method) => {
    const twice = [];
    for (const name of ["a.model", "b.model"]) {
      const more = method === "em" ? ["--iterations", "2", "--states", "2"] : [];
      expect(
        (await run("train", "parser", at("train.mrg"), "-o", at(name), "--method", method, "--threads", "1", ...more))
          .code,
      ).toBe(0);
      twice.push(
        (
          await run(
            "parse",
            at(name),
            put("p.txt", "the dog barks in Vienna .\n"),
            "--input",
            "tokens",
            "--threads",
            "1",
          )
        ).out,
      );
    }
    expect(twice[0]).toBe(twice[1]);
    expect(readPenn(twice[0]!)).toHaveLength(1);
  });
});
