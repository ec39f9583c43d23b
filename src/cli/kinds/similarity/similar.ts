/** `eigentree similar MODEL FIRST SECOND` and `eigentree similar MODEL PAIRS…`. */
import { existsSync } from "node:fs";
import type { Explanation, SentenceSimilarity } from "../../../applications/similarity/index.ts";
import { sourceOfFile } from "../../../applications/similarity/index.ts";
import { flag, optional, text as textOption } from "../../../base/index.ts";
import { streamRecords } from "../../../data/index.ts";
import { ENCODING_OPTION, STANDARD_INPUT, textSources } from "../../../files/index.ts";
import { type SentencePair, sts } from "../../../formats/index.ts";
import { looksLikeText } from "../../data/inputs.ts";
import { defineVerb } from "../../frame/command.ts";
import type { Context } from "../../frame/context.ts";
import { UsageError } from "../../frame/failures.ts";
import { shared } from "../../frame/flags.ts";
import { formatTable } from "../../frame/numbers.ts";
import { openSimilarity, SCORING_OPTIONS } from "./open.ts";

/** Contributions below this are not shown. */
const SMALL = 0.01;

export const similar = defineVerb({
  description:
    "Takes two sentences, or files of pairs: lines of two sentences with a tab between, or of a score and two " +
    "sentences, whose scores are not looked at; - is standard input. Writes a score for each pair, one on a line. " +
    "A file of a source that the model learnt from, by its name, is scored by that source's function.",
  options: {
    explain: flag("say what every feature adds, and which words match", { default: false }),
    source: optional(textOption("score all pairs as pairs of this source", { default: "" })),
    text: flag("take the two arguments as sentences, even if there are files of these names", { default: false }),
    ...SCORING_OPTIONS,
    encoding: ENCODING_OPTION,
    ...shared("json", "quiet"),
  },
  examples: [
    ['eigentree similar sim.model "A man rides a bicycle." "A man is riding a bike."', "two sentences"],
    ["eigentree similar sim.model pairs.tsv > scores.txt", "a file of pairs"],
    ['eigentree similar sim.model --explain "A dog runs." "A cat sleeps."', "what the score is made of"],
  ],
  async run(context, model, args, options) {
    const { explain, source, encoding } = options;
    const isText = (arg: string) => options.text || (!existsSync(arg) && arg !== STANDARD_INPUT && looksLikeText(arg));
    // No file has an empty name: beside it stands a sentence, however short.
    const empty = args.some((arg) => arg.trim() === "");
    const similarity = await openSimilarity(context, model, options);
    if (args.length > 0 && (empty || args.every(isText))) {
      if (args.length !== 2) throw new UsageError(`a pair is two sentences; got ${args.length}.`);
      await answer(context, similarity, { first: args[0]!, second: args[1]!, score: undefined }, source, explain);
      return;
    }
    const paths = args.length === 0 ? [STANDARD_INPUT] : args;
    for (const [i, from] of textSources(paths, { progress: context.progress, encoding }).entries()) {
      const named = source ?? (paths[i] === STANDARD_INPUT ? undefined : sourceOfFile(paths[i]!));
      const records = streamRecords<SentencePair>(from, { input: "text" }, ({ file }, emit) =>
        sts.reader(emit, { file, scale: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER] }),
      );
      for await (const { record } of records) await answer(context, similarity, record, named, explain);
    }
  },
});

async function answer(
  context: Context,
  similarity: SentenceSimilarity,
  { first, second }: SentencePair,
  source: string | undefined,
  explain: boolean,
): Promise<void> {
  if (explain) {
    const explanation = similarity.explain(first, second, source);
    await context.print(
      context.json ? JSON.stringify({ first, second, ...explanation }) : explanationText(first, second, explanation),
    );
  } else {
    const score = similarity.score(first, second, source);
    await context.print(context.json ? JSON.stringify({ first, second, score }) : score.toFixed(4));
  }
}

function explanationText(first: string, second: string, explanation: Explanation): string {
  const { score, source, average, contributions, matches, identical } = explanation;
  const shown = contributions
    .filter(({ adds }) => Math.abs(adds) >= SMALL)
    .sort((a, b) => Math.abs(b.adds) - Math.abs(a.adds));
  const rows = shown.map(({ group, name, value, adds }) => [
    `${adds >= 0 ? "+" : "−"}${Math.abs(adds).toFixed(3)}`,
    `${group}: ${name}`,
    value.toFixed(3),
  ]);
  const seen = new Set<string>();
  const words = matches.filter(({ places }) => !seen.has(`${places}`) && seen.add(`${places}`));
  return [
    `${score.toFixed(4)}  ${first}  |  ${second}`,
    ...(identical ? ["the words are the same: the highest score"] : []),
    `an average pair ${source === undefined ? "of an unknown source" : `of ${source}`} has ${average.toFixed(3)}; the features add`,
    formatTable(rows, "  "),
    "words that match",
    formatTable(
      words.map((match) => [match.similarity.toFixed(2), `${match.first} – ${match.second}`, match.group]),
      "  ",
    ),
    "",
  ].join("\n");
}
