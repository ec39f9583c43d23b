/**
 * What brackets look like, learnt from the bracketings of the metric itself: the log ratios of the constituent-context
 * model (Klein and Manning 2002; ccm.ts), counted over given trees.
 *
 *   log φ(s,e) = log P(yield | bracket) − log P(yield | none) + log P(context | bracket) − log P(context | none)
 *
 * over spans of two words or more, with the smoothing counts of ccm.ts. The metric knows tags by pairs; yields and
 * contexts see whole sequences and both ends of the sentence. Each round brackets the sentences with metric and ratios
 * together and counts again, so the metric replaces the initialiser that CCM needs: nothing is random.
 */
import type { SplitTree } from "../../../charts/index.ts";
import { spansOf } from "../../../charts/index.ts";
import { CCM_OPTIONS, type CcmModel, contextKey } from "../baselines/ccm.ts";

/** log ratios by yield ("DT NN") and by context ("VBZ ◊": the tag before, the tag after). */
export interface SpanRatios {
  readonly yields: ReadonlyMap<string, number>;
  readonly contexts: ReadonlyMap<string, number>;
  readonly unseenYield: number;
  readonly unseenContext: number;
}

/** Rarer yields and contexts hardly differ from unseen ones. */
const KEPT_FROM = 2;

type Counts = Map<string, { inside: number; all: number }>;

function count(counts: Counts, key: string, inside: boolean): void {
  const entry = counts.get(key);
  if (entry === undefined) counts.set(key, { inside: inside ? 1 : 0, all: 1 });
  else {
    entry.all++;
    if (inside) entry.inside++;
  }
}

function ratiosOf(counts: Counts): { readonly ratios: Map<string, number>; readonly unseen: number } {
  const [plusInside, plusOutside] = [CCM_OPTIONS.constituentCounts.default, CCM_OPTIONS.distituentCounts.default];
  let [allInside, allOutside] = [plusInside * (counts.size + 1), plusOutside * (counts.size + 1)];
  for (const { inside, all } of counts.values()) {
    allInside += inside;
    allOutside += all - inside;
  }
  const ratio = (inside: number, all: number) =>
    Math.log((inside + plusInside) / allInside) - Math.log((all - inside + plusOutside) / allOutside);
  const ratios = new Map<string, number>();
  for (const [key, { inside, all }] of counts) if (all >= KEPT_FROM) ratios.set(key, ratio(inside, all));
  return { ratios, unseen: ratio(0, 0) };
}

/** From tag sequences and a bracketing of each. */
export function countSpans(sentences: readonly (readonly string[])[], trees: readonly SplitTree[]): SpanRatios {
  const yields: Counts = new Map();
  const contexts: Counts = new Map();
  for (const [i, tags] of sentences.entries()) {
    const n = tags.length;
    const brackets = new Set<number>();
    for (const [s, e] of spansOf(trees[i]!)) brackets.add(s * (n + 1) + e);
    for (let s = 0; s < n; s++) {
      let key = tags[s]!;
      for (let e = s + 2; e <= n; e++) {
        key += ` ${tags[e - 1]}`;
        const inside = brackets.has(s * (n + 1) + e);
        count(yields, key, inside);
        count(contexts, contextKey(tags, s, e), inside);
      }
    }
  }
  const [byYield, byContext] = [ratiosOf(yields), ratiosOf(contexts)];
  return {
    yields: byYield.ratios,
    contexts: byContext.ratios,
    unseenYield: byYield.unseen,
    unseenContext: byContext.unseen,
  };
}

/** The ratios as a constituent-context model, for `ccmScores`. */
export const spanModel = ({ yields, contexts, unseenYield, unseenContext }: SpanRatios): CcmModel => ({
  yieldRatio: (key) => yields.get(key),
  contextRatio: (key) => contexts.get(key),
  unseenYield,
  unseenContext,
});
