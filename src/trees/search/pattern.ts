/**
 * Patterns of nodes in trees, in the notation of tregex (Levy & Andrew 2006, "Tregex and Tsurgeon"):
 *
 *   pattern      node relation…                      NP < DT < NN: an NP over a DT and over an NN
 *   node         label | label=name | =name | (pattern)
 *   label        NP, NP|VP, /^NP/ (a regular expression), __ (any); ! before it: any other
 *   relation     operator node; ! before it: there is no such node
 *                A & B or A B: both; A | B: either; [ … ]: grouped
 *
 * A word is a node under its tag: `NN < dog`. `=name` keeps a node; where the name was kept before, it must be the same
 * one.
 */
import { InputError } from "../../base/errors.ts";
import { quoted } from "../../base/quoted.ts";

/** Operators, with what `A op B` says. */
export const RELATIONS = {
  "<": "A is the parent of B",
  "<<": "A is above B",
  ">": "A is a child of B",
  ">>": "A is below B",
  "<,": "B is the first child of A",
  "<-": "B is the last child of A",
  "<:": "B is the only child of A",
  ".": "A ends where B begins",
  "..": "A ends before B begins",
  ",": "A begins where B ends",
  ",,": "A begins after B ends",
  $: "A and B are sisters",
  "$+": "A is the sister just before B",
  "$-": "A is the sister just after B",
  "$++": "A is a sister before B",
  "$--": "A is a sister after B",
} as const;

/** A relation between two nodes of a tree. */
export type RelationName = keyof typeof RELATIONS;

/** Which nodes a pattern accepts by their label or word. */
export interface NodePattern {
  readonly accepts: (label: string) => boolean;
  readonly name: string | undefined;
  /** What else must hold of the node. */
  readonly condition: Condition | undefined;
}

/** What must hold for a node, apart from its own label. */
export type Condition =
  | { readonly kind: "relation"; readonly relation: RelationName; readonly node: NodePattern }
  | { readonly kind: "not"; readonly condition: Condition }
  | { readonly kind: "all" | "any"; readonly conditions: readonly Condition[] };

/** A pattern that was read. */
export interface TreePattern extends NodePattern {
  /** All names, in the order of the pattern. */
  readonly names: readonly string[];
}

/** Parentheses and brackets in each other; the reader and the search call themselves for each. */
const DEEPEST = 200;

const TOKEN =
  /\s*(?:(?<regex>\/(?:[^/\\]|\\.)*\/)|(?<operator><<|<,|<-|<:|<|>>|>|\.\.|\.|,,|,|\$\+\+|\$--|\$\+|\$-|\$)|(?<sign>[()[\]!&|=])|(?<label>"(?:[^"\\]|\\.)*"|[^\s()[\]!&|=<>$/"]+))/y;

interface Token {
  readonly kind: "regex" | "operator" | "sign" | "label" | "end";
  readonly text: string;
  readonly column: number;
}

/** Reads a pattern. Throws an `InputError` with the column where it cannot be one. */
export function readPattern(text: string): TreePattern {
  const reader = new PatternReader(text);
  const pattern = reader.pattern();
  reader.expectEnd();
  return { ...pattern, names: [...reader.names] };
}

