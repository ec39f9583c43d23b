/** Small data for tests: captions labelled by hand, and synthetic ones in which some heads are always visible. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ModelParts } from "../../../src/base/index.ts";
import { readSequences } from "../../../src/data/index.ts";
import { type LabelledCaption, readLabelledPhrases } from "../../../src/formats/index.ts";
import { learnSequence, sequenceToParts } from "../../../src/models/sequence/index.ts";

const FIXTURE = join(import.meta.dirname, "fixture", "hand-labelled.jsonl");

/** 25 captions of ours with 100 noun phrases, labelled by hand; the objects are what an annotator would have drawn. */
export const handLabelled = (): LabelledCaption[] =>
  readLabelledPhrases(readFileSync(FIXTURE, "utf8"), { file: FIXTURE });

const SEEN = ["dog", "car", "house", "tree", "boat"];
const UNSEEN = ["idea", "morning", "reason", "hope", "price"];

/** "A red dog stands near the idea .", over and over: the first head can be seen, the second cannot. */
export function syntheticCaptions(count: number, detections = true): LabelledCaption[] {
  return Array.from({ length: count }, (_, i) => {
    const [seen, unseen] = [SEEN[i % 5]!, UNSEEN[(i * 3 + (i >> 2)) % 5]!];
    const caption =
      i % 2 === 0 ? `A red ${seen} stands near the ${unseen}.` : `For the ${unseen}, a small ${seen} waits.`;
    const place = (words: string) => ({ start: caption.indexOf(words), end: caption.indexOf(words) + words.length });
    const phrases = [
      { ...place(i % 2 === 0 ? `A red ${seen}` : `a small ${seen}`), visual: true },
      { ...place(`the ${unseen}`), visual: false },
    ].sort((a, b) => a.start - b.start);
    const found = detections ? [{ label: seen, box: [10, 20, 100, 50 + i] as const, score: 0.9 }] : undefined;
    return { image: `image-${i >> 1}`, caption, phrases, detections: found, size: detections ? [200, 300] : undefined };
  });
}

const TAGGED = [
  "A/DT red/JJ dog/NN stands/VBZ near/IN the/DT idea/NN ./.",
  "For/IN the/DT morning/NN ,/, a/DT small/JJ car/NN waits/VBZ ./.",
  "The/DT big/JJ house/NN and/CC a/DT tree/NN burn/VBP ./.",
  "Two/CD boats/NNS sail/VBP with/IN great/JJ hope/NN ./.",
  "He/PRP wears/VBZ a/DT hat/NN ./.",
];

/** A tagger that knows the synthetic captions. */
export async function smallTagger(): Promise<ModelParts> {
  const data = readSequences(`${TAGGED.join("\n")}\n`.repeat(8), { input: "tagged" });
  return sequenceToParts((await learnSequence(data, { method: "perceptron", epochs: 3 })).model);
}
