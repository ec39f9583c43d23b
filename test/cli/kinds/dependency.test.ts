/** Dependency parsers on the command line: train, parse, evaluate, and every answer to bad input. */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { unpackTensors } from "../../../src/base/index.ts";
import { EIGENTREE } from "../../../src/cli/commands.ts";
import { loadModel } from "../../../src/files/index.ts";
import { conlluDependencies, conlluFromDependencies, readConllu, writeConllu } from "../../../src/formats/index.ts";
import { type DependencyReport, learnSpectralTrees, SpectralSentences } from "../../../src/models/dependency/index.ts";
import { generateTreebank } from "../../../src/samples/index.ts";
import { MAIN } from "../../built.ts";
import { comparable } from "../../models/comparable.ts";
import { runIn } from "../terminal.ts";

const folder = mkdtempSync(join(tmpdir(), "eigentree-dependency-"));
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
const MODEL = at("m.model");
const { dependencies } = generateTreebank({ trees: 240, maxWords: 14 });
const sentences = dependencies.map((tree) => conlluFromDependencies(tree));
const BASE = ["--epochs", "3", "--hash-bits", "16"];
const SMALL = [...BASE, "--folds", "2", "--states", "4"];
/** Without a tagger, and without a spectral model either. */
const UNTAGGED = [...BASE, "--no-tagger", "--states", "4"];
const BARE = [...BASE, "--no-tagger", "--no-spectral"];
/** Rows of a sentence from "word tag head" triples. */
const rows = (...words: string[]) =>
  `${words
    .map((word, i) => {
      const [form, tag, head] = word.split(" ");
      return `${i + 1}\t${form}\t_\t${tag}\t${tag}\t_\t${head}\tdep\t_\t_`;
    })
    .join("\n")}\n\n`;
const GOOD = rows("dogs N 2", "bark V 0");

beforeAll(async () => {
  put("train.conllu", writeConllu(sentences.slice(0, 200)));
  put("dev.conllu", writeConllu(sentences.slice(200)));
  const { err, code } = await run(
    "train",
    "dependency",
    at("train.conllu"),
    "-o",
    MODEL,
    "--dev",
    at("dev.conllu"),
    ...SMALL,
  );
  expect(code).toBe(0);
  expect(err).toMatch(/epoch 1: .*development UAS \d+\.\d\d, LAS \d+\.\d\d/);
  expect(err).toMatch(/wrote FOLDER\/m\.model/);
}, 60_000);

