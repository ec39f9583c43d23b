/**
 * `eigentree inspect MODEL` for dependency parsers: the base parser, its tags, the spectral model and how far it can be
 * trusted, and what the re-ranker makes of both.
 */
import { whole } from "../../../base/index.ts";
import {
  type ArcReport,
  type DependencyModel,
  type DependencyOptions,
  type DependencyReport,
  dependencyFromParts,
  numberWeights,
  type SpectralModel,
} from "../../../models/dependency/index.ts";
import { type ListedSymbol, symbolFacts } from "../../../verbs/symbol-facts.ts";
import { defineVerb } from "../../frame/command.ts";
import { shared } from "../../frame/flags.ts";
import { formatCount, formatTable } from "../../frame/numbers.ts";
import { section } from "../../inspection/inspection.ts";
import { symbolTable, valuesText, weakLines } from "../parser/symbol-table.ts";

/** As a model file has it: models that are put together by hand may lack any of it. */
type Report = Partial<DependencyReport>;
type Row = readonly [string, string | number];

export const inspect = defineVerb({
  description:
    "Order, relations, tags and features of the base parser; the spectral model with examples, states, states' worth of signal, singular values and condition number of every " +
    "symbol (a tag alone, TAG> and TAG>> with one or more right modifiers, <TAG and <<TAG with left ones too), or with the singular values of the moments of arcs; the share of " +
    "trees with a negative p̂; and the weights of the re-ranker.",
  options: {
    top: whole("symbols of the spectral model to list, those with most examples first", { default: 20, min: 1 }),
    ...shared("json", "quiet"),
  },
  examples: [
    ["eigentree inspect english.model", "what the parser consists of, and how far its estimates can be trusted"],
    ["eigentree inspect english.model --json | jq .reranker.weights", "what the re-ranker thinks of log p̂"],
  ],
  async run(context, { path, parts }, _, { top }) {
    const model = dependencyFromParts(parts);
    const report = (parts.report ?? {}) as unknown as Report;
    const facts = factsOf(model, report);
    await context.report(facts, () => textOf(path, facts, top));
  },
});

type Facts = ReturnType<typeof factsOf>;

function factsOf(model: DependencyModel, report: Report) {
  const { base, tagger, spectral, reranker } = model;
  const { spectral: estimates, ...learning } = report;
  return {
    kind: "dependency",
    order: base.order,
    relations: base.labels,
    tags: { column: model.options.tags, names: tagsOf(model) },
    arcFeatures: { places: base.arcWeights.length, used: nonZero(base.arcWeights) },
    relationFeatures: { places: base.relationWeights.length, used: nonZero(base.relationWeights) },
    tagger:
      tagger === undefined
        ? null
        : { method: tagger.method, words: tagger.words.size, jackknifedTags: report.jackknifedTags ?? null },
    spectral:
      spectral === undefined ? null : { ...spectralFacts(spectral, estimates), negative: negativeOf(estimates) },
    reranker:
      reranker === undefined
        ? null
        : {
            listSize: model.options.listSize,
            weights: numberWeights(reranker),
            deviations: { base: reranker.deviations[0], log: reranker.deviations[1] },
            tagFeatures:
              nonZero(reranker.weights) -
              Object.values(numberWeights(reranker)).filter((weight) => weight !== 0).length,
          },
    options: model.options,
    report: learning,
    warnings: report.warnings ?? [],
  };
}

function nonZero(weights: Float32Array): number {
  let count = 0;
  for (const weight of weights) if (weight !== 0) count++;
  return count;
}

/** The base parser itself knows tags only as hashes. */
function tagsOf({ tagger, spectral }: DependencyModel): readonly string[] | null {
  if (tagger !== undefined) return tagger.labels.words();
  if (spectral?.kind !== "automata") return null;
  return spectral.grammar.symbols.tags;
}

const negativeOf = (report: Report["spectral"]) =>
  report === undefined ? null : { trees: report.negative, of: report.tried };

interface AutomataFacts {
  readonly kind: "automata";
  readonly states: number;
  readonly rules: number;
  readonly symbols: readonly ListedSymbol[];
}

interface ArcFacts extends Partial<ArcReport> {
  readonly kind: "arcs";
  readonly states: number;
  readonly dictionaryWords: number;
}

function spectralFacts(spectral: SpectralModel, report: Report["spectral"]): AutomataFacts | ArcFacts {
  if (spectral.kind === "arcs") {
    const { dictionary } = spectral.arcs;
    return { kind: "arcs", states: dictionary.k, dictionaryWords: dictionary.words.size, ...report?.arcs };
  }
  const { grammar } = spectral.grammar;
  const symbols = symbolFacts(spectral.grammar, report?.automata?.symbols).map(({ id: _, ...facts }) => facts);
  return { kind: "automata", states: Math.max(...grammar.states), rules: grammar.rules.size, symbols };
}

