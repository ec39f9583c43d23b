/**
 * Feature templates: a product of atoms, written `a+1*x`, that gives every position of a corpus one feature. Stratos et
 * al. 2013, figure 6.
 *
 *   a±k   label k places further          x±k   observation class          c±k   coarse class
 *   np    next label that differs         pp    previous label that differs
 *   left  positions to the end of the run of one label, this one counted: 1, 2, 3, 4, 5–6, 7–9, 10–14, more
 *   since the same from its beginning
 *   pos   place in the run of one label: only, begin, middle, end          1     always the same feature
 *
 * Which atoms a view may use follows from what the model takes to be independent given label and hidden state (op.
 * cit., figure 3):
 *
 *   future   φ(F)   a, x, c at k ≥ 0, np, left          present  ξ(R)   a, x, c at k = 0
 *   past     ψ(P)   a at k ≤ 0; x, c at k < 0; pp, since destiny  υ(D)   everything but x and c at k = 0
 */
import { OptionError } from "../../../base/errors.ts";
import type { EncodedCorpus } from "../data/sequence.ts";

export type View = "future" | "past" | "present" | "destiny";

export interface Atom {
  readonly source: "a" | "x" | "c" | "np" | "pp" | "left" | "since" | "pos" | "1";
  readonly offset: number;
}

export interface Template {
  readonly name: string;
  readonly atoms: readonly Atom[];
}

const ALLOWED: Readonly<Record<View, (atom: Atom) => boolean>> = {
  future: ({ source, offset }) =>
    ["1", "np", "left"].includes(source) || (["a", "x", "c"].includes(source) && offset >= 0),
  past: ({ source, offset }) =>
    ["1", "pp", "since"].includes(source) ||
    (source === "a" && offset <= 0) ||
    (["x", "c"].includes(source) && offset < 0),
  present: ({ source, offset }) => source === "1" || (["a", "x", "c"].includes(source) && offset === 0),
  destiny: ({ source, offset }) => !(["x", "c"].includes(source) && offset === 0),
};

const EXPECTED: Readonly<Record<View, string>> = {
  future: "a, x, c at or after the position, np, left, 1",
  past: "a at or before the position, x and c before it, pp, since, 1",
  present: "a, x, c, 1",
  destiny: "anything but x and c at the position itself",
};

/** Templates from a list such as "a+1*x, a+1, x, np". */
export function parseTemplates(view: View, list: string): Template[] {
  const names = list
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  if (names.length === 0)
    throw new OptionError(view, `${view}: no template given; expected at least one, such as "a+1*x".`);
  return names.map((name) => ({ name, atoms: name.split("*").map((text) => parseAtom(view, name, text.trim())) }));
}

function parseAtom(view: View, name: string, text: string): Atom {
  const match = /^(?:(a|x|c)([+-]\d)?|(np|pp|left|since|pos|1))$/.exec(text);
  if (match === null) {
    throw new OptionError(
      view,
      `${view}: template "${name}" has the atom "${text}"; atoms are a±k, x±k, c±k, np, pp, left, since, pos and 1.`,
    );
  }
  const atom = { source: (match[1] ?? match[3]) as Atom["source"], offset: Number(match[2] ?? 0) };
  if (!ALLOWED[view](atom)) {
    throw new OptionError(
      view,
      `${view}: template "${name}" looks at "${text}"; templates of the ${view} may use ${EXPECTED[view]}.`,
    );
  }
  return atom;
}

/** The values of an atom at every position, and how many values there are. */
export function atomValues({ source, offset }: Atom, corpus: EncodedCorpus): { values: Int32Array; size: number } {
  const { labels, classes, coarse, labelCount, classCount, coarseCount } = corpus;
  if (source === "1") return { values: new Int32Array(labels.length), size: 1 };
  if (source === "pos") return { values: placesInRuns(corpus), size: 4 };
  if (source === "np" || source === "pp")
    return { values: differentNeighbours(corpus, source === "np" ? 1 : -1), size: labelCount + 1 };
  if (source === "left" || source === "since")
    return { values: runLengths(corpus, source === "left" ? 1 : -1), size: LENGTHS.length };
  const [from, size] = {
    a: [labels, labelCount] as const,
    x: [classes, classCount] as const,
    c: [coarse, coarseCount] as const,
  }[source];
  return { values: shifted(from, size, offset, corpus.starts), size: size + 1 };
}

/** values[i] = from[i + offset] within the sequence, `outside` beyond its ends. */
function shifted(from: Int32Array, outside: number, offset: number, starts: Uint32Array): Int32Array {
  if (offset === 0) return from;
  const values = new Int32Array(from.length).fill(outside);
  for (let s = 0; s + 1 < starts.length; s++) {
    const low = Math.max(starts[s]!, starts[s]! - offset);
    const high = Math.min(starts[s + 1]!, starts[s + 1]! - offset);
    for (let i = low; i < high; i++) values[i] = from[i + offset]!;
  }
  return values;
}

function differentNeighbours({ labels, starts, labelCount }: EncodedCorpus, step: 1 | -1): Int32Array {
  const values = new Int32Array(labels.length);
  for (let s = 0; s + 1 < starts.length; s++) {
    const [first, end] = step === 1 ? [starts[s + 1]! - 1, starts[s]! - 1] : [starts[s]!, starts[s + 1]!];
    for (let i = first; i !== end; i -= step) {
      if (i === first) values[i] = labelCount;
      else values[i] = labels[i] === labels[i + step] ? values[i + step]! : labels[i + step]!;
    }
  }
  return values;
}

/** The first length of each class of run lengths. */
const LENGTHS = [1, 2, 3, 4, 5, 7, 10, 15];
const LONGEST = LENGTHS.at(-1)!;
/** The class of every length up to the longest. */
const LENGTH_CLASSES = Int32Array.from({ length: LONGEST + 1 }, (_, length) =>
  LENGTHS.findLastIndex((least) => least <= length),
);

/** Class of the number of positions to the end of the run (step 1) or from its beginning (step −1). */
function runLengths({ labels, starts }: EncodedCorpus, step: 1 | -1): Int32Array {
  const values = new Int32Array(labels.length);
  for (let s = 0; s + 1 < starts.length; s++) {
    const [first, end] = step === 1 ? [starts[s + 1]! - 1, starts[s]! - 1] : [starts[s]!, starts[s + 1]!];
    let length = 0;
    for (let i = first; i !== end; i -= step) {
      length = i !== first && labels[i] === labels[i + step] ? length + 1 : 1;
      values[i] = LENGTH_CLASSES[Math.min(length, LONGEST)]!;
    }
  }
  return values;
}

function placesInRuns({ labels, starts }: EncodedCorpus): Int32Array {
  const values = new Int32Array(labels.length);
  for (let s = 0; s + 1 < starts.length; s++) {
    for (let i = starts[s]!; i < starts[s + 1]!; i++) {
      const begins = i === starts[s] || labels[i - 1] !== labels[i];
      const ends = i + 1 === starts[s + 1] || labels[i + 1] !== labels[i];
      values[i] = begins ? (ends ? 0 : 1) : ends ? 3 : 2;
    }
  }
  return values;
}
