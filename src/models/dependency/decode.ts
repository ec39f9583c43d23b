/** Parsing with a finished model: tags where none are given; the best tree under the base parser, under the spectral model or under both, or the best of a list by the re-ranker; relations. */
import { OptionError } from "../../base/errors.ts";
import { checkOptions, choice, flag, type OptionsOf, real, whole } from "../../base/options.ts";
import type { ScoredHeads } from "../../charts/index.ts";
import type { DependencyTree } from "../../trees/dependencies.ts";
import type { TaggedSentence } from "../../trees/sentence.ts";
import { PerceptronTagger } from "../sequence/index.ts";
import { type Atoms, atomsOf } from "./atoms.ts";
import { BaseParser } from "./base-parser.ts";
import { SpectralSentences } from "./learn-spectral.ts";
import type { DependencyModel } from "./model.ts";
import { rerankScores } from "./rerank.ts";
import type { ListReranker } from "./rerank-parts.ts";
import { SpectralParser } from "./spectral-parser.ts";

const SEARCHES = ["base", "spectral", "both"] as const;
/** Trees of the base parser whose arcs both searches together choose from. */
const SEARCHED_LIST = 50;

export const DEPENDENCY_DECODE_OPTIONS = {
  trees: choice(
    "trees without crossing arcs, or of any shape under the scores of single arcs, which no re-ranker sees",
    ["projective", "any"],
    {
      default: "projective",
    },
  ),
  kBest: whole("trees for each sentence, best first", { default: 1, min: 1, max: 1000 }),
  rerank: flag("use the re-ranker of the model, if it has one", { default: true }),
  search: choice("whose scores the best tree is searched with: the base parser's, those of the spectral model, or of both", SEARCHES, {
    default: "base",
  }),
  spectralWeight: real("both: what log μ of an arc under the spectral model weighs beside its base score", {
    default: 0.5,
    min: 0,
    max: 100,
  }),
};

export type DependencyDecodeOptions = OptionsOf<typeof DEPENDENCY_DECODE_OPTIONS>;

export interface ParsedDependencies {
  readonly tree: DependencyTree;
  /** All that were asked for, best first; the first is `tree`. Scores are the base parser's, or the re-ranker's relative to the base parser's best tree. */
  readonly list: readonly { readonly tree: DependencyTree; readonly score: number | undefined }[];
}

export class DependencyParser {
  readonly #base: BaseParser;
  readonly #tagger: PerceptronTagger | undefined;
  readonly #spectral: SpectralSentences | undefined;
  readonly #search: SpectralParser | undefined;
  readonly #options: DependencyDecodeOptions;

  constructor(
    readonly model: DependencyModel,
    given: Partial<DependencyDecodeOptions> = {},
  ) {
    this.#options = checkOptions("DependencyParser", DEPENDENCY_DECODE_OPTIONS, given);
    if (this.#options.trees === "any" && this.#options.kBest > 1) {
      throw new OptionError("kBest", "kBest must be 1 for trees of any shape; lists exist for projective trees only.");
    }
    const { search, trees, kBest } = this.#options;
    if (search !== "base") {
      if (model.spectral?.kind !== "automata") {
        throw new OptionError("search", `search must be "base": this model has no spectral automata; train it with them.`);
      }
      if (trees === "any" || kBest > 1)
        throw new OptionError("search", `search "${search}" gives one projective tree; no lists, no crossing arcs.`);
      this.#search = new SpectralParser(model.spectral.grammar);
    }
    this.#base = new BaseParser(model.base);
    this.#tagger = model.tagger === undefined ? undefined : new PerceptronTagger(model.tagger);
    this.#spectral = model.spectral === undefined ? undefined : new SpectralSentences(model.spectral);
  }

  /** The sentence with tags: its own, or the tagger's. */
  tag(words: readonly string[], tags?: readonly string[]): TaggedSentence {
    if (tags !== undefined) return { words, tags };
    if (this.#tagger === undefined) {
      throw new OptionError("tags", "this parser has no tagger; give the sentences with tags, or train it with one.");
    }
    return { words, tags: this.#tagger.tag(words).tags };
  }

  parse(words: readonly string[], tags?: readonly string[]): ParsedDependencies {
    const sentence = this.tag(words, tags);
    const atoms = atomsOf(sentence);
    const list = this.#heads(sentence, atoms).map(({ heads, score }) => ({
      tree: { ...sentence, heads: Array.from(heads), labels: this.#base.relations(atoms, heads) },
      score,
    }));
    return { tree: list[0]!.tree, list };
  }

  #heads(sentence: TaggedSentence, atoms: Atoms): { readonly heads: Int32Array; readonly score: number | undefined }[] {
    const { trees, kBest, rerank, search } = this.#options;
    if (search === "spectral") return [{ heads: this.#search!.heads(sentence), score: undefined }];
    if (search === "both") return [{ heads: this.#together(sentence, atoms), score: undefined }];
    if (trees === "any") return [{ heads: this.#base.spanningTree(atoms), score: undefined }];
    const { reranker } = this.model;
    if (rerank && reranker !== undefined) return this.#reranked(sentence, atoms, reranker).slice(0, kBest);
    return kBest === 1 ? [{ heads: this.#base.heads(atoms), score: undefined }] : this.#base.kBest(atoms, kBest);
  }

  #together(sentence: TaggedSentence, atoms: Atoms): Int32Array {
    const list = this.#base.kBest(atoms, SEARCHED_LIST).map(({ heads }) => heads);
    if (sentence.words.length === 0) return list[0]!;
    const logs = this.#search!.logMarginals(sentence, list, this.#options.spectralWeight);
    if (logs === undefined) return list[0]!;
    return this.#base.heads(atoms, (arcs) => {
      for (let at = 0; at < logs.length; at++) arcs[at]! += logs[at]!;
    });
  }

  /** The list in the order of the re-ranker; among equals the base parser's order stays. */
  #reranked(sentence: TaggedSentence, atoms: Atoms, reranker: ListReranker): ScoredHeads[] {
    const list = this.#base.kBest(atoms, Math.max(reranker.list, this.#options.kBest));
    const logs = this.#spectral?.score(
      sentence,
      list.map(({ heads }) => heads),
    );
    const candidates = list.map((tree, i) => ({ ...tree, ...(logs?.[i] ?? { log: 0, sign: 1 as const }) }));
    const scores = rerankScores(reranker, { tags: sentence.tags, candidates });
    return list.map(({ heads }, i) => ({ heads, score: scores[i]! })).sort((a, b) => b.score - a.score);
  }
}
