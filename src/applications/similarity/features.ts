/** The groups of a model put to work: pairs of sentences become rows of features. */
import type { WordNet } from "../../data/wordnet/index.ts";
import { ModelVectors } from "../../models/vectors/index.ts";
import { type Catalogue, catalogueOf } from "./catalogue.ts";
import { EigenwordFeatures } from "./eigenwords/eigenwords.ts";
import type { FeatureGroup, GroupName, WordMatch } from "./group.ts";
import type { SimilarityModel } from "./model.ts";
import { TreeReader } from "./neural/binary-tree.ts";
import { Leaves } from "./neural/leaves.ts";
import { NeuralFeatures } from "./neural/neural.ts";
import { SelectorFeatures } from "./selectors/selectors.ts";
import { type Sentence, SentenceReader } from "./sentence.ts";
import { SurfaceFeatures } from "./surface/surface.ts";
import { WordNetFeatures } from "./wordnet/wordnet.ts";
import { Frequencies } from "./words/frequencies.ts";

/** What the groups are made of: the tables of a model, whole or in the making. */
export type FeatureTables = Pick<
  SimilarityModel,
  "counts" | "vectors" | "common" | "selectors" | "parser" | "encoder" | "groups"
>;

export interface FeatureResources {
  readonly wordnet?: WordNet | undefined;
  /** Groups to do without. */
  readonly without?: readonly GroupName[] | undefined;
  /** Trees that were read before. */
  readonly trees?: TreeReader | undefined;
}

/** A sentence and what each group made of it. */
export interface PreparedSentence {
  readonly sentence: Sentence;
  readonly prepared: readonly unknown[];
}

export class FeatureExtractor {
  readonly catalogue: Catalogue;
  /** The groups that are available, in the order of the catalogue. */
  readonly groups: readonly FeatureGroup[];
  readonly reader: SentenceReader;

  /** Groups of `without`, and WordNet where it is not given, are left out; their features are 0. */
  constructor(tables: FeatureTables, { wordnet, without = [], trees }: FeatureResources = {}) {
    const { counts, vectors, common, selectors, parser, encoder } = tables;
    const frequencies = new Frequencies(counts);
    const words = vectors === undefined ? undefined : new ModelVectors(vectors);
    this.reader = new SentenceReader(frequencies);
    this.catalogue = catalogueOf(tables.groups, vectors?.projections !== undefined);
    const make: Readonly<Record<GroupName, () => FeatureGroup | undefined>> = {
      surface: () => new SurfaceFeatures() as FeatureGroup,
      wordnet: () => wordnet && (new WordNetFeatures(wordnet, counts) as FeatureGroup),
      eigenwords: () => words && (new EigenwordFeatures(words, frequencies, common) as FeatureGroup),
      neural: () =>
        words &&
        parser &&
        encoder &&
        (new NeuralFeatures(
          trees ?? new TreeReader(parser),
          new Leaves(words, frequencies, encoder.dim),
          encoder,
        ) as FeatureGroup),
      selectors: () => selectors && (new SelectorFeatures(selectors, frequencies) as FeatureGroup),
    };
    this.groups = this.catalogue.groups.flatMap((group) => (without.includes(group) ? [] : (make[group]() ?? [])));
  }

  prepare(text: string): PreparedSentence {
    const sentence = this.reader.read(text);
    return { sentence, prepared: this.groups.map((group) => group.prepare(sentence)) };
  }

  /** One number for each feature of the catalogue. */
  compare(a: PreparedSentence, b: PreparedSentence): Float64Array {
    const features = new Float64Array(this.catalogue.features.length);
    for (const [g, group] of this.groups.entries())
      features.set(group.compare(a.prepared[g], b.prepared[g]), this.catalogue.starts.get(group.group)!);
    return features;
  }

  /** Which word matched which, by the groups that work by words. */
  matches(a: PreparedSentence, b: PreparedSentence): readonly (WordMatch & { readonly group: GroupName })[] {
    return this.groups.flatMap((group, g) =>
      (group.matches?.(a.prepared[g], b.prepared[g]) ?? []).map((match) => ({ ...match, group: group.group })),
    );
  }
}
