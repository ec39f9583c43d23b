/**
 * Dependency trees as parsers learn from them: CoNLL-U, CoNLL-X, or constituency trees, whose heads a table of head
 * rules finds (trees/heads/to-dependencies.ts). Every tree has one root, and every word a tag and a relation.
 */
import { InputError } from "../base/errors.ts";
import { frozen } from "../base/learning.ts";
import { checkOptions, choice, flag, type OptionsOf } from "../base/options.ts";
import type { Watch } from "../base/progress.ts";
import type { ReadOptions } from "../formats/reader.ts";

import { conllu, conlluDependencies, conlluSpacing, isWord, type TagColumn } from "../formats/treebanks/conllu.ts";
import { conllx, conllxDependencies } from "../formats/treebanks/conllx.ts";
import { type DependencyTree, dependencyDefect } from "../trees/dependencies.ts";
import { guessHeads } from "../trees/heads/guess-heads.ts";
import { ENGLISH_HEADS, GENERIC_HEADS } from "../trees/heads/head-tables.ts";
import { toDependencies } from "../trees/heads/to-dependencies.ts";
import { prepareTree, STANDARD_STEPS, type StepCounts } from "../trees/prepare.ts";
import type { Tree } from "../trees/tree.ts";
import { languageOption } from "./segmentation.ts";
import { RecordCounts, type SourceCount } from "./skipping.ts";
import { collectRecords, type ReaderOf, readWhole, type TextSource } from "./text.ts";
import { holdsTrees, TREE_FORMATS, treeReader } from "./treebank.ts";

const TAG_COLUMNS = ["upos", "xpos", "both"] as const satisfies readonly TagColumn[];

export type { TagColumn };

const HEAD_TABLES = { english: ENGLISH_HEADS, generic: GENERIC_HEADS } as const;

/** How dependency trees are read. */
export const DEPENDENCY_DATA_OPTIONS = {
  input: choice(
    "form of the data; auto: constituency trees where it looks like them, otherwise CoNLL-U",
    ["auto", "conllu", "conllx", ...TREE_FORMATS],
    { default: "auto" },
  ),
  tags: choice(
    'the column of CoNLL-U to take tags from, or both: "VERB VBD" is then one tag; in CoNLL-X it is always POSTAG',
    TAG_COLUMNS,
    { default: "upos" },
  ),
  heads: choice(
    "head rules for constituency trees; auto: English ones for the tags of the English Penn Treebank",
    ["auto", "english", "generic"],
    { default: "auto" },
  ),
  language: languageOption("language of the sentences; running text is cut by its rules"),
  skipBad: flag("skip and count sentences that cannot be used", { default: false }),
};

/** How dependency trees are read, complete. */
export type DependencyDataOptions = OptionsOf<typeof DEPENDENCY_DATA_OPTIONS>;

/** Dependency trees, checked, with what is known about where they came from. Frozen. */
export interface DependencyTreebank {
  readonly trees: readonly DependencyTree[];
  /** The column of CoNLL-U that the tags came from, and that a parser writes them to. */
  readonly tags: TagColumn;
  readonly language: string;
  readonly sources: readonly SourceCount[];
  /** The messages of the first few skipped sentences. */
  readonly skipped: readonly string[];
  /** What each step of preparation did to constituency trees; empty for dependency trees. */
  readonly preparation: Readonly<Record<string, Readonly<StepCounts>>>;
}

/** Reads dependency trees from a text in memory. */
export function readDependencies(
  content: string,
  { file, ...given }: Partial<DependencyDataOptions> & { readonly file?: string | undefined } = {},
): DependencyTreebank {
  const collection = new Collection(checkOptions("readDependencies", DEPENDENCY_DATA_OPTIONS, given));
  const end = collection.begin(file ?? "");
  readWhole(content, { file, input: collection.input }, collection.readerOf, (item) =>
    collection.add(file ?? "", item),
  );
  end();
  return collection.treebank();
}

/** Reads dependency trees from sources of any size, one after another. */
export async function collectDependencies(
  sources: Iterable<TextSource>,
  given: Partial<DependencyDataOptions> = {},
  watch: Watch = {},
): Promise<DependencyTreebank> {
  const collection = new Collection(checkOptions("collectDependencies", DEPENDENCY_DATA_OPTIONS, given));
  for (const source of sources) {
    const end = collection.begin(source.name);
    const add = (item: Item) => collection.add(source.name, item);
    await collectRecords([source], { input: collection.input }, collection.readerOf, add, watch);
    end();
  }
  return collection.treebank();
}

