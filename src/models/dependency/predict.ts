/**
 * Parsing with a finished model: tags where none are given; the best tree under the base parser, under the spectral
 * model or under both, or the best of a list by the re-ranker; relations.
 */
import { InputError, OptionError } from "../../base/errors.ts";
import { checkOptions, choice, expert, flag, type OptionsOf, real, whole } from "../../base/options.ts";
import type { ScoredHeads } from "../../charts/index.ts";
import { checkSentence, sentencesOf, wordsOf } from "../../data/segmentation.ts";
import type { DependencyTree } from "../../trees/dependencies.ts";
import { type TaggedSentence, withCoarseTags } from "../../trees/sentence.ts";
import { partEnds } from "../grammar/index.ts";
import { SpectralParser } from "./automata/automata-parser.ts";
import { BaseParser } from "./base/base-parser.ts";
import type { SentenceHashes } from "./base/features/sentence-hashes.ts";
import type { DependencyModel } from "./model.ts";
import { withConventions } from "./punctuation/conventions.ts";
import { styleOf } from "./punctuation/punctuation.ts";
import { type Reranker, rerankScores } from "./rerank/reranker.ts";
import { SpectralSentences } from "./spectral/learn-spectral.ts";
import { taggingWith } from "./tagging.ts";

/** Trees of the base parser whose arcs both searches together choose from. */
const SEARCHED_LIST = 50;

/** Options of a `DependencyParser`. */
export const DEPENDENCY_PARSING_OPTIONS = {
  kBest: whole("trees for each sentence, best first", { default: 1, min: 1, max: 1000 }),
  rerank: flag("use the re-ranker of the model, if it has one", { default: true }),
  maxWords: whole("longest sentence that is parsed whole, in words; longer ones are parsed in parts", {
    default: 250,
    min: 1,
    max: 1000,
  }),
  ...expert({
    trees: choice(
      "trees without crossing arcs, or trees of any shape, scored by single arcs and without a re-ranker",
      ["projective", "any"],
      { default: "projective" },
    ),
    search: choice(
      "whose scores decide the best tree: the base parser's, the spectral model's, or both",
      ["base", "spectral", "both"],
      { default: "base" },
    ),
    spectralWeight: real("with both: weight of log μ of an arc under the spectral model, relative to its base score", {
      default: 0.5,
      min: 0,
      max: 100,
    }),
  }),
};

/** Options of a `DependencyParser`, complete. */
export type DependencyParsingOptions = OptionsOf<typeof DEPENDENCY_PARSING_OPTIONS>;

/** What the parser says of a sentence. */
export interface ParsedDependencies {
  readonly tree: DependencyTree;
  /**
   * All that were asked for, best first; the first is `tree`. Scores are the base parser's, or the re-ranker's relative
   * to the base parser's best tree.
   */
  readonly list: readonly { readonly tree: DependencyTree; readonly score: number | undefined }[];
  /** Whether the sentence was too long to be parsed whole; then `list` has one tree. */
  readonly inParts: boolean;
}

/** Running text of one sentence, its words, or its words with tags, which are trusted. */
export type DependencyInput =
  | string
  | readonly string[]
  | {
      readonly words: readonly string[];
      readonly tags?: readonly string[] | undefined;
      /** Whose conventions of punctuation to follow, as `styleFor` tells it for a text; the first unless given. */
      readonly style?: number | undefined;
    };

/** Parses sentences with a model. */
export class DependencyParser {
  readonly kind = "dependency";
  readonly options: DependencyParsingOptions;
  readonly #base: BaseParser;
  readonly #tag: ((words: readonly string[]) => readonly string[]) | undefined;
  readonly #spectral: SpectralSentences | undefined;
  readonly #search: SpectralParser | undefined;

  constructor(
    readonly model: DependencyModel,
    given: Partial<DependencyParsingOptions> = {},
  ) {
    this.options = checkOptions("DependencyParser", DEPENDENCY_PARSING_OPTIONS, given);
    const { search, trees, kBest } = this.options;
    if (trees === "any" && kBest > 1) {
      throw new OptionError("kBest", "kBest must be 1 for trees of any shape; lists exist for projective trees only.");
    }
    if (search !== "base") {
      if (model.spectral?.kind !== "automata") {
        const reason = "this model has no spectral automata; train it with them";
        throw new OptionError("search", `search must be "base": ${reason}.`);
      }
      if (trees === "any" || kBest > 1)
        throw new OptionError("search", `search "${search}" gives one projective tree; no lists, no crossing arcs.`);
      this.#search = new SpectralParser(model.spectral.grammar);
    }
    this.#base = new BaseParser(model.base);
    this.#tag = model.tagger === undefined ? undefined : taggingWith(model.tagger);
    this.#spectral = model.spectral === undefined ? undefined : new SpectralSentences(model.spectral);
  }

