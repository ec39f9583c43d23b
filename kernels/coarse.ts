// Inside–outside of a PCFG without hidden states over all spans of a sentence, one call a pass
// (src/charts/phrases/coarse-chart.ts has the recurrences, src/charts/phrases/coarse-kernel.ts the layout).
// The symbols of a span are a set of bits beside the list of its items, which is sorted by symbol, and so are the right
// sisters of a symbol beside the list of its pairs. A word of both sets tells by one conjunction which pairs there are,
// and the number of bits below one of them where the item lies and where the pair:
//   item = first of the word + bits of the span below,    pair = first of the word + bits of the sisters below.

/** Places of the arrays, as addresses, in the table that a call is given. By span: */
const FIRST_ITEM: usize = 0;
const ITEM_COUNT: usize = 4;
const EXPONENT: usize = 8;
const FIRST_WORD: usize = 12;
const WORD_COUNT: usize = 16;
const CHOICE: usize = 20;
const FIRST_USE: usize = 24;
const USE_COUNT: usize = 28;
/** By item: */
const SYMBOL: usize = 32;
const INSIDE: usize = 36;
const OUTSIDE: usize = 40;
/** By word of a span's set: its number, the item of its first bit, its bits. */
const WORD: usize = 44;
const WORD_ITEM: usize = 48;
const WORD_BITS: usize = 52;
/** By use of a rule: */
const PARENT: usize = 56;
const LEFT: usize = 60;
const RIGHT: usize = 64;
const RULE: usize = 68;
const POSTERIOR: usize = 72;
/** By symbol: sums of the current span, and how often it stands in a tree. */
const SUMS: usize = 76;
const EXPECTED: usize = 80;
/** Numbers, no addresses. */
const SYMBOLS: usize = 84;
const ITEM_ROOM: usize = 88;
const USE_ROOM: usize = 92;
const LEAVES: usize = 96;

/** Places in the head of a choice of rules: words of a set, bits and first pairs by left symbol, … */
const SET_WORDS: usize = 0;
const SISTERS: usize = 4;
const SISTER_PAIR: usize = 8;
/** … rules by pair; parents, numbers and probabilities by rule. */
const RULE_STARTS: usize = 12;
const RULE_PARENT: usize = 16;
const RULE_ID: usize = 20;
const PROBABILITY: usize = 24;

const UNSET: i32 = -0x40000000;
/** Beyond this difference in exponents a term adds nothing to a double. */
const NEGLIGIBLE_EXPONENT: i32 = -120;

// @ts-ignore: decorator
@inline
function int(array: usize, at: i32): i32 {
  return load<i32>(array + (<usize>at << 2));
}

// @ts-ignore: decorator
@inline
function put(array: usize, at: i32, value: i32): void {
  store<i32>(array + (<usize>at << 2), value);
}

// @ts-ignore: decorator
@inline
function double(array: usize, at: i32): f64 {
  return load<f64>(array + (<usize>at << 3));
}

// @ts-ignore: decorator
@inline
function putDouble(array: usize, at: i32, value: f64): void {
  store<f64>(array + (<usize>at << 3), value);
}

// @ts-ignore: decorator
@inline
function power(e: i32): f64 {
  if (e < -1022) return 0;
  return reinterpret<f64>(<u64>(min(e, 1023) + 1023) << 52);
}

// @ts-ignore: decorator
@inline
function exponentOf(x: f64): i32 {
  return <i32>((reinterpret<u64>(x) >> 52) & 0x7ff) - 1023;
}

/** The number of the span [start, end) less end. */
// @ts-ignore: decorator
@inline
function spansBefore(start: i32, words: i32): i32 {
  return start * words - ((start * (start - 1)) >> 1) - start - 1;
}

