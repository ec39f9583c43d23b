/** The commands themselves, in this process; test/cli/process.test.ts runs the built program. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { EIGENTREE } from "../../src/cli/commands.ts";
import { readConllu, readPenn, readTagged, writeVectors, writeVectorsBinary } from "../../src/formats/index.ts";
import { runIn } from "./terminal.ts";

const folder = mkdtempSync(join(tmpdir(), "eigentree-commands-"));
afterAll(() => rmSync(folder, { recursive: true }));

function data(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}
const run = async (...words: string[]) => {
  const { code, out, err } = await runIn(EIGENTREE, words);
  return { code, out: out.replaceAll(`${folder}/`, ""), err: err.replaceAll(`${folder}/`, "") };
};
const facts = async (...words: string[]) => JSON.parse((await run("inspect", "--json", ...words)).out);

const treebank = data(
  "small.mrg",
  `( (S (NP-SBJ (-NONE- *)) (VP (VB Go) (NP (NP (NN home))))) )
(S (NP (DT The) (NN dog)) (VP (VBZ barks)) (. .))
(X)
(S (NP (DT The) (NN dog)
(NN Yes)
(S (NP (DT The) (JJ big) (NN dog)) (VP (VBZ barks) (ADVP (RB loudly)) (ADVP (RB here))) (. .))
(S (NP (DT The) (JJ big) (NN dog)) (VP (VBZ barks) (ADVP (RB loudly)) (ADVP (RB here))) (. .))
`,
);
const conllRow = (id: number, form: string, upos: string, head: number, deprel: string) =>
  [id, form, "_", upos, "_", "_", head, deprel, "_", "_"].join("\t");
// 3 → 1 crosses 2 → 4, and 4 is the root.
const crossing = [
  conllRow(1, "a", "X", 3, "dep"),
  conllRow(2, "b", "X", 4, "dep"),
  conllRow(3, "c", "X", 4, "dep"),
  conllRow(4, "d", "VERB", 0, "root"),
];
const conllu = data(
  "small.conllu",
  `# sent_id = 1\n${crossing.join("\n")}\n\n1-2\tab${"\t_".repeat(8)}\n${conllRow(1, "a", "X", 2, "dep")}\n${conllRow(2, "b", "VERB", 0, "root")}\n2.1\te${"\t_".repeat(8)}\n`,
);

describe("inspect", () => {
  test("counts a chain of any length in time that grows with it", async () => {
    const depth = 50_000; // a copy of the chain for every link would take minutes
    const { longestUnaryChain } = await facts(data("deep.mrg", `${"(S ".repeat(depth)}(N a)${")".repeat(depth)}\n`));
    expect(longestUnaryChain).toHaveLength(depth);
  });

  test("counts a treebank and names what is odd with its lines", async () => {
    expect(await facts(treebank)).toMatchObject({
      format: "penn",
      trees: 5,
      tokens: 22,
      traces: 1,
      words: 21,
      lengths: { min: 1, median: 4, max: 7 },
      labels: { NP: 5, ADVP: 4, S: 4, VP: 4, "NP-SBJ": 1 },
      tops: { S: 4, NN: 1 },
      treesInAnOuterBracket: 1,
      unaryChains: { "S → VP": 1, "NP → NP": 1 },
      longestUnaryChain: ["S", "VP"],
      repeatedSentences: 1,
      unreadable: { count: 2 },
    });
    expect((await facts(treebank)).unaryChains).toEqual({ "S → VP": 1, "NP → NP": 1 });
    const { out } = await run("inspect", treebank);
    expect(out).toMatch(/^small\.mrg: Penn brackets, 5 trees\n/);
    expect(out).toContain("Unreadable: 2\n  small.mrg:3:");
    expect(out).toContain("1 × chain of single children that repeats a label: small.mrg:1");
    expect(out).toContain("1 × tree without a phrase: small.mrg:5");
  });

  test.each([["(S (NP (NN dog)"], ["(S (NP dog cat))\n"]])(
    "a file whose only tree is bad is not called sound: %s",
    async (text) => {
      const { out } = await run("inspect", data("bad.mrg", text));
      expect(out).toContain("Unreadable: 1\n");
      expect(out).not.toContain("Nothing suspicious");
    },
  );

  test("counts dependency trees and their crossing arcs", async () => {
    expect(await facts(conllu)).toMatchObject({
      format: "conllu",
      sentences: 2,
      tokens: 6,
      multiWordTokens: 1,
      emptyNodes: 1,
      nonProjective: 1,
      crossedArcs: 2,
      relations: { dep: 4, root: 2 },
      suspicious: [],
    });
    expect((await run("inspect", conllu)).out).toContain(
      "non-projective        1 sentences (50.0 %), 2 arcs that another crosses",
    );
  });

  test("counts graphs and their crossing branches, and scores them as trees", async () => {
    // The VP holds words 1 and 3; the finite verb between them hangs from S.
    const t = (id: string, word: string) => `<t id="${id}" word="${word}" pos="X"/>`;
    const nt = (id: string, cat: string, ...edges: [string, string][]) =>
      `<nt id="${id}" cat="${cat}">${edges.map(([label, idref]) => `<edge label="${label}" idref="${idref}"/>`).join("")}</nt>`;
    const sentence = (id: string, crossing: boolean) => `<s id="${id}"><graph root="${id}_s"><terminals>
${t(`${id}_1`, "Buch")}${t(`${id}_2`, "hat")}${t(`${id}_3`, "gelesen")}
</terminals><nonterminals>
${nt(`${id}_v`, "VP", ["OA", `${id}_${crossing ? 1 : 2}`], ["HD", `${id}_3`])}
${nt(`${id}_s`, "S", ["HD", `${id}_${crossing ? 2 : 1}`], ["OC", `${id}_v`])}
</nonterminals></graph></s>`;
    const path = data(
      "small.xml",
      `<?xml version="1.0"?>\n<corpus id="c"><body>\n${sentence("a", true)}\n${sentence("b", false)}\n</body></corpus>\n`,
    );
    expect(await facts(path)).toMatchObject({
      format: "tiger-xml",
      sentences: 2,
      discontinuousSentences: 1,
      discontinuousConstituents: 1,
      raised: 1,
      trees: 2,
      tokens: 6,
      labels: { S: 2, VP: 2 },
    });
    const trees = data(
      "small-trees.mrg",
      "(S (X Buch) (X hat) (VP (X gelesen)))\n(S (X Buch) (VP (X hat) (X gelesen)))\n",
    );
    expect((await run("score", trees, path)).out).toMatch(/labelled F1 +100\.00/);
  });

  test("counts text, tagged text and columns, packed or not", async () => {
    const text = data("novel.txt.gz", gzipSync("a b a\n\nc \u0007d\n"));
    expect(await facts(text)).toMatchObject({
      format: "text",
      lines: 2,
      tokens: 5,
      wordTypes: 4,
      seenOnce: 3,
      suspicious: [{ what: "control character", count: 1 }],
    });
    const tagged = data("x.tagged", "the/DT dog/NN\nthe/X dog/NN\n");
    expect(await facts(tagged)).toMatchObject({
      format: "tagged",
      sentences: 2,
      tokens: 4,
      wordTypes: 2,
      tagsPerWordType: 1.5,
      tags: { NN: 2, DT: 1, X: 1 },
    });
    const columns = data("x.columns", "the DT B-NP\ndog NN I-NP\n\nit PRP B-NP\n");
    expect(await facts(columns)).toMatchObject({ format: "columns", sentences: 2, tags: { "B-NP": 2, "I-NP": 1 } });
  });

  test("counts word vectors, written as text or in word2vec's binary form", async () => {
    const all = [
      { word: "the", vector: new Float32Array([3, 4]) },
      { word: "dog", vector: new Float32Array([0, 0]) },
      { word: "the", vector: new Float32Array([0, 1]) },
    ];
    const text = data("x.vec", writeVectors(all));
    const binary = data("x.bin", Buffer.concat([...writeVectorsBinary(all, { count: 3, dimension: 2 })]));
    for (const path of [text, binary]) {
      expect(await facts(path)).toMatchObject({
        format: "word2vec",
        vectors: 3,
        dimension: 2,
        norms: { min: 0, median: 1, max: 5 },
        suspicious: [{ what: "vector of zeros" }, { what: "word that came before" }],
      });
    }
    expect((await facts(text)).commonDirection).toBeCloseTo(Math.sqrt(34) / 6, 12);
  });

  test("counts several files of a format together", async () => {
    const { out } = await run("inspect", treebank, treebank);
    expect(out).toMatch(/^2 files of Penn brackets, 10 trees\n {2}small\.mrg {2}5\n {2}small\.mrg {2}5\n/);
    expect(await facts(treebank, conllu)).toHaveLength(2);
  });

  test.each([
    [["inspect"], 2, "eigentree inspect: DATA is missing. Usage: eigentree inspect DATA…"],
    [["inspect", "absent.mrg"], 1, "eigentree inspect: absent.mrg: there is no such file or folder; check the path."],
    [["inspect", "EMPTY"], 1, "eigentree inspect: empty.txt: is empty; expected data."],
    [["inspect", "BAD"], 1, "eigentree inspect: no record could be read."],
    [
      ["inspect", "--input", "pen", "x"],
      2,
      'eigentree inspect: --input must be one of penn, tiger-xml, negra-export, conllu, columns, tagged, word2vec, text; got "pen".',
    ],
  ] as [string[], number, string][])("%s", async (words, code, text) => {
    const files: Record<string, string> = {
      EMPTY: data("empty.txt", " \n"),
      BAD: data("bad.mrg", "(S (NP\n"),
      "absent.mrg": join(folder, "absent.mrg"),
    };
    const found = await run(...words.map((word) => files[word] ?? word));
    expect([found.code, found.err.trimEnd()]).toEqual([code, text]);
  });
});

describe("score", () => {
  const good = data("good.mrg", "(S (NP (DT The) (NN dog)) (VP (VBZ barks)))\n(S (NP (NN it)) (VP (VBZ is)))\n");
  test("a treebank against itself is perfect", async () => {
    const { out, code } = await run("score", good, good);
    expect(code).toBe(0);
    expect(out).toMatch(/labelled F1 +100\.00 +100\.00\n/);
    expect(out).toMatch(/trees +2 +2\n/);
  });

  test("counts what is wrong, in summary, by sentence and as JSON", async () => {
    // Gold brackets: S NP VP, S NP VP; one NP is called ADJP, one tag is wrong.
    const parsed = data(
      "parsed.mrg",
      "(S (ADJP (DT The) (NN dog)) (VP (VBZ barks)))\n(S (NP (PRP it)) (VP (VBZ is)))\n",
    );
    const result = JSON.parse((await run("score", parsed, good, "--json")).out);
    expect(result.all.f1).toBeCloseTo((100 * 5) / 6, 10);
    expect(result.all.unlabelled.f1).toBe(100);
    expect(result.all.tagAccuracy).toBe(80);
    expect((await run("score", parsed, good, "--sentences")).out).toMatch(/Bracketing FMeasure += {2}83\.33/);
  });

  test("takes EVALB parameters, and an unnamed top for TOP", async () => {
    const unnamed = data(
      "unnamed.mrg",
      "( (S (NP (DT The) (NN dog)) (VP (VBZ barks))))\n( (S (NP (NN it)) (VP (VBZ is))))\n",
    );
    expect(JSON.parse((await run("score", unnamed, good, "--json")).out).all.f1).toBe(100);
    const parameters = data("no-np.prm", "DELETE_LABEL NP\nCUTOFF_LEN 2\n");
    const result = JSON.parse((await run("score", good, good, "--parameters", parameters, "--json")).out);
    expect(result).toMatchObject({ cutoff: 2, all: { counts: { gold: 4 } }, short: { sentences: 1 } });
  });

  test("names the trees that cannot be compared", async () => {
    const parsed = data("other.mrg", "(S (NP (DT The) (NN cat)) (VP (VBZ barks)))\n(())\n");
    const { out } = await run("score", parsed, good);
    expect(out).toMatch(/not comparable +2 +2\n/);
    expect(out).toContain('other.mrg:1: word 2 is "cat", but "dog" in the gold tree (good.mrg:1).');
  });

  test("dependencies and tags", async () => {
    const { out } = await run("score", conllu, conllu);
    expect(out).toMatch(/UAS +100\.00/);
    expect(JSON.parse((await run("score", conllu, conllu, "--json")).out)).toMatchObject({
      measure: "attachment",
      goldWords: 6,
      alignedWords: 6,
    });
    const gold = data("gold.tagged", "the/DT dog/NN barks/VBZ\n");
    const guess = data("guess.tagged", "the/DT dog/NN barks/NNS\n");
    expect((await run("score", guess, gold)).out).toMatch(/tag accuracy +66\.67\n[\s\S]*VBZ taken for NNS 1 ×/);
  });

  test.each([
    [
      ["a.mrg", "(S (X x))", "b.mrg", "(S (X x))\n(S (X x))"],
      1,
      "eigentree score: a.mrg: ends after 1 trees, and b.mrg has more; both must hold the same sentences in the same order.",
    ],
    [
      ["a.mrg", "(S (X x))", "b.tagged", "x/X\n"],
      1,
      "eigentree score: a.mrg: looks like penn, but b.tagged like tagged; give both in one format.",
    ],
    [
      ["a.txt", "some words\n", "b.txt", "some words\n"],
      1,
      "eigentree score: b.txt: looks like text, for which there is no measure; expected one of penn, tiger-xml, negra-export, conllu, tagged, columns.",
    ],
    [
      ["a.tagged", "the/DT cat/NN\n", "b.tagged", "the/DT dog/NN\n"],
      1,
      "eigentree score: a.tagged:1: word 2 of this sentence differs from b.tagged:1; both must hold the same words.",
    ],
  ] as [string[], number, string][])("%j", async ([p, predicted, g, gold], code, text) => {
    const found = await run("score", data(p!, predicted!), data(g!, gold!));
    expect([found.code, found.err.trimEnd()]).toEqual([code, text]);
  });

  test("standard input serves one of the two", async () => {
    expect((await run("score", "-", "-")).err).toBe(
      "eigentree score: only one of PREDICTED and GOLD can be standard input.\n",
    );
  });
});

describe("sample and demo", () => {
  test("draws what is asked for, the same for the same seed", async () => {
    const { out } = await run("sample", "-n", "20", "--seed", "5");
    expect(readPenn(out, {})).toHaveLength(20);
    expect((await run("sample", "-n", "20", "--seed", "5")).out).toBe(out);
    expect((await run("sample", "-n", "20", "--seed", "6")).out).not.toBe(out);
    expect(readTagged((await run("sample", "-n", "3", "--as", "tagged")).out, {})).toHaveLength(3);
    expect(readConllu((await run("sample", "-n", "3", "--as", "dependencies")).out, {})).toHaveLength(3);
    expect((await run("sample", "-n", "3", "--as", "words")).out.trimEnd().split("\n")).toHaveLength(3);
  });

  test("writes a file whole, and says so unless quiet", async () => {
    const path = join(folder, "drawn.mrg");
    expect(await run("sample", "-n", "7", "-o", path)).toEqual({ code: 0, out: "", err: "drawn.mrg: 7 sentences\n" });
    expect(readPenn(readFileSync(path, "utf8"), {})).toHaveLength(7);
    expect((await run("sample", "-n", "7", "-o", path, "--quiet")).err).toBe("");
    expect(readdirSync(folder).filter((name) => name.endsWith(".partial"))).toEqual([]);
    expect((await run("sample", "-o", join(folder, "no/such/place"))).code).toBe(1);
  });

  test("the demo parses real English, compares three learners and draws three trees", async () => {
    const { code, out, err } = await run("demo", "--trees", "120", "--threads", "1");
    expect(code).toBe(0);
    expect(err).toContain("120 synthetic trees to learn from, 18 others to measure with");
    expect(out).toMatch(/^Researchers at the university .*\.\n\n +S\n/);
    expect(out).toMatch(/^1\.00 {2}S +Researchers at the university .* \.$/m);
    expect(out).toMatch(
      /^method +states +training +F1 +exact +sentences\/s\nPCFG +1 .*\nEM +16 .*\nspectral +16 .*\n/m,
    );
    expect(out.match(/┌/g)!.length).toBeGreaterThan(6);
    expect(out.match(/^(She +gave|The +doctor|Did +the) .*[.?]$/gm)).toHaveLength(3);
  });
});
