/** What a lexicon of visual words knows: two graphs of words with what bootstrapping made of them, and arguments. */
import type { Model } from "../../../base/index.ts";
import type { Graph } from "./graph.ts";

/** Words of one part of speech. Arrays have one entry for each word. */
export interface WordGraph {
  readonly words: readonly string[];
  /** Adjective–noun pairs that each word was seen in. */
  readonly counts: Float64Array;
  /** Nearest neighbours by their contexts. */
  readonly graph: Graph;
  /** As `VISUAL_CLASSES`, or −1. */
  readonly classes: Int32Array;
  /** The round in which a word was learnt: 0 for seeds. */
  readonly iterations: Uint32Array;
  /** From −1 (cannot be seen) to 1: how its neighbours lean. NaN is never stored: 0 where nothing is known. */
  readonly visualness: Float64Array;
}

export interface AttributeClasses {
  readonly names: readonly string[];
  /** Of each adjective: its class, or −1; its round; the in-degree from its class. */
  readonly classes: Int32Array;
  readonly iterations: Uint32Array;
  readonly scores: Float64Array;
}

/** What label propagation says of nouns that stand after verbs: from −1 to 1. */
export interface PropagatedNouns {
  readonly words: readonly string[];
  readonly scores: Float64Array;
}

/** A lexicon of visual words, as `learnVisualLexicon` makes it. */
export interface VisualLexiconModel extends Model {
  readonly kind: "visual-lexicon";
  readonly nouns: WordGraph;
  readonly adjectives: WordGraph;
  readonly attributes: AttributeClasses;
  readonly propagated: PropagatedNouns;
}
