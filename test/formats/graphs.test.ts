/** TIGER-XML, NEGRA export, and the way from graphs to trees. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  formatPenn,
  negra,
  readNegra,
  readPenn,
  readTiger,
  tiger,
  writeNegra,
  writeTiger,
} from "../../src/formats/index.ts";
import {
  equalTrees,
  type GraphNode,
  type GraphWord,
  graphToTree,
  isLeaf,
  nodes,
  type SyntaxGraph,
  treeToGraph,
  words,
} from "../../src/trees/index.ts";
import { treebankTree } from "../trees/arbitrary.ts";
import { failureOf, reported, testFormat } from "./contract.ts";

const text = fc
  .oneof(
    fc.constantFrom("Haus", "&", "<", '"', "'", "$(", "--", "#5", "犬"),
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 4 }),
  )
  .filter((value) => !/[\s\uFEFF]|%%/.test(value));

/** What hangs nowhere has no function there. */
const rooted = <N extends GraphNode>(node: N): N => (node.parent < 0 ? { ...node, edge: "--" } : node);

/** Any sound graph: each constituent but the first hangs from an earlier one or from nothing, each has a word. */
const graphs = (featureNames: readonly string[], note: fc.Arbitrary<string>): fc.Arbitrary<SyntaxGraph> =>
  fc.tuple(fc.nat({ max: 4 }), fc.integer({ min: 0, max: 4 })).chain(([count, extra]) => {
    const parent = (below: number) => fc.integer({ min: -1, max: below - 1 });
    const node = (below: number): fc.Arbitrary<GraphNode> =>
      fc.record({
        label: text,
        parent: parent(below),
        edge: text,
        features: fc.record(Object.fromEntries(featureNames.map((name) => [name, text]))) as fc.Arbitrary<
          Record<string, string>
        >,
        secondary:
          count === 0
            ? fc.constant([])
            : fc.array(fc.record({ label: text, parent: fc.nat({ max: count - 1 }) }), { maxLength: 2 }),
      });
    const word = (at: fc.Arbitrary<number>): fc.Arbitrary<GraphWord> =>
      fc.tuple(node(count), text, at).map(([rest, form, above]) => rooted({ ...rest, word: form, parent: above }));
    const filling = Array.from({ length: count }, (_, i) => word(fc.constant(i)));
    const others = Array.from({ length: extra + (count === 0 ? 1 : 0) }, () => word(parent(count)));
    return fc
      .tuple(
        fc.tuple(...filling, ...others).chain((all) => fc.shuffledSubarray(all, { minLength: all.length })),
        fc.tuple(...Array.from({ length: count }, (_, i) => node(i))),
        note,
      )
      .map(([all, constituents, said]) => ({
        id: "s1",
        words: all,
        constituents: constituents.map(rooted),
        note: said,
      }));
  });

