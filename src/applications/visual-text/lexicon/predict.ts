/** Looking words up in a lexicon of visual words. */
import { InputError, suggestion } from "../../../base/index.ts";
import type { Neighbour } from "../../../data/index.ts";
import { baseFormsOf } from "../../../data/wordnet/base-forms.ts";
import type { VisualLexiconModel, WordGraph } from "./model.ts";
import { VISUAL_CLASSES } from "./seeds.ts";

/** What a lexicon says of a word as a noun or as an adjective. */
export interface LexiconEntry {
  readonly word: string;
  readonly part: "noun" | "adjective";
  /** Pairs that it was seen in. */
  readonly count: number;
  readonly class: (typeof VISUAL_CLASSES)[number] | undefined;
  /** The round in which it got its class, 0 for seeds. */
  readonly iteration: number | undefined;
  /** From −1 (cannot be seen) to 1. */
  readonly visualness: number;
  /** Of adjectives: colour, material … */
  readonly attribute: string | undefined;
}

/** What `open("visual.model", "visual-lexicon")` gives. */
export class VisualLexicon {
  readonly kind = "visual-lexicon";
  readonly #places: Readonly<Record<"noun" | "adjective", ReadonlyMap<string, number>>>;
  readonly #propagated: ReadonlyMap<string, number>;

  constructor(readonly model: VisualLexiconModel) {
    const places = ({ words }: { readonly words: readonly string[] }) => new Map(words.map((word, i) => [word, i]));
    this.#places = { noun: places(model.nouns), adjective: places(model.adjectives) };
    this.#propagated = places(model.propagated);
  }

  #graph(part: "noun" | "adjective"): WordGraph {
    return part === "noun" ? this.model.nouns : this.model.adjectives;
  }

  /** Where a word stands, or the base form that stands for it. */
  #find(word: string, part: "noun" | "adjective"): number | undefined {
    const places = this.#places[part];
    const lower = word.toLowerCase();
    return places.get(lower) ?? places.get(baseFormsOf(lower, part, (base) => places.has(base))[0] ?? "");
  }

  /** What it knows of a word: nothing, or one entry for each part of speech. */
  entries(word: string): LexiconEntry[] {
    return (["noun", "adjective"] as const).flatMap((part) => {
      const place = this.#find(word, part);
      return place === undefined ? [] : this.entry(part, place);
    });
  }

  /** The word of a part of speech at a place of its list. */
  entry(part: "noun" | "adjective", place: number): LexiconEntry {
    const { words, counts, classes, iterations, visualness } = this.#graph(part);
    const { names, classes: attributes } = this.model.attributes;
    const own = classes[place]!;
    return {
      word: words[place]!,
      part,
      count: counts[place]!,
      class: VISUAL_CLASSES[own],
      iteration: own < 0 ? undefined : iterations[place]!,
      visualness: visualness[place]!,
      attribute: part === "adjective" ? names[attributes[place]!] : undefined,
    };
  }

  /** What label propagation says of a noun, from −1 to 1. */
  propagated(word: string): number | undefined {
    const lower = word.toLowerCase();
    const known = this.#propagated;
    const place = known.get(lower) ?? known.get(baseFormsOf(lower, "noun", (base) => known.has(base))[0] ?? "");
    return place === undefined ? undefined : this.model.propagated.scores[place]!;
  }

  /** The nearest words by the adjectives, or nouns, that they stand with; at most those of the graph. */
  nearest(word: string, count = 10, part?: "noun" | "adjective"): Neighbour[] {
    const parts = part === undefined ? (["noun", "adjective"] as const) : [part];
    for (const each of parts) {
      const place = this.#find(word, each);
      if (place === undefined) continue;
      const { words, graph } = this.#graph(each);
      const [from, to] = [graph.starts[place]!, graph.starts[place + 1]!];
      return Array.from({ length: Math.min(count, to - from) }, (_, i) => ({
        word: words[graph.neighbours[from + i]!]!,
        similarity: graph.weights[from + i]!,
      }));
    }
    const known = [...this.model.nouns.words, ...this.model.adjectives.words];
    throw new InputError(
      `the lexicon does not have "${word}"; expected a noun or adjective of its text.${suggestion(word, known)}`,
    );
  }
}
