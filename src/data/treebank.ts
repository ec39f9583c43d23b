/**
 * Treebanks of constituency trees as parsers learn from them: read from any format that holds trees, prepared by named
 * steps that are counted, with the head rules that suit their tags.
 *
 *   const treebank = readTreebank(text, { file: "train.mrg" });
 *   const treebank = await collectTreebank(textSources(paths), { skipBad: true });
 *
 * A model keeps the preparation of its treebank, and gold trees get the same before anything is compared with them.
 */
import { InputError } from "../base/errors.ts";
import { checkOptions, choice, expert, flag, type OptionsOf, texts } from "../base/options.ts";
import type { Watch } from "../base/progress.ts";
import type { FormatName } from "../formats/guess-format.ts";
import type { Emit, Reader, ReadOptions } from "../formats/reader.ts";
import { negra } from "../formats/treebanks/negra.ts";
import { type PennReadOptions, penn } from "../formats/treebanks/penn.ts";
import { openPennReport, type PennReport } from "../formats/treebanks/penn-dialects.ts";
import { PENN_DIALECTS } from "../formats/treebanks/penn-plain.ts";
import { tiger } from "../formats/treebanks/tiger.ts";
import { graphToTree, type SyntaxGraph } from "../trees/graph.ts";
import { guessHeads } from "../trees/heads/guess-heads.ts";
import { ENGLISH_HEADS, GENERIC_HEADS } from "../trees/heads/head-tables.ts";
import type { HeadTable } from "../trees/heads/heads.ts";
import { prepareTree, STANDARD_STEPS, type StepCounts, type StepName } from "../trees/prepare.ts";
import type { Tree } from "../trees/tree.ts";
import { languageOption } from "./segmentation.ts";
import { RecordCounts, type SourceCount } from "./skipping.ts";
import { collectRecords, type ReaderOf, readWhole, type TextSource } from "./text.ts";

/** The formats that hold constituency trees. */
export const TREE_FORMATS = ["penn", "tiger-xml", "negra-export"] as const satisfies readonly FormatName[];

/** Whether a format holds constituency trees. */
export const holdsTrees = (format: FormatName): boolean => (TREE_FORMATS as readonly FormatName[]).includes(format);

/**
 * What is done to every tree of a treebank, and to gold trees that are compared with a parser's: unless stated
 * otherwise traces, function tags and outer brackets are taken off, and labels get one spelling. Punctuation stays.
 */
export interface Preparation {
  readonly steps: readonly StepName[];
  /** Function tags that stay on labels: `all`, or patterns such as `IP-*`. */
  readonly keepFunctions: readonly string[];
}

/** The preparation of a treebank by default. */
export const STANDARD_PREPARATION: Preparation = { steps: STANDARD_STEPS, keepFunctions: [] };

const HEADS = { english: ENGLISH_HEADS, generic: GENERIC_HEADS } as const;

/** The head rules of this name; the generic ones where a treebank had rules of its own. */
export const headsNamed = (name: string): HeadTable =>
  Object.values(HEADS).find((table) => table.name === name) ?? GENERIC_HEADS;

/**
 * How a treebank is read. Options of the bracket reader (`treeReader`) and of the preparation (`preparationOf`) are
 * declared here and passed on there, and nowhere else.
 */
export const READ_TREEBANK_OPTIONS = {
  input: choice("format of the trees; auto detects it", ["auto", ...TREE_FORMATS], { default: "auto" }),
  heads: choice(
    "head rules; auto: English ones for the tags of the English Penn Treebank",
    ["auto", "english", "generic"],
    { default: "auto" },
  ),
  language: languageOption("language of the treebank; running text is cut by its rules"),
  keepFunctions: texts("function tags to leave on labels: all, or patterns such as IP-* (IP-MAT, IP-SUB)", {
    default: [],
  }),
  skipBad: flag("skip and count trees that cannot be read", { default: false }),
  ...expert({
    dialect: choice("dialect of Penn brackets; auto detects it", PENN_DIALECTS, { default: "auto" }),
    multiWords: choice("words such as por_ejemplo: keep them whole, or split them", ["keep", "split"], {
      default: "keep",
    }),
  }),
};

type Declared = OptionsOf<typeof READ_TREEBANK_OPTIONS>;

/** Options of `readTreebank` and related functions: a head table may be given instead of a name. */
export type TreebankOptions = Partial<Omit<Declared, "heads">> & {
  readonly heads?: Declared["heads"] | HeadTable | undefined;
  /** Prepare as the treebank of a model was prepared: `model.options.preparation`. */
  readonly preparation?: Preparation | undefined;
};

/** A treebank that a parser can learn from. */
export interface Treebank {
  /** Prepared. */
  readonly trees: readonly Tree[];
  readonly heads: HeadTable;
  readonly language: string;
  readonly preparation: Preparation;
  /** For each step of the preparation what it did, and under `trees lost` the trees of which it left nothing. */
  readonly counts: Readonly<Record<string, Readonly<StepCounts>>>;
  readonly sources: readonly SourceCount[];
  /** The errors of the first few trees that were skipped. */
  readonly skipped: readonly string[];
}