describe("TIGER-XML", () => {
  testFormat(tiger, graphs(["lemma", "morph"], fc.constant("")), {}, [
    ...[
      '<?xml version="1.0"?>',
      "<corpus>",
      "</corpus>",
      '<s id="1">',
      "</s>",
      '<t id="a" word="x" pos="N"/>',
      "<!-- <x> -->",
      "\n",
      "<",
    ],
    ...[
      '<nt id="b" cat="NP"><edge idref="a" label="HD"/></nt>',
      "&",
      '"',
      "<![CDATA[ < ]]>",
      '<!DOCTYPE x [<!ENTITY y "z>">]>',
    ],
  ]);
  const sentence = (inner: string) => `<corpus>\n<body>\n<s id="s1">\n${inner}\n</s></body></corpus>`;
  const dog = '<t id="w1" word="Hund" pos="NN"/>';
  test("entities, quotes, comments, declarations, attributes over lines", () => {
    const source = sentence(
      `<!-- <t/> --><t id='w1'\n word="&#228;&amp;&#x4E00;&quot;'" pos = "N&lt;N" morph="a\nb"></t><![CDATA[<nt>]]>`,
    );
    expect(
      readTiger(`\uFEFF<?xml version="1.0"?>\n<!DOCTYPE corpus [ <!ELEMENT s ANY> ]>${source}`)[0]!.words[0],
    ).toEqual({
      ...{ word: "ä&一\"'", label: "N<N", parent: -1, edge: "--", features: { morph: "a b" }, secondary: [] },
    });
  });
  test.each([
    [`${dog}<nt id="n" cat="NP"><edge idref="w2"/></nt>`, "x:4:54: w2 is not a node of this sentence."],
    [`${dog}<nt id="n" cat="NP"><edge/></nt>`, "x:4:54: this <edge> has no idref; expected the id of a node."],
    [`${dog}${dog}`, "x:4:34: the id w1 is given to two nodes."],
    [`<t id="w1" word="Hund"/>`, "x:4:1: this <t> has no pos; expected id, word, pos."],
    ["", "x:3:1: the sentence s1 has no words."],
    [`<graph root="q">${dog}</graph>`, "x:3:1: the root q is not a node of this sentence."],
    [`${dog}<nt id="n" cat="NP"></nt>`, "x:4:34: the constituent NP has no children."],
    [
      `${dog}<nt id="n" cat="NP"><edge idref="w1"/></nt><nt id="m" cat="PP"><edge idref="w1"/></nt>`,
      "x:4:97: w1 has two parents; further ones are written as <secedge>.",
    ],
    [
      `${dog}<nt id="n" cat="NP"><edge idref="m"/></nt><nt id="m" cat="PP"><edge idref="n"/></nt>`,
      "x:4:34: the constituent NP is below itself.",
    ],
    [
      `<t id="w1" word="a" pos="N"><secedge label="SB" idref="w1"/></t>`,
      "x:4:29: w1 is not a constituent of this sentence.",
    ],
  ])("%j", (inner, message) => expect(failureOf(tiger, sentence(inner)).message).toBe(message));
  test.each([
    ["<corpus><body></corpus>", "x:1:15: </corpus> closes <body>, opened at 1:9; expected </body>."],
    ["<corpus>\n<body>", "x:2:1: <body> opened here is never closed; the file is truncated."],
    ['<corpus>\n <s id="1', 'x:2:2: "<" opens something that never ends; the file is truncated.'],
    ["(S (NN a))", "x:1:1: there is text outside the document's element; expected XML, which begins with <."],
    ["<a></a><b>", "x:1:8: <b> stands after the document's element; XML has one."],
    ["<a/></b>", "x:1:5: </b> closes nothing."],
    ["<a b=c>", 'x:1:1: <a> has a bad attribute at "b=c>"; expected name="value".'],
    ['<a b="1" b="2">', "x:1:1: <a> has the attribute b twice."],
    ['<a b="&auml;">', 'x:1:1: "&auml;" is not a character XML knows; an ampersand is written &amp;.'],
    ['<a b="R&D">', 'x:1:1: "&D" is not a character XML knows; an ampersand is written &amp;.'],
  ])("not well formed: %j", (source, message) => expect(failureOf(tiger, source).message).toBe(message));
  test("bad sentences are skipped", () => {
    const source = `<c><s id="1">${dog}</s><s id="2"></s><s id="3">${dog}</s></c>`;
    const errors: string[] = [];
    expect(readTiger(source, { onBad: (error) => errors.push(error.message) }).map((graph) => graph.id)).toEqual([
      "1",
      "3",
    ]);
    expect(errors).toEqual(["line 1:51: the sentence 2 has no words."]);
  });
});

