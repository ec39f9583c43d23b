/**
 * Features of whole trees, as 32-bit hashes: what a grammar cannot see, because it looks at one rule at a time and at
 * words through their tags. Charniak and Johnson, "Coarse-to-fine n-best parsing and MaxEnt discriminative reranking",
 * ACL 2005; Collins and Koo 2005; the edges of spans of Hall, Durrett and Klein, "Less grammar, more features", ACL
 * 2014.
 *
 *   rules       a rule; with the label above; neighbouring children, in twos and threes
 *   heads       the head of a constituent and of another child: words, tags, labels; a preposition with what it governs
 *   edges       first and last word of a constituent, the words around it, its length
 *   heavy       length, words to the end of the sentence, the tag that follows
 *   conjuncts   whether neighbours in a coordination have the same label and the same children, and how long they are
 *   right       nodes on the right edge of the tree, and others
 *   words       a word with its tag and the labels above; tags in twos
 *
 * O(nodes) for a tree.
 */
import type { HeadTable } from "../../../trees/heads/heads.ts";
import { headIndex } from "../../../trees/heads/heads.ts";
import { PUNCTUATION_TAGS } from "../../../trees/prepare.ts";
import { isLeaf, type Tree } from "../../../trees/tree.ts";
import { hashText, joinHashes as join } from "../../lexicon/hash.ts";

const KIND = { word: 201, label: 202 } as const;

/** The kinds of features, which begin their hashes. */
const OF = {
  rule: 1,
  ruleBelow: 2,
  pair: 3,
  triple: 4,
  headTags: 5,
  headWord: 6,
  dependentWord: 7,
  words: 8,
  governed: 9,
  governedTag: 10,
  firstWord: 11,
  lastWord: 12,
  wordBefore: 13,
  wordAfter: 14,
  start: 15,
  end: 16,
  tags: 17,
  around: 18,
  heavy: 19,
  sameLabels: 20,
  sameChildren: 21,
  conjunctLength: 22,
  rightEdge: 23,
  offRightEdge: 24,
  word: 25,
  wordBelow: 26,
  tagPair: 27,
} as const;

/** Upper bounds of lengths that count as one. */
const LENGTHS = [1, 2, 3, 4, 5, 7, 10, 15, 22, 32];

const BUCKET = Int32Array.from({ length: 64 }, (_, length) => {
  const at = LENGTHS.findIndex((most) => length <= most);
  return at < 0 ? LENGTHS.length : at;
});

const bucket = (length: number): number => BUCKET[Math.min(length, 63)]!;

/** What a node hands up. */
interface Visited {
  readonly end: number;
  /** Place of the head word, and its tag. */
  readonly head: number;
  readonly tag: number;
  /** Place and tag of the head of the last child that is not the head, as what a preposition governs; −1: none. */
  readonly inner: number;
  readonly innerTag: number;
  /** Hash of the rule; of the tag for a word. */
  readonly rule: number;
}

/** Finds the features of the trees of one sentence after another. */
export class TreeFeatures {
  readonly #heads: HeadTable;
  readonly #hashes = new Map<string, number>();
  readonly #headOf = new Map<string, number>();
  readonly #coordinators: ReadonlySet<string>;
  readonly #found: number[] = [];
  /** Places 0 and n + 1 are the edges of the sentence. */
  #words = new Int32Array(0);
  #tags = new Int32Array(0);
  #size = 0;

  constructor(heads: HeadTable) {
    this.#heads = heads;
    this.#coordinators = new Set(heads.coordinators);
  }

  /** The next sentence begins. */
  begin(words: readonly string[]): void {
    this.#size = words.length;
    this.#words = Int32Array.of(1, ...words.map((word) => hashText(KIND.word, word)), 2);
    this.#tags = new Int32Array(words.length + 2);
    this.#tags[0] = 1;
    this.#tags[words.length + 1] = 2;
  }

  /** The features of a tree over the words of the sentence, in rising order; a feature as often as it occurs. */
  of(tree: Tree): Int32Array {
    this.#found.length = 0;
    this.#readTags(tree, 0);
    this.#visit(tree, 0, 3, 4, true);
    for (let at = 0; at <= this.#size; at++) this.#add(OF.tagPair, this.#tags[at]!, this.#tags[at + 1]!);
    return Int32Array.from(this.#found).sort();
  }

  #label(label: string): number {
    let hash = this.#hashes.get(label);
    if (hash === undefined) this.#hashes.set(label, (hash = hashText(KIND.label, label)));
    return hash;
  }

  #readTags(node: Tree, start: number): number {
    if (!isLeaf(node)) return node.children.reduce((at, child) => this.#readTags(child, at), start);
    this.#tags[start + 1] = this.#label(node.label);
    return start + 1;
  }

  #add(kind: number, a: number, b = 0, c = 0, d = 0, e = 0): void {
    this.#found.push(join(join(join(join(join(kind, a), b), c), d), e));
  }

