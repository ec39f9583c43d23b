/** Parsing with a finished model: tags where none are given, the best tree, its relations. */
import { OptionError } from "../../base/errors.ts";
import { checkOptions, choice, type OptionsOf, whole } from "../../base/options.ts";
import type { DependencyTree } from "../../trees/dependencies.ts";
import type { TaggedSentence } from "../../trees/sentence.ts";
import { PerceptronTagger } from "../sequence/index.ts";
import { atomsOf } from "./atoms.ts";
import { BaseParser } from "./base-parser.ts";
import type { DependencyModel } from "./model.ts";

export const DEPENDENCY_DECODE_OPTIONS = {
  trees: choice("trees without crossing arcs, or of any shape under the scores of single arcs", ["projective", "any"], {
    default: "projective",
  }),
  kBest: whole("trees for each sentence, best first", { default: 1, min: 1, max: 1000 }),
};

export type DependencyDecodeOptions = OptionsOf<typeof DEPENDENCY_DECODE_OPTIONS>;

export interface ParsedDependencies {
  readonly tree: DependencyTree;
  /** All that were asked for, best first; the first is `tree`. */
  readonly list: readonly { readonly tree: DependencyTree; readonly score: number | undefined }[];
}

export class DependencyParser {
  readonly #base: BaseParser;
  readonly #tagger: PerceptronTagger | undefined;
  readonly #options: DependencyDecodeOptions;

  constructor(
    readonly model: DependencyModel,
    given: Partial<DependencyDecodeOptions> = {},
  ) {
    this.#options = checkOptions("DependencyParser", DEPENDENCY_DECODE_OPTIONS, given);
    if (this.#options.trees === "any" && this.#options.kBest > 1) {
      throw new OptionError("kBest", "kBest must be 1 for trees of any shape; lists exist for projective trees only.");
    }
    this.#base = new BaseParser(model.base);
    this.#tagger = model.tagger === undefined ? undefined : new PerceptronTagger(model.tagger);
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
    const { trees, kBest } = this.#options;
    const build = (heads: Int32Array): DependencyTree => ({
      ...sentence,
      heads: Array.from(heads),
      labels: this.#base.relations(atoms, heads),
    });
    const list =
      trees === "any"
        ? [{ tree: build(this.#base.spanningTree(atoms)), score: undefined }]
        : kBest === 1
          ? [{ tree: build(this.#base.heads(atoms)), score: undefined }]
          : this.#base.kBest(atoms, kBest).map(({ heads, score }) => ({ tree: build(heads), score }));
    return { tree: list[0]!.tree, list };
  }
}