describe("NEGRA export", () => {
  testFormat(negra, graphs(["morph"], fc.constantFrom("", "0 1098266456 1 %% a b")), {}, [
    ...[
      "#FORMAT 3\n",
      "#BOS 1\n",
      "#EOS 1\n",
      "#BOS 2 x\n",
      "a\tN\t--\tHD\t500\n",
      "#500\tNP\t--\t--\t0\n",
      "\n",
      "\r\n",
      "x",
      "#BOT T\n",
      "#EOT T\n",
    ],
  ]);
  test("version 4 has a lemma, comments stand after %%, tables are passed over", () => {
    const source =
      "#FORMAT 4\n#BOT WORDTAG\n0 X\n#EOT WORDTAG\n#BOS 1 2 3\nHunde\tHund\tNN\tPl\tHD\t500 SB 500 %% plural\n#500\t--\tNP\t--\t--\t0\n#EOS 1\n";
    const [graph] = readNegra(source);
    expect(graph!.words[0]!.features).toEqual({ lemma: "Hund", morph: "Pl", comment: "plural" });
    expect(graph!.words[0]!.secondary).toEqual([{ label: "SB", parent: 0 }]);
    expect(graph!.note).toBe("2 3");
    expect(readNegra(writeNegra([graph!], { version: 4 }))[0]!.words).toEqual(graph!.words);
    expect(readNegra(source.replace("#FORMAT 4\n", ""))).toEqual([graph]);
  });
  test.each([
    ["#BOS 1\na\tN\t--\tHD\t0\n#BOS 2\n", "x:1:1: the sentence opened here is never closed; #EOS missing."],
    ["#BOS 1\na\tN\t--\tHD\t0", "x:1:1: the sentence opened here is never closed; #EOS missing."],
    ["#BOS 1\na\tN\t--\tHD\t0\n#EOS 2", "x:3:1: #EOS 2 closes the sentence 1; expected #EOS 1."],
    ["#EOS 2", "x:1:1: #EOS closes nothing; a sentence begins with #BOS."],
    ["a\tN\t--\tHD\t0", "x:1:1: this line stands outside any sentence; a sentence begins with #BOS."],
    ["#BOS 1\n#EOS 1", "x:1:1: the sentence 1 has no words."],
    [
      "#BOS 1\na\tN\t--\tHD\t501\n#EOS 1",
      "x:2:1: the parent 501 is not a constituent of this sentence; 0 stands for none.",
    ],
    [
      "#BOS 1\na\tN\n#EOS 1",
      "x:2:1: this line has 2 columns; expected word, lemma, tag, morph, edge, parent, then pairs of secondary edge and parent.",
    ],
    [
      "#FORMAT 3\n#BOS 1\na\tN\n#EOS 1",
      "x:3:1: this line has 2 columns; expected word, tag, morph, edge, parent, then pairs of secondary edge and parent.",
    ],
    ["#FORMAT 2\n", "x:1:1: export format 2 is not known; expected 3 or 4."],
    ["#BOS 1\na\tN\t--\tHD\t0\n#500\tNP\t--\t--\t0\n#EOS 1", "x:3:1: the constituent NP has no children."],
    ["#BOS 1\na\tN\t--\tHD\t0\n#500\tNP\t--\t--\t500\n#EOS 1", "x:3:1: the constituent NP is below itself."],
    [
      "#BOS 1\na\tN\t--\tHD\t500\n#500\tNP\t--\t--\t0\n#500\tNP\t--\t--\t0\n#EOS 1",
      "x:4:1: the constituent #500 is given twice.",
    ],
  ])("%j", (source, message) => expect(failureOf(negra, source).message).toBe(message));
  test("bad sentences are skipped", () => {
    const good = "a\tN\t--\tHD\t0\n";
    const events = reported(negra, [`#BOS 1\n${good}#EOS 1\n#BOS 2\nbad\n#EOS 2\n#BOS 3\n#BOS 4\n${good}#EOS 4\n`], {});
    expect(
      events.map((event) => (typeof event === "string" ? event.slice(0, 12) : (event as { line: number }).line)),
    ).toEqual([1, "x:5:1: this ", "x:7:1: the s", 8]);
  });
});

