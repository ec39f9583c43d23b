/** Learns a lexicon of visual words from running text (Dodge et al. 2012, section 3). */
import {
  checkOptions,
  frozen,
  InputError,
  type Json,
  type LearnContext,
  type Learnt,
  lastingReport,
  type Report,
  StageClock,
} from "../../../base/index.ts";
import type { SparseMatrix } from "../../../linalg/index.ts";
import { type Bootstrapped, bootstrapClasses } from "./bootstrap.ts";
import { weightedContexts } from "./contexts.ts";
import { type PairTable, transposed } from "./counts.ts";
import { type Graph, narrowed, nearestRows } from "./graph.ts";
import type { AttributeClasses, PropagatedNouns, VisualLexiconModel, WordGraph } from "./model.ts";
import { LEXICON_OPTIONS, type LexiconOptions } from "./options.ts";
import { propagateLabels } from "./propagation.ts";
import { ADJECTIVE_SEEDS, ATTRIBUTE_SEEDS, NOUN_SEEDS, PREDICATE_SEEDS, VISUAL_CLASSES } from "./seeds.ts";
import type { LexiconText } from "./text.ts";
import { leaning } from "./visualness.ts";

/** What `learnVisualLexicon` reports. */
export interface VisualLexiconReport extends Report {
  readonly sources: LexiconText["sources"];
  readonly sentences: number;
  readonly words: number;
  /** Adjective–noun pairs, and words that were seen in enough of them. */
  readonly pairs: number;
  readonly nouns: number;
  readonly adjectives: number;
  /** Rounds in which bootstrapping learnt something, and words that it gave to each class. */
  readonly nounIterations: number;
  readonly adjectiveIterations: number;
  readonly learnt: Readonly<Record<string, number>>;
  /** Verbs and the nouns after them. */
  readonly predicates: number;
  readonly arguments: number;
  /** Seeds that the text does not have often enough. */
  readonly missingSeeds: Readonly<Record<string, readonly string[]>>;
}

const ADJECTIVE_SEED_WORDS: ReadonlySet<string> = new Set(
  [...Object.values(ADJECTIVE_SEEDS), ...Object.values(ATTRIBUTE_SEEDS)].flat(),
);

/** The lexicon of a text that `collectLexiconText` or `readLexiconText` counted. */
export async function learnVisualLexicon(
  text: LexiconText,
  given: Partial<LexiconOptions> = {},
  context: LearnContext = {},
): Promise<Learnt<VisualLexiconModel, VisualLexiconReport>> {
  const options = checkOptions("learnVisualLexicon", LEXICON_OPTIONS, given);
  const clock = new StageClock(context);
  const { signal } = context;
  const missing = new Missing();
  const pairs = await clock.run("pairs", "pairs", undefined, () =>
    text.counts.adjectiveNouns(options, ADJECTIVE_SEED_WORDS),
  );
  const turned = transposed(pairs);
  if (pairs.rows.length === 0) {
    const found = `no adjective stands before nouns ${options.minCount} times in ${text.words} words`;
    throw new InputError(`${found}; expected more text, English with its tags, or a lower minCount.`);
  }
  const most = Math.max(options.neighbours, options.attributeNeighbours);
  const graphOf = (table: PairTable, name: string) =>
    clock.run(name, "words", table.rows.length, () =>
      nearestRows(weightedContexts(table.counts, options.contexts), most, signal),
    );
  const adjectiveGraph = await graphOf(pairs, "neighbours of adjectives");
  const nounGraph = await graphOf(turned, "neighbours of nouns");
  const rounds = { perIteration: options.perIteration, maxIterations: options.iterations };
  const visual = (table: PairTable, graph: Graph, seeds: Seeds, kind: string) => {
    const learnt = bootstrapClasses(narrowed(graph, options.neighbours), missing.find(table.rows, seeds, kind), rounds);
    return { graph: wordGraph(table, graph, learnt), lasted: learnt.lasted };
  };
  const found = await clock.run("bootstrapping", "graphs", 3, () => ({
    nouns: visual(turned, nounGraph, NOUN_SEEDS, "noun"),
    adjectives: visual(pairs, adjectiveGraph, ADJECTIVE_SEEDS, "adjective"),
    attributes: attributesOf(pairs, narrowed(adjectiveGraph, options.attributeNeighbours), options, missing),
  }));
  const predicates = text.counts.predicateArguments(options);
  const propagated = await clock.run("label propagation", "pairs", undefined, () =>
    propagatedNouns(predicates, options.loss, missing),
  );
  const report: VisualLexiconReport = {
    sources: text.sources,
    sentences: text.sentences,
    words: text.words,
    pairs: total(pairs.counts),
    nouns: turned.rows.length,
    adjectives: pairs.rows.length,
    nounIterations: found.nouns.lasted,
    adjectiveIterations: found.adjectives.lasted,
    learnt: {
      ...classSizes("noun", found.nouns.graph.classes, VISUAL_CLASSES),
      ...classSizes("adjective", found.adjectives.graph.classes, VISUAL_CLASSES),
      ...classSizes("attribute", found.attributes.classes, found.attributes.names),
    },
    predicates: predicates.rows.length,
    arguments: predicates.columns.length,
    missingSeeds: missing.words,
    warnings: [...text.warnings, ...missing.warnings()],
    times: clock.times,
  };
  const model: VisualLexiconModel = frozen({
    kind: "visual-lexicon",
    nouns: found.nouns.graph,
    adjectives: found.adjectives.graph,
    attributes: found.attributes,
    propagated,
    options: { ...options, ...text.options } as unknown as Readonly<Record<string, Json>>,
    report: lastingReport(report),
  });
  return { model, report };
}

