/** Classes of words that several parts of a parser have: base parser, tagger, automata. A file holds them once. */
import type { ModelParts } from "../../base/model-parts.ts";
import { representationsToParts, type WordClasses } from "../representations/index.ts";

type Tables = Pick<ModelParts, "symbols" | "tensors">;

/** The tables of the classes, with a prefix before their names. */
function tablesOf(classes: WordClasses | undefined, prefix: string): Tables {
  const { symbols, tensors } = representationsToParts({ classes, vectors: undefined });
  const named = <T>(table: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(table).map(([name, value]) => [prefix + name, value]));
  return { symbols: named(symbols), tensors: named(tensors) };
}

/** The tables without those of the classes. */
export function withoutClasses<T extends Tables>(parts: T, classes: WordClasses | undefined, prefix = ""): T {
  const shared = tablesOf(classes, prefix);
  const own = <V>(table: Readonly<Record<string, V>>, taken: object) =>
    Object.fromEntries(Object.entries(table).filter(([name]) => !(name in taken)));
  return { ...parts, symbols: own(parts.symbols, shared.symbols), tensors: own(parts.tensors, shared.tensors) };
}

/** The tables with those of the classes again. */
export function withClasses<T extends Tables>(parts: T, classes: WordClasses | undefined, prefix = ""): T {
  const { symbols, tensors } = tablesOf(classes, prefix);
  return { ...parts, symbols: { ...parts.symbols, ...symbols }, tensors: { ...parts.tensors, ...tensors } };
}