  /** `right`: whether nothing but punctuation follows. */
  #visit(node: Tree, start: number, above: number, aboveThat: number, right: boolean): Visited {
    const label = this.#label(node.label);
    if (isLeaf(node)) {
      const word = this.#words[start + 1]!;
      this.#add(OF.word, word, label, above);
      this.#add(OF.wordBelow, word, label, above, aboveThat);
      return { end: start + 1, head: start, tag: label, inner: -1, innerTag: 0, rule: label };
    }
    const { children } = node;
    let last = children.length - 1;
    while (last > 0 && PUNCTUATION_TAGS.has(children[last]!.label)) last--;
    const visited: Visited[] = [];
    let end = start;
    for (const [at, child] of children.entries()) {
      const found = this.#visit(child, end, label, above, right && at === last);
      visited.push(found);
      end = found.end;
    }
    const head = this.#headChild(node.label, children);
    const rule = this.#rules(label, above, children, head);
    this.#headPairs(label, children, visited, head);
    this.#edges(label, start, end);
    this.#add(right ? OF.rightEdge : OF.offRightEdge, 0);
    if (children.some((child) => this.#coordinators.has(child.label))) this.#conjuncts(label, children, visited, start);
    const innerAt = last === head ? (head > 0 ? head - 1 : -1) : last;
    const inner = innerAt < 0 ? undefined : visited[innerAt]!;
    const { head: place, tag } = visited[head]!;
    return { end, head: place, tag, inner: inner?.head ?? -1, innerTag: inner?.tag ?? 0, rule };
  }

  #headChild(label: string, children: readonly Tree[]): number {
    if (children.length === 1) return 0;
    const labels = children.map((child) => child.label);
    const key = `${label} ${labels.join(" ")}`;
    let head = this.#headOf.get(key);
    if (head === undefined) this.#headOf.set(key, (head = headIndex(label, labels, this.#heads)));
    return head;
  }

  #rules(label: number, above: number, children: readonly Tree[], head: number): number {
    let rule = label;
    let [before, last] = [3, 3];
    for (let at = 0; at <= children.length; at++) {
      const own = at === children.length ? 5 : this.#label(children[at]!.label);
      const side = at < head ? 1 : at === head ? 2 : 3;
      this.#add(OF.pair, label, last, own, side);
      if (at > 0) this.#add(OF.triple, label, before, last, own, side);
      rule = join(rule, own);
      [before, last] = [last, own];
    }
    this.#add(OF.rule, rule);
    this.#add(OF.ruleBelow, rule, above);
    return rule;
  }

  #headPairs(label: number, children: readonly Tree[], visited: readonly Visited[], head: number): void {
    const { head: place, tag } = visited[head]!;
    const word = this.#words[place + 1]!;
    for (let at = 0; at < children.length; at++) {
      if (at === head) continue;
      const { head: otherPlace, tag: otherTag, inner, innerTag } = visited[at]!;
      const other = this.#words[otherPlace + 1]!;
      const side = at < head ? 1 : 2;
      const child = join(this.#label(children[at]!.label), side);
      const near = Math.min(3, Math.abs(at - head));
      this.#add(OF.headTags, label, child, tag, otherTag, near);
      this.#add(OF.headWord, label, child, word, otherTag);
      this.#add(OF.dependentWord, label, child, tag, other);
      this.#add(OF.words, side, word, other);
      if (inner < 0 || isLeaf(children[at]!)) continue;
      this.#add(OF.governed, tag, other, this.#words[inner + 1]!, side);
      this.#add(OF.governedTag, word, other, innerTag, side);
    }
  }

  #edges(label: number, start: number, end: number): void {
    const [words, tags] = [this.#words, this.#tags];
    const length = bucket(end - start);
    const [first, last] = [words[start + 1]!, words[end]!];
    const [before, after] = [words[start]!, words[end + 1]!];
    const [tagBefore, tagAfter] = [tags[start]!, tags[end + 1]!];
    this.#add(OF.firstWord, label, first, length);
    this.#add(OF.lastWord, label, last, length);
    this.#add(OF.wordBefore, label, before, length);
    this.#add(OF.wordAfter, label, after, length);
    this.#add(OF.start, label, before, first);
    this.#add(OF.end, label, last, after);
    this.#add(OF.tags, label, tags[start + 1]!, tags[end]!, length);
    this.#add(OF.around, label, tagBefore, tagAfter, length);
    this.#add(OF.heavy, label, length, bucket(this.#size - end), tagAfter);
  }

  #conjuncts(label: number, children: readonly Tree[], visited: readonly Visited[], start: number): void {
    let previous = -1;
    for (let at = 0; at < children.length; at++) {
      const name = children[at]!.label;
      if (this.#coordinators.has(name) || PUNCTUATION_TAGS.has(name)) continue;
      if (previous >= 0) {
        const startOf = (child: number) => (child === 0 ? start : visited[child - 1]!.end);
        const lengthOf = (child: number) => visited[child]!.end - startOf(child);
        const difference = lengthOf(at) - lengthOf(previous);
        this.#add(OF.sameLabels, label, name === children[previous]!.label ? 1 : 0);
        this.#add(OF.sameChildren, label, visited[at]!.rule === visited[previous]!.rule ? 1 : 0);
        this.#add(OF.conjunctLength, label, Math.sign(difference), bucket(Math.abs(difference)));
      }
      previous = at;
    }
  }
}
