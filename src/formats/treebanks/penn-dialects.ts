/**
 * Which dialect of Penn brackets a text is in (penn-plain.ts has the list). `auto` recognises each by what a plain tree
 * never has: an ID or METADATA node beside the tree, or a CODE node in it; a tree in which every word has three parts
 * and one is its own lemma; words most of which have the same letter on both sides of a hyphen. Everything that is done
 * is counted. Where it cannot be known, the text is refused with the option that says it.
 */
import { InputError, OptionError } from "../../base/errors.ts";
import { quoted } from "../../base/quoted.ts";
import { suggestion } from "../../base/spelling.ts";
import { isLeaf, leaves, type Tree } from "../../trees/tree.ts";
import { type Emit, passOn, type ReadOptions } from "../reader.ts";
import {
  CODE,
  EMPTY_TAG,
  IDENTIFIER,
  isAside,
  isCode,
  isStar,
  lemmaHyphen,
  METADATA,
  OUTER_LABELS,
  PENN_DIALECTS,
  type PennDialect,
  plainTree,
} from "./penn-plain.ts";

/** What a reader found and did; counts go on from one reader to the next that is given the same report. */
export interface PennReport {
  /** The dialect of the text read last; `auto` where nothing was read. */
  dialect: PennDialect;
  /** What was done, by name, and how many times: `{ identifiers: 12, "bare empties": 40 }`. */
  readonly counts: Record<string, number>;
}

/** An empty report, which a reader of brackets fills. */
export const openPennReport = (): PennReport => ({ dialect: "auto", counts: {} });

/** How a corpus departs from Penn's brackets. */
export interface PennDialectOptions extends ReadOptions {
  /** How the corpus writes leaves and what stands beside trees; `auto`: recognised; `penn`: as written (auto). */
  readonly dialect?: PennDialect | undefined;
  /** What to do with words such as `por_ejemplo`; `split`: `(rg (rg por) (rg ejemplo))` (keep). */
  readonly multiWords?: "keep" | "split" | undefined;
  /** Filled with the dialect and with counts of what was done. */
  readonly report?: PennReport | undefined;
}

/** Words to look at before it is decided whether they are `word-lemma`, at least and at most. */
const ENOUGH_WORDS = 5;
const MOST_WORDS = 30;
/** Trees that wait for the decision, at most. */
const MOST_WAITING = 100;
/**
 * Shares of words with the same letter on both sides of a hyphen: nearly all in IcePaHC (konungur-konungur, var-vera),
 * hardly any elsewhere (so-so). In between it cannot be known.
 */
const SURELY_LEMMAS = 0.6;
const SURELY_NONE = 0.3;

const sameLetter = (a: string, b: string) => a.charAt(0).toLowerCase() === b.charAt(0).toLowerCase();

/** Whether a leaf is punctuation with itself for a lemma, `.-.`, which nothing but `word-lemma` has. */
const isMarkWithLemma = (word: string) => word.length === 3 && /^([^\p{L}\p{N}-])-\1$/u.test(word);

interface Waiting {
  readonly tree: Tree;
  readonly line: number;
  readonly column: number;
}

/** Takes trees as they are written and hands on plain ones. */
export class PennDialects {
  #dialect: PennDialect;
  /** Whether the leaves may yet turn out to be `word-lemma`. */
  #undecided: boolean;
  #waiting: Waiting[] = [];
  #words = 0;
  #lemmas = 0;
  /** Of the current tree: words, those with a third part, the first of these, and whether one is its own lemma. */
  #leaves = 0;
  #thirds = 0;
  #firstThird: InputError | undefined;
  #ownLemma = false;
  /** Whether the current tree has something that is left out or counted. */
  #marked = false;
  readonly #counts: Record<string, number>;

  constructor(
    readonly emit: Emit<Tree>,
    readonly options: PennDialectOptions,
    readonly spell: (word: string) => string,
  ) {
    const name = options.dialect ?? "auto";
    if (!PENN_DIALECTS.includes(name)) {
      const known = suggestion(name, PENN_DIALECTS) || ` Known are ${PENN_DIALECTS.join(", ")}.`;
      throw new OptionError("dialect", `Penn brackets: unknown dialect ${quoted(name)}.${known}`);
    }
    this.#dialect = name;
    this.#undecided = name === "auto";
    this.#counts = options.report?.counts ?? {};
    this.#tell();
  }

  /** Whether a bracket holds what is said about a tree, in as many words as it takes. */
  isAside(label: string | undefined): boolean {
    return label === METADATA && this.#dialect !== "penn";
  }

  /** Whether a leaf may have a third part. */
  get takesLemma(): boolean {
    return this.#dialect === "tag-word-lemma" || (this.#dialect === "auto" && this.#undecided);
  }

  lemma(word: string, lemma: string, line: number, column: number): void {
    this.#thirds++;
    this.#ownLemma ||= word.toLowerCase() === lemma.toLowerCase();
    const { file } = this.options;
    this.#firstThird ??= new InputError(this.excess(lemma, word), { file, line, column });
  }