  /** The best tree of a sentence, and with `kBest` the next ones. */
  parse(input: DependencyInput): ParsedDependencies {
    checkSentence(input);
    const sentence = this.#tagged(input);
    const hashes = this.#base.hashes(sentence);
    const style = typeof input === "object" && "words" in input ? input.style : undefined;
    const inParts = sentence.words.length > this.options.maxWords && this.options.trees === "projective";
    const found = inParts ? [{ heads: this.#joined(sentence), score: undefined }] : this.#heads(sentence, hashes);
    const list = found.map(({ heads, score }) => {
      const tree = { ...sentence, heads: Array.from(heads), labels: this.#base.relations(hashes, heads) };
      return { tree: this.#punctuated(tree, style ?? 0), score };
    });
    return { tree: list[0]!.tree, list, inParts };
  }

  /** Cuts running text into sentences, as the model's treebank does, and parses each. */
  parseText(text: string): ParsedDependencies[] {
    const sentences = sentencesOf(text, this.model.segmentation);
    const style = this.styleFor(sentences);
    return sentences.map((words) => this.parse({ words, style }));
  }

  /**
   * Which of its treebanks attaches punctuation as a text like this needs it: the first, unless the text has some
   * hundred words and is clearly like another one.
   */
  styleFor(sentences: Iterable<readonly string[]>): number {
    const { punctuation } = this.model;
    return punctuation === undefined ? 0 : styleOf(punctuation, sentences);
  }

  #punctuated(tree: DependencyTree, style: number): DependencyTree {
    const { punctuation } = this.model;
    if (punctuation === undefined) return tree;
    return { ...tree, heads: withConventions(tree, punctuation.styles[style]?.conventions ?? new Map()) };
  }

  /** The sentence with its own tags, or with the tagger's. */
  #tagged(input: DependencyInput): TaggedSentence {
    const given: { readonly words: readonly string[]; readonly tags?: readonly string[] | undefined } =
      typeof input === "string"
        ? { words: wordsOf(input, this.model.segmentation) }
        : "words" in input
          ? input
          : { words: input };
    const { words, tags } = given;
    if (words.length === 0) throw new InputError("a sentence without words cannot be parsed.");
    if (tags !== undefined) {
      if (tags.length === words.length) return { words, tags };
      throw new InputError(
        `the sentence has ${words.length} words and ${tags.length} tags; expected one tag for each word.`,
      );
    }
    if (this.#tag === undefined) {
      throw new OptionError(
        "tags",
        "this parser has no tagger; give the sentences tags, or train the parser with a tagger.",
      );
    }
    return { words, tags: this.#tag(words) };
  }

  /**
   * Heads of a sentence too long for one chart, whose scores of siblings grow with the cube of its length: parts are
   * parsed each by itself, and the roots of all others hang from the first part's.
   */
  #joined({ words, tags }: TaggedSentence): Int32Array {
    const heads = new Int32Array(words.length);
    let [start, root] = [0, 0];
    for (const end of partEnds(words, this.options.maxWords)) {
      const part = { words: words.slice(start, end), tags: tags.slice(start, end) };
      for (const [at, head] of this.#heads(part, this.#base.hashes(part))[0]!.heads.entries()) {
        heads[start + at] = head === 0 ? root : start + head;
        if (head === 0 && root === 0) root = start + at + 1;
      }
      start = end;
    }
    return heads;
  }

  #heads(
    sentence: TaggedSentence,
    hashes: SentenceHashes,
  ): { readonly heads: Int32Array; readonly score: number | undefined }[] {
    const { trees, kBest, rerank, search } = this.options;
    if (search === "spectral") return [{ heads: this.#search!.heads(withCoarseTags(sentence)), score: undefined }];
    if (search === "both") return [{ heads: this.#together(sentence, hashes), score: undefined }];
    if (trees === "any") return [{ heads: this.#base.spanningTree(hashes), score: undefined }];
    const { reranker } = this.model;
    if (rerank && reranker !== undefined) return this.#reranked(sentence, hashes, reranker).slice(0, kBest);
    return kBest === 1 ? [{ heads: this.#base.heads(hashes), score: undefined }] : this.#base.kBest(hashes, kBest);
  }

  #together(sentence: TaggedSentence, hashes: SentenceHashes): Int32Array {
    const list = this.#base.kBest(hashes, SEARCHED_LIST).map(({ heads }) => heads);
    const logs = this.#search!.logMarginals(withCoarseTags(sentence), list, this.options.spectralWeight);
    if (logs === undefined) return list[0]!;
    return this.#base.heads(hashes, (arcs) => {
      for (let at = 0; at < logs.length; at++) arcs[at]! += logs[at]!;
    });
  }

  /** The list in the order of the re-ranker; among equals the base parser's order stays. */
  #reranked(sentence: TaggedSentence, hashes: SentenceHashes, reranker: Reranker): ScoredHeads[] {
    const list = this.#base.kBest(hashes, Math.max(this.model.options.listSize, this.options.kBest));
    const logs = this.#spectral?.score(
      sentence,
      list.map(({ heads }) => heads),
    );
    const candidates = list.map((tree, i) => ({ ...tree, ...(logs?.[i] ?? { log: 0, sign: 1 as const }) }));
    const scores = rerankScores(reranker, { tags: sentence.tags, candidates });
    return list.map(({ heads }, i) => ({ heads, score: scores[i]! })).sort((a, b) => b.score - a.score);
  }
}