/** Lists the words of a span's set; returns where the next span's begin. */
function listWords(t: usize, span: i32, from: i32): i32 {
  const symbol: usize = load<u32>(t, SYMBOL);
  const word: usize = load<u32>(t, WORD);
  const bits: usize = load<u32>(t, WORD_BITS);
  const first = int(load<u32>(t, FIRST_ITEM), span);
  const last = first + int(load<u32>(t, ITEM_COUNT), span);
  let at = from - 1;
  let current = -1;
  for (let item = first; item < last; item++) {
    const s = int(symbol, item);
    if (s >> 6 != current) {
      current = s >> 6;
      at++;
      put(word, at, current);
      put(load<u32>(t, WORD_ITEM), at, item);
      store<u64>(bits + (<usize>at << 3), 0);
    }
    const place = bits + (<usize>at << 3);
    store<u64>(place, load<u64>(place) | (<u64>1 << (<u64>s & 63)));
  }
  put(load<u32>(t, FIRST_WORD), span, from);
  put(load<u32>(t, WORD_COUNT), span, at + 1 - from);
  return at + 1;
}

/** α of all spans; leaves hold theirs already. Returns the number of items, or −1 where there is no room for them. */
export function coarseInside(t: usize, words: i32, beam: f64): i32 {
  const firstItem: usize = load<u32>(t, FIRST_ITEM);
  const itemCount: usize = load<u32>(t, ITEM_COUNT);
  const exponent: usize = load<u32>(t, EXPONENT);
  const choices: usize = load<u32>(t, CHOICE);
  const symbols = load<i32>(t, SYMBOLS);
  const sums: usize = load<u32>(t, SUMS);
  let items = load<i32>(t, LEAVES);
  let setWords = 0;
  for (let at = 0; at < words; at++) setWords = listWords(t, spansBefore(at, words) + at + 1, setWords);
  memory.fill(sums, 0, <usize>symbols << 3);
  for (let length = 2; length <= words; length++) {
    for (let start = 0; start + length <= words; start++) {
      const end = start + length;
      const base = spansBefore(start, words);
      const span = base + end;
      put(firstItem, span, items);
      put(itemCount, span, 0);
      const choice: usize = load<u32>(choices + (<usize>span << 2));
      if (choice == 0) continue;
      let reference = UNSET;
      for (let split = start + 1; split < end; split++) {
        const left = base + split;
        const right = spansBefore(split, words) + end;
        if (int(itemCount, left) == 0 || int(itemCount, right) == 0) continue;
        reference = max(reference, int(exponent, left) + int(exponent, right));
      }
      if (reference == UNSET) continue;
      for (let split = start + 1; split < end; split++) {
        const left = base + split;
        const right = spansBefore(split, words) + end;
        if (int(itemCount, left) == 0 || int(itemCount, right) == 0) continue;
        const difference = int(exponent, left) + int(exponent, right) - reference;
        if (difference >= NEGLIGIBLE_EXPONENT) addSplit(t, choice, left, right, power(difference), sums);
      }
      if (items + symbols > load<i32>(t, ITEM_ROOM)) return -1;
      const found = keepSums(t, span, reference, items, beam);
      if (found == 0) continue;
      items += found;
      put(itemCount, span, found);
      setWords = listWords(t, span, setWords);
    }
  }
  return items;
}

/** sums[a] += scale·p(a → b c)·α[b]·α[c] for all items b of the left span and c of the right one. */
function addSplit(t: usize, choice: usize, left: i32, right: i32, scale: f64, sums: usize): void {
  const symbol: usize = load<u32>(t, SYMBOL);
  const inside: usize = load<u32>(t, INSIDE);
  const setWords = load<i32>(choice, SET_WORDS);
  const sisters: usize = load<u32>(choice, SISTERS);
  const sisterPair: usize = load<u32>(choice, SISTER_PAIR);
  const ruleStarts: usize = load<u32>(choice, RULE_STARTS);
  const parent: usize = load<u32>(choice, RULE_PARENT);
  const probability: usize = load<u32>(choice, PROBABILITY);
  const word: usize = load<u32>(t, WORD);
  const wordItem: usize = load<u32>(t, WORD_ITEM);
  const wordBits: usize = load<u32>(t, WORD_BITS);
  const firstWord = int(load<u32>(t, FIRST_WORD), right);
  const lastWord = firstWord + int(load<u32>(t, WORD_COUNT), right);
  const firstLeft = int(load<u32>(t, FIRST_ITEM), left);
  const lastLeft = firstLeft + int(load<u32>(t, ITEM_COUNT), left);
  for (let l = firstLeft; l < lastLeft; l++) {
    const x = double(inside, l) * scale;
    const row = int(symbol, l) * setWords;
    for (let at = firstWord; at < lastWord; at++) {
      const w = int(word, at);
      const own = load<u64>(sisters + (<usize>(row + w) << 3));
      const there = load<u64>(wordBits + (<usize>at << 3));
      let both = own & there;
      if (both == 0) continue;
      const items = inside + (<usize>int(wordItem, at) << 3);
      const pairs = ruleStarts + (<usize>int(sisterPair, row + w) << 2);
      do {
        const below = (both & -both) - 1;
        const product = x * load<f64>(items + (<usize>popcnt<u64>(there & below) << 3));
        const pair = pairs + (<usize>popcnt<u64>(own & below) << 2);
        both &= both - 1;
        const to = load<i32>(pair, 4);
        for (let rule = load<i32>(pair); rule < to; rule++) {
          const sum = sums + (<usize>int(parent, rule) << 3);
          store<f64>(sum, load<f64>(sum) + product * double(probability, rule));
        }
      } while (both != 0);
    }
  }
}

