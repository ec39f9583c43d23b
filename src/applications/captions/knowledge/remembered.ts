/** What was computed from knowledge before is not computed again: scenes share nouns. */
import type { Knowledge } from "./knowledge.ts";

/** Results that are remembered for one knowledge; then all are forgotten. */
const MOST = 50_000;

const memories = new WeakMap<Knowledge, Map<string, unknown>>();

/** The result for a key, computed once. The key must name everything else that the result depends on. */
export function remembered<T>(knowledge: Knowledge, key: string, compute: () => T): T {
  let memory = memories.get(knowledge);
  if (memory === undefined) memories.set(knowledge, (memory = new Map()));
  if (memory.has(key)) return memory.get(key) as T;
  const result = compute();
  if (memory.size >= MOST) memory.clear();
  memory.set(key, result);
  return result;
}
