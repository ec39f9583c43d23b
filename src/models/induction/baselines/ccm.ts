/**
 * The constituent-context model: Klein and Manning, "A generative constituent-context model for improved grammar
 * induction", ACL 2002.
 *
 *   P(sentence, B) = P_bin(B) Π over spans (s,e) of P(yield | b) P(context | b),   b = whether B brackets the span
 *   φ(s,e) = P(yield|1) P(context|1) / (P(yield|0) P(context|0)),   P(B | sentence) ∝ Π over brackets of φ
 *
 * EM over binary bracketings; the first posteriors are those of the split distribution of their §3 (a split point is
 * drawn uniformly, then each half likewise), or of random weights. Smoothing adds counts to every yield and context: 2
 * as constituents, 8 as distituents (Parikh et al. 2014, §4.1). The yield is the sequence of tags, the context the tag
 * before and the tag after. Single words count as constituents. O(iterations · Σ n³).
 */
import {
  breathe,
  checkOptions,
  type LearnContext,
  Meter,
  type OptionsOf,
  Random,
  real,
  whole,
} from "../../../base/index.ts";
import { bestBracketing, bracketPosteriors, type SplitTree } from "../../../charts/index.ts";

/** The options of `learnCcm`. */
export const CCM_OPTIONS = {
  iterations: whole("passes of EM", { default: 40, min: 0, max: 1000 }),
  constituentCounts: real("counts added to every yield and context as constituents", { default: 2, min: 1e-6 }),
  distituentCounts: real("counts added to every yield and context as distituents", { default: 8, min: 1e-6 }),
};
/** Complete `CCM_OPTIONS`. */
export type CcmOptions = OptionsOf<typeof CCM_OPTIONS>;

/** A constituent-context model: log ratios of yields and contexts. */
export interface CcmModel {
  /** log P(·|1) − log P(·|0) of a yield or context; undefined for one never seen. */
  yieldRatio(key: string): number | undefined;
  contextRatio(key: string): number | undefined;
  /** For yields and contexts never seen: what the smoothing counts alone say. */
  readonly unseenYield: number;
  readonly unseenContext: number;
}

/** Probability of a span under uniform splits: 1/k at an edge of the sentence, 2/(k(k+1)) inside it. */
export function splitProbability(start: number, end: number, n: number): number {
  const length = end - start;
  if (length === n) return 1;
  return start === 0 || end === n ? 1 / length : 2 / (length * (length + 1));
}

interface Indexed {
  readonly n: number;
  /** Ids of yield and context at s·(n+1) + e. */
  readonly yields: Int32Array;
  readonly contexts: Int32Array;
}

class Keys {
  readonly ids = new Map<string, number>();
  idOf(key: string): number {
    const known = this.ids.get(key);
    if (known !== undefined) return known;
    this.ids.set(key, this.ids.size);
    return this.ids.size - 1;
  }
}

const BOUNDARY = "◊";
/** "before after", with ◊ beyond the ends. */
export const contextKey = (tags: readonly string[], s: number, e: number) =>
  `${tags[s - 1] ?? BOUNDARY} ${tags[e] ?? BOUNDARY}`;

function indexSentence(tags: readonly string[], yieldKeys: Keys, contextKeys: Keys): Indexed {
  const n = tags.length;
  const yields = new Int32Array((n + 1) ** 2);
  const contexts = new Int32Array((n + 1) ** 2);
  for (let s = 0; s < n; s++) {
    let key = tags[s]!;
    for (let e = s + 1; e <= n; e++) {
      if (e > s + 1) key += ` ${tags[e - 1]}`;
      yields[s * (n + 1) + e] = yieldKeys.idOf(key);
      contexts[s * (n + 1) + e] = contextKeys.idOf(contextKey(tags, s, e));
    }
  }
  return { n, yields, contexts };
}

/** Expected counts as constituent and in all, by id. */
class Counts {
  readonly inside: Float64Array;
  readonly all: Float64Array;
  constructor(size: number) {
    this.inside = new Float64Array(size);
    this.all = new Float64Array(size);
  }

  /** log ratios by id, and at the end the one of an unseen key. */
  ratios({ constituentCounts, distituentCounts }: CcmOptions): Float64Array {
    const size = this.all.length;
    let [c, d] = [constituentCounts * (size + 1), distituentCounts * (size + 1)];
    for (let i = 0; i < size; i++) {
      c += this.inside[i]!;
      d += this.all[i]! - this.inside[i]!;
    }
    const ratio = (inside: number, all: number) =>
      Math.log((inside + constituentCounts) / c) - Math.log((Math.max(0, all - inside) + distituentCounts) / d);
    return Float64Array.from({ length: size + 1 }, (_, i) => ratio(this.inside[i] ?? 0, this.all[i] ?? 0));
  }
}

