/** The trees of a treebank in the binary form that grammars are learnt from. */
import type { StageClock } from "../../base/learning.ts";
import type { Treebank } from "../../data/treebank.ts";
import { mergeRepeats, type StepCounts } from "../../trees/prepare.ts";
import type { Tree } from "../../trees/tree.ts";
import { type BinaryForm, type BinaryTreebank, buildBinaryTreebank, LEFT_FORM } from "../grammar/index.ts";

export interface BinaryTrees {
  readonly binary: BinaryTreebank;
  /** What this did in addition to the preparation of the treebank. */
  readonly counts: Readonly<StepCounts>;
}

/**
 * X over a lone X becomes one node first: as a chain it would be a symbol of its own. Gold trees keep both, since EVALB
 * counts both.
 */
export async function binaryTreesOf(
  { trees, heads }: Treebank,
  clock: StageClock,
  form: BinaryForm = LEFT_FORM,
  like?: BinaryTreebank,
): Promise<BinaryTrees> {
  const counts: StepCounts = {};
  function* merged(): Generator<Tree> {
    for (const tree of trees) yield mergeRepeats(tree, counts)!;
  }
  const { signal } = clock.context;
  const binary = await clock.run("binary trees", "trees", trees.length, (meter) =>
    buildBinaryTreebank(merged(), heads, form, { signal, like, onTree: () => meter.advance() }),
  );
  return { binary, counts };
}