/** Plain trees as a treebank, checked as those of a file are; a treebank is given back as it is. */
export function asDependencyTreebank(
  where: string,
  data: DependencyTreebank | readonly DependencyTree[],
): DependencyTreebank {
  if (isTreebank(data)) return data;
  data.forEach((tree, n) => {
    const defect = treeDefect(tree);
    if (defect !== undefined) throw new InputError(`${where}: tree ${n + 1}: ${defect}.`);
  });
  const { tags, language } = checkOptions(where, DEPENDENCY_DATA_OPTIONS);
  return frozen({ trees: data.slice(), tags, language, sources: [], skipped: [], preparation: {} });
}

const isTreebank = (data: DependencyTreebank | readonly DependencyTree[]): data is DependencyTreebank =>
  !Array.isArray(data);

/** What keeps a parser from learning from a tree, in words; undefined when nothing does. */
function treeDefect({ words, heads, tags, labels }: DependencyTree): string | undefined {
  if ([tags, heads, labels].some(({ length }) => length !== words.length))
    return `it has ${words.length} words, ${tags.length} tags, ${heads.length} heads and ${labels.length} relations`;
  const untagged = tags.indexOf("_");
  if (untagged >= 0)
    return `word ${untagged + 1} ("${words[untagged]}") has no tag; choose the column that has them (tags)`;
  const unlabelled = labels.indexOf("_");
  if (unlabelled >= 0) return `word ${unlabelled + 1} ("${words[unlabelled]}") has no relation`;
  return dependencyDefect(heads);
}

/** A dependency tree, or a constituency tree that becomes one when all are read. */
type Item = DependencyTree | { readonly constituents: Tree };

class Collection {
  readonly #items: Item[] = [];
  readonly #counts: RecordCounts;
  readonly #preparation: Record<string, StepCounts> = {};

  constructor(readonly options: DependencyDataOptions) {
    this.#counts = new RecordCounts(options.skipBad);
  }

  /** CoNLL-X looks like CoNLL-U: only its reader is another. */
  get input() {
    const { input } = this.options;
    return input === "conllx" ? "conllu" : input;
  }

  add(file: string, item: Item): void {
    this.#items.push(item);
    this.#counts.add(file);
  }

  /** Called before a source; the function it gives is called after it, and throws when nothing was read. */
  begin(file: string): () => void {
    const before = this.#items.length + this.#counts.skipped;
    return () => {
      if (this.#items.length + this.#counts.skipped === before)
        throw new InputError("holds no sentences; expected dependency trees.", file === "" ? {} : { file });
    };
  }

  readonly readerOf: ReaderOf<Item> = ({ file, format }, emit) => {
    const read: ReadOptions = { file, onBad: this.#counts.onBad };
    const refuse = (reason: string, line: number) => {
      const error = new InputError(reason, { file, line });
      if (read.onBad === undefined) throw error;
      read.onBad(error);
    };
    const take = (tree: DependencyTree, line: number, column: number) => {
      const defect = treeDefect(tree);
      if (defect === undefined) emit(tree, line, column);
      else refuse(`the sentence that begins here cannot be used: ${defect}.`, line);
    };
    if (this.options.input === "conllx")
      return conllx.reader((sentence, ...place) => take(conllxDependencies(sentence), ...place), read);
    if (holdsTrees(format)) {
      return treeReader({ onBad: read.onBad })({ file, format }, (tree, line, column) => {
        const constituents = prepareTree(tree, STANDARD_STEPS, this.#preparation);
        if (constituents === undefined) refuse("the tree that begins here has no words left.", line);
        else emit({ constituents }, line, column);
      });
    }
    return conllu.reader((sentence, line, column) => {
      const bare = sentence.tokens.find((token) => isWord(token) && token.head === "_");
      if (bare === undefined) {
        const { spaces } = conlluSpacing(sentence);
        take({ ...conlluDependencies(sentence, { tags: this.options.tags }), spaces }, line, column);
      } else refuse(`word ${bare.id} ("${bare.form}") has no head; expected a sentence with dependencies.`, line);
    }, read);
  };

  treebank(): DependencyTreebank {
    const { tags, heads, language } = this.options;
    const trees = this.#items.flatMap((item) => ("constituents" in item ? [item.constituents] : []));
    const table = heads === "auto" ? guessHeads(trees) : HEAD_TABLES[heads];
    return frozen({
      trees: this.#items.map((item) => ("constituents" in item ? toDependencies(item.constituents, table) : item)),
      tags,
      language,
      sources: this.#counts.sources,
      skipped: [...this.#counts.told],
      preparation: this.#preparation,
    });
  }
}
