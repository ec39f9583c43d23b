/** Which head table suits a treebank, from its tags. */

import { leaves, type Tree } from "../tree.ts";
import { ENGLISH_HEADS, GENERIC_HEADS } from "./head-tables.ts";
import type { HeadTable } from "./heads.ts";

/**
 * Tags of the English Penn Treebank that other tag sets lack; they make up about half of the words of an English text.
 */
const ENGLISH_TAGS = new Set("DT IN JJ NNS NNP NNPS PRP PRP$ RB TO VBD VBG VBN VBP VBZ WDT WRB".split(" "));
/** From this share of the words on the tags are taken for Penn's. Other treebanks reach a few percent. */
const ENOUGH = 0.25;

/** The English table for trees with the tags of the English Penn Treebank, else the generic one. */
export function guessHeads(trees: Iterable<Tree>): HeadTable {
  let words = 0;
  let english = 0;
  for (const tree of trees) {
    for (const { label } of leaves(tree)) {
      words++;
      if (ENGLISH_TAGS.has(label)) english++;
    }
  }
  return english > ENOUGH * words ? ENGLISH_HEADS : GENERIC_HEADS;
}
