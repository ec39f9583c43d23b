/**
 * `inspect`: what a model holds: its options, the report of its learner, and how far its estimates can be trusted. Of
 * parsers every nonterminal, and of one the words or rules on each of its states.
 */
import { InputError } from "../base/errors.ts";
import type { Model } from "../base/learning.ts";
import type { Json } from "../base/model-parts.ts";
import { optional, text, whole } from "../base/options.ts";
import { suggestion } from "../base/spelling.ts";
import { type AnyPredictor, KINDS, type KindName } from "../kinds/index.ts";
import { type ParserModel, stateLoadings } from "../models/parser/index.ts";
import { type ModelVectors, signalDimensions } from "../models/vectors/index.ts";
import { type SymbolReport, symbolFacts } from "./symbol-facts.ts";
import { defineVerb, objectOf, TEXT } from "./verb.ts";

interface Options {
  readonly symbol: string | undefined;
  readonly words: number;
}

function parserFacts(model: ParserModel, { symbol, words }: Options): object {
  const { symbols: reported, ...report } = (model.report ?? {}) as { readonly symbols?: readonly SymbolReport[] };
  const facts = symbolFacts(model, reported);
  const chosen = symbol === undefined ? facts : facts.filter((each) => each.symbol === symbol);
  if (chosen.length === 0) {
    const names = facts.map((each) => each.symbol);
    throw new InputError(`there is no nonterminal "${symbol}" in the model.${suggestion(symbol!, names)}`);
  }
  return {
    report,
    rules: model.grammar.rules.size,
    vocabulary: model.lexicon.words.size,
    nonterminals: chosen.map(({ id, ...each }) => ({
      ...each,
      ...(symbol === undefined ? {} : { loadings: stateLoadings(model, id, words) }),
    })),
  };
}

/** Words to list of a table of vectors, the most frequent first. */
const FREQUENT = 300;

function vectorFacts(vectors: ModelVectors): object {
  const report = (vectors.model.report ?? {}) as Readonly<Record<string, Json>>;
  const noise = Array.isArray(report.noise) ? (report.noise as number[]) : null;
  return {
    report,
    words: vectors.words.length,
    dimensions: vectors.dimensions,
    mostFrequent: vectors.words.slice(0, FREQUENT),
    values: Array.from(vectors.model.values),
    noise,
    signalDimensions: noise === null ? null : signalDimensions(vectors.model.values, noise),
  };
}

/** Numbers that JSON does not know become null. */
const plain = (facts: object): Json => JSON.parse(JSON.stringify(facts)) as Json;

export const inspect = defineVerb({
  name: "inspect",
  summary: "show what a model holds and how far it can be trusted",
  kinds: Object.keys(KINDS) as KindName[],
  options: {
    symbol: optional(text("parsers: this nonterminal, with the words or rules on each of its states", { default: "" })),
    words: whole("words or rules for each end of a state", { default: 5, min: 1, max: 100 }),
  },
  answer: objectOf({ kind: TEXT, options: { type: "object" }, report: {} }),
  run(predictor: AnyPredictor, _, options): Json {
    const { kind, options: learnt, report } = predictor.model as Model;
    const own =
      predictor.kind === "parser"
        ? parserFacts(predictor.model, options)
        : predictor.kind === "vectors"
          ? vectorFacts(predictor)
          : {};
    return plain({ kind, options: learnt, report, ...own });
  },
});
