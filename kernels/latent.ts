// Inside–outside of a grammar with hidden states over the items and edges of a pruned chart, in one call
// (src/charts/phrases/latent-chart.ts has the recurrences, src/charts/phrases/latent-kernel.ts the layout). Vectors of
// an item share a power of two, 2^e, and the outside vectors are kept as β̃ = β·2^(e − e_top)/Z, so that μ = α·β̃ and
//   β̃_b += 2^(e_b + e_c − e_a)·T(β̃_a, ·, α_c),    β̃_c likewise
// and nothing under- or overflows at any length.
import { rowsTimesVector, vectorTimesRows } from "./matvec";
import { axpy, dot, scale } from "./vector";

/** Places of the arrays, as addresses, in the table that a call is given. */
const RULE_PARENT: usize = 0;
const RULE_LEFT: usize = 4;
const RULE_RIGHT: usize = 8;
const SAMPLES: usize = 12;
const OFFSET: usize = 16;
const WEIGHTS: usize = 20;
const STATES: usize = 24;
const VECTOR_OFFSET: usize = 28;
const MEAN_INSIDE: usize = 32;
const MEAN_OUTSIDE: usize = 36;
const ROOT: usize = 40;
const NUMBERS: usize = 44;
const SYMBOL: usize = 48;
const EDGE_STARTS: usize = 52;
const EDGE_RULE: usize = 56;
const EDGE_LEFT: usize = 60;
const EDGE_RIGHT: usize = 64;
const VECTOR: usize = 68;
const EXPONENT: usize = 72;
const MASS: usize = 76;
const ALPHA: usize = 80;
const BETA: usize = 84;
const PRODUCTS: usize = 88;
const PRODUCT_AT: usize = 92;
const ITEM_MARGINAL: usize = 96;
const EDGE_MARGINAL: usize = 100;
const SCRATCH: usize = 104;

const UNSET: i32 = -0x40000000;

// @ts-ignore: decorator
@inline
function int(table: usize, at: i32): i32 {
  return load<i32>(table + (<usize>at << 2));
}

// @ts-ignore: decorator
@inline
function place<T>(array: usize, at: i32): usize {
  return array + <usize>at * sizeof<T>();
}

/** 2^e by its bits; 0 below the range of doubles, and the largest power above it. */
// @ts-ignore: decorator
@inline
function power(e: i32): f64 {
  if (e < -1022) return 0;
  return reinterpret<f64>(<u64>(min(e, 1023) + 1023) << 52);
}

function largestOf<T>(n: i32, x: usize): f64 {
  let largest: f64 = 0;
  for (let i = 0; i < n; i++) {
    const value = abs(<f64>load<T>(place<T>(x, i)));
    // A number that is none must be seen: it would lose every comparison.
    if (!(value <= largest)) largest = value;
  }
  return largest;
}

/** Exponent of a positive finite double; 0 of others. */
// @ts-ignore: decorator
@inline
function exponentOf(x: f64): i32 {
  const bits = <i32>((reinterpret<u64>(x) >> 52) & 0x7ff);
  return bits == 0 || bits == 0x7ff ? 0 : bits - 1023;
}

/** x ·= 2^e; a power may be beyond the range of singles though the product is not. */
function shift<T>(n: i32, e: i32, x: usize): void {
  const most = sizeof<T>() == 4 ? 126 : 1022;
  for (; e > most; e -= most) scale<T>(n, <T>power(most), x);
  if (e != 0) scale<T>(n, <T>power(e), x);
}

/**
 * Largest number of an item's α to [1, 2); returns nothing, sets its exponent and mass. An item whose α is 0, as
 * grammars of EM have them, is dead: its exponent is UNSET, and must not count among those of the living.
 */
function normalize<T>(t: usize, item: i32, reference: i32): void {
  const symbol = int(load<u32>(t, SYMBOL), item);
  const n = int(load<u32>(t, STATES), symbol);
  const alpha = place<T>(load<u32>(t, ALPHA), int(load<u32>(t, VECTOR), item));
  const largest = largestOf<T>(n, alpha);
  const e = exponentOf(largest);
  shift<T>(n, -e, alpha);
  store<i32>(load<u32>(t, EXPONENT) + (<usize>item << 2), largest == 0 ? UNSET : reference + e);
  const mean = place<T>(load<u32>(t, MEAN_INSIDE), int(load<u32>(t, VECTOR_OFFSET), symbol));
  store<f64>(load<u32>(t, MASS) + (<usize>item << 3), <f64>dot<T>(n, mean, alpha));
}

