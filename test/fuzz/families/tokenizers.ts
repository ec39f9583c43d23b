/** Tokenizers: in every language, whole and in pieces give the same words, and no letter or digit is lost. */
import { detokenize, rawText, readRawText, readText } from "../../../src/formats/index.ts";
import { Broken, bytesOf, type Family, magnitude, textOf } from "../family.ts";
import { derive, type Rules } from "../grammar.ts";

// biome-ignore format: lists of short texts
const TEXT: Rules = {
  start: ["«piece»", "«piece» «start»", "«piece»«start»", "«piece»«end»«start»"],
  word: ["dog", "The", "ähre", "犬", "e\u0301", "🐕", "\uFEFF", "a\u00a0b", "x-y", "A.", "_", "#"],
  piece: ["«word»", "«mark»", "«short»", "«clitic»", "«number»«mark»", "狗在叫。", "หมาเห่า"],
  mark: [".", ",", "!", "?!", "...", "…", "\"", "'", "''", "``", "„", "“", "(", ")", "[", "--", "—", "%", "$", ":", "/"],
  short: ["Dr.", "z. B.", "p.m.", "U.S.", "e.g.", "3.30", "1,000.50", "http://a.b/c?d=e#f", "a@b.c", "Nr."],
  clitic: ["don't", "cannot", "l'homme", "dell'arte", "I'd've", "n't", "’s", "d'", "gonna"],
};

/** Letters and digits in their order, without the names that Penn gives to brackets, in faces too: :-LRB- is :(. */
const lettersOf = (words: readonly string[]): string =>
  words.map((word) => word.replace(BRACKETS, "").replace(/[^\p{L}\p{N}]/gu, "")).join("");

const BRACKETS = /-[LR][RSC]B-/g;
/** Where such names stand in the text itself, letters are not compared. */
const NAMED = /[LR][RSC]B/;

const tokenizer = (language: string, seed: string): Family => ({
  name: `tokenizers/${language}`,
  seeds: () => [bytesOf(seed)],
  generate: (random) => derive(TEXT, random),
  run(input) {
    const text = textOf(input);
    const sentences = readRawText(text, { language });
    const words = sentences.flat();
    if (!NAMED.test(text) && lettersOf(words) !== lettersOf([text])) throw new Broken("letters were lost or made up");
    for (const word of words) if (/^\s*$|[\n\r]/.test(word)) throw new Broken(`a word ${JSON.stringify(word)}`);
    const pieces: (readonly string[])[] = [];
    const reader = rawText.reader((sentence) => pieces.push(sentence), { language });
    for (let at = 0; at < text.length; at += 5) reader.push(text.slice(at, at + 5));
    reader.end();
    if (JSON.stringify(pieces) !== JSON.stringify(sentences)) throw new Broken("whole and in pieces differ");
    const again = sentences.map(detokenize).join("\n");
    return `${magnitude(sentences.length)} sentences, ${magnitude(readText(rawText, again, { language }).length)} again`;
  },
});

export const TOKENIZERS: readonly Family[] = [
  tokenizer(
    "en",
    "\"I don't know,\" Dr. Smith said. (He'd left at 3.30 p.m.)\n\nIt cost $5.50 … really?! See http://a.b.\n",
  ),
  tokenizer("de", "„Gut“, sagte Dr. Meier, z. B. am 3. Mai. Das war's!\n"),
  tokenizer("fr", "L'homme qu'il a vu n'est pas là. M. Dupont, aujourd'hui?\n"),
  tokenizer("zh", "狗在叫。它看见一只猫!\n"),
];
