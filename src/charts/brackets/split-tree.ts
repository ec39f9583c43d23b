/** Binary bracketings: spans that split in two down to single words. */

export interface SplitTree {
  readonly start: number;
  /** One past the last word. */
  readonly end: number;
  /** The two parts; undefined for a single word. */
  readonly parts: readonly [SplitTree, SplitTree] | undefined;
}

/** The tree of one word. */
export const wordOf = (start: number): SplitTree => ({ start, end: start + 1, parts: undefined });

/** The tree over two adjacent trees. */
export const join = (left: SplitTree, right: SplitTree): SplitTree => ({
  start: left.start,
  end: right.end,
  parts: [left, right],
});

/**
 * The tree whose spans split where `splitOf` says, 2 ≤ end − start; without recursion, since a chain of words may be
 * long.
 */
export function splitTree(start: number, end: number, splitOf: (start: number, end: number) => number): SplitTree {
  const done: SplitTree[] = [];
  const open: { start: number; end: number; joined: boolean }[] = [{ start, end, joined: false }];
  while (open.length > 0) {
    const span = open.pop()!;
    if (span.joined) {
      const right = done.pop()!;
      done.push(join(done.pop()!, right));
    } else if (span.end - span.start === 1) done.push(wordOf(span.start));
    else {
      const split = splitOf(span.start, span.end);
      open.push(
        { ...span, joined: true },
        { start: split, end: span.end, joined: false },
        { start: span.start, end: split, joined: false },
      );
    }
  }
  return done[0]!;
}

/** The tree whose every right part is a phrase: a (b (c d)). */
export const rightBranching = (length: number): SplitTree => splitTree(0, length, (start) => start + 1);

/** The tree whose every left part is a phrase: ((a b) c) d. */
export const leftBranching = (length: number): SplitTree => splitTree(0, length, (_, end) => end - 1);

/** Every span of two words or more, each before its parts. */
export function* spansOf(tree: SplitTree): Generator<readonly [start: number, end: number]> {
  const open = [tree];
  while (open.length > 0) {
    const { start, end, parts } = open.pop()!;
    if (parts === undefined) continue;
    yield [start, end];
    open.push(parts[1], parts[0]);
  }
}