describe("a trained parser", () => {
  test("is measured as the shared task does, and parses as it was measured", async () => {
    const { out } = await run("evaluate", MODEL, at("dev.conllu"), "--json", "--threads", "1");
    const scores = JSON.parse(out);
    expect(scores.uas.f1).toBeGreaterThan(70);
    const parsed = await run(
      "parse",
      MODEL,
      at("dev.conllu"),
      "--input",
      "conllu",
      "-o",
      at("parsed.conllu"),
      "--threads",
      "1",
    );
    expect(parsed.err).toMatch(/40 sentences, [\d,]+ words in .* sentences\/s/);
    const scored = JSON.parse((await run("score", at("parsed.conllu"), at("dev.conllu"), "--json")).out);
    expect(scored.uas.f1).toBe(scores.uas.f1);
    expect(scored.las.f1).toBe(scores.las.f1);
  });

  test("gives the same with two threads", async () => {
    const one = await run("parse", MODEL, at("dev.conllu"), "--input", "conllu", "--threads", "1");
    const two = await run("parse", MODEL, at("dev.conllu"), "--input", "conllu", "--threads", "2");
    expect(two.out).toBe(one.out);
  });

  test("keeps ranges, empty nodes, comments and other columns of CoNLL-U", async () => {
    const text =
      "# text = cannot\n1-2\tcannot\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No\n1\tcan\tcan\tAUX\t_\tX=Y\t0\troot\t_\t_\n1.1\te\t_\t_\t_\t_\t_\t_\t_\t_\n2\tnot\tnot\tPART\t_\t_\t1\tadvmod\t_\t_\n\n";
    const { out } = await run(
      "parse",
      MODEL,
      put("range.conllu", text),
      "--input",
      "conllu",
      "--gold-tags",
      "--threads",
      "1",
    );
    const [sentence] = readConllu(out);
    expect(sentence!.comments).toEqual(["# text = cannot"]);
    expect(sentence!.tokens.map(({ id }) => id)).toEqual(["1-2", "1", "1.1", "2"]);
    expect(sentence!.tokens[1]).toMatchObject({ lemma: "can", upos: "AUX", feats: "X=Y" });
  });

  test("reads tokens, lists k trees, and answers a sentence of 250 words", async () => {
    const words = sentences[0]!.tokens.map(({ form }) => form).join(" ");
    const { out } = await run(
      "parse",
      MODEL,
      put("tokens.txt", `${words}\n`),
      "--input",
      "tokens",
      "--k-best",
      "3",
      "--threads",
      "1",
    );
    expect(out.match(/# rank = \d/g)).toEqual(["# rank = 1", "# rank = 2", "# rank = 3"]);
    const long = Array.from({ length: 250 }, (_, i) => dependencies[i % 200]!.words[0]).join(" ");
    const answer = await run("parse", MODEL, put("long.txt", `${long}\n`), "--input", "tokens", "--threads", "1");
    expect(conlluDependencies(readConllu(answer.out)[0]!).heads.filter((head) => head === 0)).toEqual([0]);
  });

  test("parses a sentence that stands on the command line", async () => {
    const { out, code } = await run("parse", MODEL, "The gardener sees a zebra.", "--threads", "1");
    expect(code).toBe(0);
    const [sentence, ...others] = readConllu(out);
    expect(others).toEqual([]);
    expect(sentence!.tokens.map(({ form }) => form)).toEqual(["The", "gardener", "sees", "a", "zebra", "."]);
    expect(conlluDependencies(sentence!).heads.filter((head) => head === 0)).toEqual([0]);
    const missing = await run("parse", MODEL, at("missing.conllu"), "--threads", "1");
    expect(missing.err).toContain("FOLDER/missing.conllu: there is no such file");
    expect(missing.code).toBe(1);
  });

  test("reads text, lines, tokens and tagged text, and writes CoNLL-U, CoNLL-X and JSON", async () => {
    const parse = async (text: string, ...flags: string[]) =>
      (await run("parse", MODEL, put("in.txt", text), "--threads", "1", ...flags)).out;
    const whole = await parse("The dog barks. It\nsleeps.\n");
    expect(readConllu(whole).map(({ tokens }) => tokens.length)).toEqual([4, 3]);
    const lines = await parse("The dog barks. It\nsleeps.\n", "--input", "lines");
    expect(readConllu(lines).map(({ tokens }) => tokens.length)).toEqual([5, 2]);
    const split = await parse("The dog barks . It\n\nsleeps .\n", "--input", "tokens");
    expect(split).toBe(lines);
    const tagged = await parse("The/DET dog/NOUN\n", "--input", "tagged");
    expect(readConllu(tagged)[0]!.tokens.map(({ upos }) => upos)).toEqual(["DET", "NOUN"]);
    const json = await parse("The dog barks.", "--format", "json");
    expect(await parse("The dog barks.", "--json")).toBe(json);
    const { words, heads, labels } = JSON.parse(json).tree;
    const conllx = await parse("The dog barks.", "--format", "conllx");
    expect(conllx.split("\n").map((line) => line.split("\t")[6])).toEqual([...heads.map(String), undefined, undefined]);
    expect(conlluDependencies(readConllu(await parse("The dog barks."))[0]!)).toMatchObject({ words, heads, labels });
  });
});

describe("the whole recipe", () => {
  const command = (name: string, ...flags: string[]) => {
    const files = [at("few.conllu"), "-o", at(name), "--dev", at("dev.conllu")];
    const small = [
      "--epochs",
      "1",
      "--hash-bits",
      "14",
      "--folds",
      "2",
      "--states",
      "3",
      "--list-size",
      "8",
      "--rerank-epochs",
      "3",
    ];
    return ["train", "dependency", ...files, ...small, "--rerank", ...flags];
  };
  beforeAll(() => void put("few.conllu", writeConllu(sentences.slice(0, 60))));

  test("gives the same model with one thread and with two, prints its stages, and leaves no checkpoints behind", async () => {
    const { err, code } = await run(...command("one.model", "--threads", "1"));
    expect(code).toBe(0);
    for (const stage of [
      "jackknifed tags and tagger",
      "spectral models",
      "lists and base parser",
      "probabilities of lists",
      "re-ranker",
    ]) {
      expect(err).toMatch(new RegExp(`^${stage}: [\\d.]+ s$`, "m"));
    }
    expect(err).toMatch(/development: base parser UAS .* all heads right .*; re-ranked UAS/);
    await run(...command("two.model", "--threads", "2"));
    const [one, two] = [await loadModel(at("one.model")), await loadModel(at("two.model"))];
    expect(comparable(two)).toEqual(comparable(one));
    expect(readdirSync(folder).filter((name) => name.endsWith(".checkpoints"))).toEqual([]);
  });

  test("re-ranks by default as its training measured, with --no-rerank not at all, and is the same with two threads", async () => {
    const { reranking } = (await loadModel(at("one.model"))).report as unknown as {
      reranking: Record<"base" | "reranked", { uas: { f1: number } }>;
    };
    const uas = async (...flags: string[]) => {
      const { out } = await run("evaluate", at("one.model"), at("dev.conllu"), "--json", ...flags);
      return JSON.parse(out).uas.f1 as number;
    };
    expect(await uas("--threads", "1")).toBe(reranking.reranked.uas.f1);
    expect(await uas("--no-rerank", "--threads", "1")).toBe(reranking.base.uas.f1);
    const parse = async (...flags: string[]) =>
      (await run("parse", at("one.model"), at("dev.conllu"), "--input", "conllu", ...flags)).out;
    expect(await parse("--threads", "2")).toBe(await parse("--threads", "1"));
    expect(await parse("--threads", "1", "--k-best", "12")).toMatch(/# rank = 12\n/);
  });

  test("goes on after it was killed, and comes to the same model", async () => {
    const child = spawn(process.execPath, [MAIN, ...command("killed.model", "--threads", "2")], { stdio: "ignore" });
    const checkpoints = at("killed.model.checkpoints");
    const ended = new Promise((resolve) => child.once("exit", (_, signal) => resolve(signal)));
    while (!existsSync(checkpoints) || !readdirSync(checkpoints).some((name) => name.endsWith(".checkpoint"))) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      if (child.exitCode !== null) throw new Error("it ended before it could be killed");
    }
    child.kill("SIGKILL");
    expect(await ended).toBe("SIGKILL");
    expect(existsSync(at("killed.model"))).toBe(false);
    const { err } = await run(...command("killed.model", "--threads", "1"));
    expect(err).toMatch(/jackknifed tags and tagger: .* \((\d of \d parts )?from an earlier run\)/);
    const [whole, resumed] = [await loadModel(at("one.model")), await loadModel(at("killed.model"))];
    expect(comparable(resumed)).toEqual(comparable(whole));
    expect(existsSync(checkpoints)).toBe(false);
  });
});

describe("inspect", () => {
  const facts = async (path: string) => JSON.parse((await run("inspect", path, "--json")).out);

  test("tells of the base parser, its tagger and what it was learnt from", async () => {
    const { out, code } = await run("inspect", MODEL);
    expect(code).toBe(0);
    const { symbols, report, tensors } = unpackTensors(await loadModel(MODEL));
    const { epochs, keptEpoch, jackknifedTags } = report as unknown as DependencyReport;
    const kept = epochs[keptEpoch - 1]!;
    expect(out.split("\n")[0]).toBe(`${MODEL}: dependency parser of the first order`);
    expect(out).toContain(`relations             ${symbols.labels!.length}: ${symbols.labels![0]} `);
    expect(out).toContain(`jackknifed tags       ${jackknifedTags!.toFixed(2)} % right`);
    expect(out).toContain(
      `mira, ${epochs.length} epochs, kept epoch ${keptEpoch}; development UAS ${kept.devUas!.toFixed(2)}`,
    );
    expect(out).not.toContain("Re-ranker");
    const { arcFeatures, tags, order, reranker } = await facts(MODEL);
    const used = Array.from(tensors.arcWeights!.data).filter((weight) => weight !== 0).length;
    expect(arcFeatures).toEqual({ places: 2 ** 16, used });
    expect(tags).toEqual({ column: "upos", names: symbols["tagger/labels"] });
    expect([order, reranker]).toEqual(["first", null]);
  });

  test("tells of every symbol of the automata how far it can be trusted, most examples first", async () => {
    const { spectral } = await facts(MODEL);
    const words = dependencies.slice(0, 200).reduce((sum, tree) => sum + tree.words.length, 0);
    const named = new Map(spectral.symbols.map((each: { symbol: string }) => [each.symbol, each]));
    expect(named.size).toBe(spectral.symbols.length);
    const leaves = spectral.symbols.filter(({ preterminal }: { preterminal: boolean }) => preterminal);
    expect(leaves.reduce((sum: number, { examples }: { examples: number }) => sum + examples, 0)).toBe(words);
    for (const { examples, states, singularValues, signal } of spectral.symbols) {
      expect(singularValues.length).toBe(states);
      expect(signal).toBeLessThanOrEqual(states + 1e-9);
      expect(examples).toBeLessThanOrEqual(spectral.symbols[0].examples);
    }
    expect(spectral).toMatchObject({ kind: "automata", states: 4, negative: { of: 200 } });
    const { out } = await run("inspect", MODEL, "--top", "2");
    expect(out).toContain(`nonterminal (2 of ${spectral.symbols.length})`);
    expect(out).toMatch(/negative p̂ {12}\d+ of 200 training trees, \d+\.\d %/);
  });

  test("tells of the moments of a model of arcs, and that tags are unknown without a tagger", async () => {
    const path = at("inspected.model");
    await run("train", "dependency", at("train.conllu"), "-o", path, ...UNTAGGED, "--spectral-model", "arcs");
    const { out } = await run("inspect", path);
    expect(out).toContain("tags                  upos, known as hashes only");
    expect(out).toContain("hidden states of      words, along single arcs (arcs)");
    const { spectral } = await facts(path);
    const arcs = dependencies.slice(0, 200).reduce((sum, tree) => sum + tree.words.length - 1, 0);
    expect(spectral.counts.leftArcs + spectral.counts.rightArcs).toBe(arcs);
    expect(spectral.conditioning.omegaLeft.length).toBe(4);
    expect(out).toMatch(new RegExp(`Ω left +${spectral.counts.leftArcs.toLocaleString("en")}  [\\d.]+ [\\d.]+`));
  });

  test("shows the weights of the re-ranker", async () => {
    const path = at("reranking.model");
    const small = [
      "--epochs",
      "1",
      "--hash-bits",
      "14",
      "--folds",
      "2",
      "--states",
      "3",
      "--list-size",
      "8",
      "--rerank-epochs",
      "3",
    ];
    await run(
      "train",
      "dependency",
      put("some.conllu", writeConllu(sentences.slice(0, 60))),
      "-o",
      path,
      ...small,
      "--rerank",
    );
    const { out } = await run("inspect", path);
    expect(out.split("\n")[0]).toBe(`${path}: dependency parser of the first order, with a re-ranker`);
    const { tensors } = unpackTensors(await loadModel(path));
    const [base, log] = tensors["reranker/deviations"]!.data as unknown as [number, number];
    const stored = tensors["reranker/weights"]!.data;
    const { reranker } = await facts(path);
    const [a, b, c] = Array.from(stored.slice(-3));
    expect(reranker).toMatchObject({
      listSize: 8,
      deviations: { base, log },
      weights: { base: a, log: b, negative: c },
    });
    expect(a).toBeGreaterThan(0);
    expect(out).toContain(`base score            ${a!.toPrecision(3)} per deviation of ${base.toPrecision(3)}`);
    expect(out).toContain(`log |p̂|               ${b!.toPrecision(3)} per deviation of ${log.toPrecision(3)}`);
    expect(reranker.tagFeatures).toBe(Array.from(stored.slice(0, -3)).filter((weight) => weight !== 0).length);
  });
});

describe("--search", () => {
  const measure = async (...flags: string[]) => {
    const { out } = await run("evaluate", MODEL, at("dev.conllu"), "--json", "--threads", "1", ...flags);
    return JSON.parse(out).uas.f1 as number;
  };

  test("parses with the spectral model alone, and with both", async () => {
    // With the tags of a tagger of 200 sentences; with gold ones it is near 70.
    expect(await measure("--search", "spectral")).toBeGreaterThan(50);
    expect(await measure("--search", "both")).toBeGreaterThan(70);
  });

  test("with both and no weight is the base parser", async () => {
    expect(await measure("--search", "both", "--spectral-weight", "0")).toBe(await measure("--no-rerank"));
  });

  test("gives no lists", async () => {
    const { err } = await run(
      "parse",
      MODEL,
      at("dev.conllu"),
      "--input",
      "conllu",
      "--search",
      "both",
      "--k-best",
      "3",
      "--threads",
      "1",
    );
    expect(err).toContain('search "both" gives one projective tree; no lists, no crossing arcs.');
  });
});

describe("score-trees", () => {
  test.each(["automata", "arcs"] as const)(
    "gives a line for each tree under %s, the same after storage as before",
    async (spectralModel) => {
      const path = at(`${spectralModel}.model`);
      await run("train", "dependency", at("train.conllu"), "-o", path, ...UNTAGGED, "--spectral-model", spectralModel);
      const { out, err, code } = await run("score-trees", path, at("dev.conllu"));
      const lines = out.trimEnd().split("\n");
      expect(lines.length).toBe(40);
      expect(lines[0]).toMatch(/^-?\d+\.\d{4}\t-?1\t\d+$/);
      expect(err).toMatch(/40 trees, mean log \|p̂\| -\d+\.\d\d, \d+ with a negative p̂/);
      expect(code).toBe(0);
      const { model } = await learnSpectralTrees({ train: dependencies.slice(0, 200) }, { states: 4, spectralModel });
      const [first] = new SpectralSentences(model).score(dependencies[200]!, [dependencies[200]!.heads]);
      expect(Number(lines[0]!.split("\t")[0])).toBeCloseTo(first!.log, 3);
    },
  );

  test("needs a spectral model", async () => {
    await run("train", "dependency", at("train.conllu"), "-o", at("bare.model"), ...BARE);
    const { err, code } = await run("score-trees", at("bare.model"), at("dev.conllu"));
    expect(err).toBe(
      "eigentree score-trees: FOLDER/bare.model has no spectral model of trees; train it without --no-spectral.\n",
    );
    expect(code).toBe(1);
  });
});

describe("--states", () => {
  test.each([
    ["automata", 32],
    ["arcs", 10],
  ] as const)("of %s are %i unless given", async (spectralModel, states) => {
    const flags = [...BASE, "--no-tagger", "--spectral-model", spectralModel];
    const { code } = await run("train", "dependency", at("train.conllu"), "-o", at("default.model"), ...flags);
    expect(code).toBe(0);
    const { options, tensors } = await loadModel(at("default.model"));
    expect(options).toMatchObject({ spectralModel, states });
    if (spectralModel === "arcs") expect(tensors["arcs/start"]!.shape).toEqual([states]);
    else {
      const { model } = await learnSpectralTrees({ train: dependencies.slice(0, 200) }, { states });
      const grammar = model.kind === "automata" ? model.grammar.grammar : undefined;
      expect(Array.from(tensors["automata/grammar.states"]!.data)).toEqual(Array.from(grammar!.states));
    }
  });

  test("say so in the help", async () => {
    const { out } = await run("train", "dependency", "--help");
    const text = out.replace(/\s+/g, " ");
    expect(text).toContain(
      "of every tag for automata (default 32), of all words for arcs (default 10) (a whole number from 1 to 256)",
    );
  });
});

describe("word vectors", () => {
  const train = (text: string, states: string, model = "arcs") =>
    run(
      "train",
      "dependency",
      at("train.conllu"),
      "-o",
      at("v.model"),
      ...[...BASE, "--no-tagger", "--spectral-model", model],
      "--vectors",
      put("v.txt", text),
      "--states",
      states,
    );
  const words = [...new Set(dependencies.flatMap(({ words: forms }) => [...forms]))];
  const table = words.map((word, i) => `${word} ${Math.sin(i)} ${Math.cos(3 * i)} ${Math.sin(7 * i)}`).join("\n");

  test("serve as the dictionary", async () => {
    const { err, code } = await train(table, "4");
    expect(err).toMatch(/spectral model: 100\.0 % of the words in its dictionary/);
    expect(code).toBe(0);
  });

  test("are part of what automata learn", async () => {
    const models: Buffer[] = [];
    for (const vectors of [table, table.replaceAll("-0.", "0.")]) {
      expect((await train(vectors, "4", "automata")).code).toBe(0);
      models.push(readFileSync(at("v.model")));
    }
    expect(models[0]!.equals(models[1]!)).toBe(false);
  });

  test("of too few dimensions, of ragged dimensions, of another language, or none at all are refused", async () => {
    expect((await train(table, "9")).err).toContain(
      "word vectors: they have 3 dimensions; 9 states need at least 8; use fewer states or longer vectors.",
    );
    expect((await train(`${table}\nodd 1 2\n`, "4")).err).toContain(
      `FOLDER/v.txt:${words.length + 1}: "odd" has 2 numbers; the first line has 3.`.replace(': "', ':1: "'),
    );
    expect((await train("zzz 1 2 3\n", "4")).err).toContain(
      "word vectors: no word of the treebank has one; expected vectors of the same language.",
    );
    expect((await train("\n", "4")).err).toContain(
      "FOLDER/v.txt: holds no word vectors; expected lines of a word and its numbers.",
    );
  });
});

describe("experiment", () => {
  test("prints the table with its test of significance", async () => {
    const flags = [
      "--no-second",
      "--epochs",
      "1",
      "--hash-bits",
      "14",
      "--states",
      "3",
      "--list-size",
      "5",
      "--folds",
      "2",
      "--threads",
      "1",
    ];
    const files = ["-o", folder, "--checkpoints", at("experiment")];
    const command = ["experiment", "dependency", at("train.conllu"), at("dev.conllu"), ...flags, ...files];
    const { out, err, code } = await run(...command);
    expect(out).toMatch(
      /\| first \| re-ranked, base features \+ log p̂ \| \d+\.\d\d \| [\d.]+–[\d.]+ \| \d+\.\d\d \| \d+\.\d\d \|/,
    );
    expect(out).toMatch(
      /\| first \| re-ranked, base features \+ log p̂ − re-ranked, base features \| -?\d\.\d{3} \| -?\d+\.\d\d % \| \d\.\d{4} \|/,
    );
    expect(err).toMatch(/wrote FOLDER\/dependency\.md and FOLDER\/dependency\.json/);
    expect(code).toBe(0);
    const again = await run(...command);
    expect(again.err).toMatch(/lists and base parser: .* \(from an earlier run\)/);
    const scores = (text: string) => text.split("\n").filter((line) => line.startsWith("| first"));
    expect(scores(again.out)).toEqual(scores(out));
  });
});

describe("bad input", () => {
  const train = (text: string, ...flags: string[]) =>
    run("train", "dependency", put("bad.conllu", text), "-o", at("x.model"), ...BARE, ...flags);
  const cases: [name: string, text: string, message: string][] = [
    [
      "a cycle",
      GOOD + rows("a X 2", "b X 1", "c X 0"),
      "FOLDER/bad.conllu:4:13: words 1 → 2 → 1 form a cycle; every word must lead to the root, head 0.",
    ],
    [
      "two roots",
      GOOD + rows("a X 0", "b X 0"),
      "FOLDER/bad.conllu:4: the sentence that begins here cannot be used: words 1, 2 all have the head 0; a tree has one root.",
    ],
    [
      "no root",
      rows("a X 2", "b X 3", "c X 2"),
      "FOLDER/bad.conllu:2:13: words 2 → 3 → 2 form a cycle; every word must lead to the root, head 0.",
    ],
    [
      "a head out of range",
      GOOD + rows("a X 7", "b X 0"),
      "FOLDER/bad.conllu:4:13: the head 7 is not a word of this sentence; it has 2 words.",
    ],
    [
      "ids out of order",
      GOOD + rows("a X 2", "b X 0").replace("\n2\t", "\n3\t"),
      "FOLDER/bad.conllu:5:1: the word number 3 is out of order; expected 2.",
    ],
    [
      "ragged columns",
      GOOD + rows("a X 0").replace("\t_\t_\n", "\n"),
      "FOLDER/bad.conllu:4:1: this line has 8 columns; CoNLL-U has 10, separated by tabs.",
    ],
    [
      "no heads",
      GOOD + rows("a X _"),
      'FOLDER/bad.conllu:4: word 1 ("a") has no head; expected a sentence with dependencies.',
    ],
    [
      "no tags",
      GOOD + rows("a _ 0"),
      'FOLDER/bad.conllu:4: the sentence that begins here cannot be used: word 1 ("a") has no tag; choose the column that has them (tags).',
    ],
    ["an empty file", "", "FOLDER/bad.conllu: is empty; expected data."],
  ];
  test.each(cases)("%s", async (_, text, message) => {
    const { err, code } = await train(text);
    expect(err).toBe(`eigentree train dependency: ${message}\n`);
    expect(code).toBe(1);
  });

  test("--skip-bad counts and goes on", async () => {
    const { err, code } = await train(
      `${cases
        .slice(0, 8)
        .map(([, text]) => text)
        .join("")}${GOOD}`,
      "--skip-bad",
    );
    expect(err).toContain("skipped: FOLDER/bad.conllu:4:13: words 1 → 2 → 1 form a cycle");
    expect(err).toContain("8 bad sentences skipped");
    expect(err).toContain("learnt from 8 sentences");
    expect(code).toBe(0);
  });

  test("an option out of range", async () => {
    const { err, code } = await train(GOOD, "--epochs", "0");
    expect(err).toContain("--epochs must be a whole number from 1 to 1000; got 0.");
    expect(code).toBe(2);
  });
});