type Seeds = Readonly<Record<string, readonly string[]>>;

/** Looks seeds up, and keeps those that are not there. */
class Missing {
  readonly words: Record<string, string[]> = {};

  find(words: readonly string[], seeds: Seeds, kind: string): number[][] {
    const places = new Map(words.map((word, i) => [word, i]));
    return Object.entries(seeds).map(([name, list]) =>
      list.flatMap((word) => {
        const place = places.get(word);
        if (place === undefined) (this.words[`${name} ${kind}`] ??= []).push(word);
        return place ?? [];
      }),
    );
  }

  warnings(): string[] {
    return Object.entries(this.words).map(
      ([name, words]) => `seeds too rare in the text, ${name}: ${words.join(", ")}.`,
    );
  }
}

function wordGraph({ rows, counts }: PairTable, graph: Graph, learnt: Bootstrapped): WordGraph {
  return {
    words: rows,
    counts: rowSums(counts),
    graph,
    classes: learnt.classes,
    iterations: learnt.iterations,
    visualness: leaning(graph, learnt),
  };
}

function attributesOf(table: PairTable, graph: Graph, options: LexiconOptions, missing: Missing): AttributeClasses {
  const names = Object.keys(ATTRIBUTE_SEEDS);
  const { classes, iterations, scores } = bootstrapClasses(
    graph,
    missing.find(table.rows, ATTRIBUTE_SEEDS, "attribute"),
    {
      perIteration: options.perIteration,
      maxIterations: options.attributeIterations,
    },
  );
  return {
    names,
    classes,
    iterations,
    scores: Float64Array.from(classes, (own, node) => (own < 0 ? 0 : scores[node * names.length + own]!)),
  };
}

function propagatedNouns(table: PairTable, loss: number, missing: Missing): PropagatedNouns {
  const labels = new Float64Array(table.rows.length);
  const [visual, nonvisual] = missing.find(table.rows, PREDICATE_SEEDS, "predicate");
  for (const place of visual!) labels[place] = 1;
  for (const place of nonvisual!) labels[place] = -1;
  return { words: table.columns, scores: propagateLabels(table.counts, labels, loss).arguments };
}

const total = ({ values }: SparseMatrix): number => values!.reduce((sum, count) => sum + count, 0);

const rowSums = ({ rows, starts, values }: SparseMatrix): Float64Array =>
  Float64Array.from({ length: rows }, (_, row) => {
    let sum = 0;
    for (let e = starts[row]!; e < starts[row + 1]!; e++) sum += values![e]!;
    return sum;
  });

function classSizes(kind: string, classes: Int32Array, names: readonly string[]): Record<string, number> {
  const sizes = new Array<number>(names.length).fill(0);
  for (const own of classes) if (own >= 0) sizes[own]!++;
  return Object.fromEntries(names.map((name, i) => [`${kind} ${name}`, sizes[i]!]));
}
