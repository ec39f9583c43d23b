/**
 * The current classes in Brown clustering (brown.ts, where n, l and r are defined), and what merging each two of them
 * costs.
 *
 * Quality Q = Σ_ab n(a,b) · log( n(a,b) / (l(a)·r(b)) ) is N times the mutual information of neighbouring classes, up
 * to a constant. With φ(x) = x·log x and Δ(u,v) = φ(u+v) − φ(u) − φ(v), which is 0 as soon as u or v is, merging a and
 * b costs
 *
 *   loss(a,b) = marginal(a,b) − gain(a,b) − own(a,b)
 *   gain(a,b) = Σ_{x ≠ a,b} Δ(n(a,x), n(b,x)) + Δ(n(x,a), n(x,b))
 *   own(a,b)  = φ(n(a,a) + n(a,b) + n(b,a) + n(b,b)) − φ(n(a,a)) − φ(n(a,b)) − φ(n(b,a)) − φ(n(b,b))
 *   marginal(a,b) = l°(a)·log(l(a+b)/l(a)) + l°(b)·log(l(a+b)/l(b)) + the same with r,      l°(a) = Σ_x n(a,x)
 *
 * A new word, or the smaller of two classes that merge, changes gain only where it has bigrams: O(s·C) a step for s
 * classes beside it, where the usual form takes O(C²) logarithms. φ of small numbers is read from a table.
 */
import type { BigramCounts } from "../counts/bigrams.ts";

/**
 * Two classes that became one, by their numbers; the new class gets the next free number, counting on from the words.
 */
export interface Merge {
  readonly first: number;
  readonly second: number;
  /** Fall of Q. */
  readonly loss: number;
}

/** x·log x of the whole numbers below this is read from a table, which fits the second-level cache. */
const TABLE = 1 << 16;
const PHI = new Float64Array(TABLE);
for (let x = 2; x < TABLE; x++) PHI[x] = x * Math.log(x);

const phi = (x: number): number => (x < TABLE ? PHI[x]! : x * Math.log(x));
const delta = (u: number, v: number): number => (u === 0 || v === 0 ? 0 : phi(u + v) - phi(u) - phi(v));
const safeLog = (x: number): number => (x > 1 ? Math.log(x) : 0);

/** The current classes, each in a slot; matrices are slots × slots. */
export class ClassWindow {
  readonly #bigrams: BigramCounts;
  readonly #stride: number;
  /** n(a,x), and transposed n(x,a), so that both are read along rows. */
  readonly #after: Float64Array;
  readonly #before: Float64Array;
  readonly #gain: Float64Array;
  readonly #loss: Float64Array;
  readonly #logLeft: Float64Array;
  readonly #logRight: Float64Array;
  /** l, r; and l°, r°. */
  readonly #left: Float64Array;
  readonly #right: Float64Array;
  readonly #leftHere: Float64Array;
  readonly #rightHere: Float64Array;
  /** Class number in each slot. */
  readonly #classIn: Int32Array;
  /** The slot of each word's class, or −1; while words go into classes only the slots of classes need renaming. */
  readonly #slotOf: Int32Array;
  readonly #members: number[][];
  readonly #active: number[] = [];
  readonly #free: number[] = [];
  #nextClass: number;
  /** Scratch: the slots beside one class. */
  readonly #beside: Int32Array;
  readonly #isBeside: Uint8Array;

  constructor(bigrams: BigramCounts, classes: number) {
    const slots = classes + 1;
    this.#bigrams = bigrams;
    this.#stride = slots;
    this.#after = new Float64Array(slots * slots);
    this.#before = new Float64Array(slots * slots);
    this.#gain = new Float64Array(slots * slots);
    this.#loss = new Float64Array(slots * slots);
    this.#logLeft = new Float64Array(slots * slots);
    this.#logRight = new Float64Array(slots * slots);
    this.#left = new Float64Array(slots);
    this.#right = new Float64Array(slots);
    this.#leftHere = new Float64Array(slots);
    this.#rightHere = new Float64Array(slots);
    this.#classIn = new Int32Array(slots);
    this.#slotOf = new Int32Array(bigrams.words).fill(-1);
    this.#members = Array.from({ length: slots }, () => []);
    this.#beside = new Int32Array(slots);
    this.#isBeside = new Uint8Array(slots);
    for (let slot = slots - 1; slot >= 0; slot--) this.#free.push(slot);
    this.#nextClass = bigrams.words;
  }

  get size(): number {
    return this.#active.length;
  }

