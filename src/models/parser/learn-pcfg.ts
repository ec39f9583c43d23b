/**
 * The baselines without hidden states: relative frequencies of the rules (`pcfg`), and the same with Markov marks in the symbols (`markov`; Klein and Manning
 * 2003): v ancestors, h siblings. They are latent models with one state per symbol, so that one decoder serves all.
 */
import { checkOptions, flag, type OptionsOf, whole } from "../../base/options.ts";
import { Vocabulary } from "../../base/vocabulary.ts";
import { vectorOffsets } from "../../charts/latent-grammar.ts";
import { GENERIC_HEADS } from "../../trees/head-tables.ts";
import type { Tree } from "../../trees/tree.ts";
import { countRules } from "./count-rules.ts";
import type { LearningContext, LearntParser, StageTime } from "./learning.ts";
import type { Directions } from "./lexicon.ts";
import { countLexicon, LEXICON_DEFAULTS } from "./lexicon.ts";
import { buildTreebank, NO_MARKS, type Treebank } from "./treebank.ts";

export const MARKOV_OPTIONS = {
  vertical: whole("ancestors in a symbol, itself counted (v)", { default: 2, min: 1, max: 4 }),
  horizontal: whole("siblings that an intermediate symbol remembers (h); -1 none, and one symbol for all", { default: 1, min: -1, max: 4 }),
  markTags: flag("mark tags with their parents as well", { default: false }),
};

export type MarkovOptions = OptionsOf<typeof MARKOV_OPTIONS>;

export interface PcfgReport {
  readonly trees: number;
  readonly nodes: number;
  readonly rules: number;
  readonly words: number;
  readonly symbols: number;
  readonly stages: readonly StageTime[];
  readonly warnings: readonly string[];
}

export const NO_DIRECTIONS: Directions = {
  keys: new Vocabulary(),
  symbol: new Int32Array(0),
  key: new Int32Array(0),
  offset: new Int32Array(0),
  data: new Float32Array(0),
};

export function learnPcfg(trees: Iterable<Tree>, context: LearningContext = {}): LearntParser<PcfgReport> {
  return fromCounts(buildTreebank(trees, context.heads ?? GENERIC_HEADS), context, { method: "pcfg", marks: NO_MARKS, options: {} });
}

export function learnMarkov(
  trees: Iterable<Tree>,
  given: Partial<MarkovOptions> = {},
  context: LearningContext = {},
): LearntParser<PcfgReport> {
  const options = checkOptions("learnMarkov", MARKOV_OPTIONS, given);
  const marks = { vertical: options.vertical, horizontal: options.horizontal, tags: options.markTags };
  return fromCounts(buildTreebank(trees, context.heads ?? GENERIC_HEADS, marks), context, { method: "markov", marks, options });
}

function fromCounts(
  treebank: Treebank,
  context: LearningContext,
  origin: { method: "pcfg" | "markov"; marks: typeof NO_MARKS; options: Partial<MarkovOptions> },
): LearntParser<PcfgReport> {
  const started = performance.now();
  const { rules, rootProbability } = countRules(treebank);
  const states = new Int32Array(treebank.symbols.size).fill(1);
  const ones = new Float32Array(states.length).fill(1);
  const report = {
    trees: treebank.roots.length,
    nodes: treebank.size,
    rules: rules.size,
    words: treebank.words.size,
    symbols: treebank.symbols.size,
    stages: [{ stage: "counts", seconds: (performance.now() - started) / 1000 }],
    warnings: [],
  };
  const model = {
    kind: "parser" as const,
    method: origin.method,
    symbols: treebank.symbols,
    marks: origin.marks,
    grammar: {
      rules,
      states,
      samples: new Int32Array(rules.size),
      offset: Float64Array.from({ length: rules.size + 1 }, (_, rule) => rule),
      weights: new Float64Array(4 * rules.size),
      numbers: Float32Array.from(rules.probability),
      vectorOffset: vectorOffsets(states),
      meanInside: ones,
      meanOutside: ones,
      root: Float32Array.from(rootProbability),
      rootProbability,
    },
    lexicon: countLexicon(treebank),
    lexiconOptions: context.lexicon ?? LEXICON_DEFAULTS,
    directions: NO_DIRECTIONS,
    others: [],
    options: { ...origin.options, method: origin.method },
  };
  return { model, report };
}