describe("from graphs to trees", () => {
  /** `word/parent` items and `CAT/parent[/edge]` constituents. */
  const graph = (wordList: string, constituentList: string): SyntaxGraph => {
    const parse = (item: string) => {
      const [name, parent, edge = "--"] = item.split("/") as [string, string, string?];
      return { name, parent: Number(parent), edge };
    };
    const common = { features: {}, secondary: [] };
    return {
      id: "1",
      note: "",
      words: wordList
        .split(" ")
        .map(parse)
        .map(({ name, parent, edge }) => ({ word: name, label: name.toUpperCase(), parent, edge, ...common })),
      constituents: constituentList
        .split(" ")
        .map(parse)
        .map(({ name, parent, edge }) => ({ label: name, parent, edge, ...common })),
    };
  };
  const shown = (wordList: string, constituentList: string) => {
    const { tree, ...counts } = graphToTree(graph(wordList, constituentList));
    return [formatPenn(tree), counts.lowered, counts.discontinuous, counts.raised];
  };
  test("loose words go to the lowest constituent around them", () => {
    expect(shown("a/1 x/-1 b/1 y/-1 c/0 z/-1", "S/-1 NP/0")).toEqual([
      "(S (NP (A a) (X x) (B b)) (Y y) (C c) (Z z))",
      3,
      0,
      0,
    ]);
    expect(shown("a/1 x/0 b/1 c/2", "VROOT/-1 NP/0 VP/0")).toEqual([
      "(VROOT (NP (A a) (X x) (B b)) (VP (C c)))",
      1,
      0,
      0,
    ]);
    expect(shown("a/1 x/0 b/1", "VROOT/-1 NP/0")).toEqual(["(NP (A a) (X x) (B b))", 1, 0, 0]);
  });
  test("crossing branches: the head's block stays, others move up", () => {
    // VP holds a … c across b; its head is c.
    expect(shown("a/1 b/0 c/1/HD", "S/-1 VP/0")).toEqual(["(S (A a) (B b) (VP (C c)))", 0, 1, 1]);
    expect(shown("a/1/HD b/0 c/1", "S/-1 VP/0")).toEqual(["(S (VP (A a)) (B b) (C c))", 0, 1, 1]);
    // The relative clause c moves through NP and VP to S.
    expect(shown("b/2/HD v/1/HD s/0 c/2", "S/-1 VP/0 NP/1")).toEqual([
      "(S (VP (NP (B b)) (V v)) (S s) (C c))",
      0,
      2,
      1,
    ]);
  });
  test("words only", () => {
    const bare = graph("a/-1", "X/-1");
    expect(graphToTree({ ...bare, constituents: [] }).tree).toEqual({ label: "A", word: "a" });
    const [a] = bare.words;
    expect(formatPenn(graphToTree({ ...bare, words: [a!, a!], constituents: [] }).tree)).toBe("(VROOT (A a) (A a))");
  });
  test("functions in labels", () => {
    expect(formatPenn(graphToTree(graph("a/1/HD b/0", "S/-1 NP/0/SB"), { functions: true }).tree)).toBe(
      "(S (NP-SB (A-HD a)) (B b))",
    );
  });
  test("every graph gives a tree over its words, and every constituent survives", () => {
    fc.assert(
      fc.property(graphs([], fc.constant("")), (any) => {
        const { tree, raised, discontinuous } = graphToTree(any);
        expect(words(tree)).toEqual(any.words.map((word) => word.word));
        const labels = [...nodes(tree)].filter((node) => !isLeaf(node)).map((node) => node.label);
        for (const node of any.constituents) expect(labels).toContain(node.label);
        expect(raised > 0).toBe(discontinuous > 0);
      }),
    );
  });
  test("a tree is the tree of its graph, also through both formats", () => {
    fc.assert(
      fc.property(treebankTree, (tree) => {
        const made = treeToGraph(tree, "7");
        const { tree: again, ...counts } = graphToTree(made);
        expect(again).toEqual(tree);
        expect(counts).toEqual({ lowered: 0, discontinuous: 0, raised: 0 });
        expect(equalTrees(graphToTree(readTiger(writeTiger([made]))[0]!).tree, tree)).toBe(true);
        expect(equalTrees(graphToTree(readNegra(writeNegra([made]))[0]!).tree, tree)).toBe(true);
      }),
    );
    const [penn] = readPenn("(S (NP (DT the) (NN dog)) (VP (VBZ barks)))");
    expect(graphToTree(treeToGraph(penn!, "1")).tree).toEqual(penn);
  });
});
