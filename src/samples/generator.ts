/**
 * Synthetic English: sentences drawn from the hand-written grammar of this folder, for the demo, the examples and the
 * tests. It is not a corpus and proves nothing about real text. Its labels are the Penn Treebank's; number,
 * subcategorization, meaning classes and the attachment of phrases are hidden behind them, so that a plain PCFG errs
 * where latent states need not.
 *
 * The files of the grammar import each other in circles, as its rules do: noun phrases hold clauses, clauses noun
 * phrases.
 */
import { checkOptions, type OptionsOf, whole } from "../base/options.ts";
import { DEFAULT_SEED, Random } from "../base/random.ts";
import type { DependencyTree } from "../trees/dependencies.ts";
import type { Tree } from "../trees/tree.ts";
import { sentence } from "./clauses.ts";
import { dependencies } from "./dependencies.ts";
import { Draw } from "./draw.ts";
import { firstWord, type Node } from "./node.ts";

/** Options of `generateTreebank`, declared. */
export const TREEBANK_OPTIONS = {
  trees: whole("sentences to draw", { default: 1000, min: 0 }),
  seed: whole("seed of the random numbers", { default: DEFAULT_SEED }),
  maxWords: whole("longest sentence, punctuation included", { default: 40, min: 5 }),
};

/** Trees of the synthetic English, and the grammar that made them. */
export interface SyntheticTreebank {
  readonly trees: readonly Tree[];
  /**
   * The same sentences tagged, with a head for every word: Universal Dependencies relations, content words as heads.
   */
  readonly dependencies: readonly DependencyTree[];
}

const capitalized = (word: string): string => word[0]!.toUpperCase() + word.slice(1);

/** The finished tree; the first word takes a capital. */
function finished(root: Node): Tree {
  const first = firstWord(root);
  let begun = false;
  const build = (node: Node): Tree => {
    if (node.word === undefined) return { label: node.label, children: node.children.map(build) };
    if (begun) return { label: node.label, word: node.word };
    begun = true;
    return { label: node.label, word: capitalized(first) };
  };
  return build(root);
}

/** Draws sentences one by one. Sentence i depends on nothing but the seed and i. */
export function generateTreebank(given: Partial<OptionsOf<typeof TREEBANK_OPTIONS>> = {}): SyntheticTreebank {
  const options = checkOptions("generateTreebank", TREEBANK_OPTIONS, given);
  const source = new Random(options.seed);
  const trees: Tree[] = [];
  const dependencyTrees: DependencyTree[] = [];
  for (let i = 0; i < options.trees; i++) {
    const draw = new Draw(source.stream(i));
    for (;;) {
      const root = sentence(draw);
      const found = dependencies(root);
      if (found.words.length > options.maxWords) continue;
      trees.push(finished(root));
      dependencyTrees.push({ ...found, words: found.words.map((word, at) => (at === 0 ? capitalized(word) : word)) });
      break;
    }
  }
  return { trees, dependencies: dependencyTrees };
}