/** The sums that reach the beam become items, in the order of symbols, and all are set to 0; returns how many. */
function keepSums(t: usize, span: i32, reference: i32, items: i32, beam: f64): i32 {
  const symbols = load<i32>(t, SYMBOLS);
  const sums: usize = load<u32>(t, SUMS);
  const expected: usize = load<u32>(t, EXPECTED);
  const symbol: usize = load<u32>(t, SYMBOL);
  const inside: usize = load<u32>(t, INSIDE);
  let largest: f64 = 0;
  let likeliest: f64 = 0;
  // Found symbols wait in the list of items, all of them; those above the beam stay.
  let found = items;
  for (let s = 0; s < symbols; s++) {
    const sum = double(sums, s);
    if (sum == 0) continue;
    put(symbol, found++, s);
    largest = max(largest, sum);
    likeliest = max(likeliest, sum * double(expected, s));
  }
  if (largest == 0) return 0;
  const e = exponentOf(largest);
  const scale = power(-e);
  const least = beam * likeliest;
  put(load<u32>(t, EXPONENT), span, reference + e);
  let kept = items;
  for (let at = items; at < found; at++) {
    const s = int(symbol, at);
    const sum = double(sums, s);
    putDouble(sums, s, 0);
    if (sum * double(expected, s) < least) continue;
    put(symbol, kept, s);
    putDouble(inside, kept++, sum * scale);
  }
  return kept - items;
}

/**
 * β̃ of all items, and the uses of rules with a posterior of at least `least`; items over the whole sentence hold their
 * β̃, the others 0. Uses that cannot reach `skip` are passed over. Returns the number of uses, or −1 where there is no
 * room.
 */
export function coarseOutside(t: usize, words: i32, threshold: f64, least: f64, skip: f64): i32 {
  const firstItem: usize = load<u32>(t, FIRST_ITEM);
  const itemCount: usize = load<u32>(t, ITEM_COUNT);
  const exponent: usize = load<u32>(t, EXPONENT);
  const choices: usize = load<u32>(t, CHOICE);
  const symbol: usize = load<u32>(t, SYMBOL);
  const inside: usize = load<u32>(t, INSIDE);
  const outside: usize = load<u32>(t, OUTSIDE);
  const firstUse: usize = load<u32>(t, FIRST_USE);
  const useCount: usize = load<u32>(t, USE_COUNT);
  // β̃ of the current span by symbol.
  const betas: usize = load<u32>(t, SUMS);
  memory.fill(betas, 0, <usize>load<i32>(t, SYMBOLS) << 3);
  let uses = 0;
  for (let length = words; length >= 2; length--) {
    for (let start = 0; start + length <= words; start++) {
      const end = start + length;
      const base = spansBefore(start, words);
      const span = base + end;
      const first = int(firstItem, span);
      const last = first + int(itemCount, span);
      put(firstUse, span, uses);
      put(useCount, span, 0);
      let most: f64 = 0;
      for (let item = first; item < last; item++) {
        const beta = double(outside, item);
        // Pruned parents send nothing.
        const kept = beta > 0 && beta * double(inside, item) >= threshold;
        putDouble(betas, int(symbol, item), kept ? beta : 0);
        if (kept) most = max(most, beta);
      }
      if (most > 0) {
        const choice: usize = load<u32>(choices + (<usize>span << 2));
        for (let split = start + 1; split < end; split++) {
          const left = base + split;
          const right = spansBefore(split, words) + end;
          if (int(itemCount, left) == 0 || int(itemCount, right) == 0) continue;
          const scale = power(int(exponent, left) + int(exponent, right) - int(exponent, span));
          if (4 * scale * most < skip || scale == 0) continue;
          uses = shareSplit(t, choice, span, left, right, scale, most, least, skip, uses);
          if (uses < 0) return -1;
        }
        put(useCount, span, uses - int(firstUse, span));
      }
      for (let item = first; item < last; item++) putDouble(betas, int(symbol, item), 0);
    }
  }
  return uses;
}

