/**
 * WordNet (Fellbaum 1998) in memory, from the texts of its database (version 3.x): words and their senses, relations,
 * glosses. A synset is a number from 0; those of a part of speech are neighbours, in the order of its data file.
 *
 * Opening walks once over the structure of the data files, and over the index files for a hash table of their words.
 * What is decoded from text (glosses, lemmas, pointers) is decoded on demand.
 */
import { InputError } from "../../base/errors.ts";
import { baseFormsOf } from "./base-forms.ts";
import { type DataFile, decodeGloss, decodeSynset } from "./data-file.ts";
import { lineNumber } from "./keyed-lines.ts";
import { LEXICAL_FILES, readLexicalFiles } from "./lexical-files.ts";
import { openPart, type Part, placeOf } from "./part.ts";
import { FILE_ENDINGS, LETTERS, PARTS_OF_SPEECH, type PartOfSpeech } from "./parts-of-speech.ts";
import { type Lists, reversed } from "./reversed.ts";
import { TagCounts } from "./tag-counts.ts";

/**
 * The database by file name: `index.noun`, `data.noun` …; where there are such, `index.sense`, `noun.exc`, `lexnames`.
 */
export type WordNetFiles = Readonly<Record<string, Uint8Array>>;

/** Every file that `WordNet` reads if it is there. */
export const WORDNET_FILES: readonly string[] = [
  ...Object.values(FILE_ENDINGS).flatMap((ending) => [`index.${ending}`, `data.${ending}`, `${ending}.exc`]),
  ...["index.sense", "lexnames"],
];

/** A synset, from 0. */
export type Synset = number;

/** A relation to another synset, or between words of both; words count from 1, 0 means all of them. */
export interface Relation {
  /** As in the database: `!` antonym, `@` hypernym, `~` hyponym, `#p` holonym, `&` similar … (wninput(5WN)). */
  readonly symbol: string;
  readonly synset: Synset;
  readonly sourceWord: number;
  readonly targetWord: number;
}

const NO_SENSES: readonly Synset[] = [];
/** Words whose senses are remembered: as many as WordNet has, and as many again that it does not have. */
const MOST_REMEMBERED = 300_000;

/** The synsets of a WordNet database, with their words, glosses and relations. */
export class WordNet {
  /** Number of synsets. */
  readonly size: number;
  /** Of each synset, those directly above it. */
  readonly hypernymLists: Lists;
  readonly #parts: readonly Part[];
  readonly #tagCounts: TagCounts;
  readonly #lexicalFiles: readonly string[];
  #hyponyms: Lists | undefined;

  /** Throws an `InputError` with file and line where the texts are not those of a WordNet database. */
  constructor(files: WordNetFiles) {
    const parts: Part[] = [];
    let first = 0;
    for (const [i, name] of PARTS_OF_SPEECH.entries()) {
      const part = openPart(files, name, i, first);
      if (part === undefined) continue;
      parts.push(part);
      first += part.data.offsets.length;
    }
    if (parts.length === 0)
      throw new InputError("there is no WordNet database here; expected index.noun, data.noun and the like.");
    this.#parts = parts;
    this.size = first;
    this.#tagCounts = new TagCounts(files["index.sense"]);
    const names = files.lexnames;
    this.#lexicalFiles = names === undefined ? LEXICAL_FILES : readLexicalFiles(new TextDecoder().decode(names));
    this.hypernymLists = this.#connect();
  }

  /** Turns the offsets of hypernyms into synsets. */
  #connect(): Lists {
    const starts = new Uint32Array(this.size + 1);
    const ids = new Uint32Array(this.#parts.reduce((sum, { data }) => sum + data.hypernymOffsets.length, 0));
    let entry = 0;
    for (const { data, first } of this.#parts) {
      for (let s = 0; s < data.offsets.length; s++) {
        for (let e = data.hypernymStarts[s]!; e < data.hypernymStarts[s + 1]!; e++) {
          const target = placeOf(data.offsets, data.hypernymOffsets[e]!);
          if (target < 0) this.#noSuchSynset(data, data.offsets[s]!, data.hypernymOffsets[e]!);
          ids[entry++] = first + target;
        }
        starts[first + s + 1] = entry;
      }
    }
    return { starts, ids };
  }

