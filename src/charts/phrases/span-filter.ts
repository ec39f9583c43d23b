/** Which spans are open to constituents and to their parts (SpanFilter of coarse-chart.ts). */
import { EVERYTHING } from "./rule-choices.ts";
import { spanCount } from "./span-index.ts";

/** Open to what needs neither boundary, the begin, the end. */
const NEITHER = 1 << 0;
const BEGIN = 1 << 1;
const END = 1 << 2;

/** By where constituents may begin, by word, and end, by number of words before: 1 where they may. */
export function openSpans(begins: Uint8Array, ends: Uint8Array): Uint8Array {
  const words = begins.length;
  const open = new Uint8Array(spanCount(words));
  for (let start = 0, span = 0; start < words; start++) {
    for (let end = start + 1; end <= words; end++, span++) {
      if (begins[start] === 1 && ends[end] === 1) open[span] = EVERYTHING;
      else if (begins[start] === 1) open[span] = NEITHER | BEGIN;
      else if (ends[end] === 1) open[span] = NEITHER | END;
    }
  }
  open[words - 1] = EVERYTHING;
  return open;
}
