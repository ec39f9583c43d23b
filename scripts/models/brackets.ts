/**
 * npx tsx scripts/models/brackets.ts MODEL TREEBANK.mrg TREES.conllu OUTPUT.mrg
 *
 * Brackets for a dependency treebank with Penn tags: a parser gives the best trees of every sentence, under the
 * treebank's own tags, and the first is taken that goes with its dependencies and is built as the parser's treebank
 * builds trees. A constituent goes with the dependencies when one word of it, punctuation aside, hangs from a word
 * outside. It is built as in the treebank when the treebank has its row of labels under that label, or else every three
 * neighbours of the row, its edges among them, more than once. The tree on which several members agree may leave
 * brackets out, and a parser that learnt from such trees would leave out more. Sentences without such a tree are left
 * out.
 *
 * TREES may have short sentences made of the treebank's own (short-sentences.ts).
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { readTreebank } from "../../src/data/index.ts";
import { type ConlluToken, isWord, readConllu, readPenn, writeTagged } from "../../src/formats/index.ts";
import { isLeaf, type Tree } from "../../src/trees/index.ts";

const PROGRAM = resolve(import.meta.dirname, "../../dist/cli/main.js");
/** Longer sentences take seconds, and few of their trees go with the dependencies. */
const LONGEST = 60;
/** Trees of each sentence that are looked at. */
const LIST = 10;
/** Times that three neighbours must be seen: the treebank's brackets are automatic; what is seen once may be a slip. */
const LEAST_SEEN = 2;

const [model, treebank, source, output] = process.argv.slice(2);
if (output === undefined) throw new Error("expected MODEL TREEBANK.mrg TREES.conllu OUTPUT.mrg");

/** The rows of labels in a tree, each with its parent's label and edges; tags of punctuation are left out. */
function* rowsOf(tree: Tree): Generator<{ readonly parent: string; readonly row: readonly string[] }> {
  if (isLeaf(tree)) return;
  const labels = tree.children.map(({ label }) => label).filter((label) => /[A-Z]/.test(label));
  yield { parent: tree.label, row: ["<", ...labels, ">"] };
  for (const child of tree.children) yield* rowsOf(child);
}

const rows = new Set<string>();
const neighbours = new Map<string, number>();
const threesOf = (parent: string, row: readonly string[]): string[] =>
  row.slice(2).map((last, at) => [parent, row[at], row[at + 1], last].join(" "));
for (const tree of readTreebank(readFileSync(treebank!, "utf8"), { file: treebank! }).trees) {
  for (const { parent, row } of rowsOf(tree)) {
    rows.add([parent, ...row].join(" "));
    for (const three of threesOf(parent, row)) neighbours.set(three, (neighbours.get(three) ?? 0) + 1);
  }
}
/** Punctuation apart, a clause within a clause of the same words says nothing. */
const isDouble = (parent: string, row: readonly string[]): boolean => row.length === 3 && row[1] === parent;
const isUsual = (tree: Tree): boolean =>
  [...rowsOf(tree)].every(
    ({ parent, row }) =>
      !isDouble(parent, row) &&
      (rows.has([parent, ...row].join(" ")) ||
        threesOf(parent, row).every((three) => (neighbours.get(three) ?? 0) >= LEAST_SEEN)),
  );

/** Constituents with more than one word that hangs from outside. */
function crossings(tree: Tree, tokens: readonly ConlluToken[]): number {
  let [at, found] = [0, 0];
  const visit = (node: Tree): void => {
    if (isLeaf(node)) {
      at++;
      return;
    }
    const start = at;
    for (const child of node.children) visit(child);
    const tops = tokens.slice(start, at).filter(({ head, deprel }) => {
      const above = Number(head) - 1;
      return deprel !== "punct" && (above < start || above >= at);
    });
    if (tops.length > 1) found++;
  };
  visit(tree);
  return found;
}

const sentences = [...readConllu(readFileSync(source!, "utf8"))]
  .map(({ tokens }) => tokens.filter(isWord))
  .filter(({ length }) => length <= LONGEST);
const folder = mkdtempSync(join(tmpdir(), "eigentree-brackets-"));
const given = join(folder, "tagged.txt");
writeFileSync(
  given,
  writeTagged(
    sentences.map((tokens) => ({ words: tokens.map(({ form }) => form), tags: tokens.map(({ xpos }) => xpos) })),
  ),
);
const options = ["--input", "tagged", "--k-best", String(LIST), "--json", "--quiet"];
const parsing = spawn(process.execPath, [PROGRAM, "parse", model!, given, ...options], {
  stdio: ["ignore", "pipe", "inherit"],
});
const kept: string[] = [];
let seen = 0;
for await (const line of createInterface({ input: parsing.stdout })) {
  const tokens = sentences[seen++]!;
  const { trees } = JSON.parse(line) as { readonly trees: readonly { readonly brackets: string }[] };
  const fitting = trees.find(({ brackets }) => {
    const tree = [...readPenn(brackets)][0]!;
    return isUsual(tree) && crossings(tree, tokens) === 0;
  });
  if (fitting !== undefined) kept.push(fitting.brackets);
}
rmSync(folder, { recursive: true });
if (seen !== sentences.length) throw new Error(`${seen} of ${sentences.length} sentences were parsed`);
writeFileSync(output, `${kept.join("\n")}\n`);
console.log(`${output}: ${kept.length} of ${sentences.length} sentences`);
