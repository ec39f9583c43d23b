/**
 * A request about a model, checked: `{ model, sentences: […], kBest: 3 }`. The same check serves the server and the
 * page; one sentence that names the field says what is wrong.
 */
import { InputError, OptionError } from "../base/errors.ts";
import { checkOptions, type OptionSet } from "../base/options.ts";
import { suggestion } from "../base/spelling.ts";
import { LimitError, type Limits, type Verb } from "./verb.ts";

export interface CheckedRequest {
  /** Undefined: the only model, or the first, that answers the verb. */
  readonly model: string | undefined;
  /** Running text to be cut, or items, or neither where the verb takes none. */
  readonly text?: string | undefined;
  readonly items?: readonly unknown[] | undefined;
  readonly options: Readonly<Record<string, unknown>>;
}

export function checkRequest(verb: Verb, body: unknown, limits: Limits): CheckedRequest {
  if (typeof body !== "object" || body === null || Array.isArray(body))
    throw new InputError(`${verb.name}: the request is not a JSON object; expected { "model": …, … }.`);
  const { model, ...rest } = body as Readonly<Record<string, unknown>>;
  if (model !== undefined && typeof model !== "string")
    throw new OptionError("model", `${verb.name}: model must be the name of a model.`);
  const [input, given] = split(rest, [verb.items?.name, verb.text ? "text" : undefined]);
  checkNames(verb, given);
  const options = checkOptions(verb.name, verb.options, given as never) as Readonly<Record<string, unknown>>;
  for (const name of verb.required ?? [])
    if (given[name] === undefined) throw new OptionError(name, `${verb.name}: ${name} is missing; it is required.`);
  return { model, ...inputOf(verb, input, limits), options };
}

type Fields = Readonly<Record<string, unknown>>;

function split(fields: Fields, names: readonly (string | undefined)[]): [Fields, Fields] {
  const inside = Object.entries(fields).filter(([name]) => names.includes(name));
  const outside = Object.entries(fields).filter(([name]) => !names.includes(name));
  return [Object.fromEntries(inside), Object.fromEntries(outside)];
}

function checkNames(verb: Verb, given: Fields): void {
  const known = [
    ...Object.keys(verb.options),
    "model",
    ...(verb.items ? [verb.items.name] : []),
    ...(verb.text ? ["text"] : []),
  ];
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(verb.options as OptionSet, name))
      throw new OptionError(
        name,
        `${verb.name}: unknown field "${name.slice(0, 40)}".${suggestion(name.slice(0, 40), known)}`,
      );
  }
}

function inputOf(
  { name, items, text: takesText }: Verb,
  given: Fields,
  limits: Limits,
): Pick<CheckedRequest, "text" | "items"> {
  if (items === undefined) return {};
  const { text } = takesText ? (given as { readonly text?: unknown }) : { text: undefined };
  const list = given[items.name];
  const wanted = takesText ? `${items.name} or text` : items.name;
  if ((text === undefined) === (list === undefined)) {
    const found = text === undefined ? "is missing" : "are both given";
    throw new OptionError(
      items.name,
      `${name}: ${wanted.replace(" or ", text === undefined ? " or " : " and ")} ${found}; expected ${takesText ? "one of the two" : "a list"}.`,
    );
  }
  if (text !== undefined) {
    if (typeof text !== "string") throw new OptionError("text", `${name}: text must be a text.`);
    return { text };
  }
  if (!Array.isArray(list)) throw new OptionError(items.name, `${name}: ${items.name} must be a list.`);
  checkCount(name, items.name, list.length, limits);
  const bad = list.findIndex((item) => !items.accepts(item));
  if (bad >= 0) throw new OptionError(items.name, `${name}: ${items.name}[${bad}] must be ${items.expected}.`);
  return { items: list };
}

export function checkCount(verb: string, field: string, count: number, { items }: Limits): void {
  if (count > items)
    throw new LimitError(`${verb}: ${count} ${field}; at most ${items} a request are allowed: split it.`);
}
