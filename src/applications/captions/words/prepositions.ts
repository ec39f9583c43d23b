/**
 * Prepositions that say where one thing is to another, with the places of the boxes that allow them (Mitchell et al.
 * 2012, table 3). Prepositions that the table leaves out but captions have are placed beside those of their meaning;
 * ones that are not spatial (of, for, during) are not listed and never link two things.
 */

/** Where the box of one thing lies to that of another. */
export type Place = "above" | "below" | "inside" | "around" | "overlapping" | "beside";

const ANYWHERE: readonly Place[] = ["above", "below", "inside", "around", "overlapping", "beside"];
const RESTING: readonly Place[] = ["above", "inside", "overlapping"];
const TOUCHING: readonly Place[] = ["inside", "around", "overlapping", "beside"];
const ENCLOSED: readonly Place[] = ["inside", "overlapping"];

/** For "a PREPOSITION b": the places of a to b. */
export const PREPOSITIONS: ReadonlyMap<string, readonly Place[]> = new Map(
  Object.entries<readonly Place[]>({
    over: ["above", "overlapping"],
    above: ["above"],
    on: RESTING,
    upon: RESTING,
    onto: RESTING,
    "on top of": RESTING,
    below: ["below"],
    beneath: ["below"],
    under: ["below", "inside"],
    underneath: ["below"],
    by: ANYWHERE,
    near: ["above", "below", "overlapping", "beside"],
    with: TOUCHING,
    against: ["inside", "overlapping", "beside"],
    around: ["around", "overlapping", "beside"],
    at: TOUCHING,
    beside: ["overlapping", "beside"],
    "next to": ["overlapping", "beside"],
    in: ENCLOSED,
    within: ENCLOSED,
    inside: ENCLOSED,
    into: ENCLOSED,
    outside: ["around", "overlapping", "beside"],
    behind: ["above", "around", "overlapping", "inside", "beside"],
    "in front of": ["below", "inside", "overlapping", "beside"],
    through: ENCLOSED,
    across: ["inside", "overlapping", "above"],
    along: ["inside", "overlapping", "beside", "above"],
    down: ["inside", "overlapping", "above"],
    up: ["inside", "overlapping", "below"],
    off: ["above", "overlapping", "beside"],
    from: TOUCHING,
    to: TOUCHING,
    toward: TOUCHING,
    towards: TOUCHING,
    past: ["overlapping", "beside", "inside"],
  }),
);

/** Prepositions that only make sense after a verb: "running through", never "a dog through a field". */
export const OF_MOTION: ReadonlySet<string> = new Set([
  "onto",
  "into",
  "through",
  "across",
  "along",
  "down",
  "up",
  "off",
  "from",
  "to",
  "toward",
  "towards",
  "past",
]);
