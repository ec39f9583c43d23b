/** Judged pairs of made-up sentences: the more words are exchanged, the lower the score. */
import { Random } from "../../../src/base/index.ts";
import { type JudgedPair, WordVectors } from "../../../src/data/index.ts";
import { generateTreebank } from "../../../src/samples/index.ts";
import { words } from "../../../src/trees/index.ts";

export const { trees } = generateTreebank({ trees: 150 });
const sentences = trees.map((tree) => words(tree));
const vocabulary = [...new Set(sentences.flat())];

export function samplePairs(count: number, seed = 3): JudgedPair[] {
  const random = new Random(seed);
  return Array.from({ length: count }, (_, i) => {
    const first = sentences[i % sentences.length]!;
    const share = random.uniform();
    const second = first.map((word) =>
      random.uniform() < share ? vocabulary[random.integer(vocabulary.length)]! : word,
    );
    const kept = second.filter((word, k) => word === first[k]).length / first.length;
    const score = Math.max(0, Math.min(5, 5 * kept + 0.3 * random.normal()));
    return { first: first.join(" "), second: second.join(" "), score, source: i % 2 === 0 ? "even" : "odd" };
  });
}

export const pairLines = (pairs: readonly JudgedPair[]): string =>
  pairs.map(({ first, second, score }) => `${score.toFixed(3)}\t${first}\t${second}\n`).join("");

/** Random numbers for every word, so that only equal words are alike. */
export function sampleVectors(dimensions = 6): WordVectors {
  const random = new Random(4);
  const folded = [...new Set(vocabulary.map((word) => word.toLowerCase()))];
  return new WordVectors(
    folded,
    dimensions,
    Float32Array.from({ length: folded.length * dimensions }, () => random.normal()),
    { lowerCase: true, foldDigits: true, straightApostrophes: true },
  );
}

export const sampleText = (): string => `${sentences.map((sentence) => sentence.join(" ")).join("\n")}\n`;
