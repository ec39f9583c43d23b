/**
 * Option sets: each option is declared once with its meaning, default and range. The declaration gives the TypeScript
 * type, the check of values handed to the library, and the flag, help line and parser of the command line.
 *
 *   const OPTIONS = { states: whole("hidden states per nonterminal, at most", { default: 32, min: 1, max: 512 }) };
 *   const options = checkOptions("learnSpectral", OPTIONS, given);      // { states: number }
 */
import { OptionError } from "./errors.ts";
import type { Json } from "./model-parts.ts";
import { shortened } from "./quoted.ts";
import { suggestion } from "./spelling.ts";

/** The declaration of an option: its meaning, default, range, and how it is read from a word. */
export interface OptionSpec<T> {
  readonly meaning: string;
  readonly default: T;
  /** Completes "must be …": "a whole number from 1 to 512". */
  readonly expected: string;
  readonly accepts: (value: unknown) => boolean;
  /** From a command-line word; undefined when the word cannot be one. Absent for flags, which take no word. */
  readonly fromText?: ((text: string) => T | undefined) | undefined;
  /** Few people need it: the help lists it after the everyday options. */
  readonly expert?: boolean | undefined;
  /** The values as a JSON Schema, for the description of the HTTP API; any text where it is left out. */
  readonly schema?: JsonSchema | undefined;
}

/** A JSON Schema, as far as declarations of options need one. */
export type JsonSchema = { readonly [keyword: string]: Json };

/** Options by name. */
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

const rangeSchema = ({ min, max }: Range): JsonSchema => ({
  ...(min === undefined ? {} : { minimum: min }),
  ...(max === undefined ? {} : { maximum: max }),
});

const inRange = (value: number, { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY }: Range) =>
  value >= min && value <= max;

const parseNumber = (text: string) => (text.trim() === "" || Number.isNaN(Number(text)) ? undefined : Number(text));

/** A whole number in a closed range. */
export function whole(meaning: string, range: Range & { readonly default: number }): OptionSpec<number> {
  return {
    meaning,
    default: range.default,
    expected: `a whole number${rangeText(range)}`,
    accepts: (value) => Number.isSafeInteger(value) && inRange(value as number, range),
    fromText: parseNumber,
    schema: { type: "integer", ...rangeSchema(range) },
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
    schema: { type: "number", ...rangeSchema(range) },
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
    schema: { type: "string", enum: names },
  };
}

const listed = (text: string) => (text.trim() === "" ? [] : text.split(",").map((word) => word.trim()));

/** Several whole numbers: `8,16,32` on the command line. */
export function wholes(
  meaning: string,
  range: Range & { readonly default: readonly number[] },
): OptionSpec<readonly number[]> {
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
    schema: { type: "array", items: one.schema! },
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
    schema: { type: "array", items: { type: "string", enum: names } },
  };
}

/** Any texts: `IP-*,N-D` on the command line. */
export function texts(
  meaning: string,
  options: { readonly default: readonly string[] },
): OptionSpec<readonly string[]> {
  return {
    meaning,
    default: options.default,
    expected: "texts, separated by commas",
    accepts: (value) => Array.isArray(value) && value.every((item) => typeof item === "string" && item !== ""),
    fromText: listed,
    schema: { type: "array", items: { type: "string", minLength: 1 } },
  };
}

/** Yes or no: `--name` and `--no-name` on the command line. */
export function flag(meaning: string, options: { readonly default: boolean }): OptionSpec<boolean> {
  return {
    meaning,
    default: options.default,
    expected: "true or false",
    accepts: (value) => typeof value === "boolean",
    schema: { type: "boolean" },
  };
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

/** The same options, listed by the help under a heading of their own. */
export function expert<const S extends OptionSet>(specs: S): S {
  return Object.fromEntries(
    Object.entries(specs).map(([name, spec]) => [name, { ...spec, expert: true }]),
  ) as unknown as S;
}

/** The values of an option as a JSON Schema with its meaning and default. */
export const optionSchema = ({
  meaning,
  schema = { type: "string" },
  default: value,
}: OptionSpec<unknown>): JsonSchema => ({
  ...schema,
  description: meaning,
  ...(value === undefined ? {} : { default: value as Json }),
});

/** A value in an error: never long, and never itself an error, however deep a list is. */
function shownValue(value: unknown): string {
  if (typeof value === "string") return `"${shortened(value)}"`;
  try {
    return shortened(typeof value === "object" && value !== null && !Array.isArray(value) ? "a table" : String(value));
  } catch {
    return "a value that is nested too deeply";
  }
}

/** The one sentence for a bad value; `name` as its reader wrote it: `states` or `--states`. */
export function badValue(spec: OptionSpec<unknown>, name: string, value: unknown): string {
  return `${name} must be ${spec.expected}; got ${shownValue(value)}.`;
}

/**
 * Completes `given` with the defaults, or throws an `OptionError` for an unknown name or a bad value. `where` opens the
 * message.
 */
export function checkOptions<S extends OptionSet>(
  where: string,
  specs: S,
  given: Partial<OptionsOf<S>> = {},
): OptionsOf<S> {
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

/** The methods of a learner, each with the options it reads. Methods may give one option different defaults. */
export type MethodSet = Readonly<Record<string, OptionSet>>;

/** What a caller of such a learner may give: the method, and options of any of its methods. */
export type MethodOptionsOf<S extends MethodSet> = { readonly method?: keyof S } & Partial<
  { [M in keyof S]: OptionsOf<S[M]> }[keyof S]
>;

/**
 * Completes the options of one method. An option that only other methods read would have no effect: that is an error,
 * not a surprise. The first method is the default.
 */
export function checkMethodOptions<S extends MethodSet>(
  where: string,
  methods: S,
  given: Readonly<Record<string, unknown>> = {},
): { readonly method: keyof S & string; readonly options: Readonly<Record<string, unknown>> } {
  const names = Object.keys(methods);
  const { method = names[0]!, ...rest } = given;
  if (typeof method !== "string" || !Object.hasOwn(methods, method)) {
    throw new OptionError("method", `${where}: method must be one of ${names.join(", ")}; got "${String(method)}".`);
  }
  const own = methods[method]!;
  for (const name of Object.keys(rest)) {
    if (rest[name] === undefined || Object.hasOwn(own, name)) continue;
    const owners = names.filter((other) => Object.hasOwn(methods[other]!, name));
    if (owners.length > 0) {
      const belongs = `it belongs to method ${owners.join(", ")}`;
      throw new OptionError(name, `${where}: ${name} has no effect with method ${method}; ${belongs}.`);
    }
  }
  return { method, options: checkOptions(where, own, rest) };
}

/** The options of all methods as one set, for flags and help. Where defaults differ, the first method's is shown. */
export function allMethodOptions<S extends MethodSet>(methods: S): OptionSet {
  const all: Record<string, OptionSpec<unknown>> = {};
  for (const specs of Object.values(methods)) for (const [name, spec] of Object.entries(specs)) all[name] ??= spec;
  return all;
}