class PatternReader {
  readonly names = new Set<string>();
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#tokens = [...tokensOf(text)];
  }

  pattern(): NodePattern {
    const node = this.#node();
    const found = this.#any();
    if (found === undefined) return node;
    const both: Condition = { kind: "all", conditions: [node.condition, found].filter((each) => each !== undefined) };
    return { ...node, condition: both };
  }

  expectEnd(): void {
    if (this.#next.kind !== "end") this.#fail("a relation such as < or ., or the end of the pattern");
  }

  get #next(): Token {
    return this.#tokens[this.#at]!;
  }

  #take(sign: string): boolean {
    if (this.#next.kind !== "sign" || this.#next.text !== sign) return false;
    this.#at++;
    return true;
  }

  #nested<T>(read: () => T): T {
    if (++this.#depth > DEEPEST) this.#fail(`at most ${DEEPEST} parentheses and brackets in each other`);
    const inner = read();
    this.#depth--;
    return inner;
  }

  #fail(expected: string): never {
    const { kind, text, column } = this.#next;
    const found = kind === "end" ? "the pattern ends here" : `${quoted(text)} stands here`;
    throw new InputError(`${found}; expected ${expected}.`, { file: "pattern", line: 1, column });
  }

  #node(): NodePattern {
    if (this.#take("(")) {
      const inner = this.#nested(() => this.pattern());
      if (!this.#take(")")) this.#fail('")" or a relation');
      return inner;
    }
    const isNegated = this.#take("!");
    const labels: ((label: string) => boolean)[] = [];
    if (this.#next.kind === "label" || this.#next.kind === "regex") {
      do labels.push(this.#label());
      while (this.#isAlternative() && this.#take("|"));
    } else if (isNegated || this.#next.text !== "=") this.#fail("a label, /a regular expression/, __ or (");
    const name = this.#take("=") ? this.#name() : undefined;
    const any = labels.length === 0;
    return {
      accepts: (label) => any || labels.some((accepts) => accepts(label)) !== isNegated,
      name,
      condition: undefined,
    };
  }

  /** Whether a bar comes between two labels, not between two relations. */
  #isAlternative(): boolean {
    const after = this.#tokens[this.#at + 1]?.kind;
    return this.#next.text === "|" && this.#next.kind === "sign" && (after === "label" || after === "regex");
  }

  #label(): (label: string) => boolean {
    const { kind, text, column } = this.#next;
    if (kind !== "label" && kind !== "regex") this.#fail("a label");
    this.#at++;
    if (text === "__") return () => true;
    if (kind === "label") {
      const plain = text.startsWith('"') ? text.slice(1, -1).replace(/\\(.)/g, "$1") : text;
      return (label) => label === plain;
    }
    try {
      const expression = new RegExp(text.slice(1, -1), "u");
      return (label) => expression.test(label);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new InputError(`${reason}; expected a regular expression between slashes.`, {
        file: "pattern",
        line: 1,
        column,
      });
    }
  }

  #name(): string {
    const { kind, text } = this.#next;
    if (kind !== "label" || !/^[\p{L}\p{N}_]+$/u.test(text)) this.#fail("a name of letters and digits after =");
    this.#at++;
    this.names.add(text);
    return text;
  }

  /** Relations joined by bars; undefined where none begins. */
  #any(): Condition | undefined {
    const first = this.#all();
    if (first === undefined) return undefined;
    const conditions = [first];
    while (this.#take("|")) conditions.push(this.#all() ?? this.#fail("a relation after |"));
    return conditions.length === 1 ? first : { kind: "any", conditions };
  }

  #all(): Condition | undefined {
    const conditions: Condition[] = [];
    for (;;) {
      const isJoined = conditions.length > 0 && this.#take("&");
      const next = this.#relation();
      if (next !== undefined) conditions.push(next);
      else if (isJoined) this.#fail("a relation after &");
      else break;
    }
    return conditions.length > 1 ? { kind: "all", conditions } : conditions[0];
  }

  #relation(): Condition | undefined {
    const isNegated = this.#take("!");
    const condition = this.#positive();
    if (condition !== undefined) return isNegated ? { kind: "not", condition } : condition;
    if (isNegated) this.#fail("a relation after !");
    return undefined;
  }

  #positive(): Condition | undefined {
    if (this.#take("[")) {
      const inner = this.#nested(() => this.#any()) ?? this.#fail("a relation");
      if (!this.#take("]")) this.#fail('"]" or a relation');
      return inner;
    }
    if (this.#next.kind !== "operator") return undefined;
    const relation = this.#next.text as RelationName;
    this.#at++;
    return { kind: "relation", relation, node: this.#node() };
  }
}

function* tokensOf(text: string): Generator<Token> {
  TOKEN.lastIndex = 0;
  for (let at = 0; ; at = TOKEN.lastIndex) {
    const match = TOKEN.exec(text);
    if (match === null) {
      const rest = text.slice(at).trimStart();
      const column = text.length - rest.length + 1;
      if (rest === "") return yield { kind: "end", text: "", column };
      throw new InputError(`${quoted(rest)} cannot be read; expected labels, relations and parentheses.`, {
        file: "pattern",
        line: 1,
        column,
      });
    }
    const [kind, found] = Object.entries(match.groups!).find(([, group]) => group !== undefined)!;
    yield { kind: kind as Token["kind"], text: found!, column: TOKEN.lastIndex - found!.length + 1 };
  }
}