/** Whether a child of an edge is dead: then the edge adds nothing anywhere. */
// @ts-ignore: decorator
@inline
function isDead(exponent: usize, l: i32, r: i32): bool {
  return int(exponent, l) == UNSET || int(exponent, r) == UNSET;
}

function insideItem<T>(t: usize, item: i32): void {
  const edgeStarts: usize = load<u32>(t, EDGE_STARTS);
  const edgeRule: usize = load<u32>(t, EDGE_RULE);
  const edgeLeft: usize = load<u32>(t, EDGE_LEFT);
  const edgeRight: usize = load<u32>(t, EDGE_RIGHT);
  const exponent: usize = load<u32>(t, EXPONENT);
  const first = int(edgeStarts, item);
  const last = int(edgeStarts, item + 1);
  if (first == last) {
    normalize<T>(t, item, 0);
    return;
  }
  let reference = UNSET;
  for (let edge = first; edge < last; edge++) {
    const l = int(edgeLeft, edge);
    const r = int(edgeRight, edge);
    if (!isDead(exponent, l, r)) reference = max(reference, int(exponent, l) + int(exponent, r));
  }
  for (let from = first; from < last; ) {
    const rule = int(edgeRule, from);
    let to = from + 1;
    while (to < last && int(edgeRule, to) == rule) to++;
    if (int(load<u32>(t, SAMPLES), rule) == 0) denseInside<T>(t, item, rule, from, to, reference);
    else sampledInside<T>(t, item, rule, from, to, reference);
    from = to;
  }
  normalize<T>(t, item, reference);
}

/** α_a += T(Σ over uses of 2^(e_b + e_c − reference)·α_b ⊗ α_c). */
function denseInside<T>(t: usize, item: i32, rule: i32, from: i32, to: i32, reference: i32): void {
  const states: usize = load<u32>(t, STATES);
  const vector: usize = load<u32>(t, VECTOR);
  const exponent: usize = load<u32>(t, EXPONENT);
  const alphas: usize = load<u32>(t, ALPHA);
  const scratch: usize = load<u32>(t, SCRATCH);
  const ma = int(states, int(load<u32>(t, RULE_PARENT), rule));
  const mb = int(states, int(load<u32>(t, RULE_LEFT), rule));
  const mc = int(states, int(load<u32>(t, RULE_RIGHT), rule));
  const row = <usize>mc * sizeof<T>();
  memory.fill(scratch, 0, <usize>mb * row);
  for (let edge = from; edge < to; edge++) {
    const l = int(load<u32>(t, EDGE_LEFT), edge);
    const r = int(load<u32>(t, EDGE_RIGHT), edge);
    if (isDead(exponent, l, r)) continue;
    const factor = <T>power(int(exponent, l) + int(exponent, r) - reference);
    const left = place<T>(alphas, int(vector, l));
    const right = place<T>(alphas, int(vector, r));
    for (let j = 0; j < mb; j++)
      axpy<T>(mc, <T>(factor * load<T>(place<T>(left, j))), right, scratch + <usize>j * row);
  }
  const tensor = place<T>(load<u32>(t, NUMBERS), 0) + <usize>load<u32>(load<u32>(t, OFFSET) + (<usize>rule << 2)) * sizeof<T>();
  rowsTimesVector<T>(ma, mb * mc, 1, tensor, <usize>mb * row, scratch, place<T>(alphas, int(vector, item)), sizeof<T>());
}

