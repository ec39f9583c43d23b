/** Texts for the tests: random sentences with structure, the same every time. */
import { Random } from "../../../src/base/index.ts";
import { type CorpusView, collectCorpus } from "../../../src/data/index.ts";

/** Sentences of a small grammar in which words of one class share their contexts. */
export function sampleText(sentences: number, seed = 1): string {
  const random = new Random(seed);
  const pick = (words: readonly string[]) => words[Math.floor(random.uniform() ** 2 * words.length)]!;
  const names = (stem: string, count: number) =>
    Array.from({ length: count }, (_, i) => `${stem}${"abcdefghijklmnopqrst"[i]}`);
  const [nouns, verbs, adjectives, places] = [
    names("noun", 20),
    names("verb", 15),
    names("adj", 12),
    names("place", 10),
  ];
  const lines: string[] = [];
  for (let i = 0; i < sentences; i++) {
    const parts = ["The", pick(adjectives), pick(nouns), pick(verbs), "the", pick(nouns)];
    if (random.uniform() < 0.5) parts.push("in", pick(places));
    if (random.uniform() < 0.3) parts.push("with", "a", pick(adjectives), pick(nouns));
    lines.push(`${parts.join(" ")}.`);
  }
  return `${lines.join("\n")}\n`;
}

export const source = (text: string, name = "text") => [{ name, pieces: [text] }];

/** A text as learners see it. */
export async function viewOf(text: string, minCount = 5, vocabulary = 50_000): Promise<CorpusView> {
  return (await collectCorpus(source(text))).view({ minCount, vocabulary });
}

/** All of a corpus. */
export function allTokens(corpus: CorpusView): Uint32Array {
  const tokens = new Uint32Array(corpus.length);
  corpus.read(0, tokens);
  return tokens;
}
