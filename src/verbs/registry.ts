/** Every verb, one line each. A verb is there for the models whose kind it names. */
import { KINDS } from "../kinds/index.ts";
import { brackets } from "./brackets.ts";
import { dependencies } from "./dependencies.ts";
import { describe, labels } from "./describe.ts";
import { inspect } from "./inspect.ts";
import { map } from "./map.ts";
import { parse } from "./parse.ts";
import { similarity } from "./similarity.ts";
import { states } from "./states.ts";
import { tag } from "./tag.ts";
import type { Verb } from "./verb.ts";
import { visual } from "./visual.ts";
import { analogies, neighbours } from "./words.ts";

const ALL: readonly Verb[] = [
  parse,
  tag,
  dependencies,
  brackets,
  states,
  neighbours,
  analogies,
  map,
  similarity,
  visual,
  describe,
  labels,
  inspect,
];

/** Those that a kind of model can answer. */
export const VERBS: readonly Verb[] = ALL.filter(({ kinds }) => kinds.some((kind) => Object.hasOwn(KINDS, kind)));

/** The names of the verbs that a model of this kind answers. */
export const verbsOf = (kind: string, verbs: readonly Verb[] = VERBS): string[] =>
  verbs.filter(({ kinds }) => kinds.includes(kind)).map(({ name }) => name);