/** What the items of a span send to those of two spans below it. */
function shareSplit(
  t: usize, choice: usize, span: i32, left: i32, right: i32, scale: f64, most: f64, least: f64, skip: f64, uses: i32,
): i32 {
  const symbol: usize = load<u32>(t, SYMBOL);
  const inside: usize = load<u32>(t, INSIDE);
  const outside: usize = load<u32>(t, OUTSIDE);
  const betas: usize = load<u32>(t, SUMS);
  const setWords = load<i32>(choice, SET_WORDS);
  const sisters: usize = load<u32>(choice, SISTERS);
  const sisterPair: usize = load<u32>(choice, SISTER_PAIR);
  const ruleStarts: usize = load<u32>(choice, RULE_STARTS);
  const parent: usize = load<u32>(choice, RULE_PARENT);
  const probability: usize = load<u32>(choice, PROBABILITY);
  const firstWord = int(load<u32>(t, FIRST_WORD), right);
  const lastWord = firstWord + int(load<u32>(t, WORD_COUNT), right);
  const firstLeft = int(load<u32>(t, FIRST_ITEM), left);
  const lastLeft = firstLeft + int(load<u32>(t, ITEM_COUNT), left);
  const firstAbove = int(load<u32>(t, FIRST_ITEM), span);
  for (let l = firstLeft; l < lastLeft; l++) {
    const x = double(inside, l) * scale;
    // No number of a span is above 2.
    if (2 * x * most < skip) continue;
    const row = int(symbol, l) * setWords;
    for (let at = firstWord; at < lastWord; at++) {
      const w = int(load<u32>(t, WORD), at);
      const own = load<u64>(sisters + (<usize>(row + w) << 3));
      const there = load<u64>(load<u32>(t, WORD_BITS) + (<usize>at << 3));
      let both = own & there;
      if (both == 0) continue;
      const firstRight = int(load<u32>(t, WORD_ITEM), at);
      const firstPair = int(sisterPair, row + w);
      do {
        const below = (both & -both) - 1;
        const r = firstRight + <i32>popcnt<u64>(there & below);
        const pair = firstPair + <i32>popcnt<u64>(own & below);
        both &= both - 1;
        const product = x * double(inside, r);
        if (product * most < skip) continue;
        let weight: f64 = 0;
        const to = int(ruleStarts, pair + 1);
        for (let rule = int(ruleStarts, pair); rule < to; rule++) {
          const above = int(parent, rule);
          const share = double(betas, above) * double(probability, rule);
          if (share == 0) continue;
          weight += share;
          if (share * product < least) continue;
          if (uses == load<i32>(t, USE_ROOM)) return -1;
          let item = firstAbove;
          while (int(symbol, item) != above) item++;
          put(load<u32>(t, PARENT), uses, item);
          put(load<u32>(t, LEFT), uses, l);
          put(load<u32>(t, RIGHT), uses, r);
          put(load<u32>(t, RULE), uses, int(load<u32>(choice, RULE_ID), rule));
          putDouble(load<u32>(t, POSTERIOR), uses++, share * product);
        }
        if (weight == 0) continue;
        putDouble(outside, l, double(outside, l) + weight * scale * double(inside, r));
        putDouble(outside, r, double(outside, r) + weight * x);
      } while (both != 0);
    }
  }
  return uses;
}