/** The first posteriors of sentence i, which has n words, at s·(n+1) + e. */
export type CcmStart = (sentence: number, n: number) => Float64Array;

/** What `learnCcm` has seen. */
export interface CcmReport {
  readonly sentences: number;
  readonly yields: number;
  readonly contexts: number;
}

/** Learns from tag sequences. It begins with the split distribution unless `start` says otherwise (`randomStart`). */
export async function learnCcm(
  sentences: readonly (readonly string[])[],
  given: Partial<CcmOptions> = {},
  context: LearnContext = {},
  start: CcmStart = (_, n) => splitPosteriors(n),
): Promise<{ model: CcmModel; report: CcmReport }> {
  const options = checkOptions("learnCcm", CCM_OPTIONS, given);
  const [yieldKeys, contextKeys] = [new Keys(), new Keys()];
  const indexed = sentences
    .filter((tags) => tags.length > 1)
    .map((tags) => indexSentence(tags, yieldKeys, contextKeys));
  let ratios: readonly [Float64Array, Float64Array] | undefined;
  const meter = new Meter("constituent-context model", "passes", options.iterations + 1, context);
  for (let pass = 0; pass <= options.iterations; pass++) {
    const yields = new Counts(yieldKeys.ids.size);
    const contexts = new Counts(contextKeys.ids.size);
    for (const [i, sentence] of indexed.entries()) {
      const { n } = sentence;
      const posteriors = ratios === undefined ? start(i, n) : bracketPosteriors(logWeights(sentence, ratios), n);
      for (let s = 0; s < n; s++) {
        for (let e = s + 1; e <= n; e++) {
          const at = s * (n + 1) + e;
          const [y, x] = [sentence.yields[at]!, sentence.contexts[at]!];
          yields.inside[y]! += posteriors[at]!;
          contexts.inside[x]! += posteriors[at]!;
          yields.all[y]!++;
          contexts.all[x]!++;
        }
      }
      await breathe(context.signal);
    }
    ratios = [yields.ratios(options), contexts.ratios(options)];
    meter.advance();
  }
  meter.finish();
  const [yieldRatios, contextRatios] = ratios!;
  const lookUp = (keys: Keys, values: Float64Array) => (key: string) => {
    const id = keys.ids.get(key);
    return id === undefined ? undefined : values[id];
  };
  const model: CcmModel = {
    yieldRatio: lookUp(yieldKeys, yieldRatios),
    contextRatio: lookUp(contextKeys, contextRatios),
    unseenYield: yieldRatios.at(-1)!,
    unseenContext: contextRatios.at(-1)!,
  };
  return { model, report: { sentences: indexed.length, yields: yieldKeys.ids.size, contexts: contextKeys.ids.size } };
}

function logWeights(
  { n, yields, contexts }: Indexed,
  [yieldRatios, contextRatios]: readonly [Float64Array, Float64Array],
): Float64Array {
  const logs = new Float64Array((n + 1) ** 2);
  for (let s = 0; s < n; s++) {
    for (let at = s * (n + 1) + s + 2; at <= s * (n + 1) + n; at++)
      logs[at] = yieldRatios[yields[at]!]! + contextRatios[contexts[at]!]!;
  }
  return logs;
}

function splitPosteriors(n: number): Float64Array {
  const posteriors = new Float64Array((n + 1) ** 2);
  for (let s = 0; s < n; s++) for (let e = s + 1; e <= n; e++) posteriors[s * (n + 1) + e] = splitProbability(s, e, n);
  return posteriors;
}

/** First posteriors of random weights e^(normal) for every span. */
export function randomStart(seed: number): CcmStart {
  const random = new Random(seed).stream("ccm");
  return (sentence, n) => {
    const own = random.stream(sentence);
    return bracketPosteriors(
      Float64Array.from({ length: (n + 1) ** 2 }, () => own.normal()),
      n,
    );
  };
}

/** log φ of every span of two words or more, at s·(n+1) + e. */
export function ccmScores(model: CcmModel, tags: readonly string[]): Float64Array {
  const n = tags.length;
  const scores = new Float64Array((n + 1) ** 2);
  for (let s = 0; s < n; s++) {
    let key = tags[s]!;
    for (let e = s + 2; e <= n; e++) {
      key += ` ${tags[e - 1]}`;
      const context = model.contextRatio(contextKey(tags, s, e)) ?? model.unseenContext;
      scores[s * (n + 1) + e] = (model.yieldRatio(key) ?? model.unseenYield) + context;
    }
  }
  return scores;
}

/** The best bracketing of a sequence of tags. */
export const ccmParse = (model: CcmModel, tags: readonly string[]): SplitTree =>
  bestBracketing(ccmScores(model, tags), tags.length);
