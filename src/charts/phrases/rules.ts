/**
 * The binary rules a → b c of a grammar, with their probabilities p(a → b c | a), in the order the dynamic programs
 * want them: by b, then c.
 */

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
  /**
   * Hash table of pairs, open addressing: b, c and q of every slot, b = −1 where it is free. Its size a power of two.
   */
  readonly slots: Int32Array;
  /** q at b·symbols + c, −1 where there is none; undefined where there are too many symbols for such a table. */
  readonly grid: Int32Array | undefined;
}

/** Binary rules as parallel lists. */
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
    slots: hashPairs(pairStarts, pairRight),
    grid: gridOf(symbols, pairStarts, pairRight),
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

const firstSlot = (left: number, right: number, mask: number): number => {
  const hash = Math.imul(Math.imul(left, 0x9e3779b1) ^ right, 0x85ebca6b);
  return (hash ^ (hash >>> 15)) & mask;
};

/** Symbols up to which pairs have a table: 4 MB of it. */
const MOST_IN_GRID = 1024;

function gridOf(symbols: number, pairStarts: Int32Array, pairRight: readonly number[]): Int32Array | undefined {
  if (symbols > MOST_IN_GRID) return undefined;
  const grid = new Int32Array(symbols * symbols).fill(-1);
  for (let left = 0; left < symbols; left++)
    for (let pair = pairStarts[left]!; pair < pairStarts[left + 1]!; pair++)
      grid[left * symbols + pairRight[pair]!] = pair;
  return grid;
}

/** At least half of the slots are free, so that a look-up ends soon. */
function hashPairs(pairStarts: Int32Array, pairRight: readonly number[]): Int32Array {
  let size = 4;
  while (size < 2 * pairRight.length) size *= 2;
  const slots = new Int32Array(3 * size).fill(-1);
  for (let left = 0; left + 1 < pairStarts.length; left++) {
    for (let pair = pairStarts[left]!; pair < pairStarts[left + 1]!; pair++) {
      let slot = firstSlot(left, pairRight[pair]!, size - 1);
      while (slots[3 * slot]! >= 0) slot = (slot + 1) & (size - 1);
      slots.set([left, pairRight[pair]!, pair], 3 * slot);
    }
  }
  return slots;
}

/** The pair (b, c), or −1 where no rule has it. */
export function pairOf({ slots }: Rules, left: number, right: number): number {
  const mask = slots.length / 3 - 1;
  for (let slot = firstSlot(left, right, mask); ; slot = (slot + 1) & mask) {
    const at = 3 * slot;
    const found = slots[at]!;
    if (found < 0) return -1;
    if (found === left && slots[at + 1] === right) return slots[at + 2]!;
  }
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

/** Rounds of the sum below: each reaches one level further down, and trees are rarely deeper. */
const LEVELS = 200;

/**
 * How often each symbol stands in a tree on average: e(b) = root(b) + Σ_{a→b c} e(a)·p(a→b c) + the same with b on the
 * right. For rules counted in a treebank these are its own frequencies.
 */
export function expectedCounts(
  { parent, left, right, probability, size, symbols }: Rules,
  roots: Float64Array,
): Float64Array {
  let counts = roots.slice();
  for (let level = 0; level < LEVELS; level++) {
    const next = roots.slice();
    for (let rule = 0; rule < size; rule++) {
      const share = counts[parent[rule]!]! * probability[rule]!;
      next[left[rule]!]! += share;
      next[right[rule]!]! += share;
    }
    let change = 0;
    for (let symbol = 0; symbol < symbols; symbol++)
      change = Math.max(change, Math.abs(next[symbol]! - counts[symbol]!));
    counts = next;
    if (change < 1e-6) break;
  }
  return counts;
}
