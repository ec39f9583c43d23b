/** Text as the lexicon learns from it: read once, in chunks that threads cut, tag and count. */
import {
  checkOptions,
  InputError,
  type LearnContext,
  Meter,
  type ModelParts,
  orStopped,
  withWorkers,
} from "../../../base/index.ts";
import { Chunker } from "../../../data/corpus/chunks.ts";
import type { SourceCount, TextSource } from "../../../data/index.ts";
import { analyserOf } from "../phrases/analyser.ts";
import { type CountSetup, type CountState, countChunk, countJobs, startCounting } from "./count-jobs.ts";
import { ObservationCounts } from "./counts.ts";
import { LEXICON_TEXT_OPTIONS, type LexiconTextOptions } from "./options.ts";

/** What a lexicon learns from: a text whose words were counted. */
export interface LexiconText {
  readonly counts: ObservationCounts;
  readonly sources: readonly SourceCount[];
  readonly sentences: number;
  readonly words: number;
  readonly options: LexiconTextOptions;
  readonly warnings: readonly string[];
}

/** How a text is read, and what tags it. */
export interface LexiconTextGiven extends Partial<LexiconTextOptions> {
  /** Parts of a tagger or parser; not needed for tagged text and CoNLL-U. */
  readonly tagger?: ModelParts | undefined;
}

function setupOf({ tagger, ...given }: LexiconTextGiven): CountSetup {
  const options = checkOptions("collectLexiconText", LEXICON_TEXT_OPTIONS, given);
  const needed = options.input === "text" || options.input === "tokens";
  if (needed && tagger === undefined) {
    throw new InputError(
      `text in the form "${options.input}" has no tags; expected a tagger or parser to find them, or the form tagged.`,
    );
  }
  if (tagger !== undefined && needed) analyserOf(tagger); // throws here what is wrong with it, not in a thread
  return { ...options, tagger: needed ? tagger : undefined };
}

/** Counts the sources, whatever their size; memory grows with the number of different pairs. */
export async function collectLexiconText(
  sources: Iterable<TextSource>,
  given: LexiconTextGiven = {},
  context: LearnContext = {},
): Promise<LexiconText> {
  const setup = setupOf(given);
  const gathered = new Gathered(setup);
  const meter = new Meter("tagging", "words", undefined, context);
  await withWorkers(context, countJobs, setup, async (workers) => {
    const origin: string[] = [];
    async function* chunks() {
      for (const { name, pieces } of sources) {
        const ready: string[] = [];
        const chunker = gathered.chunker(name, (text) => ready.push(text));
        for await (const piece of pieces) {
          chunker.push(piece);
          for (const text of ready.splice(0)) {
            origin.push(name);
            yield text;
          }
        }
        chunker.end();
        for (const text of ready) {
          origin.push(name);
          yield text;
        }
      }
    }
    let done = 0;
    const run = async () => {
      for await (const chunk of workers.map("count", chunks())) {
        gathered.add(origin[done++]!, chunk);
        meter.advance(chunk.words);
      }
    };
    await orStopped(run(), context.signal);
  });
  meter.finish();
  return gathered.text();
}

/** The same of a text in memory. */
export function readLexiconText(text: string, { file = "text", ...given }: LexiconTextGiven & { file?: string } = {}) {
  const setup = setupOf(given);
  const gathered = new Gathered(setup);
  const state: CountState = startCounting(setup);
  const chunker = gathered.chunker(file, (chunk) => gathered.add(file, countChunk(chunk, state)));
  chunker.push(text);
  chunker.end();
  return gathered.text();
}

class Gathered {
  readonly #counts = new ObservationCounts();
  readonly #sources = new Map<string, number>();
  readonly #warnings: string[] = [];
  #words = 0;

  constructor(readonly setup: CountSetup) {}

  chunker(name: string, onChunk: (text: string) => void): Chunker {
    this.#sources.set(name, this.#sources.get(name) ?? 0);
    return new Chunker(onChunk, (line) =>
      this.#warnings.push(`${name}:${line}: this line is longer than a million characters and was cut in two.`),
    );
  }

  add(name: string, chunk: ReturnType<typeof countChunk>): void {
    this.#counts.addAll(chunk);
    this.#sources.set(name, this.#sources.get(name)! + chunk.sentences);
    this.#words += chunk.words;
  }

  text(): LexiconText {
    const sources = [...this.#sources].map(([file, records]) => ({ file, records, skipped: 0 }));
    const { tagger: _, ...options } = this.setup;
    return {
      counts: this.#counts,
      sources,
      sentences: sources.reduce((sum, { records }) => sum + records, 0),
      words: this.#words,
      options,
      warnings: this.#warnings,
    };
  }
}
