/**
 * Counting for `inspect`: how often, how long, and where something odd was seen. Memory grows with the kinds of things,
 * not with the data.
 */
import { formatCount } from "../frame/numbers.ts";

/**
 * From this length on, engines let a substring point into the text it was cut from, which then stays in memory as a
 * whole.
 */
const POINTS_INTO_TEXT = 13;

/** A string of its own, to be kept. */
export const ownCopy = (text: string): string =>
  text.length < POINTS_INTO_TEXT ? text : (JSON.parse(JSON.stringify(text)) as string);

/** How often each name was seen. */
export class Tally {
  readonly #counts = new Map<string, { count: number }>();
  #total = 0;

  /** Whether the name is new. */
  add(name: string): boolean {
    this.#total++;
    const known = this.#counts.get(name);
    if (known !== undefined) known.count++;
    else this.#counts.set(ownCopy(name), { count: 1 });
    return known === undefined;
  }

  get total(): number {
    return this.#total;
  }

  get size(): number {
    return this.#counts.size;
  }

  /** Most frequent first; names seen equally often in alphabetical order. */
  sorted(): [string, number][] {
    const all = [...this.#counts].sort(([a, x], [b, y]) => y.count - x.count || (a < b ? -1 : 1));
    return all.map(([name, { count }]) => [name, count]);
  }

  toJSON(): Record<string, number> {
    return Object.fromEntries(this.sorted());
  }

  /** `NP 41,204, VP 20,312, … 12 more`, with no line end between a name and its number. */
  format(limit: number): string {
    const all = this.sorted();
    const shown = all.slice(0, limit).map(([name, count]) => `${name === "" ? '""' : name} ${formatCount(count)}`);
    if (all.length > limit) shown.push(`… ${formatCount(all.length - limit)} more`);
    return shown.map((item) => item.replaceAll(" ", "\u00A0")).join(", ");
  }
}

const QUANTILES = { "5%": 0.05, "25%": 0.25, median: 0.5, "75%": 0.75, "95%": 0.95 } as const;

/** Whole numbers, such as lengths of sentences: a histogram, from which quantiles are exact. */
export class Lengths {
  readonly #counts = new Map<number, number>();
  #count = 0;
  #sum = 0;

  add(length: number): void {
    this.#counts.set(length, (this.#counts.get(length) ?? 0) + 1);
    this.#count++;
    this.#sum += length;
  }

  get count(): number {
    return this.#count;
  }

  get sum(): number {
    return this.#sum;
  }

  /** The smallest length that at least this share of all reach or stay under. */
  quantile(share: number): number {
    let seen = 0;
    const sorted = [...this.#counts].sort(([a], [b]) => a - b);
    for (const [length, count] of sorted) {
      seen += count;
      if (seen >= share * this.#count) return length;
    }
    return sorted.at(-1)?.[0] ?? 0;
  }

  toJSON(): Record<string, number> {
    const quantiles = Object.entries(QUANTILES).map(([name, share]) => [name, this.quantile(share)]);
    const mean = this.#count === 0 ? 0 : this.#sum / this.#count;
    return {
      min: this.quantile(0),
      ...Object.fromEntries(quantiles),
      max: this.quantile(1),
      mean: Math.round(mean * 100) / 100,
    };
  }

  /** `1 to 118, median 23, mean 23.88; 5 % up to 6, 25 % 15, 75 % 31, 95 % 46` */
  format(): string {
    const { min, max, mean } = this.toJSON();
    const at = (share: number) => formatCount(this.quantile(share));
    const range = `${formatCount(min!)} to ${formatCount(max!)}, median ${at(0.5)}, mean ${mean!.toFixed(2)}`;
    return `${range}; quantiles 5 % ${at(0.05)}, 25 % ${at(0.25)}, 75 % ${at(0.75)}, 95 % ${at(0.95)}`;
  }
}

/** Records with something odd, by what is odd about them: each record counted once, the first few places kept. */
export class Oddities {
  readonly #found = new Map<string, { count: number; last: string; readonly places: string[] }>();

  constructor(readonly keep = 5) {}

  add(what: string, place: string): void {
    const known = this.#found.get(what);
    if (known === undefined) this.#found.set(what, { count: 1, last: place, places: [place] });
    else if (known.last !== place) {
      known.count++;
      known.last = place;
      if (known.places.length < this.keep) known.places.push(place);
    }
  }

  get size(): number {
    return this.#found.size;
  }

  toJSON(): { what: string; count: number; places: readonly string[] }[] {
    return [...this.#found]
      .sort(([, x], [, y]) => y.count - x.count)
      .map(([what, { count, places }]) => ({ what, count, places }));
  }

  format(indent: string): string {
    const lines = this.toJSON().map(({ what, count, places }) => {
      const more = count > places.length ? ", …" : "";
      return `${indent}${formatCount(count)} × ${what}: ${joinPlaces(places)}${more}`;
    });
    return lines.join("\n");
  }
}

/** `dev.mrg:2, 11, train.mrg:4`: the file once for all its lines. */
function joinPlaces(places: readonly string[]): string {
  let last = "";
  const short = places.map((place) => {
    const file = place.slice(0, place.lastIndexOf(":") + 1);
    const shown = file !== "" && file === last ? place.slice(file.length) : place;
    last = file;
    return shown;
  });
  return short.join(", ");
}
