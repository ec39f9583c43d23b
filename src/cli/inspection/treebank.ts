/** Counts of a treebank: what a learner will meet in it, and what may be wrong with it. */
import { isLeaf, leaves, stripEmpties, type Tree } from "../../trees/index.ts";
import { Lengths, Oddities, Tally } from "./counts.ts";
import { type Facts, type Inspection, section } from "./inspection.ts";

/** The Penn Treebank's tag of words that are not there. */
const TRACE = "-NONE-";
/** A sentence longer than this many words is rarely one. */
const VERY_LONG = 200;
/** A top label of less than this share of the trees is odd. */
const ODD_TOP = 0.01;

export class TreebankInspection implements Inspection<Tree> {
  readonly lengths = new Lengths();
  readonly heights = new Lengths();
  readonly labels = new Tally();
  readonly tags = new Tally();
  readonly tops = new Tally();
  readonly chains = new Tally();
  readonly oddities = new Oddities();
  readonly #wordTypes = new Set<string>();
  readonly #topPlaces = new Map<string, string>();
  readonly #seen = new Map<string, string>();
  #tokens = 0;
  #traces = 0;
  #wrapped = 0;
  #longestChain: readonly string[] = [];
  #widest = 0;
  #duplicates = 0;

  add(tree: Tree, place: string): void {
    const found = leaves(tree);
    const words = found.filter(({ label }) => label !== TRACE);
    this.#tokens += found.length;
    this.#traces += found.length - words.length;
    this.lengths.add(words.length);
    for (const { label, word } of found) {
      this.tags.add(label);
      this.#wordTypes.add(word);
      if (label === "") this.oddities.add("word without a tag", place);
      if (/\s/.test(word)) this.oddities.add("word with white space in it", place);
    }
    if (words.length === 0) this.oddities.add("tree without words", place);
    if (words.length === 1) this.oddities.add("tree of one word", place);
    if (words.length > VERY_LONG) this.oddities.add(`sentence of more than ${VERY_LONG} words`, place);
    this.#addTop(tree, place);
    this.#addNodes(tree, place);
    const spoken = found.length === words.length ? tree : stripEmpties(tree, {});
    if (spoken !== undefined) this.#addChains(spoken, place);
    const sentence = words.map(({ word }) => word).join(" ");
    if (words.length > 5) {
      if (this.#seen.has(sentence)) this.#duplicates++;
      else this.#seen.set(sentence, place);
    }
  }

  /** The outer bracket without a label that Penn treebanks write is no top of its own. */
  #addTop(tree: Tree, place: string): void {
    let top = tree;
    if (top.label === "" && !isLeaf(top)) {
      this.#wrapped++;
      if (top.children.length > 1) this.oddities.add("outer bracket with several trees in it", place);
      if (top.children.length === 1) top = top.children[0]!;
    }
    if (isLeaf(top)) this.oddities.add("tree without a phrase", place);
    this.tops.add(top.label);
    if (!this.#topPlaces.has(top.label)) this.#topPlaces.set(top.label, place);
  }

  #addNodes(tree: Tree, place: string): void {
    const open: { node: Tree; depth: number }[] = [{ node: tree, depth: 0 }];
    let height = 0;
    while (open.length > 0) {
      const { node, depth } = open.pop()!;
      if (depth > height) height = depth;
      if (isLeaf(node)) continue;
      const outer = depth === 0 && node.label === "";
      if (!outer) this.labels.add(node.label);
      if (node.label === "" && !outer) this.oddities.add("phrase without a label", place);
      if (/\s/.test(node.label)) this.oddities.add("label with white space in it", place);
      this.#widest = Math.max(this.#widest, node.children.length);
      for (const child of node.children) open.push({ node: child, depth: depth + 1 });
    }
    this.heights.add(height);
  }

  /**
   * Phrases with one child each, down to the first phrase with several or over a word. Counted without traces: what a
   * learner meets.
   */
  #addChains(tree: Tree, place: string): void {
    // A chain is handed on to the only child, which makes it longer: a copy for each would be quadratic.
    const open: { node: Tree; chain: string[] }[] = [{ node: tree, chain: [] }];
    while (open.length > 0) {
      const { node, chain } = open.pop()!;
      if (isLeaf(node)) {
        this.#endChain(chain, place);
        continue;
      }
      if (node.label !== "" || chain.length > 0) chain.push(node.label);
      const single = node.children.length === 1;
      if (!single) this.#endChain(chain, place);
      for (const child of node.children) open.push({ node: child, chain: single ? chain : [] });
    }
  }

  #endChain(chain: readonly string[], place: string): void {
    if (chain.length < 2) return;
    this.chains.add(chain.join(" → "));
    if (chain.length > this.#longestChain.length) this.#longestChain = chain;
    if (new Set(chain).size < chain.length) this.oddities.add("chain of single children that repeats a label", place);
  }

  /** Rare top labels and where each was first seen. */
  #oddTops(): [label: string, count: number, place: string][] {
    const all = this.tops.sorted();
    if (all.length < 2) return [];
    const rare = all.filter(([, count]) => count < Math.max(2, ODD_TOP * this.tops.total));
    return rare.map(([label, count]) => [label, count, this.#topPlaces.get(label)!]);
  }

  facts(): Facts {
    return {
      trees: this.lengths.count,
      tokens: this.#tokens,
      traces: this.#traces,
      words: this.#tokens - this.#traces,
      wordTypes: this.#wordTypes.size,
      lengths: this.lengths,
      heights: this.heights,
      widestPhrase: this.#widest,
      labels: this.labels,
      tags: this.tags,
      tops: this.tops,
      oddTops: this.#oddTops().map(([label, count, place]) => ({ label, count, place })),
      treesInAnOuterBracket: this.#wrapped,
      unaryChains: this.chains,
      longestUnaryChain: this.#longestChain,
      repeatedSentences: this.#duplicates,
      suspicious: this.oddities,
    };
  }

  sections(): string[] {
    const oddTops = this.#oddTops().map(
      ([label, count, place]) => `${label === "" ? '""' : label} ${count} (${place})`,
    );
    return [
      section("Sizes", [
        ["trees", this.lengths.count],
        ["tokens", this.#tokens],
        ...(this.#traces > 0 ? ([["traces", this.#traces]] as const) : []),
        ["distinct words", this.#wordTypes.size],
        ["sentences seen before", this.#duplicates],
      ]),
      section("Shape", [
        ["words per tree", this.lengths.format()],
        ["height", this.heights.format()],
        ["widest phrase", `${this.#widest} children`],
      ]),
      section("Labels", [
        [`${this.labels.size} phrase labels`, this.labels.format(12)],
        [`${this.tags.size} tags`, this.tags.format(12)],
      ]),
      section("Tops", [
        ["labels", this.tops.format(12)],
        ...(this.#wrapped > 0 ? ([["in an outer bracket", this.#wrapped]] as const) : []),
        ...(oddTops.length > 0 ? ([["odd", oddTops.slice(0, 8).join(", ")]] as const) : []),
      ]),
      section(this.#traces > 0 ? "Unary chains, once traces are taken out" : "Unary chains", [
        ["chains", this.chains.total],
        ["longest", this.#longestChain.join(" → ") || "none"],
        ...(this.chains.size > 0 ? ([["most frequent", this.chains.format(6)]] as const) : []),
      ]),
    ];
  }
}