/** The same for a rule kept as its sample; P and Q of every use stay for the outside pass. */
function sampledInside<T>(t: usize, item: i32, rule: i32, from: i32, to: i32, reference: i32): void {
  const states: usize = load<u32>(t, STATES);
  const vector: usize = load<u32>(t, VECTOR);
  const exponent: usize = load<u32>(t, EXPONENT);
  const alphas: usize = load<u32>(t, ALPHA);
  const scratch: usize = load<u32>(t, SCRATCH);
  const mass: usize = load<u32>(t, MASS);
  const parent = int(load<u32>(t, RULE_PARENT), rule);
  const ma = int(states, parent);
  const mb = int(states, int(load<u32>(t, RULE_LEFT), rule));
  const mc = int(states, int(load<u32>(t, RULE_RIGHT), rule));
  const n = int(load<u32>(t, SAMPLES), rule);
  const w: usize = load<u32>(t, WEIGHTS) + (<usize>rule << 5);
  const w1 = load<f64>(w);
  const w2 = load<f64>(w, 8);
  const w3 = load<f64>(w, 16);
  const w4 = load<f64>(w, 24);
  const z = place<T>(load<u32>(t, NUMBERS), 0) + <usize>load<u32>(load<u32>(t, OFFSET) + (<usize>rule << 2)) * sizeof<T>();
  const y = place<T>(z, n * ma);
  const x = place<T>(y, n * mb);
  const zMean = place<T>(x, n * mc);
  memory.fill(scratch, 0, <usize>n * sizeof<T>());
  let ofMean: f64 = 0;
  let ofSymbol: f64 = 0;
  for (let edge = from; edge < to; edge++) {
    const l = int(load<u32>(t, EDGE_LEFT), edge);
    const r = int(load<u32>(t, EDGE_RIGHT), edge);
    if (isDead(exponent, l, r)) continue;
    const factor = power(int(exponent, l) + int(exponent, r) - reference);
    const p = place<T>(load<u32>(t, PRODUCTS), int(load<u32>(t, PRODUCT_AT), edge));
    const q = place<T>(p, n);
    memory.fill(p, 0, 2 * <usize>n * sizeof<T>());
    rowsTimesVector<T>(n, mb, 1, y, <usize>mb * sizeof<T>(), place<T>(alphas, int(vector, l)), p, sizeof<T>());
    rowsTimesVector<T>(n, mc, 1, x, <usize>mc * sizeof<T>(), place<T>(alphas, int(vector, r)), q, sizeof<T>());
    let sumP: f64 = 0;
    let sumQ: f64 = 0;
    let sumPQ: f64 = 0;
    for (let s = 0; s < n; s++) {
      const ps = <f64>load<T>(place<T>(p, s));
      const qs = <f64>load<T>(place<T>(q, s));
      sumP += ps;
      sumQ += qs;
      sumPQ += ps * qs;
    }
    const meanP = factor * w2 * sumP / n;
    const meanQ = factor * w2 * sumQ / n;
    const own = factor * w1;
    for (let s = 0; s < n; s++) {
      const ps = <f64>load<T>(place<T>(p, s));
      const qs = <f64>load<T>(place<T>(q, s));
      const at = place<T>(scratch, s);
      store<T>(at, <T>(<f64>load<T>(at) + own * ps * qs + meanQ * ps + meanP * qs));
    }
    ofMean += factor * (w2 * sumPQ + w3 * sumP * sumQ / n);
    ofSymbol += factor * w4 * load<f64>(mass + (<usize>l << 3)) * load<f64>(mass + (<usize>r << 3));
  }
  const out = place<T>(alphas, int(vector, item));
  vectorTimesRows<T>(n, ma, 1, scratch, sizeof<T>(), z, <usize>ma * sizeof<T>(), out);
  axpy<T>(ma, <T>ofMean, zMean, out);
  axpy<T>(ma, <T>ofSymbol, place<T>(load<u32>(t, MEAN_OUTSIDE), int(load<u32>(t, VECTOR_OFFSET), parent)), out);
}

function outsideItem<T>(t: usize, item: i32): void {
  const symbol = int(load<u32>(t, SYMBOL), item);
  const n = int(load<u32>(t, STATES), symbol);
  const at = int(load<u32>(t, VECTOR), item);
  const beta = place<T>(load<u32>(t, BETA), at);
  store<f64>(
    load<u32>(t, ITEM_MARGINAL) + (<usize>item << 3),
    <f64>dot<T>(n, place<T>(load<u32>(t, ALPHA), at), beta),
  );
  const edgeStarts: usize = load<u32>(t, EDGE_STARTS);
  const edgeRule: usize = load<u32>(t, EDGE_RULE);
  const first = int(edgeStarts, item);
  const last = int(edgeStarts, item + 1);
  if (first == last) return;
  if (largestOf<T>(n, beta) == 0) {
    memory.fill(load<u32>(t, EDGE_MARGINAL) + (<usize>first << 3), 0, <usize>(last - first) << 3);
    return;
  }
  for (let from = first; from < last; ) {
    const rule = int(edgeRule, from);
    let to = from + 1;
    while (to < last && int(edgeRule, to) == rule) to++;
    if (int(load<u32>(t, SAMPLES), rule) == 0) denseOutside<T>(t, item, beta, rule, from, to);
    else sampledOutside<T>(t, item, symbol, n, beta, rule, from, to);
    from = to;
  }
}

