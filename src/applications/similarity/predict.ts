/**
 * How alike two sentences are:
 *
 *   const similarity = (await open("sim.model", "similarity")).withWordNet(await findWordNet());
 *   similarity.score("A man rides a bicycle.", "A man is riding a bike.");       // 4.8, on the scale of its pairs
 *
 * The score does not depend on the order of the sentences. Sentences of the same words have the highest score.
 */
import { InputError } from "../../base/index.ts";
import type { WordNet } from "../../data/wordnet/index.ts";
import { FeatureExtractor, type PreparedSentence } from "./features.ts";
import type { GroupName } from "./group.ts";
import type { Regression, SimilarityModel } from "./model.ts";
import { expand, gather } from "./regression/columns.ts";
import { type Linear, linearValue } from "./regression/linear.ts";

/** What is available in addition to the model. */
export interface SimilarityResources {
  readonly wordnet?: WordNet | undefined;
  /** Groups to do without, of those that can be: `wordnet`, `neural`. */
  readonly without?: readonly GroupName[] | undefined;
}

/** A feature of a pair and what it adds to the score. */
export interface Contribution {
  readonly group: GroupName;
  readonly name: string;
  readonly value: number;
  /** How much it adds to the score of an average pair. */
  readonly adds: number;
}

/** Two words that count as counterparts. */
export interface MatchedWords {
  readonly first: string;
  readonly second: string;
  /** Words from 1 in their sentences. */
  readonly places: readonly [number, number];
  readonly group: GroupName;
  readonly similarity: number;
}

/** Why a pair has its score: contributions of features, and words that match. */
export interface Explanation {
  readonly score: number;
  /** The source whose function scored, or undefined for that of unknown sources. */
  readonly source: string | undefined;
  /** The score of an average pair; with all that the features add it is the score before it is cut to the scale. */
  readonly average: number;
  readonly contributions: readonly Contribution[];
  readonly matches: readonly MatchedWords[];
  /** Whether the words are the same, which decides alone. */
  readonly identical: boolean;
}

/** Sentence pairs as people would judge them. */
export class SentenceSimilarity {
  readonly kind = "similarity";
  readonly model: SimilarityModel;
  readonly #resources: SimilarityResources;
  readonly #extractor: FeatureExtractor;
  readonly #regression: Regression;

  constructor(model: SimilarityModel, resources: SimilarityResources = {}) {
    this.model = model;
    this.#resources = resources;
    this.#extractor = new FeatureExtractor(model, resources);
    const at = new Set(this.#extractor.groups.map(({ group }) => group));
    const found = model.regressions.find(
      ({ groups }) => groups.length === at.size && groups.every((group) => at.has(group)),
    );
    if (found === undefined) {
      const wanted = model.regressions.map(({ groups }) => groups.join(", ")).join("; or ");
      throw new InputError(
        `the model cannot score with ${[...at].join(", ") || "no group of features"} alone; expected ${wanted}.`,
      );
    }
    this.#regression = found;
  }

  /** The same with WordNet, or as it is where there is none. */
  withWordNet(wordnet: WordNet | undefined): SentenceSimilarity {
    return wordnet === undefined ? this : new SentenceSimilarity(this.model, { ...this.#resources, wordnet });
  }

  /** The groups that score. */
  get groups(): readonly GroupName[] {
    return this.#regression.groups;
  }

  /** The groups that the model learnt with and that are missing now. */
  get lost(): readonly GroupName[] {
    return this.model.groups.filter((group) => !this.groups.includes(group));
  }

  /** From the model's lowest to its highest score; `source` says where the pair comes from, if that is known. */
  score(first: string, second: string, source?: string): number {
    const pair = this.#prepare(first, second);
    return sameWords(pair) ? this.model.highest : this.#cut(linearValue(this.#linear(source), this.#columns(pair)));
  }

  explain(first: string, second: string, source?: string): Explanation {
    const pair = this.#prepare(first, second);
    const [a, b, swapped] = pair;
    const { catalogue } = this.#extractor;
    const { means, sources } = this.model;
    const features = this.#extractor.compare(a, b);
    const columns = expand(catalogue.columns, features);
    const linear = this.#linear(source);
    const adds = gather(
      catalogue.columns,
      columns.map((value, c) => linear.weights[c]! * (value - means[c]!)),
    );
    const identical = sameWords(pair);
    return {
      score: identical ? this.model.highest : this.#cut(linearValue(linear, columns)),
      source: sources[this.#index(source)],
      average: linearValue(linear, means),
      contributions: catalogue.features.flatMap(({ group, name }, f) =>
        this.groups.includes(group) ? [{ group, name, value: features[f]!, adds: adds[f]! }] : [],
      ),
      matches: this.#extractor.matches(a, b).map(({ first: i, second: j, group, similarity }) => {
        const [one, other] = [a.sentence.words[i]!, b.sentence.words[j]!];
        return swapped
          ? { first: other, second: one, places: [j + 1, i + 1] as const, group, similarity }
          : { first: one, second: other, places: [i + 1, j + 1] as const, group, similarity };
      }),
      identical,
    };
  }

  /** In an order of their own, so that (a, b) and (b, a) are the same pair to the last bit. */
  #prepare(first: string, second: string): Pair {
    for (const [i, text] of [first, second].entries())
      if (text.trim() === "") throw new InputError(`sentence ${i + 1} of the pair is empty; expected words.`);
    const swapped = first > second;
    const [a, b] = swapped ? [second, first] : [first, second];
    return [this.#extractor.prepare(a), this.#extractor.prepare(b), swapped];
  }

  #columns([a, b]: Pair): Float64Array {
    return expand(this.#extractor.catalogue.columns, this.#extractor.compare(a, b));
  }

  #cut(value: number): number {
    const { lowest, highest } = this.model;
    return Number.isNaN(value) ? lowest : Math.max(lowest, Math.min(highest, value));
  }

  /** Past the last for an unknown source. */
  #index(source: string | undefined): number {
    return sourceIndex(this.model.sources, source);
  }

  #linear(source: string | undefined): Linear {
    return this.#regression.linear[this.#index(source)]!;
  }
}

type Pair = readonly [PreparedSentence, PreparedSentence, swapped: boolean];

/** Which source a name means: itself, or one whose name is a part of it; the number of sources where it is none. */
export function sourceIndex(sources: readonly string[], source: string | undefined): number {
  if (source === undefined || source === "") return sources.length;
  const exact = sources.indexOf(source);
  if (exact >= 0) return exact;
  const parts = source.split(".");
  const found = sources.findIndex((name) => name !== "" && parts.includes(name));
  return found >= 0 ? found : sources.length;
}

/** The same words in the same order, or without words the same tokens. */
function sameWords([{ sentence: a }, { sentence: b }]: Pair): boolean {
  const [one, other] = a.words.length + b.words.length > 0 ? [a.words, b.words] : [a.tokens, b.tokens];
  return one.length === other.length && one.every((word, i) => word === other[i]);
}
