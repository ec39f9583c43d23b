/**
 * The nonterminals of a grammar: interminals, which rewrite to two nonterminals, and preterminals, which rewrite to a
 * word. A label that the treebank uses for both becomes two symbols. A symbol may carry a mark (its parent, its
 * sibling: Markov marks) that belongs to its name but not to its label.
 */
import { splitChain } from "../../../trees/unaries.ts";

/** The symbols of a grammar. */
export interface Symbols {
  readonly size: number;
  /** Unique names, for readers: the label, and the mark behind "^". */
  readonly names: readonly string[];
  /** Labels of binarized and collapsed trees: `NP`, `@VP`, `S|VP`, `NP|NN`. */
  readonly labels: readonly string[];
  /** 1 for preterminals. */
  readonly preterminal: Uint8Array;
  /** For preterminals the tag at the bottom of the chain, an index into `tags`; −1 for interminals. */
  readonly tagOf: Int32Array;
  readonly tags: readonly string[];
  /** The preterminals of every tag: NN has NN, NP|NN, … */
  readonly symbolsOfTag: readonly Int32Array[];
}

/** Numbers symbols as they come. */
export class SymbolBuilder {
  readonly #ids = new Map<string, number>();
  readonly #names: string[] = [];
  readonly #labels: string[] = [];
  readonly #preterminal: number[] = [];

  /** Begins with these symbols, under their numbers. */
  constructor(known?: Symbols) {
    for (let symbol = 0; symbol < (known?.size ?? 0); symbol++)
      this.#enter(known!.names[symbol]!, known!.labels[symbol]!, known!.preterminal[symbol] === 1);
  }

  id(label: string, preterminal: boolean, mark = ""): number {
    return this.#enter(mark === "" ? label : `${label}^${mark}`, label, preterminal);
  }

  #enter(name: string, label: string, preterminal: boolean): number {
    const key = preterminal ? `.${name}` : `/${name}`;
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const id = this.#names.length;
    this.#ids.set(key, id);
    this.#names.push(name);
    this.#labels.push(label);
    this.#preterminal.push(preterminal ? 1 : 0);
    return id;
  }

  build(): Symbols {
    return makeSymbols(this.#names, this.#labels, Uint8Array.from(this.#preterminal));
  }
}

export function makeSymbols(names: readonly string[], labels: readonly string[], preterminal: Uint8Array): Symbols {
  const tags: string[] = [];
  const tagIds = new Map<string, number>();
  const symbolsOfTag: number[][] = [];
  const tagOf = new Int32Array(labels.length).fill(-1);
  for (let symbol = 0; symbol < labels.length; symbol++) {
    if (preterminal[symbol] === 0) continue;
    const tag = splitChain(labels[symbol]!).at(-1)!;
    let id = tagIds.get(tag);
    if (id === undefined) {
      id = tags.length;
      tagIds.set(tag, id);
      tags.push(tag);
      symbolsOfTag.push([]);
    }
    tagOf[symbol] = id;
    symbolsOfTag[id]!.push(symbol);
  }
  return {
    size: labels.length,
    names,
    labels,
    preterminal,
    tagOf,
    tags,
    symbolsOfTag: symbolsOfTag.map((list) => Int32Array.from(list)),
  };
}