  /** What is wrong with a further word in a bracket. */
  excess(atom: string, word: string): string {
    const found = `${quoted(atom)} follows the word ${quoted(word)} in one bracket`;
    if (this.#dialect === "tag-word-lemma") return `${found}; a leaf is (TAG word lemma), as in (sps00 de de).`;
    return `${found}; a leaf is (TAG word), as in (NN dog). Where leaves are (TAG word lemma), set dialect to tag-word-lemma.`;
  }

  leaf(label: string, word: string): Tree {
    this.#leaves++;
    if (label === CODE || word.includes("_")) this.#marked = true;
    return { label, word: this.spell(word) };
  }

  /** The current tree cannot be used. */
  forget(): void {
    this.#leaves = this.#thirds = 0;
    this.#firstThird = undefined;
    this.#ownLemma = this.#marked = false;
  }

  tree(tree: Tree, line: number, column: number): void {
    const [thirds, ownLemma, firstThird, marked] = [this.#thirds, this.#ownLemma, this.#firstThird, this.#marked];
    const without = thirds > 0 || this.#dialect === "tag-word-lemma" ? this.#leaves - thirds - starsIn(tree) : 0;
    this.forget();
    if (thirds > 0 && this.#dialect === "auto") {
      if (without > 0 || !ownLemma) {
        passOn(this.options, firstThird!);
        return;
      }
      this.#decide("tag-word-lemma");
    }
    this.#count("lemmas", thirds);
    this.#count("words without a lemma", without);
    if (this.#dialect === "auto" && hasMarks(tree, marked)) this.#decide("historical", this.#undecided);
    if (this.#undecided) this.#weigh({ tree, line, column });
    if (this.#undecided) {
      this.#waiting.push({ tree, line, column });
      if (this.#waiting.length > MOST_WAITING) this.#settle();
    } else this.#handOn({ tree, line, column }, marked);
  }

  end(): void {
    if (!this.#undecided) return;
    if (this.#words >= ENOUGH_WORDS) this.#refuse(this.#waiting[0]!);
    this.#settle();
  }

  /** Looks whether the words are `word-lemma`. */
  #weigh(next: Waiting): void {
    let sure = false;
    const { tree } = next;
    const isOuter = !isLeaf(tree) && OUTER_LABELS.has(tree.label);
    const parts = isOuter ? tree.children.filter((child) => !isAside(child)) : [tree];
    for (const leaf of parts.flatMap(leaves)) {
      if (leaf.label === EMPTY_TAG || isCode(leaf) || isStar(leaf.word)) continue;
      this.#words++;
      const hyphen = lemmaHyphen(leaf.word);
      if (hyphen > 0 && sameLetter(leaf.word, leaf.word.slice(hyphen + 1))) this.#lemmas++;
      sure ||= isMarkWithLemma(leaf.word);
    }
    const share = this.#words === 0 ? 0 : this.#lemmas / this.#words;
    if (sure || (this.#words >= ENOUGH_WORDS && share >= SURELY_LEMMAS)) this.#decide("word-lemma");
    else if (this.#words > 0 && share <= SURELY_NONE) this.#settle();
    else if (this.#words >= MOST_WORDS) this.#refuse(this.#waiting[0] ?? next);
  }

  #refuse({ line, column }: Waiting): never {
    const found = `${this.#lemmas} of the first ${this.#words} words have the form word-lemma`;
    const reason = `${found}; set dialect to word-lemma if all words are like that, otherwise to penn.`;
    throw new InputError(reason, { file: this.options.file, line, column });
  }

  #decide(dialect: PennDialect, undecided = false): void {
    this.#dialect = dialect;
    this.#undecided = undecided;
    this.#tell();
    if (!undecided) this.#release();
  }

  /** Nothing says that words have lemmas. */
  #settle(): void {
    this.#undecided = false;
    this.#release();
  }

  #release(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const one of waiting) this.#handOn(one, true);
  }

  #tell(): void {
    const { report } = this.options;
    if (report !== undefined) report.dialect = this.#dialect === "auto" ? "penn" : this.#dialect;
  }

  #handOn({ tree, line, column }: Waiting, marked: boolean): void {
    const asWritten = this.#dialect === "penn" || this.#dialect === "auto";
    const plain =
      asWritten && !marked
        ? tree
        : plainTree(tree, this.#dialect, this.options.multiWords === "split", (name) => this.#count(name));
    if (plain !== undefined) this.emit(plain, line, column);
  }

  #count(name: string, by = 1): void {
    if (by > 0) this.#counts[name] = (this.#counts[name] ?? 0) + by;
  }
}

function starsIn(tree: Tree): number {
  return leaves(tree).filter((leaf) => isStar(leaf.word)).length;
}

/** Whether a tree has what only the historical corpora have; `marked` says whether it may have CODE. */
function hasMarks(tree: Tree, marked: boolean): boolean {
  const beside = !isLeaf(tree) && OUTER_LABELS.has(tree.label) ? tree.children : [];
  const said = beside.some((child) => child.label === METADATA || (child.label === IDENTIFIER && isLeaf(child)));
  return said || (marked && leaves(tree).some(isCode));
}
