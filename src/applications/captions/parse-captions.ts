/**
 * Captions as trees, by a parser of our own, in threads where there are any. The work is cut into pieces whose results
 * can be kept (base/checkpoints.ts): after an interruption only the unfinished pieces are parsed again.
 */
import {
  type CheckpointStore,
  Checksum,
  checkpointReader,
  type LearnContext,
  Meter,
  NO_CHECKPOINTS,
  runCheckpointed,
  withWorkers,
} from "../../base/index.ts";
import { sentencesOf } from "../../data/segmentation.ts";
import type { Segmentation } from "../../formats/text/segmentation.ts";
import { formatPenn, readPenn } from "../../formats/treebanks/penn.ts";
import { type Parser, type ParserModel, parseJobs, parserToParts, partsForParsing } from "../../models/parser/index.ts";
import type { Tree } from "../../trees/tree.ts";

/** What every learner is given, and where parsed captions are kept. */
export interface CaptionsContext extends LearnContext {
  readonly checkpoints?: CheckpointStore | undefined;
}

/** Sentences that are parsed and kept together. */
const PIECE = 2000;

/** Markup and emoticons are no words (Mitchell et al. 2012, section 3). */
const MARKUP = /<[^<>]*>|&[a-z]+;|[:;=]['-]?[()DPp](?!\w)/g;

/**
 * The sentences of captions, as words. They are read as one text, since opening a reader takes longer than a caption.
 */
export const captionSentences = (captions: Iterable<string>, segmentation: Segmentation): string[][] =>
  sentencesOf(
    Array.from(captions, (caption) => caption.replace(MARKUP, " ").replace(/\s+/g, " ")).join("\n\n"),
    segmentation,
  ).filter((words) => words.length > 0);

/** What a piece's result depends on, apart from its sentences. */
const parserKey = ({ options, report, kind }: ParserModel): string =>
  new Checksum().add(new TextEncoder().encode(JSON.stringify([kind, options, report]))).toString();

/** The trees of captions, in their order, and the number of sentences that needed a fallback. */
export async function parseCaptions(
  captions: Iterable<string>,
  parser: Parser,
  context: CaptionsContext = {},
): Promise<{ readonly trees: Tree[]; readonly fallbacks: number }> {
  const { model, options } = parser;
  const sentences = captionSentences(captions, model.segmentation);
  const key = parserKey(model);
  const { kBest: _, ...parsing } = options;
  const setup = { parts: partsForParsing(parserToParts(model)), options: parsing };
  const meter = new Meter("parsing captions", "sentences", sentences.length, context);
  return withWorkers(context, parseJobs, setup, async (workers) => {
    const works = Array.from({ length: Math.ceil(sentences.length / PIECE) }, (_, i) => {
      const piece = sentences.slice(i * PIECE, (i + 1) * PIECE);
      const text = new TextEncoder().encode(JSON.stringify(piece));
      return {
        name: `captions-${i}`,
        key: { parser: key, captions: new Checksum().add(text).toString() },
        async compute() {
          const trees: string[] = [];
          let fallbacks = 0;
          for await (const parsed of workers.map("parse", piece)) {
            trees.push(formatPenn(parsed.trees[0]!.tree));
            if (parsed.fallback !== "none") fallbacks++;
            meter.advance();
          }
          return { options: { fallbacks }, report: null, symbols: { trees }, tensors: {} };
        },
      };
    });
    const outcomes = await runCheckpointed(
      works,
      context.checkpoints ?? NO_CHECKPOINTS,
      1,
      (_, { recalled, result }) => {
        if (recalled) meter.advance(result.symbols.trees?.length ?? 0);
      },
    );
    const trees: Tree[] = [];
    let fallbacks = 0;
    for (const { result } of outcomes) {
      const reader = checkpointReader(result);
      for (const tree of readPenn(reader.symbols("trees").join("\n"))) trees.push(tree);
      fallbacks += Number(reader.options.fallbacks);
    }
    return { trees, fallbacks };
  });
}
