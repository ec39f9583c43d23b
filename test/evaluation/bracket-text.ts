/**
 * A bracketed line as a `Tree`, for tests: no errors, no comments, no escapes. `(TAG word)` is a leaf, all else a
 * branch.
 */
import type { Tree } from "../../src/trees/tree.ts";

export function tree(text: string): Tree {
  const tokens = text.match(/[()]|[^\s()]+/g) ?? [];
  let next = 0;
  const read = (): Tree => {
    next++; // "("
    const label = tokens[next] === "(" || tokens[next] === ")" ? "" : tokens[next++]!;
    if (tokens[next] !== "(" && tokens[next] !== ")") {
      const word = tokens[next++]!;
      next++;
      return { label, word };
    }
    const children: Tree[] = [];
    while (tokens[next] !== ")") children.push(read());
    next++;
    return { label, children };
  };
  return read();
}
