/**
 * Punctuation of a parser that learnt from one or more treebanks. It is trained on trees whose marks all hang by the
 * conventions of the first treebank; what it finds gets those of the treebank that the text is like.
 */
import type { SourceCount } from "../../../data/skipping.ts";
import type { DependencyTree } from "../../../trees/dependencies.ts";
import { agreement, type Conventions, learnConventions, withConventions } from "./conventions.ts";
import { learnResemblance, mostAlike, type Resemblance } from "./resemblance.ts";

/** The conventions of one treebank, or of several that agree. */
export interface PunctuationStyle {
  /** The names of its sources. */
  readonly sources: readonly string[];
  readonly conventions: Conventions;
}

/** How a parser attaches punctuation. */
export interface Punctuation {
  /** Not empty; the first is the one for short texts. */
  readonly styles: readonly PunctuationStyle[];
  /** Where there is more than one style. */
  readonly resemblance: Resemblance | undefined;
}

/** Marks from which conventions can be learnt. */
const FEWEST_MARKS = 100;
/** Share of its marks that a source may have apart from a style, beyond those apart from its own, to be one of it. */
const TOLERANCE = 0.05;

interface Group {
  sources: string[];
  trees: readonly DependencyTree[];
  conventions: Conventions;
}

/** Undefined where there is too little punctuation, as in treebanks that name its relation otherwise. */
export function learnPunctuation(
  trees: readonly DependencyTree[],
  sources: readonly SourceCount[],
): Punctuation | undefined {
  const groups: Group[] = [];
  for (const part of partsOf(trees, sources)) {
    const own = learnConventions(part.trees);
    const { marks, right } = agreement(part.trees, own);
    if (marks < FEWEST_MARKS) continue;
    const alike = groups.find(
      ({ conventions }) => agreement(part.trees, conventions).right >= right - TOLERANCE * marks,
    );
    if (alike === undefined) groups.push({ sources: [part.name], trees: part.trees, conventions: own });
    else {
      alike.sources.push(part.name);
      alike.trees = [...alike.trees, ...part.trees];
      alike.conventions = learnConventions(alike.trees);
    }
  }
  if (groups.length === 0) return undefined;
  const resemblance =
    groups.length === 1 ? undefined : learnResemblance(groups.map((group) => group.trees.map(({ words }) => words)));
  return { styles: groups.map(({ sources: names, conventions }) => ({ sources: names, conventions })), resemblance };
}

/** The trees of each source; all of them as one where their number is not that of the sources. */
function partsOf(trees: readonly DependencyTree[], sources: readonly SourceCount[]) {
  const total = sources.reduce((sum, { records }) => sum + records, 0);
  if (total !== trees.length) return [{ name: "", trees }];
  let from = 0;
  return sources.map(({ file, records }) => ({ name: file, trees: trees.slice(from, (from += records)) }));
}

/** The trees with their marks attached by one style. */
export const inStyle = (trees: readonly DependencyTree[], { conventions }: PunctuationStyle): DependencyTree[] =>
  trees.map((tree) => ({ ...tree, heads: withConventions(tree, conventions) }));

/** The number of the style for a text. */
export const styleOf = ({ resemblance }: Punctuation, sentences: Iterable<readonly string[]>): number =>
  resemblance === undefined ? 0 : mostAlike(resemblance, sentences);
