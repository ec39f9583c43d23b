/**
 * Features of the perceptron tagger as bucket numbers. Those of the words are computed before tagging; those that
 * look at the tags already given are added while tagging. After Collins 2002 and Ratnaparkhi 1996, with the usual tag
 * of neighbouring frequent words.
 */
import { hashText } from "../../lexicon/hash.ts";
import { shapeOf, signature } from "../../lexicon/spelling.ts";
import { NO_REPRESENTATIONS, type Representations } from "../../representations/index.ts";

/** Features share two to this power rows of weights unless told otherwise. */
export const HASH_BITS = 18;
/** The rows of weights then. */
export const BUCKETS = 1 << HASH_BITS;

/** Word features of a position, always the same number; missing affixes hash as the empty text. */
export const WORD_FEATURES = 32;
/** Features of the classes of words at and around a position, where there are classes. */
const CLASS_FEATURES = 14;
/** Lengths of the beginnings of a class's path in models from before these were options. */
export const EARLIER_BEGINNINGS: readonly number[] = [4, 6, 8, 12];
/** The beginning of a path where two or three classes make a feature. */
const SHORT = 6;
/** Features of the tags before a position. */
export const TAG_FEATURES = 7;
/** Those features, by their places below, that only a word which training has seen can have. */
export const OF_WORD: ReadonlySet<number> = new Set([1, 2, 7, 8, 29, WORD_FEATURES + 11]);
export const TAGS_OF_WORD: ReadonlySet<number> = new Set([2, 6]);
/** Places of the features that are joined with tags: of the word itself, and of the next. */
export const [LOWER, SUFFIX] = [2, 12];
export const [FOLLOWING, USUAL_NEXT] = [4, 27];

const EDGE = "\u0001";

/** What features are made from, apart from the words themselves. */
export interface FeatureSettings {
  readonly hashBits: number;
  readonly known: Representations;
  /** Lengths of the beginnings of a class's path that are features, four of them: classes of all sizes. */
  readonly beginnings: readonly number[];
}

/** Features of words alone, in a table of the usual size. */
export const PLAIN: FeatureSettings = {
  hashBits: HASH_BITS,
  known: NO_REPRESENTATIONS,
  beginnings: EARLIER_BEGINNINGS,
};

/** Features of the words, at every position. */
export const featureCount = ({ known }: Pick<FeatureSettings, "known">): number =>
  WORD_FEATURES + (known.classes === undefined ? 0 : CLASS_FEATURES);

/** A word, and what features are made of it. */
export interface Seen {
  readonly form: string;
  readonly lower: string;
  readonly shape: string;
  readonly usual: string;
  readonly path: string;
}

const BEYOND: Seen = { form: EDGE, lower: EDGE, shape: EDGE, usual: EDGE, path: EDGE };

/** Takes the feature at a place of the row of features. */
type Put = (place: number, bucket: number) => void;

/** Distances at which a word gives features of its own. */
export const BESIDE = [-2, -1, 1, 2] as const;

/**
 * Makes the features of words, a row of them for each. Most depend on one word, at the position or beside it: what
 * their weights add up to may be kept. The rest join two or three words.
 */
export class WordFeatures {
  /** Features in a row. */
  readonly width: number;
  readonly #settings: FeatureSettings;
  readonly #usualTag: (word: string) => string;
  readonly #mask: number;

  /** `usualTag` of a word: "" where training saw it too rarely to tell. */
  constructor(usualTag: (word: string) => string, settings: FeatureSettings = PLAIN) {
    this.#settings = settings;
    this.#usualTag = usualTag;
    this.#mask = 2 ** settings.hashBits - 1;
    this.width = featureCount(settings);
  }

