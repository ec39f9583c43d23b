/** Option declarations as command-line flags: names, help lines, and values from words. */
import { availableParallelism } from "node:os";
import { badValue, DEFAULT_SEED, flag, type OptionSet, type OptionSpec, whole } from "../../base/index.ts";
import { UsageError } from "./failures.ts";

/** The options that mean the same everywhere. */
const SHARED = {
  json: flag("write JSON instead of text", { default: false }),
  quiet: flag("print no progress and no remarks on standard error", { default: false }),
  pack: flag("write a model file of a third of the size or less: numbers are rounded to 8 or 16 bits", {
    default: false,
  }),
  threads: whole("worker threads; the result does not depend on it", {
    default: availableParallelism(),
    min: 1,
    max: 256,
  }),
  seed: whole("seed of the random numbers; the same seed gives the same result", {
    default: DEFAULT_SEED,
    min: 0,
    max: 2 ** 31 - 1,
  }),
} satisfies OptionSet;

export function shared<const K extends keyof typeof SHARED>(...names: K[]): Pick<typeof SHARED, K> {
  return Object.fromEntries(names.map((name) => [name, SHARED[name]])) as Pick<typeof SHARED, K>;
}

/** The name of a file, or left out. */
export function file(meaning: string): OptionSpec<string | undefined> {
  return {
    meaning,
    default: undefined,
    expected: "a file name",
    accepts: (value) => value === undefined || (typeof value === "string" && value !== ""),
    fromText: (word) => word,
  };
}

/** maxIterations → --max-iterations */
export const flagName = (option: string): string =>
  `--${option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

export const takesValue = (spec: OptionSpec<unknown>): boolean => spec.fromText !== undefined;

/** What the placeholder says already; "one of" and "a whole number" alone where the kinds of models differ. */
const PLAIN = new Set(["a text", "a file name", "one of", "a whole number", "a number"]);

function placeholder({ expected }: OptionSpec<unknown>): string {
  if (expected.startsWith("a whole number")) return "N";
  if (expected.startsWith("a number")) return "X";
  if (expected.startsWith("one of")) return "NAME";
  if (expected.startsWith("whole numbers")) return "N,…";
  if (expected.startsWith("any of")) return "NAME,…";
  return expected === "a file name" ? "FILE" : "TEXT";
}

/** Meanings of flags are imperatives, so that "do not" before one negates it. */
const isOnByDefault = (spec: OptionSpec<unknown>): boolean => !takesValue(spec) && spec.default === true;

/** `-o, --output FILE`; a flag that is on by default shows its `--no-` form. */
export function flagTerm(option: string, spec: OptionSpec<unknown>, short?: string): string {
  const name = isOnByDefault(spec) ? flagName(option).replace("--", "--no-") : flagName(option);
  return (short === undefined ? "" : `-${short}, `) + name + (takesValue(spec) ? ` ${placeholder(spec)}` : "");
}

/** The meaning with range and default: "hidden states (a whole number from 1 to 512; default 32)". */
export function flagMeaning(spec: OptionSpec<unknown>, required: boolean): string {
  const facts: string[] = [];
  if (takesValue(spec) && !PLAIN.has(spec.expected)) facts.push(spec.expected);
  if (required) facts.push("required");
  else if (takesValue(spec) && spec.default !== undefined && String(spec.default) !== "")
    facts.push(`default ${spec.default}`);
  const meaning = isOnByDefault(spec) ? `do not ${spec.meaning}` : spec.meaning;
  return meaning + (facts.length > 0 ? ` (${facts.join("; ")})` : "");
}

/**
 * The value a flag stands for; `given` is what the parser found: a word, true or false, or undefined when the flag is
 * absent.
 */
export function flagValue(option: string, spec: OptionSpec<unknown>, given: string | boolean | undefined): unknown {
  if (given === undefined) return spec.default;
  const value = typeof given === "string" && spec.fromText !== undefined ? spec.fromText(given) : given;
  if (value === undefined || !spec.accepts(value))
    throw new UsageError(badValue(spec, flagName(option), value ?? given));
  return value;
}
