/** Parsers, for the contract suite. */
import { evaluateParser, learnParser, type Parser, type ParserModel } from "../../../src/models/parser/index.ts";
import { parserKind } from "../../../src/models/parser/kind.ts";
import { generateTreebank } from "../../../src/samples/index.ts";
import { type Contract, defineContract } from "./contract.ts";

const { trees } = generateTreebank({ trees: 70, seed: 2 });
const train = trees.slice(0, 60);
const gold = trees.slice(60);

const COMPACT = { states: 4, members: 2, denseAbove: 3, tensorError: 0.1 };
const RERANKED = { rerank: true, rerankFolds: 2, listSize: 4 };

export const parserContract: Contract = defineContract<ParserModel, Parser>({
  name: "parser",
  kind: parserKind,
  variants: {
    spectral: (context) => learnParser(train, { states: 4 }, context),
    ensemble: (context) => learnParser(train, { states: 4, members: 2, ensemble: "noise" }, context),
    structures: (context) => learnParser(train, { states: 4, members: 3 }, context),
    compact: (context) => learnParser(train, { ...COMPACT, ...RERANKED }, context),
    em: (context) => learnParser(train, { method: "em", states: 2, iterations: 2 }, context),
    pcfg: (context) => learnParser(train, { method: "pcfg" }, context),
    markov: (context) => learnParser(train, { method: "markov" }, context),
  },
  predict(parser, words) {
    const parse = parser.parse(words);
    const { tree, trees: best, fallback, logProbability } = parse;
    return { tree, best, fallback, logProbability, spans: parser.spans(parse) };
  },
  emptyInput: "throws",
  async evaluate(parser, options, context) {
    const { all, short, fallbacks, unseenLabels, preparation, withoutWords } = await evaluateParser(
      parser,
      gold,
      options,
      context,
    );
    return { all, short, fallbacks, unseenLabels, preparation, withoutWords };
  },
});
