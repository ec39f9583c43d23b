/**
 * A grammar as tables of a model file (base/model-parts.ts), and back. The file may hold other tables as well: a prefix
 * keeps them apart.
 */

import type { PartsReader } from "../../base/container/parts-reader.ts";
import type { Tensor } from "../../base/model-parts.ts";
import type { Vocabulary } from "../../base/vocabulary.ts";
import { type LatentGrammar, tensorLength, vectorOffsets } from "../../charts/phrases/latent-grammar.ts";
import { indexRules, type Rules } from "../../charts/phrases/rules.ts";
import { BRANCHINGS, type Branching } from "../../trees/binarize.ts";
import { type BoundaryModel, RECALLS } from "./boundaries/boundaries.ts";
import { BUCKETS } from "./boundaries/features.ts";
import { allNumbers, type CompactTensors, defectOfRanks, notCompacted, storedLengths } from "./compact-tensors.ts";
import type { VectorMaps } from "./lexicon/directions.ts";
import { flat, lexiconFromTables, lexiconTables, type Tables } from "./lexicon-tables.ts";
import { type GrammarModel, type Member, toSinglePrecision } from "./model.ts";
import type { MarkOptions } from "./treebank/binary-treebank.ts";
import { makeSymbols, type Symbols } from "./treebank/symbols.ts";

/** The most states that a symbol of any learner can have. */
const MOST_STATES = 512;
/** The most rows that a map from word vectors can have. */
const MOST_ROWS = 100_000;

/** The tables of a grammar as they are stored. */
export function grammarTables(model: GrammarModel, prefix = ""): Tables {
  const { grammar, symbols, lexicon, lexiconOptions, marks, branching, directions, others, boundaries, ...rest } =
    toSinglePrecision(model);
  const words = lexiconTables(lexicon, lexiconOptions);
  const members = [{ ...rest, grammar, directions }, ...others];
  return {
    symbols: prefixed(prefix, {
      names: symbols.names,
      labels: symbols.labels,
      branching: [branching],
      // All members saw the same words, in the same order.
      directions: [...directions.keys.words()],
      ...words.symbols,
    }),
    tensors: prefixed(prefix, {
      "symbols.preterminal": flat(symbols.preterminal),
      "symbols.marks": flat(Int32Array.of(marks.vertical, marks.horizontal, Number(marks.tags))),
      "grammar.rootProbability": flat(grammar.rootProbability),
      ...words.tensors,
      ...(boundaries === undefined ? {} : boundaryTensors(boundaries)),
      ...Object.assign({}, ...members.map((member, index) => memberTensors(member, index, grammar.rules))),
    }),
  };
}

const prefixed = <T>(prefix: string, table: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(table).map(([name, value]) => [`${prefix}${name}`, value]));

/**
 * The tables of one member; those of the first have plain names, those of the others a number before them. A member
 * without rules of its own has those of the first.
 */
function memberTensors({ grammar, directions, compact }: Member, index: number, first: Rules): Record<string, Tensor> {
  return prefixed(memberPrefix(index), {
    ...(index > 0 && grammar.rules === first ? {} : ruleTensors(grammar.rules)),
    "grammar.states": flat(grammar.states),
    "grammar.samples": flat(grammar.samples),
    "grammar.weights": { shape: [grammar.rules.size, 4], data: grammar.weights },
    ...(compact === undefined ? { "grammar.numbers": flat(grammar.numbers) } : compactTables(grammar, compact)),
    "grammar.meanInside": flat(grammar.meanInside),
    "grammar.meanOutside": flat(grammar.meanOutside),
    "grammar.root": flat(grammar.root),
    "directions.symbol": flat(directions.symbol),
    "directions.key": flat(directions.key),
    "directions.offset": flat(directions.offset),
    "directions.data": flat(directions.data),
    ...(directions.maps === undefined ? {} : mapTensors(directions.maps)),
  });
}

const compactTables = (grammar: LatentGrammar, compact: CompactTensors): Record<string, Tensor> => ({
  "grammar.numbers": flat(notCompacted(compact, grammar)),
  "grammar.ranks": { shape: [grammar.rules.size, 3], data: compact.ranks },
  "grammar.compact": flat(compact.numbers),
});

const mapTensors = ({ symbol, rows, data }: VectorMaps): Record<string, Tensor> => ({
  "directions.mapSymbol": flat(symbol),
  "directions.mapRows": flat(Int32Array.of(rows)),
  "directions.mapData": flat(data),
});

