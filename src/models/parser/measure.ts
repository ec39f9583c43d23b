/** Parses gold sentences with a model, in threads where there are any, and scores the trees: what `evaluate`, tuning and experiments share. */
import type { ModelParts } from "../../base/model-parts.ts";
import { inlineWorkers, type OpenWorkers } from "../../base/parallel.ts";
import type { Tree } from "../../trees/tree.ts";
import type { DecodeOptions } from "./decode.ts";
import { goldTree, ParserEvaluation, type ParserScores, requestOf } from "./evaluate.ts";
import { parseJobs, partsForParsing } from "./parse-jobs.ts";

export interface Measurement {
  readonly scores: ParserScores;
  /** Wall time of parsing, without loading. */
  readonly seconds: number;
  readonly threads: number;
  /** Gold trees without words, which were left out. */
  readonly withoutWords: number;
}

export interface MeasureOptions {
  readonly input: "tokens" | "tagged";
  readonly decode?: Partial<DecodeOptions>;
  /** Parses here, one sentence after another, when left out. */
  readonly openWorkers?: OpenWorkers;
  /** Called when the model stands and parsing begins. */
  readonly onStart?: () => void;
  /** Hears of every scored sentence. */
  readonly onSentence?: () => void;
}

export async function measureParser(
  parts: ModelParts,
  golds: AsyncIterable<Tree> | Iterable<Tree>,
  { input, decode = {}, openWorkers = inlineWorkers, onStart, onSentence }: MeasureOptions,
): Promise<Measurement> {
  const evaluation = new ParserEvaluation({ labels: parts.symbols.labels ?? [] });
  const workers = openWorkers(parseJobs, { parts: partsForParsing(parts), options: decode });
  const waiting: Tree[] = [];
  let withoutWords = 0;
  let started = 0;
  async function* requests() {
    for await (const raw of golds) {
      const gold = goldTree(raw);
      if (gold === undefined) {
        withoutWords++;
        continue;
      }
      waiting.push(gold);
      yield requestOf(gold, input);
    }
  }
  let seconds = 0;
  try {
    await Promise.all(Array.from({ length: workers.threads }, () => workers.run("ready", undefined)));
    onStart?.();
    started = performance.now();
    for await (const parsed of workers.map("parse", requests())) {
      evaluation.add(waiting.shift()!, parsed);
      onSentence?.();
    }
    seconds = (performance.now() - started) / 1000;
  } finally {
    await workers.close();
  }
  return { scores: evaluation.scores(), seconds, threads: workers.threads, withoutWords };
}
