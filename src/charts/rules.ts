/** The binary rules a → b c of a grammar, with their probabilities p(a → b c | a), in the order the dynamic programs want them: by b, then c. */

export interface Rules {
  /** Number of symbols. */
  readonly symbols: number;
  readonly size: number;
  readonly parent: Int32Array;
  readonly left: Int32Array;
  readonly right: Int32Array;
  readonly probability: Float64Array;
  /** Pairs (b, c) that some rule has: those of b lie from pairStarts[b] up to pairStarts[b + 1] … */
  readonly pairStarts: Int32Array;
  readonly pairRight: Int32Array;
  /** … and the rules of pair q from ruleStarts[q] up to ruleStarts[q + 1]. */
  readonly ruleStarts: Int32Array;
}

export interface RuleLists {
  readonly parent: ArrayLike<number>;
  readonly left: ArrayLike<number>;
  readonly right: ArrayLike<number>;
  readonly probability: ArrayLike<number>;
}

/** The order of rules by left symbol, right symbol, parent: position → index into the lists. */
export function ruleOrder({ parent, left, right }: Pick<RuleLists, "parent" | "left" | "right">): number[] {
  const order = Array.from({ length: parent.length }, (_, rule) => rule);
  return order.sort((x, y) => left[x]! - left[y]! || right[x]! - right[y]! || parent[x]! - parent[y]!);
}

/** Lists must be in the order of `ruleOrder`. */
export function indexRules(symbols: number, lists: RuleLists): Rules {
  const size = lists.parent.length;
  const left = Int32Array.from(lists.left);
  const right = Int32Array.from(lists.right);
  const pairStarts = new Int32Array(symbols + 1);
  const pairRight: number[] = [];
  const ruleStarts: number[] = [];
  for (let rule = 0, symbol = 0; rule <= size; rule++) {
    const bound = rule < size ? left[rule]! : symbols;
    for (; symbol < bound; symbol++) pairStarts[symbol + 1] = pairRight.length;
    if (rule === size) break;
    if (rule > 0 && left[rule] === left[rule - 1] && right[rule] === right[rule - 1]) continue;
    pairRight.push(right[rule]!);
    ruleStarts.push(rule);
  }
  ruleStarts.push(size);
  return {
    symbols,
    size,
    parent: Int32Array.from(lists.parent),
    left,
    right,
    probability: Float64Array.from(lists.probability),
    pairStarts,
    pairRight: Int32Array.from(pairRight),
    ruleStarts: Int32Array.from(ruleStarts),
  };
}

/** Finds rules by their three symbols. */
export class RuleTable {
  readonly #rules: Rules;
  readonly #places = new Map<number, number>();

  constructor(rules: Rules) {
    this.#rules = rules;
    for (let rule = 0; rule < rules.size; rule++) {
      this.#places.set(this.#key(rules.parent[rule]!, rules.left[rule]!, rules.right[rule]!), rule);
    }
  }

  #key(parent: number, left: number, right: number): number {
    const { symbols } = this.#rules;
    return (parent * symbols + left) * symbols + right;
  }

  /** −1 when there is no such rule, or no such symbol. */
  find(parent: number, left: number, right: number): number {
    if (parent < 0 || left < 0 || right < 0) return -1;
    return this.#places.get(this.#key(parent, left, right)) ?? -1;
  }
}