/** D = Σ_i β̃_i T_i; then β̃_b += w·D α_c, β̃_c += w·Dᵀ α_b, μ = w·α_bᵀ D α_c with w = 2^(e_b + e_c − e_a). */
function denseOutside<T>(t: usize, item: i32, beta: usize, rule: i32, from: i32, to: i32): void {
  const states: usize = load<u32>(t, STATES);
  const vector: usize = load<u32>(t, VECTOR);
  const exponent: usize = load<u32>(t, EXPONENT);
  const alphas: usize = load<u32>(t, ALPHA);
  const betas: usize = load<u32>(t, BETA);
  const scratch: usize = load<u32>(t, SCRATCH);
  const ma = int(states, int(load<u32>(t, RULE_PARENT), rule));
  const mb = int(states, int(load<u32>(t, RULE_LEFT), rule));
  const mc = int(states, int(load<u32>(t, RULE_RIGHT), rule));
  const row = <usize>mc * sizeof<T>();
  const product = scratch + <usize>mb * row;
  const tensor = place<T>(load<u32>(t, NUMBERS), 0) + <usize>load<u32>(load<u32>(t, OFFSET) + (<usize>rule << 2)) * sizeof<T>();
  memory.fill(scratch, 0, <usize>mb * row);
  vectorTimesRows<T>(ma, mb * mc, 1, beta, sizeof<T>(), tensor, <usize>mb * row, scratch);
  for (let edge = from; edge < to; edge++) {
    const l = int(load<u32>(t, EDGE_LEFT), edge);
    const r = int(load<u32>(t, EDGE_RIGHT), edge);
    if (isDead(exponent, l, r)) {
      store<f64>(load<u32>(t, EDGE_MARGINAL) + (<usize>edge << 3), 0);
      continue;
    }
    const factor = <T>power(int(exponent, l) + int(exponent, r) - int(exponent, item));
    const left = int(vector, l);
    const right = int(vector, r);
    memory.fill(product, 0, <usize>mb * sizeof<T>());
    rowsTimesVector<T>(mb, mc, factor, scratch, row, place<T>(alphas, right), product, sizeof<T>());
    store<f64>(
      load<u32>(t, EDGE_MARGINAL) + (<usize>edge << 3),
      <f64>dot<T>(mb, product, place<T>(alphas, left)),
    );
    axpy<T>(mb, 1, product, place<T>(betas, left));
    vectorTimesRows<T>(mb, mc, factor, place<T>(alphas, left), sizeof<T>(), scratch, row, place<T>(betas, right));
  }
}

