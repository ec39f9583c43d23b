/** `parse`: constituency trees of sentences, with the probability of every span. */
import type { Json } from "../base/model-parts.ts";
import { optional, real } from "../base/options.ts";
import { formatPenn } from "../formats/treebanks/penn.ts";
import { PARSING_OPTIONS, type ParsedSentence, Parser, type ParsingOptions } from "../models/parser/index.ts";
import { spans as spansOf } from "../trees/index.ts";
import { SENTENCE_ITEMS, type Words } from "./sentences.ts";
import { defineVerb, listOf, NUMBER, objectOf, rounded, TEXT, WHOLE } from "./verb.ts";

/** What a parse is as JSON, of the command line too. */
export function parseFacts(
  { words, trees, fallback, logProbability, spans: known }: Omit<ParsedSentence, "milliseconds">,
  { kBest, marginals }: { readonly kBest: number; readonly marginals: number | undefined },
) {
  const best = trees[0]!;
  const probabilities = new Map(
    known.map((span) => [`${span.start} ${span.end} ${span.tag} ${span.label}`, span.probability]),
  );
  const leafTags = new Set<number>();
  const spans = spansOf(best.tree, { leaves: true }).map(({ label, start, end }) => {
    // A word's tag comes first of the spans over it: children before parents.
    const tag = end === start + 1 && !leafTags.has(start);
    if (tag) leafTags.add(start);
    const probability = probabilities.get(`${start} ${end} ${tag} ${label}`);
    return {
      label,
      start,
      end,
      ...(tag ? { tag } : {}),
      ...(probability === undefined ? {} : { probability: rounded(probability) }),
    };
  });
  const listed = (least: number) =>
    known
      .filter(({ probability }) => probability >= least)
      .map(({ label, start, end, tag, probability }) => ({
        label,
        start,
        end,
        ...(tag ? { tag } : {}),
        probability: rounded(probability),
      }));
  return {
    words,
    brackets: formatPenn(best.tree),
    score: rounded(best.score),
    fallback,
    ...(logProbability === undefined ? {} : { logProbability: rounded(logProbability) }),
    spans,
    ...(kBest === 1
      ? {}
      : { trees: trees.map(({ tree, score }) => ({ brackets: formatPenn(tree), score: rounded(score) })) }),
    ...(marginals === undefined ? {} : { marginals: listed(marginals) }),
  };
}

/** Parsers with options of their own, made when they are first asked for: their tables take time. */
const parsers = new WeakMap<Parser, Map<string, Parser>>();
/** Sets of options in use at a time: people try a few. */
const KEPT = 4;

function parserWith(parser: Parser, options: Partial<ParsingOptions>): Parser {
  const key = JSON.stringify(options);
  let own = parsers.get(parser);
  if (own === undefined) parsers.set(parser, (own = new Map()));
  let found = own.get(key);
  if (found === undefined) {
    if (own.size >= KEPT) own.delete(own.keys().next().value!);
    found = new Parser(parser.model, options);
    own.set(key, found);
  }
  return found;
}

const { kBest, ...DECODING } = PARSING_OPTIONS;

const SPAN = objectOf({ label: TEXT, start: WHOLE, end: WHOLE, tag: { type: "boolean" }, probability: NUMBER }, [
  "tag",
  "probability",
]);

export const parse = defineVerb({
  name: "parse",
  summary: "find the constituency trees of sentences",
  kinds: ["parser"],
  ...SENTENCE_ITEMS,
  options: {
    kBest,
    marginals: optional(
      real("list every labelled span of the chart with at least this probability", { default: 0.01, min: 0, max: 1 }),
    ),
    ...DECODING,
  },
  answer: objectOf(
    {
      words: listOf(TEXT),
      brackets: { ...TEXT, description: "the best tree in Penn brackets" },
      score: NUMBER,
      fallback: { ...TEXT, enum: ["none", "relaxed", "coarse", "pieces", "flat"] },
      logProbability: NUMBER,
      spans: { ...listOf(SPAN), description: "spans of the best tree; words are counted from 0, end is exclusive" },
      trees: listOf(objectOf({ brackets: TEXT, score: NUMBER })),
      marginals: listOf(SPAN),
    },
    ["logProbability", "trees", "marginals"],
  ),
  run(parser, sentence: Words, { kBest: count, marginals, ...decoding }): Json {
    const chosen = parserWith(parser, { ...decoding, kBest: count });
    const found = chosen.parse(sentence);
    return parseFacts({ ...found, spans: chosen.spans(found, 0) }, { kBest: count, marginals }) as unknown as Json;
  },
});
