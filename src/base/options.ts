/**
 * Option sets: each option is declared once with its meaning, default and range. The declaration gives the TypeScript type, the check of
 * values handed to the library, and the flag, help line and parser of the command line.
 *
 *   const OPTIONS = { states: whole("hidden states per nonterminal, at most", { default: 32, min: 1, max: 512 }) };
 *   const options = checkOptions("learnSpectral", OPTIONS, given);      // { states: number }
 */
import { OptionError } from "./errors.ts";
import { suggestion } from "./spelling.ts";

export interface OptionSpec<T> {
  readonly meaning: string;
  readonly default: T;
  /** Completes "must be …": "a whole number from 1 to 512". */
  readonly expected: string;
  readonly accepts: (value: unknown) => boolean;
  /** From a command-line word; undefined when the word cannot be one. Absent for flags, which take no word. */
  readonly fromText?: (text: string) => T | undefined;
}

export type OptionSet = Readonly<Record<string, OptionSpec<unknown>>>;

/** The complete options that a set of declarations describes. */
export type OptionsOf<S extends OptionSet> = { readonly [K in keyof S]: S[K] extends OptionSpec<infer T> ? T : never };

interface Range {
  readonly min?: number;
  readonly max?: number;
}

function rangeText({ min, max }: Range): string {
  if (min !== undefined && max !== undefined) return ` from ${min} to ${max}`;
  if (min !== undefined) return ` of at least ${min}`;
  return max === undefined ? "" : ` of at most ${max}`;
}

const inRange = (value: number, { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY }: Range) => value >= min && value <= max;

const parseNumber = (text: string) => (text.trim() === "" || Number.isNaN(Number(text)) ? undefined : Number(text));

/** A whole number in a closed range. */
export function whole(meaning: string, range: Range & { readonly default: number }): OptionSpec<number> {
  return {
    meaning,
    default: range.default,
    expected: `a whole number${rangeText(range)}`,
    accepts: (value) => Number.isSafeInteger(value) && inRange(value as number, range),
    fromText: parseNumber,
  };
}

/** A finite number in a closed range. */
export function real(meaning: string, range: Range & { readonly default: number }): OptionSpec<number> {
  return {
    meaning,
    default: range.default,
    expected: `a number${rangeText(range)}`,
    accepts: (value) => Number.isFinite(value) && inRange(value as number, range),
    fromText: parseNumber,
  };
}

/** One of a few names. */
export function choice<const N extends string>(
  meaning: string,
  names: readonly N[],
  options: { readonly default: NoInfer<N> },
): OptionSpec<N> {
  return {
    meaning,
    default: options.default,
    expected: `one of ${names.join(", ")}`,
    accepts: (value) => names.includes(value as N),
    fromText: (text) => text as N,
  };
}

const listed = (text: string) => (text.trim() === "" ? [] : text.split(",").map((word) => word.trim()));

/** Several whole numbers: `8,16,32` on the command line. */
export function wholes(meaning: string, range: Range & { readonly default: readonly number[] }): OptionSpec<readonly number[]> {
  const one = whole(meaning, { ...range, default: 0 });
  return {
    meaning,
    default: range.default,
    expected: `whole numbers${rangeText(range)}, separated by commas`,
    accepts: (value) => Array.isArray(value) && value.every(one.accepts),
    fromText: (text) => {
      const numbers = listed(text).map(parseNumber);
      return numbers.some((value) => value === undefined) ? undefined : (numbers as number[]);
    },
  };
}

/** Any number of a few names: `em,pcfg` on the command line. */
export function choices<const N extends string>(
  meaning: string,
  names: readonly N[],
  options: { readonly default: readonly NoInfer<N>[] },
): OptionSpec<readonly N[]> {
  return {
    meaning,
    default: options.default,
    expected: `any of ${names.join(", ")}, separated by commas`,
    accepts: (value) => Array.isArray(value) && value.every((name) => names.includes(name)),
    fromText: (text) => listed(text) as N[],
  };
}

/** Yes or no: `--name` and `--no-name` on the command line. */
export function flag(meaning: string, options: { readonly default: boolean }): OptionSpec<boolean> {
  return { meaning, default: options.default, expected: "true or false", accepts: (value) => typeof value === "boolean" };
}

/** Any text. */
export function text(meaning: string, options: { readonly default: string }): OptionSpec<string> {
  return {
    meaning,
    default: options.default,
    expected: "a text",
    accepts: (value) => typeof value === "string",
    fromText: (word) => word,
  };
}

/** As `spec`, or left out. */
export function optional<T>(spec: Omit<OptionSpec<T>, "default">): OptionSpec<T | undefined> {
  return { ...spec, default: undefined, accepts: (value) => value === undefined || spec.accepts(value) };
}

/** The one sentence for a bad value; `name` as its reader wrote it: `states` or `--states`. */
export function badValue(spec: OptionSpec<unknown>, name: string, value: unknown): string {
  const shown = typeof value === "string" ? `"${value}"` : String(value);
  return `${name} must be ${spec.expected}; got ${shown}.`;
}

/** Completes `given` with the defaults, or throws an `OptionError` for an unknown name or a bad value. `where` opens the message. */
export function checkOptions<S extends OptionSet>(where: string, specs: S, given: Partial<OptionsOf<S>> = {}): OptionsOf<S> {
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(specs, name))
      throw new OptionError(name, `${where}: unknown option "${name}".${suggestion(name, Object.keys(specs))}`);
  }
  const complete: Record<string, unknown> = {};
  for (const [name, spec] of Object.entries(specs)) {
    const value = given[name as keyof S] === undefined ? spec.default : given[name as keyof S];
    if (!spec.accepts(value)) throw new OptionError(name, `${where}: ${badValue(spec, name, value)}`);
    complete[name] = value;
  }
  return complete as OptionsOf<S>;
}

/** Of the options of a larger set, those of a smaller one. */
export function optionsOf<S extends OptionSet>(specs: S, options: OptionsOf<S>): OptionsOf<S> {
  return Object.fromEntries(Object.keys(specs).map((name) => [name, options[name]])) as OptionsOf<S>;
}
