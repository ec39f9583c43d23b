/**
 * How often words were tagged with a sense in the corpora that came with WordNet, from index.sense (senseidx(5WN)):
 *
 *   lemma%type:lexical-file:id:head:id offset sense count
 */
import { KeyedLines } from "./keyed-lines.ts";
import { PARTS_OF_SPEECH, type PartOfSpeech } from "./parts-of-speech.ts";

/** The senses of a lemma are neighbours. */
const LAYOUT = { separator: 0x25, runs: true }; // %

/** 1 to 4 are the parts of speech in their order; 5 marks satellites, which are adjectives. */
const partOfType = (type: number): PartOfSpeech | undefined => (type === 5 ? "adjective" : PARTS_OF_SPEECH[type - 1]);

export class TagCounts {
  readonly #bytes: Uint8Array | undefined;
  #lines: KeyedLines | undefined;

  /** Without the file every count is 0. */
  constructor(bytes: Uint8Array | undefined) {
    this.#bytes = bytes;
  }

  /** Of a word in small letters and the synset at a byte of a data file. */
  count(lemma: string, part: PartOfSpeech, offset: number): number {
    if (this.#bytes === undefined) return 0;
    const lines = (this.#lines ??= new KeyedLines(this.#bytes, "index.sense", LAYOUT));
    const key = `${lemma}%`;
    for (let at = lines.find(lemma); at >= 0 && at < lines.bytes.length; at = lines.next(at)) {
      const [sense = "", place, , count] = lines.text(at).split(" ");
      if (!sense.startsWith(key)) return 0;
      if (Number(place) === offset && partOfType(Number(sense[key.length])) === part) return Number(count) || 0;
    }
    return 0;
  }
}