  /** Gives the word a class of its own. */
  add(word: number): void {
    const slot = this.#free.pop()!;
    const stride = this.#stride;
    this.#clear(slot);
    this.#slotOf[word] = slot;
    this.#members[slot] = [word];
    this.#classIn[slot] = word;
    this.#left[slot] = this.#bigrams.left[word]!;
    this.#right[slot] = this.#bigrams.right[word]!;
    this.#readBigrams(word, slot);
    const count = this.#findBeside(slot, -1);
    for (let i = 0; i < count; i++) {
      const c = this.#beside[i]!;
      const intoSlot = this.#after[c * stride + slot]!;
      const outOfSlot = this.#after[slot * stride + c]!;
      this.#leftHere[slot]! += outOfSlot;
      this.#rightHere[slot]! += intoSlot;
      this.#raiseMarginals(c, intoSlot, outOfSlot);
      for (let j = 0; j < i; j++) {
        const d = this.#beside[j]!;
        const change =
          delta(intoSlot, this.#after[d * stride + slot]!) + delta(outOfSlot, this.#after[slot * stride + d]!);
        this.#changeGain(c, d, change);
      }
    }
    const own = this.#after[slot * stride + slot]!;
    this.#leftHere[slot]! += own;
    this.#rightHere[slot]! += own;
    for (const d of this.#active) {
      let gain = 0;
      for (let i = 0; i < count; i++) {
        const x = this.#beside[i]!;
        if (x !== d) gain += this.#gainAt(slot, d, x);
      }
      this.#setPair(slot, d, gain);
    }
    this.#active.push(slot);
  }

  /** Merges the pair with the least loss; of equal ones, the first found. */
  mergeBest(): Merge {
    const stride = this.#stride;
    let best = Number.POSITIVE_INFINITY;
    let [p, q] = [this.#active[0]!, this.#active[1]!];
    for (let i = 1; i < this.#active.length; i++) {
      const a = this.#active[i]!;
      for (let j = 0; j < i; j++) {
        const loss = this.#loss[a * stride + this.#active[j]!]!;
        if (loss < best) [best, p, q] = [loss, this.#active[j]!, a];
      }
    }
    const merge = { first: this.#classIn[p]!, second: this.#classIn[q]!, loss: best };
    // The class with fewer neighbours moves into the other: that touches the fewest pairs.
    if (this.#findBeside(p, q) < this.#findBeside(q, p)) [p, q] = [q, p];
    this.#merge(p, q, this.#findBeside(q, p));
    this.#classIn[p] = this.#nextClass++;
    return merge;
  }

  /** q joins p; `count` classes stand beside q. */
  #merge(p: number, q: number, count: number): void {
    const stride = this.#stride;
    const [after, before] = [this.#after, this.#before];
    for (let i = 0; i < count; i++) this.#isBeside[this.#beside[i]!] = 1;
    for (let i = 0; i < count; i++) {
      const c = this.#beside[i]!;
      for (const d of this.#active) {
        if (d === p || d === q || d === c || (this.#isBeside[d] === 1 && d < c)) continue;
        const change =
          delta(after[c * stride + p]! + after[c * stride + q]!, after[d * stride + p]! + after[d * stride + q]!) +
          delta(before[c * stride + p]! + before[c * stride + q]!, before[d * stride + p]! + before[d * stride + q]!) -
          this.#gainAt(c, d, p) -
          this.#gainAt(c, d, q);
        if (change !== 0) this.#changeGain(c, d, change);
      }
    }
    const gains = this.#active.map((d) => (d === p || d === q ? 0 : this.#mergedGain(p, q, d, count)));
    for (let i = 0; i < count; i++) this.#isBeside[this.#beside[i]!] = 0;
    this.#moveCounts(p, q);
    const pairs = this.#active.map((d, i) => [d, gains[i]!] as const);
    this.#active.splice(this.#active.indexOf(q), 1);
    this.#free.push(q);
    for (const [d, gain] of pairs) if (d !== p && d !== q) this.#setPair(p, d, gain);
  }

  /** gain(p+q, d) from gain(p, d): they differ only where q has bigrams, and q itself is no longer a third class. */
  #mergedGain(p: number, q: number, d: number, count: number): number {
    const stride = this.#stride;
    const [after, before] = [this.#after, this.#before];
    let gain = this.#gain[p * stride + d]! - this.#gainAt(p, d, q);
    for (let i = 0; i < count; i++) {
      const x = this.#beside[i]!;
      if (x === d) continue;
      gain +=
        delta(after[p * stride + x]! + after[q * stride + x]!, after[d * stride + x]!) +
        delta(before[p * stride + x]! + before[q * stride + x]!, before[d * stride + x]!) -
        this.#gainAt(p, d, x);
    }
    return gain;
  }

  #moveCounts(p: number, q: number): void {
    const stride = this.#stride;
    const [after, before] = [this.#after, this.#before];
    const own = after[p * stride + p]! + after[p * stride + q]! + after[q * stride + p]! + after[q * stride + q]!;
    for (const x of this.#active) {
      if (x === p || x === q) continue;
      after[p * stride + x]! += after[q * stride + x]!;
      before[p * stride + x]! += before[q * stride + x]!;
      before[x * stride + p] = after[p * stride + x]!;
      after[x * stride + p] = before[p * stride + x]!;
    }
    after[p * stride + p] = own;
    before[p * stride + p] = own;
    for (const sums of [this.#left, this.#right, this.#leftHere, this.#rightHere]) sums[p]! += sums[q]!;
    for (const word of this.#members[q]!) {
      this.#slotOf[word] = p;
      this.#members[p]!.push(word);
    }
    this.#members[q] = [];
  }

  /** Δ(n(a,x), n(b,x)) + Δ(n(x,a), n(x,b)) */
  #gainAt(a: number, b: number, x: number): number {
    const [rowA, rowB] = [a * this.#stride + x, b * this.#stride + x];
    return delta(this.#after[rowA]!, this.#after[rowB]!) + delta(this.#before[rowA]!, this.#before[rowB]!);
  }

  #changeGain(a: number, b: number, change: number): void {
    const [ab, ba] = [a * this.#stride + b, b * this.#stride + a];
    this.#gain[ab]! += change;
    this.#gain[ba] = this.#gain[ab]!;
    this.#loss[ab]! -= change;
    this.#loss[ba] = this.#loss[ab]!;
  }

  /** l°(c) and r°(c) grow: every loss with c changes. */
  #raiseMarginals(c: number, left: number, right: number): void {
    const stride = this.#stride;
    const [logLeft, logRight] = [safeLog(this.#left[c]!), safeLog(this.#right[c]!)];
    for (const d of this.#active) {
      if (d === c) continue;
      const cd = c * stride + d;
      this.#loss[cd]! += left * (this.#logLeft[cd]! - logLeft) + right * (this.#logRight[cd]! - logRight);
      this.#loss[d * stride + c] = this.#loss[cd]!;
    }
    this.#leftHere[c]! += left;
    this.#rightHere[c]! += right;
  }

  /** Everything that is kept about a pair, from its counts and its gain. */
  #setPair(a: number, b: number, gain: number): void {
    const stride = this.#stride;
    const [ab, ba] = [a * stride + b, b * stride + a];
    const logLeft = safeLog(this.#left[a]! + this.#left[b]!);
    const logRight = safeLog(this.#right[a]! + this.#right[b]!);
    this.#logLeft[ab] = this.#logLeft[ba] = logLeft;
    this.#logRight[ab] = this.#logRight[ba] = logRight;
    const marginal =
      this.#leftHere[a]! * (logLeft - safeLog(this.#left[a]!)) +
      this.#leftHere[b]! * (logLeft - safeLog(this.#left[b]!)) +
      this.#rightHere[a]! * (logRight - safeLog(this.#right[a]!)) +
      this.#rightHere[b]! * (logRight - safeLog(this.#right[b]!));
    const [aa, bb, x, y] = [
      this.#after[a * stride + a]!,
      this.#after[b * stride + b]!,
      this.#after[ab]!,
      this.#after[ba]!,
    ];
    const own = phi(aa + bb + x + y) - phi(aa) - phi(bb) - phi(x) - phi(y);
    this.#gain[ab] = this.#gain[ba] = gain;
    this.#loss[ab] = this.#loss[ba] = marginal - gain - own;
  }

  /**
   * Puts the classes that have bigrams with the one in `slot`, except `except`, into the scratch list; returns how
   * many.
   */
  #findBeside(slot: number, except: number): number {
    const row = slot * this.#stride;
    let count = 0;
    for (const c of this.#active) {
      if (c === slot || c === except) continue;
      if (this.#after[row + c] !== 0 || this.#before[row + c] !== 0) this.#beside[count++] = c;
    }
    return count;
  }

  #readBigrams(word: number, slot: number): void {
    const stride = this.#stride;
    const { after, before } = this.#bigrams;
    for (let e = after.starts[word]!; e < after.starts[word + 1]!; e++) {
      const other = this.#slotOf[after.ids[e]!]!;
      if (other < 0) continue;
      this.#after[slot * stride + other]! += after.counts[e]!;
      this.#before[other * stride + slot]! += after.counts[e]!;
    }
    for (let e = before.starts[word]!; e < before.starts[word + 1]!; e++) {
      const other = this.#slotOf[before.ids[e]!]!;
      if (other < 0 || other === slot) continue;
      this.#after[other * stride + slot]! += before.counts[e]!;
      this.#before[slot * stride + other]! += before.counts[e]!;
    }
  }

  #clear(slot: number): void {
    const stride = this.#stride;
    for (let x = 0; x < stride; x++) {
      this.#after[slot * stride + x] = this.#after[x * stride + slot] = 0;
      this.#before[slot * stride + x] = this.#before[x * stride + slot] = 0;
    }
    this.#leftHere[slot] = this.#rightHere[slot] = 0;
  }
}
