/** "a" or "an", by the sound that the next word begins with. */
import { indefiniteArticle } from "../../../samples/inflection.ts";

/** Abbreviations and letters whose name begins with a vowel: an SUV, an X-ray. */
const SPELT_WITH_VOWEL = /^(?:[FHLMNRSX](?:$|[A-Z\d-])|8|11\b|18\b)/;
/** The same in small letters, as labels have them. */
const SMALL_WITH_VOWEL = /^(?:suv|rv|lcd|lp|mp3|mri|hdtv|x-?ray)s?\b/;
/** The other way about: a UFO, a US flag, a ewe. */
const SPELT_WITH_CONSONANT = /^(?:[BCDGJKPQTUVWYZ](?:$|[A-Z\d-])|ewe|ukulele|once\b)/;

export function articleBefore(word: string): "a" | "an" {
  if (SPELT_WITH_VOWEL.test(word) || SMALL_WITH_VOWEL.test(word)) return "an";
  if (SPELT_WITH_CONSONANT.test(word)) return "a";
  return indefiniteArticle(word) as "a" | "an";
}
