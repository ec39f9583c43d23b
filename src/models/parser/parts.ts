/** A parser as model parts and back (base/model-parts.ts). */
import { ModelFileError } from "../../base/errors.ts";
import type { Json, ModelParts, Tensor, TensorData } from "../../base/model-parts.ts";
import { Vocabulary } from "../../base/vocabulary.ts";
import { tensorLength, vectorOffsets } from "../../charts/latent-grammar.ts";
import { indexRules, type Rules } from "../../charts/rules.ts";
import type { LexiconOptions } from "./lexicon.ts";
import { type Member, type ParserMethod, type ParserModel, toSinglePrecision } from "./model.ts";
import { makeSymbols } from "./symbols.ts";
import type { MarkOptions } from "./treebank.ts";

export const PARSER_VERSION = 1;

const flat = (data: TensorData): Tensor => ({ shape: [data.length], data });

export function parserToParts(model: ParserModel, report: Json): ModelParts {
  const rounded = toSinglePrecision(model);
  const { grammar, symbols, lexicon, marks, lexiconOptions, method, options, others } = rounded;
  const { rules } = grammar;
  const members = [rounded, ...others];
  return {
    kind: "parser",
    version: PARSER_VERSION,
    options: { ...options, method, marks: { ...marks }, lexicon: { ...lexiconOptions } },
    report,
    symbols: {
      names: symbols.names,
      labels: symbols.labels,
      words: [...lexicon.words.words()],
      looks: [...lexicon.unknown.keys.words()],
      // All members saw the same words, in the same order.
      directions: [...rounded.directions.keys.words()],
    },
    tensors: {
      "symbols.preterminal": flat(symbols.preterminal),
      "rules.parent": flat(rules.parent),
      "rules.left": flat(rules.left),
      "rules.right": flat(rules.right),
      "rules.probability": flat(rules.probability),
      "grammar.rootProbability": flat(grammar.rootProbability),
      "lexicon.wordCount": flat(lexicon.wordCount),
      "lexicon.starts": flat(lexicon.starts),
      "lexicon.symbol": flat(lexicon.symbol),
      "lexicon.count": flat(lexicon.count),
      "unknown.counts": { shape: [lexicon.unknown.keys.size, lexicon.unknown.tags], data: Float32Array.from(lexicon.unknown.counts) },
      "unknown.prior": flat(lexicon.unknown.prior),
      ...Object.assign({}, ...members.map(memberTensors)),
    },
  };
}

/** The tables of one member; those of the first have plain names, those of the others a number before them. */
function memberTensors({ grammar, directions }: Member, index: number): Record<string, Tensor> {
  const tables: Record<string, Tensor> = {
    "grammar.states": flat(grammar.states),
    "grammar.samples": flat(grammar.samples),
    "grammar.weights": { shape: [grammar.rules.size, 4], data: grammar.weights },
    "grammar.numbers": flat(grammar.numbers),
    "grammar.meanInside": flat(grammar.meanInside),
    "grammar.meanOutside": flat(grammar.meanOutside),
    "grammar.root": flat(grammar.root),
    "directions.symbol": flat(directions.symbol),
    "directions.key": flat(directions.key),
    "directions.offset": flat(directions.offset),
    "directions.data": flat(directions.data),
  };
  return Object.fromEntries(Object.entries(tables).map(([name, table]) => [`${memberPrefix(index)}${name}`, table]));
}

const memberPrefix = (index: number): string => (index === 0 ? "" : `member${index}.`);

/** Takes typed arrays out of the parts; a missing or wrongly typed one means that the file was not written by this program. */
class TensorReader {
  constructor(readonly parts: ModelParts) {}

  get<A extends TensorData>(name: string, type: { new (length: number): A }): A {
    const data = this.parts.tensors[name]?.data;
    if (!(data instanceof type)) throw new ModelFileError("damaged", `the parser lacks its table "${name}"; train it again.`);
    return data;
  }

  names(name: string): readonly string[] {
    const list = this.parts.symbols[name];
    if (list === undefined) throw new ModelFileError("damaged", `the parser lacks its list "${name}"; train it again.`);
    return list;
  }
}

export function parserFromParts(parts: ModelParts): ParserModel {
  if (parts.kind !== "parser") {
    throw new ModelFileError(
      "wrong-kind",
      `holds a model of kind "${parts.kind}"; expected a parser, as \`eigentree train parser\` makes it.`,
    );
  }
  const reader = new TensorReader(parts);
  const { marks, lexicon, method, ...options } = parts.options as {
    readonly marks: MarkOptions & Json;
    readonly lexicon: LexiconOptions & Json;
    readonly method: ParserMethod;
    readonly [key: string]: Json;
  };
  const symbols = makeSymbols(reader.names("names"), reader.names("labels"), reader.get("symbols.preterminal", Uint8Array));
  const rules = indexRules(symbols.size, {
    parent: reader.get("rules.parent", Int32Array),
    left: reader.get("rules.left", Int32Array),
    right: reader.get("rules.right", Int32Array),
    probability: reader.get("rules.probability", Float64Array),
  });
  const rootProbability = reader.get("grammar.rootProbability", Float64Array);
  const keys = Vocabulary.from(reader.names("directions"));
  const members: Member[] = [];
  do members.push(readMember(reader, memberPrefix(members.length), rules, rootProbability, keys));
  while (`${memberPrefix(members.length)}grammar.numbers` in parts.tensors);
  return {
    kind: "parser",
    method,
    symbols,
    marks,
    ...members[0]!,
    others: members.slice(1),
    lexicon: {
      words: Vocabulary.from(reader.names("words")),
      wordCount: reader.get("lexicon.wordCount", Float64Array),
      starts: reader.get("lexicon.starts", Int32Array),
      symbol: reader.get("lexicon.symbol", Int32Array),
      count: reader.get("lexicon.count", Float64Array),
      unknown: {
        tags: symbols.tags.length,
        keys: Vocabulary.from(reader.names("looks")),
        counts: Float64Array.from(reader.get("unknown.counts", Float32Array)),
        prior: reader.get("unknown.prior", Float64Array),
      },
    },
    lexiconOptions: lexicon,
    options: { ...options, method },
  };
}

function readMember(reader: TensorReader, prefix: string, rules: Rules, rootProbability: Float64Array, keys: Vocabulary): Member {
  const states = reader.get(`${prefix}grammar.states`, Int32Array);
  const samples = reader.get(`${prefix}grammar.samples`, Int32Array);
  const offset = new Float64Array(rules.size + 1);
  for (let rule = 0; rule < rules.size; rule++) offset[rule + 1] = offset[rule]! + tensorLength(states, rules, rule, samples[rule]!);
  return {
    grammar: {
      rules,
      states,
      samples,
      offset,
      weights: reader.get(`${prefix}grammar.weights`, Float64Array),
      numbers: reader.get(`${prefix}grammar.numbers`, Float32Array),
      vectorOffset: vectorOffsets(states),
      meanInside: reader.get(`${prefix}grammar.meanInside`, Float32Array),
      meanOutside: reader.get(`${prefix}grammar.meanOutside`, Float32Array),
      root: reader.get(`${prefix}grammar.root`, Float32Array),
      rootProbability,
    },
    directions: {
      keys,
      symbol: reader.get(`${prefix}directions.symbol`, Int32Array),
      key: reader.get(`${prefix}directions.key`, Int32Array),
      offset: reader.get(`${prefix}directions.offset`, Int32Array),
      data: reader.get(`${prefix}directions.data`, Float32Array),
    },
  };
}