const preparationOf = ({ preparation, keepFunctions }: TreebankOptions): Preparation =>
  preparation ?? { ...STANDARD_PREPARATION, ...(keepFunctions === undefined ? {} : { keepFunctions }) };

/** A gold tree as the model's own treebank was prepared; undefined when nothing is left of it. */
export const prepareGold = (
  tree: Tree,
  { steps, keepFunctions }: Preparation,
  counts: Record<string, StepCounts> = {},
): Tree | undefined =>
  prepareTree(tree, steps, counts, { keepFunctions: keepFunctions.includes("all") ? "all" : keepFunctions });

/** Readers of trees in any format that holds them. Graphs with crossing branches become trees (`graphToTree`). */
export function treeReader(options: Omit<PennReadOptions, "file"> = {}): ReaderOf<Tree> {
  return ({ file, format }, emit) => {
    if (format === "penn") return penn.reader(emit, { ...options, file });
    if (format === "tiger-xml") return graphReader(tiger.reader, emit, { ...options, file });
    if (format === "negra-export") return graphReader(negra.reader, emit, { ...options, file });
    throw new InputError(`looks like ${format}; expected trees (${TREE_FORMATS.join(", ")}).`, { file });
  };
}

function graphReader(
  open: (emit: Emit<SyntaxGraph>, options: ReadOptions) => Reader,
  emit: Emit<Tree>,
  options: ReadOptions,
): Reader {
  return open((graph, line, column) => {
    if (graph.words.length > 0) emit(graphToTree(graph).tree, line, column);
  }, options);
}

/** Takes trees as they are read and prepares them. */
class TreebankBuilder {
  readonly #trees: Tree[] = [];
  readonly #counts: Record<string, StepCounts>;
  readonly #records: RecordCounts;
  readonly #heads: Declared["heads"] | HeadTable;
  readonly #language: string;
  readonly #preparation: Preparation;
  readonly #brackets: PennReport = openPennReport();
  readonly readerOf: ReaderOf<Tree>;

  constructor(where: string, given: TreebankOptions) {
    const { heads, preparation: _, ...rest } = given;
    const named = typeof heads === "object" ? {} : { heads };
    const options = checkOptions(where, READ_TREEBANK_OPTIONS, { ...rest, ...named });
    this.#heads = typeof heads === "object" ? heads : options.heads;
    this.#language = options.language;
    this.#preparation = preparationOf(given);
    this.#counts = Object.fromEntries(this.#preparation.steps.map((step) => [step, {}]));
    this.#records = new RecordCounts(options.skipBad);
    const { dialect, multiWords } = options;
    this.readerOf = treeReader({ onBad: this.#records.onBad, dialect, multiWords, report: this.#brackets });
  }

  add(tree: Tree, file?: string): void {
    if (file !== undefined) this.#records.add(file);
    const prepared = prepareGold(tree, this.#preparation, this.#counts);
    if (prepared !== undefined) this.#trees.push(prepared);
  }

  finish(): Treebank {
    const heads = this.#heads === "auto" ? guessHeads(this.#trees) : this.#heads;
    const done = this.#brackets.counts;
    return Object.freeze({
      trees: Object.freeze(this.#trees),
      heads: typeof heads === "object" ? heads : HEADS[heads],
      language: this.#language,
      preparation: this.#preparation,
      counts: { ...(Object.keys(done).length === 0 ? {} : { dialect: done }), ...this.#counts },
      sources: this.#records.sources,
      skipped: this.#records.told,
    });
  }
}

/** The treebank in a text. */
export function readTreebank(
  text: string,
  { file, ...options }: TreebankOptions & { readonly file?: string | undefined } = {},
): Treebank {
  const builder = new TreebankBuilder("readTreebank", options);
  readWhole(text, { file, input: options.input }, builder.readerOf, (tree) => builder.add(tree, file ?? ""));
  return builder.finish();
}

/** The treebank in several sources of any size. */
export async function collectTreebank(
  sources: Iterable<TextSource>,
  options: TreebankOptions = {},
  watch: Watch = {},
): Promise<Treebank> {
  const builder = new TreebankBuilder("collectTreebank", options);
  const emit = (tree: Tree, { file }: { readonly file: string }) => builder.add(tree, file);
  await collectRecords(sources, { input: options.input }, builder.readerOf, emit, watch);
  return builder.finish();
}

/** A treebank as it is, or the treebank of plain trees, prepared as `readTreebank` prepares them. */
export function treebankOf(data: Treebank | readonly Tree[], options: TreebankOptions = {}): Treebank {
  if ("trees" in data) return data;
  const builder = new TreebankBuilder("treebankOf", options);
  for (const tree of data) builder.add(tree);
  return builder.finish();
}