function textOf(path: string, facts: Facts, top: number): string {
  const { order, spectral, reranker, warnings } = facts;
  const sections = [
    `${path}: dependency parser of the ${order} order${reranker === null ? "" : ", with a re-ranker"}`,
    section("Base parser", baseRows(facts)),
  ];
  if (spectral === null) sections.push("No spectral model.");
  else sections.push(...spectralText(spectral, top));
  if (reranker !== null) sections.push(rerankerText(reranker));
  const weak = spectral?.kind === "automata" ? weakLines(spectral.symbols) : [];
  const lines = [...warnings, ...weak];
  sections.push(lines.length === 0 ? "No warnings." : ["Warnings", ...lines].join("\n"));
  return sections.join("\n\n");
}

function baseRows({ relations, tags, arcFeatures, relationFeatures, tagger, options, report }: Facts): Row[] {
  const table = ({ places, used }: Facts["arcFeatures"]) =>
    `${formatCount(used)} of ${formatCount(places)} places in use`;
  const { learner } = (options ?? {}) as Partial<DependencyOptions>;
  const { sentences, words, lifted, epochs, keptEpoch, reranking } = report;
  const rows: Row[] = [
    ["relations", `${relations.length}: ${relations.join(" ")}`],
    [
      "tags",
      tags.names === null
        ? `${tags.column}, known as hashes only`
        : `${tags.column}, ${tags.names.length}: ${tags.names.join(" ")}`,
    ],
    [
      "tagger",
      tagger === null
        ? "none; sentences need tags of their own"
        : `${tagger.method}, ${formatCount(tagger.words)} words`,
    ],
  ];
  if (tagger !== null && tagger.jackknifedTags !== null)
    rows.push(["jackknifed tags", `${tagger.jackknifedTags.toFixed(2)} % right`]);
  rows.push(["features of arcs", table(arcFeatures)], ["features of relations", table(relationFeatures)]);
  if (sentences !== undefined && words !== undefined)
    rows.push(["learnt from", `${formatCount(sentences)} sentences, ${formatCount(words)} words`]);
  if (lifted !== undefined && lifted.trees > 0)
    rows.push(["not projective", `${formatCount(lifted.trees)} trees, ${formatCount(lifted.arcs)} arcs lifted`]);
  if (epochs !== undefined) {
    const kept = epochs.find(({ epoch }) => epoch === keptEpoch);
    const dev =
      kept?.devUas === undefined ? "" : `; development UAS ${kept.devUas.toFixed(2)}, LAS ${kept.devLas!.toFixed(2)}`;
    rows.push(["learner", `${learner ?? "unknown"}, ${epochs.length} epochs, kept epoch ${keptEpoch}${dev}`]);
  }
  if (reranking !== undefined)
    rows.push([
      "development",
      `UAS ${reranking.base.uas.f1.toFixed(2)}, re-ranked ${reranking.reranked.uas.f1.toFixed(2)}`,
    ]);
  return rows;
}

function spectralText(spectral: NonNullable<Facts["spectral"]>, top: number): string[] {
  const { kind, states, negative } = spectral;
  const rows: Row[] = [
    [
      "hidden states of",
      kind === "automata" ? "heads with their modifiers (automata)" : "words, along single arcs (arcs)",
    ],
    ["states", kind === "automata" ? `at most ${states} for each symbol` : states],
  ];
  if (negative !== null) {
    const share = ((100 * negative.trees) / Math.max(1, negative.of)).toFixed(1);
    rows.push(["negative p̂", `${negative.trees} of ${negative.of} training trees, ${share} %`]);
  }
  if (spectral.kind === "automata") {
    rows.push(["rules", spectral.rules]);
    const symbols = spectral.symbols;
    return [section("Spectral model", rows), symbolTable(symbols.slice(0, top), symbols.length)];
  }
  rows.push(["words with vectors", spectral.dictionaryWords]);
  if (spectral.coverage !== undefined)
    rows.push(["words of the treebank", `${spectral.coverage.toFixed(1)} % have vectors`]);
  const { conditioning, counts } = spectral;
  if (conditioning === undefined || counts === undefined) return [section("Spectral model", rows)];
  const values = formatTable([
    ["moment", "examples", "singular values"],
    ["Ω left", counts.leftArcs, valuesText(conditioning.omegaLeft)],
    ["Ω right", counts.rightArcs, valuesText(conditioning.omegaRight)],
    ["E left", counts.pairs, valuesText(conditioning.leftOperator)],
  ]);
  return [section("Spectral model", rows), values];
}

function rerankerText({ listSize, weights, deviations, tagFeatures }: NonNullable<Facts["reranker"]>): string {
  return section("Re-ranker", [
    ["trees in a list", listSize],
    ["base score", `${weights.base.toPrecision(3)} per deviation of ${deviations.base.toPrecision(3)}`],
    ["log |p̂|", `${weights.log.toPrecision(3)} per deviation of ${deviations.log.toPrecision(3)}`],
    ["p̂ ≤ 0", weights.negative.toPrecision(3)],
    ["features of tags", `${formatCount(tagFeatures)} in use`],
  ]);
}