const boundaryTensors = ({ weights, thresholds }: BoundaryModel): Record<string, Tensor> => ({
  "boundaries.weights": { shape: [2, BUCKETS], data: weights },
  "boundaries.thresholds": { shape: [2, RECALLS.length], data: thresholds },
});

const ruleTensors = ({ parent, left, right, probability }: Rules): Record<string, Tensor> => ({
  "rules.parent": flat(parent),
  "rules.left": flat(left),
  "rules.right": flat(right),
  "rules.probability": flat(probability),
});

const memberPrefix = (index: number): string => (index === 0 ? "" : `member${index}.`);

/** Checks every table, in linear time; throws a `ModelFileError`. */
export function grammarFromTables(reader: PartsReader, prefix = ""): GrammarModel {
  const symbols = symbolsFrom(reader, prefix);
  const rules = rulesFrom(reader, prefix, symbols);
  const rootProbability = reader.numbers(`${prefix}grammar.rootProbability`, Float64Array, {
    shape: [symbols.size],
    min: 0,
    max: 1,
  });
  const keys = reader.vocabulary(`${prefix}directions`);
  const members: Member[] = [];
  do {
    const own = `${prefix}${memberPrefix(members.length)}`;
    const hasRules = members.length > 0 && reader.has(`${own}rules.parent`);
    const ownRules = hasRules ? rulesFrom(reader, own, symbols) : rules;
    members.push(memberFrom(reader, own, ownRules, rootProbability, keys));
  } while (reader.has(`${prefix}${memberPrefix(members.length)}grammar.numbers`));
  const [first, ...others] = members;
  return {
    symbols,
    marks: marksFrom(reader, prefix),
    branching: branchingFrom(reader, prefix),
    ...first!,
    others,
    boundaries: boundariesFrom(reader, prefix),
    ...lexiconFromTables(reader, prefix, symbols),
  };
}

function symbolsFrom(reader: PartsReader, prefix: string): Symbols {
  const names = reader.symbols(`${prefix}names`);
  const labels = reader.symbols(`${prefix}labels`);
  if (names.length !== labels.length) reader.damaged(`has ${names.length} names for ${labels.length} labels`);
  const shape = [labels.length];
  return makeSymbols(names, labels, reader.indices(`${prefix}symbols.preterminal`, Uint8Array, 2, { shape }));
}

function marksFrom(reader: PartsReader, prefix: string): MarkOptions {
  const [vertical, horizontal, tags] = reader.int32(`${prefix}symbols.marks`, [3]);
  return { vertical: vertical!, horizontal: horizontal!, tags: tags === 1 };
}

function boundariesFrom(reader: PartsReader, prefix: string): BoundaryModel | undefined {
  const named = (name: string) => `${prefix}boundaries.${name}`;
  if (!reader.has(named("weights"))) return undefined;
  return {
    weights: reader.numbers(named("weights"), Float32Array, { shape: [2, BUCKETS] }),
    thresholds: reader.numbers(named("thresholds"), Float64Array, { shape: [2, RECALLS.length] }),
  };
}

/** Derivations of head automata are not cut, and have none. */
function branchingFrom(reader: PartsReader, prefix: string): Branching {
  const name = `${prefix}branching`;
  const [found = "left", more] = reader.hasSymbols(name) ? reader.symbols(name) : [];
  const branching = BRANCHINGS.find((known) => known === found);
  if (branching === undefined || more !== undefined)
    reader.damaged(`holds "${[found, more].join()}" in "${name}" where one of ${BRANCHINGS.join(", ")} is expected`);
  return branching;
}

function rulesFrom(reader: PartsReader, prefix: string, symbols: Symbols): Rules {
  const named = (name: string) => `${prefix}rules.${name}`;
  const parent = reader.indices(named("parent"), Int32Array, symbols.size);
  const shape = [parent.length];
  const left = reader.indices(named("left"), Int32Array, symbols.size, { shape });
  const right = reader.indices(named("right"), Int32Array, symbols.size, { shape });
  for (let rule = 0; rule < parent.length; rule++) {
    if (symbols.preterminal[parent[rule]!] === 1) reader.damaged(`has rule ${rule}, which rewrites a tag`);
    if (rule === 0) continue;
    const step = left[rule]! - left[rule - 1]! || right[rule]! - right[rule - 1]! || parent[rule]! - parent[rule - 1]!;
    if (step <= 0) reader.damaged(`has rules out of order, from rule ${rule} on`);
  }
  const probability = reader.numbers(named("probability"), Float64Array, { shape, min: 0, max: 1 });
  return indexRules(symbols.size, { parent, left, right, probability });
}