function sampledOutside<T>(t: usize, item: i32, symbol: i32, ma: i32, beta: usize, rule: i32, from: i32, to: i32): void {
  const states: usize = load<u32>(t, STATES);
  const vector: usize = load<u32>(t, VECTOR);
  const vectorOffset: usize = load<u32>(t, VECTOR_OFFSET);
  const exponent: usize = load<u32>(t, EXPONENT);
  const betas: usize = load<u32>(t, BETA);
  const scratch: usize = load<u32>(t, SCRATCH);
  const mass: usize = load<u32>(t, MASS);
  const b = int(load<u32>(t, RULE_LEFT), rule);
  const c = int(load<u32>(t, RULE_RIGHT), rule);
  const mb = int(states, b);
  const mc = int(states, c);
  const n = int(load<u32>(t, SAMPLES), rule);
  const w: usize = load<u32>(t, WEIGHTS) + (<usize>rule << 5);
  const w1 = load<f64>(w);
  const w2 = load<f64>(w, 8);
  const w3 = load<f64>(w, 16);
  const w4 = load<f64>(w, 24);
  const z = place<T>(load<u32>(t, NUMBERS), 0) + <usize>load<u32>(load<u32>(t, OFFSET) + (<usize>rule << 2)) * sizeof<T>();
  const y = place<T>(z, n * ma);
  const x = place<T>(y, n * mb);
  const yMean = place<T>(x, n * mc + ma);
  const xMean = place<T>(yMean, mb);
  const forLeft = place<T>(scratch, n);
  const forRight = place<T>(forLeft, n);
  memory.fill(scratch, 0, <usize>n * sizeof<T>());
  rowsTimesVector<T>(n, ma, 1, z, <usize>ma * sizeof<T>(), beta, scratch, sizeof<T>());
  let sumR: f64 = 0;
  for (let s = 0; s < n; s++) sumR += <f64>load<T>(place<T>(scratch, s));
  const parentMass = <f64>dot<T>(ma, place<T>(load<u32>(t, MEAN_OUTSIDE), int(vectorOffset, symbol)), beta);
  const meanLeft = place<T>(load<u32>(t, MEAN_INSIDE), int(vectorOffset, b));
  const meanRight = place<T>(load<u32>(t, MEAN_INSIDE), int(vectorOffset, c));
  for (let edge = from; edge < to; edge++) {
    const l = int(load<u32>(t, EDGE_LEFT), edge);
    const r = int(load<u32>(t, EDGE_RIGHT), edge);
    if (isDead(exponent, l, r)) {
      store<f64>(load<u32>(t, EDGE_MARGINAL) + (<usize>edge << 3), 0);
      continue;
    }
    const factor = power(int(exponent, l) + int(exponent, r) - int(exponent, item));
    const p = place<T>(load<u32>(t, PRODUCTS), int(load<u32>(t, PRODUCT_AT), edge));
    const q = place<T>(p, n);
    let sumP: f64 = 0;
    let sumQ: f64 = 0;
    let sumPQ: f64 = 0;
    let sumPR: f64 = 0;
    let sumQR: f64 = 0;
    let sumPQR: f64 = 0;
    for (let s = 0; s < n; s++) {
      const ps = <f64>load<T>(place<T>(p, s));
      const qs = <f64>load<T>(place<T>(q, s));
      const rs = <f64>load<T>(place<T>(scratch, s));
      sumP += ps;
      sumQ += qs;
      sumPQ += ps * qs;
      sumPR += ps * rs;
      sumQR += qs * rs;
      sumPQR += ps * qs * rs;
    }
    const meanP = w2 * sumP / n;
    const meanQ = w2 * sumQ / n;
    const meanR = w2 * sumR / n;
    for (let s = 0; s < n; s++) {
      const ps = <f64>load<T>(place<T>(p, s));
      const qs = <f64>load<T>(place<T>(q, s));
      const rs = <f64>load<T>(place<T>(scratch, s));
      store<T>(place<T>(forLeft, s), <T>(factor * (w1 * rs * qs + meanQ * rs + meanR * qs)));
      store<T>(place<T>(forRight, s), <T>(factor * (w1 * rs * ps + meanP * rs + meanR * ps)));
    }
    const left = place<T>(betas, int(vector, l));
    const right = place<T>(betas, int(vector, r));
    const leftMass = load<f64>(mass + (<usize>l << 3));
    const rightMass = load<f64>(mass + (<usize>r << 3));
    vectorTimesRows<T>(n, mb, 1, forLeft, sizeof<T>(), y, <usize>mb * sizeof<T>(), left);
    vectorTimesRows<T>(n, mc, 1, forRight, sizeof<T>(), x, <usize>mc * sizeof<T>(), right);
    axpy<T>(mb, <T>(factor * (w2 * sumQR + w3 * sumQ * sumR / n)), yMean, left);
    axpy<T>(mc, <T>(factor * (w2 * sumPR + w3 * sumP * sumR / n)), xMean, right);
    axpy<T>(mb, <T>(factor * w4 * rightMass * parentMass), meanLeft, left);
    axpy<T>(mc, <T>(factor * w4 * leftMass * parentMass), meanRight, right);
    const pairs = w2 * (sumPR * sumQ + sumQR * sumP + sumPQ * sumR) / n;
    const single = w3 * sumP * sumQ * sumR / (<f64>n * <f64>n);
    store<f64>(
      load<u32>(t, EDGE_MARGINAL) + (<usize>edge << 3),
      factor * (w1 * sumPQR + pairs + single + w4 * leftMass * rightMass * parentMass),
    );
  }
}

/** α of all items; leaves hold theirs already, the others 0. */
export function latentInside<T>(t: usize, items: i32): void {
  for (let item = 0; item < items; item++) insideItem<T>(t, item);
}

/** β̃ and marginals of all items, children after parents; items over the whole sentence hold their β̃, the others 0. */
export function latentOutside<T>(t: usize, items: i32): void {
  for (let item = items - 1; item >= 0; item--) outsideItem<T>(t, item);
}
