/**
 * JSON whose defects have places. Text is parsed by the engine; only when something is wrong, in its syntax or in what
 * it says, the text is walked again to find the line and column.
 */
import { InputError } from "../../base/errors.ts";
import { BYTE_ORDER_MARK } from "../reader.ts";

export interface JsonOptions {
  readonly file?: string | undefined;
  /** The line on which the text begins (1). */
  readonly line?: number | undefined;
}

type Path = readonly (string | number)[];

/** A value of a JSON text, and the way to it. Its methods throw an `InputError` that points at it. */
export class JsonNode {
  constructor(
    readonly value: unknown,
    readonly path: Path,
    readonly text: string,
    readonly options: JsonOptions,
  ) {}

  fail(reason: string): never {
    throw new InputError(reason, positionOf(this.text, new JsonWalker(this.text).placeOf(this.path), this.options));
  }

  /** "objects[2].box", or what the whole is called. */
  get name(): string {
    let name = "";
    for (const step of this.path) name += typeof step === "number" ? `[${step}]` : `${name === "" ? "" : "."}${step}`;
    return name === "" ? "the whole" : name;
  }

  #expected(what: string): never {
    return this.fail(`${this.name} is ${shown(this.value)}; expected ${what}.`);
  }

  #object(): Readonly<Record<string, unknown>> {
    const { value } = this;
    if (typeof value !== "object" || value === null || Array.isArray(value)) this.#expected("an object");
    return value as Readonly<Record<string, unknown>>;
  }

  /** A field of an object, or undefined. */
  optional(name: string): JsonNode | undefined {
    const object = this.#object();
    if (!Object.hasOwn(object, name)) return undefined;
    return new JsonNode(object[name], [...this.path, name], this.text, this.options);
  }

  field(name: string): JsonNode {
    return this.optional(name) ?? this.fail(`${this.name} has no "${name}"; expected one.`);
  }

  /** The fields of an object. */
  entries(): (readonly [name: string, value: JsonNode])[] {
    return Object.keys(this.#object()).map((name) => [name, this.field(name)]);
  }

  items(): JsonNode[] {
    if (!Array.isArray(this.value)) this.#expected("a list");
    const list = this.value as readonly unknown[];
    return list.map((item, i) => new JsonNode(item, [...this.path, i], this.text, this.options));
  }

  /** A text with more in it than blanks. */
  filledText(): string {
    const { value } = this;
    return typeof value === "string" && value.trim() !== "" ? value : this.#expected("a text that is not empty");
  }

  number(min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY): number {
    const { value } = this;
    if (typeof value === "number" && Number.isFinite(value) && value >= min && value <= max) return value;
    const range =
      min > -Infinity && max < Infinity ? ` from ${min} to ${max}` : min > -Infinity ? ` of at least ${min}` : "";
    return this.#expected(`a number${range}`);
  }

  whole(min: number, max = Number.MAX_SAFE_INTEGER): number {
    const { value } = this;
    if (Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max) return value as number;
    const range = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
    return this.#expected(`a whole number ${range}`);
  }

  /** Exactly this many numbers. */
  numbers(count: number, min?: number): number[] {
    const items = this.items();
    if (items.length !== count) this.fail(`${this.name} has ${items.length} values; expected ${count} numbers.`);
    return items.map((item) => item.number(min));
  }
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object" && value !== null) return "an object";
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

/** The value of a JSON text. Throws an `InputError` at the first defect of its syntax. */
export function parseJson(text: string, options: JsonOptions = {}): JsonNode {
  const plain = text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  try {
    return new JsonNode(JSON.parse(plain), [], plain, options);
  } catch (error) {
    throw syntaxError(plain, options) ?? error;
  }
}

function syntaxError(text: string, options: JsonOptions): InputError | undefined {
  try {
    new JsonWalker(text).placeOf(undefined);
  } catch (defect) {
    if (!(defect instanceof Defect)) throw defect;
    return new InputError(defect.reason, positionOf(text, defect.at, options));
  }
  return undefined;
}

function positionOf(text: string, at: number, { file, line = 1 }: JsonOptions) {
  const before = text.slice(0, at);
  const lines = before.split("\n").length - 1;
  return { file, line: line + lines, column: at - before.lastIndexOf("\n") };
}

const SPACE = /[ \t\n\r]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const PLAIN = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** What is wrong at a place of a text. */
class Defect {
  constructor(
    readonly at: number,
    readonly reason: string,
  ) {}
}

/** Walks over a JSON text without recursion, so that no depth is too deep. */
class JsonWalker {
  /** Lists and objects that are open, and where in them the walk is. */
  readonly #open: { readonly close: "]" | "}"; step: string | number }[] = [];
  #at = 0;

  constructor(readonly text: string) {}

  /** Where the value at the path begins, the last one if a name occurs twice; throws a `Defect`. */
  placeOf(path: Path | undefined): number {
    let place = 0;
    do {
      this.#take(SPACE);
      const open = this.#open;
      if (open.length === path?.length && open.every(({ step }, i) => step === path[i])) place = this.#at;
    } while (this.#value() || this.#next());
    return place;
  }

  /** Passes a value, or enters it: then true. */
  #value(): boolean {
    const start = this.text[this.#at];
    if (start === '"') {
      this.#string();
      return false;
    }
    if (start !== "[" && start !== "{") {
      if (this.#take(PLAIN) === undefined) this.#fail("a value");
      return false;
    }
    const close = start === "[" ? "]" : "}";
    this.#at++;
    this.#take(SPACE);
    if (this.text[this.#at] === close) {
      this.#at++;
      return false;
    }
    this.#open.push({ close, step: 0 });
    if (start === "{") this.#name();
    return true;
  }

  /** After a value: closes what ends with it and goes on behind the comma; false at the end of the text. */
  #next(): boolean {
    for (;;) {
      this.#take(SPACE);
      const inner = this.#open.at(-1);
      if (inner === undefined) {
        if (this.#at < this.text.length) this.#fail("the end");
        return false;
      }
      const found = this.text[this.#at];
      if (found !== "," && found !== inner.close) this.#fail(`"," or "${inner.close}"`);
      this.#at++;
      if (found === inner.close) this.#open.pop();
      else {
        this.#take(SPACE);
        if (typeof inner.step === "number" && inner.close === "]") inner.step++;
        else this.#name();
        return true;
      }
    }
  }

  /** A name and its colon, for the innermost object. */
  #name(): void {
    if (this.text[this.#at] !== '"') this.#fail("a name in quotes");
    this.#open.at(-1)!.step = JSON.parse(this.#string()) as string;
    this.#take(SPACE);
    if (this.text[this.#at] !== ":") this.#fail('":"');
    this.#at++;
  }

  /** A text with its quotes, as it is written. */
  #string(): string {
    const start = this.#at++;
    while (this.text[this.#at] !== '"') {
      const isEscape = this.text[this.#at] === "\\";
      // NaN, behind the end, is not above either.
      if (isEscape ? this.#take(ESCAPE) === undefined : !(this.text.charCodeAt(this.#at) >= 0x20))
        this.#fail("the rest of a text in quotes");
      if (!isEscape) this.#at++;
    }
    return this.text.slice(start, ++this.#at);
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #fail(expected: string): never {
    const found = this.#at >= this.text.length ? "the text ends" : `found ${JSON.stringify(this.text[this.#at])}`;
    throw new Defect(this.#at, `${found} where ${expected} should stand; this is not JSON.`);
  }
}
