/**
 * Sentences too long for one chart, which grows with the square of their length in memory and with its cube in time:
 * they are cut into parts after punctuation, each part is parsed by itself, and a root joins the trees. Most of
 * them are not sentences, but lists, tables, or text without full stops.
 */
import type { Tree } from "../../../trees/tree.ts";

/** Where a part may end, the best places first. */
const CUTS = [/^[.!?;。！？；]$/u, /^(?:[,:，、：]|--|\.\.\.)$/u];

/**
 * The ends of consecutive parts of at most `maxWords` words: after the last full stop of a part's second half, else the
 * last comma there, else when it is full.
 */
export function partEnds(words: readonly string[], maxWords: number): number[] {
  const ends: number[] = [];
  for (let start = 0; start < words.length; ) {
    let end = Math.min(words.length, start + maxWords);
    if (end < words.length)
      end = CUTS.map((cut) => lastAfter(words, cut, start + Math.ceil(maxWords / 2), end)).find((at) => at > 0) ?? end;
    ends.push(end);
    start = end;
  }
  return ends;
}

/** One past the last word from `start` up to `end` that matches; 0 when none does. */
function lastAfter(words: readonly string[], cut: RegExp, start: number, end: number): number {
  for (let at = end; at > start; at--) if (cut.test(words[at - 1]!)) return at;
  return 0;
}

export function parseInParts(
  words: readonly string[],
  tags: readonly (string | undefined)[] | undefined,
  maxWords: number,
  root: string,
  parse: (words: readonly string[], tags: readonly (string | undefined)[] | undefined) => Tree,
): Tree {
  let start = 0;
  const children = partEnds(words, maxWords).map((end) => {
    const tree = parse(words.slice(start, end), tags?.slice(start, end));
    start = end;
    return tree;
  });
  return { label: root, children };
}