  #noSuchSynset(data: DataFile, at: number, offset: number): never {
    throw new InputError(
      `a pointer leads to byte ${offset}, where no synset begins; the files are of different versions or damaged.`,
      { file: data.name, line: lineNumber(data.bytes, at) },
    );
  }

  /** The parts of speech that it has. */
  get partsOfSpeech(): readonly PartOfSpeech[] {
    return this.#parts.map(({ name }) => name);
  }

  /** The synsets of a part of speech: from `first` up to `end`. */
  range(part: PartOfSpeech): { readonly first: Synset; readonly end: Synset } {
    const found = this.#parts.find(({ name }) => name === part);
    return found === undefined
      ? { first: 0, end: 0 }
      : { first: found.first, end: found.first + found.data.offsets.length };
  }

  /**
   * The senses of a word, the most frequent first, by part of speech. The word is one of WordNet's own or any form of
   * it, in any case, with blanks or `_`.
   */
  senses(word: string, part?: PartOfSpeech): readonly Synset[] {
    if (part === undefined) return this.#parts.flatMap(({ name }) => this.senses(word, name));
    const found = this.#parts.find(({ name }) => name === part);
    if (found === undefined) return NO_SENSES;
    const known = found.senses.get(word);
    if (known !== undefined) return known;
    const forms = this.baseForms(word, part);
    const senses = forms.length === 0 ? NO_SENSES : [...new Set(forms.flatMap((form) => this.#sensesOf(found, form)))];
    if (found.senses.size >= MOST_REMEMBERED) found.senses.clear();
    found.senses.set(word, senses);
    return senses;
  }

  /** The base forms of a word that are in WordNet, itself first if it is one; with `_` between words. */
  baseForms(word: string, part: PartOfSpeech): string[] {
    const found = this.#parts.find(({ name }) => name === part);
    if (found === undefined) return [];
    const known = (lemma: string) => found.index.find(lemma) >= 0;
    const plain = word.trim().toLowerCase().replace(/\s+/g, "_");
    const forms = baseFormsOf(plain, part, known, found.exceptions);
    if (forms.length > 0 || !/[-_.]/.test(plain)) return forms;
    // As `wn` does: other ways to write a compound.
    const variants = [plain.replaceAll("_", "-"), plain.replaceAll("-", "_"), plain.replace(/[-_]/g, "")];
    for (const variant of [...variants, plain.replaceAll(".", "")]) {
      const others = variant === plain || variant === "" ? [] : baseFormsOf(variant, part, known, found.exceptions);
      if (others.length > 0) return others;
    }
    return [];
  }

  #sensesOf({ index, data, first }: Part, lemma: string): Synset[] {
    const at = index.find(lemma);
    if (at < 0) return [];
    // lemma part senses pointers symbol … senses tagged offset …
    const fields = index.text(at).split(" ");
    const offsets = fields.slice(6 + Number(fields[3]));
    if (offsets.length !== Number(fields[2]) || offsets.length === 0)
      throw new InputError(`"${lemma}" has ${offsets.length} senses; the line says ${fields[2]}.`, index.position(at));
    return offsets.map((offset) => {
      const place = placeOf(data.offsets, Number(offset));
      if (place < 0) {
        throw new InputError(
          `"${lemma}" leads to byte "${offset}" of ${data.name}, where no synset begins; ` +
            "the files are of different versions or damaged.",
          index.position(at),
        );
      }
      return first + place;
    });
  }

  /** All words of a part of speech, sorted, with `_` between the parts of a compound. */
  *words(part: PartOfSpeech): Generator<string> {
    const found = this.#parts.find(({ name }) => name === part);
    for (const line of found?.index.lines() ?? []) yield line.slice(0, line.indexOf(" "));
  }

  #partOf(synset: Synset): Part {
    for (const part of this.#parts)
      if (synset >= part.first && synset < part.first + part.data.offsets.length) return part;
    throw new RangeError(`no synset has the number ${synset}; they run from 0 to ${this.size - 1}`);
  }

  partOfSpeech(synset: Synset): PartOfSpeech {
    return this.#partOf(synset).name;
  }

  /** The byte at which it begins in its data file, which is its address in the database. */
  offset(synset: Synset): number {
    const { data, first } = this.#partOf(synset);
    return data.offsets[synset - first]!;
  }

  /** The synset at a byte of a data file, or undefined. */
  synsetAt(part: PartOfSpeech, offset: number): Synset | undefined {
    const found = this.#parts.find(({ name }) => name === part);
    const place = found === undefined ? -1 : placeOf(found.data.offsets, offset);
    return place < 0 ? undefined : found!.first + place;
  }

  /** Name of its lexical file: `noun.animal`. */
  lexicalFile(synset: Synset): string {
    const { data, first } = this.#partOf(synset);
    const number = data.lexicalFiles[synset - first]!;
    return this.#lexicalFiles[number] ?? `${number}`;
  }

  /** Its words, as they are written: `Canis_familiaris`. */
  lemmas(synset: Synset): string[] {
    return this.#line(synset).words.map(({ lemma }) => lemma);
  }

  #line(synset: Synset) {
    const { data, first } = this.#partOf(synset);
    return decodeSynset(data, data.offsets[synset - first]!);
  }

  /** Definition and examples as they stand: `the act of …; "an example"`. */
  gloss(synset: Synset): string {
    const { data, first } = this.#partOf(synset);
    return decodeGloss(data, data.offsets[synset - first]!);
  }

  /** The gloss up to its first example. */
  definition(synset: Synset): string {
    return this.gloss(synset)
      .split(/;?\s*"/, 1)[0]!
      .trim();
  }

  examples(synset: Synset): string[] {
    return [...this.gloss(synset).matchAll(/"([^"]*)"/g)].map(([, example]) => example!);
  }

  /** `dog.n.1`: a word of it, its part of speech and which sense of that word it is. */
  label(synset: Synset): string {
    const part = this.#partOf(synset);
    const lemma = this.lemmas(synset)[0]!.toLowerCase();
    const sense = this.#sensesOf(part, lemma).indexOf(synset) + 1;
    return `${lemma}.${LETTERS[part.name]}.${sense}`;
  }

  /** Synsets directly above, those of an instance included. */
  hypernyms(synset: Synset): Synset[] {
    this.#partOf(synset);
    return listOf(this.hypernymLists, synset);
  }

  /** Synsets directly below, instances included. */
  hyponyms(synset: Synset): Synset[] {
    this.#partOf(synset);
    return listOf((this.#hyponyms ??= reversed(this.hypernymLists, this.size)), synset);
  }

  /** All its relations, to any part of speech. */
  relations(synset: Synset): Relation[] {
    const { data, first } = this.#partOf(synset);
    return this.#line(synset).pointers.map(({ symbol, offset, part, source, target }) => {
      const to = this.#parts.find(({ name }) => name === PARTS_OF_SPEECH[part]);
      const place = to === undefined ? -1 : placeOf(to.data.offsets, offset);
      if (place < 0) this.#noSuchSynset(data, data.offsets[synset - first]!, offset);
      return { symbol, synset: to!.first + place, sourceWord: source, targetWord: target };
    });
  }

  /**
   * How often a word was tagged with this sense in the corpora that came with WordNet; 0 without the file index.sense.
   */
  tagCount(lemma: string, synset: Synset): number {
    const { name, data, first } = this.#partOf(synset);
    return this.#tagCounts.count(lemma.toLowerCase(), name, data.offsets[synset - first]!);
  }
}

const listOf = ({ starts, ids }: Lists, i: number): number[] => [...ids.subarray(starts[i]!, starts[i + 1]!)];