function memberFrom(
  reader: PartsReader,
  prefix: string,
  rules: Rules,
  rootProbability: Float64Array,
  keys: Vocabulary,
): Member {
  const named = (name: string) => `${prefix}${name}`;
  const states = reader.indices(named("grammar.states"), Int32Array, MOST_STATES + 1, {
    shape: [rules.symbols],
    least: 1,
  });
  const samples = reader.indices(named("grammar.samples"), Int32Array, 2 ** 31, { shape: [rules.size] });
  const offset = new Float64Array(rules.size + 1);
  for (let rule = 0; rule < rules.size; rule++)
    offset[rule + 1] = offset[rule]! + tensorLength(states, rules, rule, samples[rule]!);
  const { numbers, compact } = tensorsFrom(reader, prefix, { rules, states, samples, offset });
  const vectorOffset = vectorOffsets(states);
  const vectors = (name: string) =>
    reader.numbers(named(`grammar.${name}`), Float32Array, { shape: [vectorOffset[rules.symbols]!] });
  return {
    grammar: {
      rules,
      states,
      samples,
      offset,
      weights: reader.numbers(named("grammar.weights"), Float64Array, { shape: [rules.size, 4] }),
      numbers,
      vectorOffset,
      meanInside: vectors("meanInside"),
      meanOutside: vectors("meanOutside"),
      root: vectors("root"),
      rootProbability,
    },
    directions: directionsFrom(reader, prefix, states, keys),
    compact,
  };
}

function tensorsFrom(
  reader: PartsReader,
  prefix: string,
  sizes: Pick<LatentGrammar, "rules" | "states" | "samples" | "offset">,
): { readonly numbers: Float32Array; readonly compact: CompactTensors | undefined } {
  const { rules, states, samples, offset } = sizes;
  const named = (name: string) => `${prefix}grammar.${name}`;
  const numbersOf = (name: string, length: number) => reader.numbers(named(name), Float32Array, { shape: [length] });
  if (!reader.has(named("ranks"))) return { numbers: numbersOf("numbers", offset[rules.size]!), compact: undefined };
  const ranks = reader.indices(named("ranks"), Int32Array, MOST_STATES + 1, { shape: [rules.size, 3] });
  const defect = defectOfRanks(ranks, rules, states, samples);
  if (defect !== undefined) reader.damaged(`${defect} in table "${named("ranks")}"`);
  const lengths = storedLengths(ranks, rules, states, samples);
  const compact = { ranks, numbers: numbersOf("compact", lengths.compact) };
  return { numbers: allNumbers(compact, numbersOf("numbers", lengths.others), sizes), compact };
}

function directionsFrom(
  reader: PartsReader,
  prefix: string,
  states: Int32Array,
  keys: Vocabulary,
): Member["directions"] {
  const named = (name: string) => `${prefix}directions.${name}`;
  const data = reader.numbers(named("data"), Float32Array);
  const symbol = reader.indices(named("symbol"), Int32Array, states.length);
  const shape = [symbol.length];
  const key = reader.indices(named("key"), Int32Array, keys.size, { shape });
  const offset = reader.indices(named("offset"), Int32Array, data.length, { shape });
  for (let at = 0; at < symbol.length; at++) {
    if (offset[at]! + states[symbol[at]!]! > data.length)
      reader.damaged(`points past the end of table "${named("data")}" in table "${named("offset")}", element ${at}`);
  }
  return { keys, symbol, key, offset, data, maps: mapsFrom(reader, prefix, states) };
}

function mapsFrom(reader: PartsReader, prefix: string, states: Int32Array): VectorMaps | undefined {
  const named = (name: string) => `${prefix}directions.${name}`;
  if (!reader.has(named("mapSymbol"))) return undefined;
  const symbol = reader.indices(named("mapSymbol"), Int32Array, states.length);
  const [rows] = reader.int32(named("mapRows"), [1]);
  const own = symbol.map((of) => states[of]!);
  const size = own.reduce((sum, count) => sum + count, 0);
  if (rows! < 1 || rows! > MOST_ROWS) reader.damaged(`has maps of ${rows} rows in table "${named("mapRows")}"`);
  return {
    symbol,
    states: own,
    rows: rows!,
    data: reader.numbers(named("mapData"), Float32Array, { shape: [rows! * size] }),
  };
}
