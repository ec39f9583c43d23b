/** The threads' part of reading a text: a chunk of it is cut into sentences, tagged, and its observations counted. */
import type { ModelParts } from "../../../base/model-parts.ts";
import { defineJobs } from "../../../base/parallel.ts";
import { readSentences } from "../../../data/sentences.ts";
import { readRawText } from "../../../formats/raw-text.ts";
import { analyserOf, type SentenceAnalyser } from "../phrases/analyser.ts";
import { type CountedKeys, ObservationCounts } from "./counts.ts";
import { observe } from "./observations.ts";

/** How text is given: running, cut into words, or with its tags. */
export const TEXT_INPUTS = ["text", "tokens", "tagged", "conllu"] as const;

export interface CountSetup {
  readonly input: (typeof TEXT_INPUTS)[number];
  readonly lines: "sentences" | "running";
  readonly language: string;
  /** Parts of a tagger or parser, for text without tags. */
  readonly tagger: ModelParts | undefined;
}

export interface CountedChunk extends CountedKeys {
  readonly sentences: number;
  readonly words: number;
}

export interface CountState extends CountSetup {
  readonly analyse: SentenceAnalyser | undefined;
}

function* taggedSentences(text: string, { input, lines, language, analyse }: CountState) {
  if (input === "text" || input === "tokens") {
    const reading = { language, lines: lines === "sentences" ? "paragraphs" : "wrapped" } as const;
    const sentences =
      input === "text" ? readRawText(text, reading) : readSentences(text, { input }).map(({ words }) => words);
    for (const words of sentences) if (words.length > 0) yield { words, tags: analyse!(words).tags };
  } else {
    for (const { words, tags } of readSentences(text, { input, tags: "xpos" }))
      yield { words, tags: words.map((_, i) => tags?.[i] ?? "") };
  }
}

export const startCounting = (setup: CountSetup): CountState => ({
  ...setup,
  analyse: setup.tagger === undefined ? undefined : analyserOf(setup.tagger),
});

export function countChunk(text: string, state: CountState): CountedChunk {
  const counts = new ObservationCounts();
  let [sentences, total] = [0, 0];
  for (const { words, tags } of taggedSentences(text, state)) {
    observe(words, tags, counts.count);
    sentences++;
    total += words.length;
  }
  return { ...counts.keys(), sentences, words: total };
}

export const countJobs = defineJobs(import.meta.url, { start: startCounting, jobs: { count: countChunk } });

export default countJobs;
