/**
 * The baselines without hidden states: relative frequencies of the rules (`pcfg`), and the same with Markov marks in
 * the symbols (`markov`; Klein and Manning 2003): v ancestors, h siblings. They are latent models with one state per
 * symbol, so that one decoder serves all.
 */
import { type LearnContext, StageClock } from "../../../base/learning.ts";
import { flag, type OptionsOf, whole } from "../../../base/options.ts";
import { Vocabulary } from "../../../base/vocabulary.ts";
import { vectorOffsets } from "../../../charts/phrases/latent-grammar.ts";
import type { Directions } from "../lexicon/directions.ts";
import { countLexicon, LEXICON_DEFAULTS } from "../lexicon/lexicon.ts";
import type { GrammarModel, GrammarReport, GrammarSettings, LearntGrammar } from "../model.ts";
import type { BinaryTreebank, MarkOptions } from "../treebank/binary-treebank.ts";
import { countRules } from "../treebank/count-rules.ts";

/** Options of Markovized grammars, declared. */
export const MARKOV_OPTIONS = {
  vertical: whole("ancestors in a symbol, itself counted (v)", { default: 2, min: 1, max: 4 }),
  horizontal: whole("siblings that an intermediate symbol remembers (h); -1 none, and one symbol for all", {
    default: 1,
    min: -1,
    max: 4,
  }),
  markTags: flag("mark tags with their parents as well", { default: false }),
};

/** Options of Markovized grammars. */
export type MarkovOptions = OptionsOf<typeof MARKOV_OPTIONS>;

/** The marks of a treebank that `learnPcfg` makes a Markovized grammar of. */
export const marksOf = ({ vertical, horizontal, markTags }: MarkovOptions): MarkOptions => ({
  vertical,
  horizontal,
  tags: markTags,
});

const NO_DIRECTIONS: Directions = {
  keys: new Vocabulary(),
  symbol: new Int32Array(0),
  key: new Int32Array(0),
  offset: new Int32Array(0),
  data: new Float32Array(0),
};

/** Rules and words as often as the treebank has them; its symbols carry the marks, if any. */
export async function learnPcfg(
  treebank: BinaryTreebank,
  context: LearnContext = {},
  settings: GrammarSettings = {},
): Promise<LearntGrammar<GrammarReport>> {
  const clock = new StageClock(context);
  const model = await clock.run("counts", "trees", treebank.roots.length, () => countedModel(treebank, settings));
  const report = {
    trees: treebank.roots.length,
    nodes: treebank.size,
    rules: model.grammar.rules.size,
    words: treebank.words.size,
    times: clock.times,
    warnings: [],
  };
  return { model, report };
}

function countedModel(treebank: BinaryTreebank, { lexicon = LEXICON_DEFAULTS, known }: GrammarSettings): GrammarModel {
  const { rules, rootProbability } = countRules(treebank);
  const states = new Int32Array(treebank.symbols.size).fill(1);
  const ones = new Float32Array(states.length).fill(1);
  return {
    symbols: treebank.symbols,
    marks: treebank.marks,
    branching: treebank.branching,
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
    lexicon: countLexicon(treebank, undefined, known),
    lexiconOptions: lexicon,
    directions: NO_DIRECTIONS,
    others: [],
  };
}