  seen(form: string): Seen {
    const lower = form.toLowerCase().replace(/\d/g, "0");
    const path = this.#settings.known.classes?.path(form) ?? "";
    return { form, lower, shape: shapeOf(form), usual: this.#usualTag(form), path };
  }

  /** Features of the word at the position itself, which may be the first. */
  own({ form, lower, shape, usual, path }: Seen, first: boolean, put: Put): void {
    put(0, this.#bucket(40, ""));
    put(1, this.#bucket(41, form));
    put(2, this.#bucket(42, lower));
    for (let size = 1; size <= 5; size++)
      put(9 + size, this.#bucket(50 + size, lower.length > size ? lower.slice(-size) : ""));
    for (let size = 1; size <= 4; size++)
      put(14 + size, this.#bucket(60 + size, lower.length > size ? lower.slice(0, size) : ""));
    put(19, this.#bucket(65, shape));
    put(22, this.#bucket(68, signature(form, first)));
    put(23, this.#bucket(69, `${shape} ${first} ${lower.slice(-2)}`));
    put(26, this.#bucket(72, usual));
    put(31, this.#bucket(77, /[-@._/]/.test(form) ? lower.slice(-4) : ""));
    const { known, beginnings } = this.#settings;
    if (known.classes === undefined) return;
    for (const [n, length] of beginnings.entries()) put(32 + n, this.#bucket(80 + n, path.slice(0, length)));
    put(36, this.#bucket(84, path));
    put(37, this.#bucket(85, `${path} ${shape}`));
  }

  /** Features of a word at a distance from the position. */
  beside({ lower, usual, path }: Seen, distance: (typeof BESIDE)[number], put: Put): void {
    const classes = this.#settings.known.classes !== undefined;
    if (distance === -1) {
      put(3, this.#bucket(43, lower));
      put(24, this.#bucket(70, lower.slice(-3)));
      if (classes) put(38, this.#bucket(86, path));
    } else if (distance === 1) {
      put(4, this.#bucket(44, lower));
      put(25, this.#bucket(71, lower.slice(-3)));
      put(27, this.#bucket(73, usual));
      if (classes) put(39, this.#bucket(87, path));
    } else if (distance === -2) {
      put(5, this.#bucket(45, lower));
      if (classes) put(45, this.#bucket(93, path.slice(0, SHORT)));
    } else put(6, this.#bucket(46, lower));
  }

  /** Features that join the words around position i. */
  joined(seen: readonly Seen[], i: number, put: Put): void {
    const here = seen[i]!;
    const { lower, shape } = here;
    const before = seen[i - 1] ?? BEYOND;
    const after = seen[i + 1] ?? BEYOND;
    const after2 = seen[i + 2] ?? BEYOND;
    put(7, this.#bucket(47, `${before.lower} ${lower}`));
    put(8, this.#bucket(48, `${lower} ${after.lower}`));
    put(9, this.#bucket(49, `${before.lower} ${after.lower}`));
    put(20, this.#bucket(66, `${shape} ${before.shape}`));
    put(21, this.#bucket(67, `${shape} ${after.shape}`));
    put(28, this.#bucket(74, `${after.usual} ${after2.usual}`));
    put(29, this.#bucket(75, `${lower} ${after.usual}`));
    put(30, this.#bucket(76, `${lower.slice(-3)} ${after.usual}`));
    if (this.#settings.known.classes === undefined) return;
    const short = here.path.slice(0, SHORT);
    const shortBefore = before.path.slice(0, SHORT);
    const shortAfter = after.path.slice(0, SHORT);
    put(40, this.#bucket(88, `${shortBefore} ${short}`));
    put(41, this.#bucket(89, `${short} ${shortAfter}`));
    put(42, this.#bucket(90, `${shortBefore} ${short} ${shortAfter}`));
    put(43, this.#bucket(91, `${lower} ${shortAfter}`));
    put(44, this.#bucket(92, `${shortAfter} ${after2.path.slice(0, SHORT)}`));
  }

  /** What stands beyond the ends of a sentence. */
  get beyond(): Seen {
    return BEYOND;
  }

  /** The features of all words of a sentence, row after row. */
  rows(words: readonly string[]): Int32Array {
    const seen = words.map((word) => this.seen(word));
    const out = new Int32Array(words.length * this.width);
    for (let i = 0; i < words.length; i++) {
      const put: Put = (place, bucket) => {
        out[i * this.width + place] = bucket;
      };
      this.own(seen[i]!, i === 0, put);
      for (const distance of BESIDE) this.beside(seen[i + distance] ?? BEYOND, distance, put);
      this.joined(seen, i, put);
    }
    return out;
  }

  #bucket(kind: number, text: string): number {
    return hashText(kind, text) & this.#mask;
  }
}

/** Mixes tag numbers and a word bucket into a bucket. */
function mix(kind: number, a: number, b: number, c: number): number {
  let hash =
    Math.imul(kind, 0x9e3779b1) ^
    Math.imul(a + 2, 0x85ebca6b) ^
    Math.imul(b + 2, 0xc2b2ae35) ^
    Math.imul(c + 2, 0x27d4eb2f);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return (hash ^ (hash >>> 12)) >>> 0;
}

/** Features of the two tags before (−1 at the edge), some joined with features of the words at `row` of `buckets`. */
export function tagFeatures(
  last: number,
  beforeLast: number,
  buckets: Int32Array,
  row: number,
  out: Int32Array,
  { hashBits }: Pick<FeatureSettings, "hashBits"> = PLAIN,
): void {
  const lower = buckets[row + LOWER]!;
  const following = buckets[row + FOLLOWING]!;
  const suffix = buckets[row + SUFFIX]!;
  const usualNext = buckets[row + USUAL_NEXT]!;
  out[0] = mix(1, last, 0, 0);
  out[1] = mix(2, last, beforeLast, 0);
  out[2] = mix(3, last, lower, 0);
  out[3] = mix(4, last, following, 0);
  out[4] = mix(5, last, suffix, 0);
  out[5] = mix(6, beforeLast, 0, 0);
  out[6] = mix(7, last, usualNext, lower);
  for (let f = 0; f < TAG_FEATURES; f++) out[f]! &= 2 ** hashBits - 1;
}
