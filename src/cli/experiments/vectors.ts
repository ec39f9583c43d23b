/** `eigentree experiment vectors TEXT…`: word vectors of every method against people's judgements. */
import { choices, texts, whole } from "../../base/index.ts";
import { CORPUS_OPTIONS, looksLikeAnalogies, readAnalogies, readWordPairs } from "../../data/index.ts";
import { displayName, ENCODING_OPTION } from "../../files/index.ts";
import {
  experimentVectors,
  type GoldScore,
  VECTORS_METHODS,
  type VectorsExperiment,
  type VectorsMethod,
  type VectorsRow,
} from "../../models/vectors/index.ts";
import { MEMORY_OPTION, spillingContext, withCorpusOf } from "../data/corpus-files.ts";
import { wholeText } from "../data/vector-files.ts";
import { defineCommand } from "../frame/command.ts";
import { shared } from "../frame/flags.ts";
import { formatSeconds, formatTable } from "../frame/numbers.ts";

const METHODS = Object.keys(VECTORS_METHODS) as VectorsMethod[];
const { dim, vocabulary, minCount } = VECTORS_METHODS.oscca;

const scoreTable = (sets: string, lines: readonly string[][]) =>
  formatTable([["method", sets, "measure", "value", "95 %", "covered", "against the first", "time"], ...lines]);

/** Tables of an experiment: similarity, analogies, neighbours. */
export function vectorsText({ rows }: VectorsExperiment): string {
  const lines = (found: readonly GoldScore[], { method, seconds }: VectorsRow) =>
    found.map(({ name, measure, value, low, high, covered, items, gain }) => [
      method,
      name,
      measure === "spearman" ? "Spearman ρ" : "analogies right",
      value.toFixed(3),
      Number.isFinite(low) ? `${low.toFixed(3)} – ${high.toFixed(3)}` : "",
      `${covered} of ${items}`,
      gain === undefined ? "" : `${gain.difference.toFixed(3).replace("-", "−")} (p ${gain.p.toFixed(3)})`,
      formatSeconds(seconds),
    ]);
  const scores = rows.flatMap((row) => lines(row.scores, row));
  const tested = rows.flatMap((row) => lines(row.test ?? [], row));
  const near = rows.flatMap(({ method, neighbours }) =>
    Object.entries(neighbours).map(([word, found]) => [method, word, found.join(", ")]),
  );
  return [
    scoreTable("gold", scores),
    ...(tested.length === 0 ? [] : [scoreTable("test", tested)]),
    ...(near.length === 0 ? [] : [formatTable([["method", "word", "nearest"], ...near])]),
  ].join("\n\n");
}

export const vectors = defineCommand({
  description:
    "Learns vectors of TEXT by each method. Files of --gold hold word pairs with scores (Spearman's ρ, with an " +
    "interval by the bootstrap and the difference to the first method over the pairs that both have), or analogies, " +
    "four words a line. --words are shown with their nearest neighbours. With --test the first method and the one with " +
    "the best mean over --gold are measured on other files.",
  arguments: ["TEXT…"],
  options: {
    gold: texts("files of word pairs or analogies", { default: [] }),
    test: texts("files of word pairs or analogies for one measurement in the end", { default: [] }),
    words: texts("words whose neighbours are shown", { default: [] }),
    methods: choices("methods; the first is what the others are compared with", METHODS, { default: METHODS }),
    neighbours: whole("neighbours of a word", { default: 8, min: 1, max: 100 }),
    ...{ dim, vocabulary, minCount },
    ...CORPUS_OPTIONS,
    encoding: ENCODING_OPTION,
    ...MEMORY_OPTION,
    ...shared("json", "quiet", "threads"),
  },
  examples: [
    [
      "eigentree experiment vectors novels.txt.gz --gold wordsim.txt,simlex.txt --words house,king",
      "every method on two sets of pairs",
    ],
  ],
  async run(context, paths, options) {
    const { encoding, memory } = options;
    const read = async (file: string) => {
      const content = await wholeText(file, encoding);
      const place = { file: displayName(file) };
      const items = looksLikeAnalogies(content) ? readAnalogies(content, place) : readWordPairs(content, place);
      return { name: file, items };
    };
    const [gold, test] = await Promise.all([options.gold, options.test].map((files) => Promise.all(files.map(read))));
    const learning = spillingContext(context, { memory });
    const settings = {
      methods: options.methods,
      words: options.words,
      test: options.test.length === 0 ? undefined : test,
      neighbours: options.neighbours,
      learning: context.givenOf({ dim, vocabulary, minCount }, options),
    };
    const result = await withCorpusOf(paths, encoding, context.givenOf(CORPUS_OPTIONS, options), learning, (corpus) =>
      experimentVectors(corpus, gold!, settings, learning, ({ method, seconds }) =>
        context.note(`${method}: ${formatSeconds(seconds)}`),
      ),
    );
    await context.report({ experiment: "vectors", text: paths, ...result }, () => vectorsText(result));
  },
});
