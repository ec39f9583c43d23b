/**
 * What the symbols of binarized and collapsed trees stand for: the labels of their chains, numbered. A symbol that only
 * binarization made stands for none. The last label of a preterminal's chain is a tag, numbered apart from the
 * constituent of the same name.
 */
import { isIntermediate } from "../../../trees/binarize.ts";
import { splitChain } from "../../../trees/unaries.ts";
import type { Symbols } from "../treebank/symbols.ts";

export class ChainLabels {
  /** Names of the numbers, without escapes. */
  readonly names: string[] = [];
  readonly isTag: boolean[] = [];
  /** Numbers of each symbol's labels: a label that stands twice in one chain is one. */
  readonly ofSymbol: readonly Int32Array[];
  /** The label that a symbol's children stand under: the last of its chain, for "@X" as for X; −1 where none has it. */
  readonly lowest: Int32Array;
  readonly #ids = new Map<string, number>();

  constructor({ labels, preterminal }: Pick<Symbols, "labels" | "preterminal">) {
    const idOf = (name: string, tag: boolean): number => {
      let id = this.find(name, tag);
      if (id === undefined) {
        this.#ids.set(keyOf(name, tag), (id = this.names.length));
        this.names.push(name);
        this.isTag.push(tag);
      }
      return id;
    };
    const chains = labels.map((label) =>
      splitChain(isIntermediate(label) ? label.slice(1) : label.replace(/^\\+@/, (mark) => mark.slice(1))),
    );
    this.ofSymbol = chains.map((chain, symbol) => {
      if (isIntermediate(labels[symbol]!)) return new Int32Array(0);
      const numbers = chain.map((name, at) => idOf(name, preterminal[symbol] === 1 && at === chain.length - 1));
      return Int32Array.from(new Set(numbers));
    });
    this.lowest = Int32Array.from(chains, (chain) => this.find(chain.at(-1)!, false) ?? -1);
  }

  /** The number of a label, or of a tag. */
  find(name: string, tag: boolean): number | undefined {
    return this.#ids.get(keyOf(name, tag));
  }

  get size(): number {
    return this.names.length;
  }
}

const keyOf = (name: string, tag: boolean): string => `${tag ? "." : "/"}${name}`;

const known = new WeakMap<object, ChainLabels>();

/** The table of a model's symbols, made once. */
export function chainLabelsOf(symbols: Symbols): ChainLabels {
  let table = known.get(symbols);
  if (table === undefined) known.set(symbols, (table = new ChainLabels(symbols)));
  return table;
}
