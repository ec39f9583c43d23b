/**
 * Work counted in steps instead of seconds, so that growth can be tested on any machine: while `run` runs, the built-in
 * functions that look at text, bytes and lists count what they look at. A regular expression counts the text it went
 * over, all of the rest when it found nothing; `Intl.Segmenter` counts the square of the text, which is what it costs.
 */

type Method = (this: unknown, ...values: unknown[]) => unknown;
type Price = (self: { readonly length: number }, values: readonly unknown[], result: unknown) => number;

const one: Price = () => 1;
/** One character by its index. */
const character: Price = () => 1;
const whole: Price = (self) => 1 + self.length;
/** From the place a search began to the place it ended. */
const searched: Price = (self, [, from = 0], result) =>
  1 + (typeof result === "number" && result >= 0 ? result : self.length) - Math.min(self.length, Number(from));
const searchedBack: Price = (self, [, from = self.length], result) =>
  1 + Math.min(self.length, Number(from)) - Math.max(0, Number(result));
const resulting: Price = (_self, _values, result) => 1 + (result as { readonly length: number }).length;
const removed: Price = (self, _values, result) => 1 + self.length - (result as string).length;
/** Compared from one end only. */
const compared: Price = (_self, [other]) => 1 + String(other).length;
const moved: Price = (self, [start = 0], result) => 1 + self.length + (result as unknown[]).length - Number(start);

const PRICES: readonly (readonly [prototype: object, Readonly<Record<string, Price>>])[] = [
  [
    String.prototype,
    {
      ...{ charCodeAt: character, codePointAt: character, charAt: character, slice: one, substring: one },
      ...{ indexOf: searched, includes: whole, lastIndexOf: searchedBack, startsWith: compared, endsWith: compared },
      ...{ split: whole, replaceAll: whole, toLowerCase: whole, toUpperCase: whole },
      ...{ trim: removed, trimEnd: removed, trimStart: removed },
    },
  ],
  [
    Array.prototype,
    {
      ...{ indexOf: searched, includes: whole, findIndex: whole, find: whole, some: whole, every: whole },
      ...{ slice: resulting, concat: resulting, join: whole, splice: moved, unshift: whole, shift: whole },
      ...{ map: whole, filter: whole, forEach: whole, flatMap: whole, pop: one },
    },
  ],
  [
    Object.getPrototypeOf(Uint8Array.prototype) as object,
    {
      ...{ indexOf: searched, findIndex: whole, slice: resulting, subarray: one },
      set: (_self, [values]) => 1 + (values as { readonly length: number }).length,
    },
  ],
  [DataView.prototype, { getUint8: one, getInt16: one, getUint16: one, getUint32: one, getFloat32: one }],
  [Map.prototype, { get: one, has: one, set: one }],
  [Set.prototype, { has: one, add: one }],
  [Intl.Segmenter.prototype, { segment: (_self, [text]) => 1 + String(text).length ** 2 }],
  [
    RegExp.prototype,
    {
      exec: (self, [text], result) => {
        const { sticky } = self as unknown as RegExp;
        const found = result as RegExpExecArray | null;
        if (found === null) return sticky ? 1 : 1 + String(text).length;
        return 1 + found[0].length + (sticky ? 0 : found.index - before);
      },
    },
  ],
];

/** Where the current expression began to look. */
let before = 0;

/** How many steps `run` takes. */
export function countSteps(run: () => void): number {
  let steps = 0;
  const originals: (readonly [Record<string, Method>, string, Method])[] = [];
  for (const [prototype, prices] of PRICES) {
    const methods = prototype as unknown as Record<string, Method>;
    for (const [name, price] of Object.entries(prices)) {
      const original = methods[name]!;
      originals.push([methods, name, original]);
      // Most calls by far look at one character: they get a function without lists of arguments.
      methods[name] =
        price === character
          ? function (this: unknown, value: unknown) {
              steps++;
              return original.call(this, value);
            }
          : function (this: unknown, ...values: unknown[]) {
              const from = this instanceof RegExp && (this.global || this.sticky) ? this.lastIndex : 0;
              const result = Reflect.apply(original, this, values);
              before = from;
              steps += price(this as { readonly length: number }, values, result);
              return result;
            };
    }
  }
  try {
    run();
  } finally {
    for (const [methods, name, original] of originals) methods[name] = original;
  }
  return steps;
}

/** By how much the steps grow each time the size doubles. */
export function growth(run: (size: number) => () => void, smallest: number, doublings = 2): number[] {
  const steps: number[] = [];
  for (let i = 0; i <= doublings; i++) steps.push(countSteps(run(smallest * 2 ** i)));
  return steps.slice(1).map((count, i) => count / steps[i]!);
}
