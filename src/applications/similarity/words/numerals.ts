/** Numerals with their units: "$ 1.5 billion" is 1.5e9 of $, "fifty percent" 50 of percent. */

/** A number and what it counts. */
export interface Numeral {
  readonly value: number;
  /** The word or sign of the unit, or "". */
  readonly unit: string;
  /** Where its first token stands. */
  readonly at: number;
}

const NAMES =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen " +
  "eighteen nineteen twenty";
const VALUES: ReadonlyMap<string, number> = new Map([
  ...NAMES.split(" ").map((name, value): [string, number] => [name, value]),
  ...["thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"].map((name, i): [string, number] => [
    name,
    30 + 10 * i,
  ]),
]);
const FACTORS: ReadonlyMap<string, number> = new Map([
  ["hundred", 1e2],
  ["thousand", 1e3],
  ["million", 1e6],
  ["billion", 1e9],
  ["trillion", 1e12],
  ["m", 1e6],
  ["bn", 1e9],
]);
const DIGITS = /^\d[\d.,]*$/;
const SIGNS: ReadonlyMap<string, string> = new Map([
  ["$", "dollar"],
  ["€", "euro"],
  ["£", "pound"],
  ["%", "percent"],
]);

function numeralValue(folded: string): number | undefined {
  if (DIGITS.test(folded)) {
    const value = Number(folded.replaceAll(",", "").replace(/\.$/, ""));
    return Number.isFinite(value) ? value : undefined;
  }
  return VALUES.get(folded);
}

/** The numerals of a sentence, by its tokens in small letters and their base forms. "one" alone is no numeral. */
export function numeralsOf(folded: readonly string[], bases: readonly string[]): Numeral[] {
  const found: Numeral[] = [];
  for (let i = 0; i < folded.length; i++) {
    let value = numeralValue(folded[i]!);
    if (value === undefined) continue;
    const at = i;
    let factor = FACTORS.get(folded[i + 1] ?? "");
    if (folded[at] === "one" && factor === undefined) continue;
    for (; factor !== undefined; factor = FACTORS.get(folded[i + 1] ?? "")) {
      value *= factor;
      i++;
    }
    const before = SIGNS.get(folded[at - 1] ?? "");
    const after = folded[i + 1] ?? "";
    const unit = before ?? SIGNS.get(after) ?? (/^\p{L}/u.test(after) ? bases[i + 1]! : "");
    found.push({ value, unit, at });
  }
  return found;
}
