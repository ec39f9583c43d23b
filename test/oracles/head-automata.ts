/**
 * Small random head automata with hidden states, with everything about them by brute force: all trees, their
 * probabilities, and the arcs of a sentence. Three tags, each of which takes modifiers of the next one only, so that
 * there are finitely many trees; ambiguous on purpose: in "a b c b" the c may modify either b.
 */
import { Random } from "../../src/base/random.ts";
import { derive, type Valence } from "../../src/models/dependency/automata/derivations.ts";
import type { DependencyTree } from "../../src/trees/dependencies.ts";

interface Node {
  readonly symbol: string;
  readonly inside: Float64Array;
}

/** What each symbol is made of: [head, modifier] in the order of the sentence. */
const SHAPE: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  "A right": ["B word", "B right", "B left"].map((b) => ["A word", b] as const),
  "A moreRight": ["B word", "B right", "B left"].map((b) => ["A right", b] as const),
  "B right": [["B word", "C word"]],
  "B left": [
    ["C word", "B word"],
    ["C word", "B right"],
  ],
};
const WORDS: Readonly<Record<string, readonly string[]>> = { A: ["u", "v"], B: ["v", "w"], C: ["w", "x"] };
const ROOTS = ["A word", "A right", "A moreRight"];

export class RandomAutomata {
  readonly #roots: Float64Array;
  /** By symbol: a number for each way to rewrite it and each pair of states, for each state. */
  readonly #steps = new Map<string, Float64Array[]>();
  readonly #words = new Map<string, Float64Array[]>();

  constructor(
    seed: number,
    readonly states: number,
  ) {
    const random = new Random(seed);
    const perState = <T>(make: () => T): T[] => Array.from({ length: states }, make);
    this.#roots = random.dirichlet(ROOTS.length * states);
    for (const [symbol, ways] of Object.entries(SHAPE)) {
      this.#steps.set(
        symbol,
        perState(() => random.dirichlet(ways.length * states * states, 0.3)),
      );
    }
    for (const [tag, words] of Object.entries(WORDS)) {
      this.#words.set(
        tag,
        perState(() => random.dirichlet(words.length, 0.5)),
      );
    }
  }

  probability({ words, tags, heads }: DependencyTree): number {
    const m = this.states;
    const top = derive<Node>(
      heads,
      (word) => {
        const tag = tags[word - 1]!;
        const at = WORDS[tag]!.indexOf(words[word - 1]!);
        return { symbol: `${tag} word`, inside: Float64Array.from(this.#words.get(tag)!, (table) => table[at]!) };
      },
      (head, valence: Valence, left, right) => {
        const symbol = `${tags[head - 1]} ${valence}`;
        const way = SHAPE[symbol]!.findIndex(([b, c]) => b === left.symbol && c === right.symbol);
        const inside = Float64Array.from(this.#steps.get(symbol)!, (table) => {
          let sum = 0;
          for (let j = 0; j < m; j++)
            for (let k = 0; k < m; k++) sum += table[(way * m + j) * m + k]! * left.inside[j]! * right.inside[k]!;
          return sum;
        });
        return { symbol, inside };
      },
    );
    const at = ROOTS.indexOf(top.symbol) * m;
    return top.inside.reduce((sum, value, h) => sum + value * this.#roots[at + h]!, 0);
  }
}

interface Part {
  readonly words: readonly string[];
  readonly tags: readonly string[];
  /** Heads within the part; 0 for its own head. */
  readonly heads: readonly number[];
}

/** The part of a head with one more modifier. */
function attach(head: Part, modifier: Part, side: "left" | "right"): Part {
  const [first, second] = side === "right" ? [head, modifier] : [modifier, head];
  const shift = first.words.length;
  const own = head.heads.indexOf(0) + 1 + (side === "left" ? shift : 0);
  const moved = (part: Part, by: number) => part.heads.map((h) => (h === 0 ? (part === head ? 0 : own) : h + by));
  return {
    words: [...first.words, ...second.words],
    tags: [...first.tags, ...second.tags],
    heads: [...moved(first, 0), ...moved(second, shift)],
  };
}

function partsOf(symbol: string): Part[] {
  const [tag, valence] = symbol.split(" ") as [string, Valence];
  if (valence === "word") return WORDS[tag]!.map((word) => ({ words: [word], tags: [tag], heads: [0] }));
  const side = valence === "left" || valence === "moreLeft" ? "left" : "right";
  return SHAPE[symbol]!.flatMap(([b, c]) => {
    const [heads, modifiers] = side === "right" ? [partsOf(b), partsOf(c)] : [partsOf(c), partsOf(b)];
    return heads.flatMap((head) => modifiers.map((modifier) => attach(head, modifier, side)));
  });
}

/** Every tree of the automata. */
export const allAutomataTrees = (): DependencyTree[] =>
  ROOTS.flatMap(partsOf).map((part) => ({ ...part, labels: part.heads.map(() => "dep") }));
