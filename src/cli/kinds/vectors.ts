/** `eigentree train vectors`, and what can be done with word vectors. */
import { flag, InputError, nearestNames, whole } from "../../base/index.ts";
import { checkWritable, displayName, readFileText, STANDARD_INPUT, saveModel, useKernelThreads } from "../../files/index.ts";
import {
  CORPUS_OPTIONS,
  completeAnalogy,
  evaluateAnalogies,
  evaluateSimilarity,
  learnVectors,
  readAnalogies,
  readWordPairs,
  tokenVectors,
  VECTOR_OPTIONS,
  VECTORS_VERSION,
  type VectorModel,
  type VectorReport,
  vectorModelFrom,
  vectorModelParts,
  type WordVectors,
} from "../../models/vectors/index.ts";
import { defineCommand, defineVerb } from "../command.ts";
import { asFlagError, MEMORY_OPTION, openCorpus, runningOf } from "../corpus-files.ts";
import { FailedError, UsageError } from "../failures.ts";
import { file, shared } from "../flags.ts";
import type { Kind } from "../kinds.ts";
import { counted, formatCount, formatSeconds, formatTable } from "../numbers.ts";
import { isVectorFile, modelOfVectors, readVectorFile } from "../vector-files.ts";
import { inspectVectors } from "./vector-inspection.ts";

const train = defineCommand({
  description:
    "Reads text, one sentence a line, packed with gzip or not; - is standard input. The text is read once; memory does not grow with it beyond --memory and what the " +
    "decomposition takes, about 40 bytes for each word, context and dimension.",
  arguments: ["TEXT…"],
  options: {
    output: file("where to put the model"),
    ...VECTOR_OPTIONS,
    ...CORPUS_OPTIONS,
    ...MEMORY_OPTION,
    ...shared("json", "quiet", "threads"),
  },
  short: { output: "o" },
  required: ["output"],
  examples: [
    ["eigentree train vectors news.txt.gz -o news.model", "100 dimensions for the 50,000 most frequent words"],
    ["eigentree train vectors novel.txt --lines running -o novel.model", "text broken at a fixed width"],
    ["zcat big.gz | eigentree train vectors - --memory 256M --method tscca -o big.model", "from a pipe, in little memory, by two-step CCA"],
  ],
  async run(context, paths, options) {
    const {
      output,
      vocabulary,
      minCount,
      tokens,
      lines,
      lowerCase,
      foldDigits,
      memory,
      json: _,
      quiet: __,
      threads: ___,
      ...learning
    } = options;
    if (vocabulary < learning.dim) {
      throw new UsageError(
        `--vocabulary ${vocabulary} is smaller than --dim ${learning.dim}; expected at least as many words as dimensions.`,
      );
    }
    await checkWritable(output!);
    const running = runningOf(context, { memory });
    const started = performance.now();
    const corpus = await openCorpus(paths, { vocabulary, minCount, tokens, lines, lowerCase, foldDigits }, running);
    const crew = useKernelThreads(context.threads);
    try {
      const folding = { lowerCase, foldDigits };
      const { model, report } = await learnVectors(corpus, learning, { ...running, folding }).catch((error) => {
        throw asFlagError(error);
      });
      await saveModel(output!, vectorModelParts(model, { ...report }));
      for (const warning of report.warnings) context.note(`warning: ${warning}`);
      const seconds = (performance.now() - started) / 1000;
      await context.report({ output, dimensions: model.vectors.dimensions, seconds, ...report }, () =>
        summary(output!, model, report, seconds),
      );
    } finally {
      corpus.close();
      await crew.close();
    }
  },
});

function summary(output: string, { vectors, options }: VectorModel, report: VectorReport, seconds: number): string {
  const share = (100 * report.coverage).toFixed(1);
  return [
    `${counted(report.tokens, "token")}, ${counted(report.types, "different word")}; ${counted(report.words, "word")} in the vocabulary cover ${share} %`,
    `${options.method}: ${vectors.dimensions} dimensions in ${formatSeconds(seconds)}${report.spilled ? ", counts in temporary files" : ""}`,
    `wrote ${output}`,
  ].join("\n");
}

/** The word's row; without one a failure that suggests words spelt like it. */
function rowOf(vectors: WordVectors, word: string): number {
  const row = vectors.row(word);
  if (row >= 0) return row;
  const near = nearestNames(word, vectors.words, 5);
  const advice =
    near.length === 0 ? "no word in the vocabulary is spelt like it." : `did you mean ${near.map((name) => `"${name}"`).join(", ")}?`;
  throw new FailedError(`the word "${word}" has no vector; ${advice}`);
}

const neighbours = defineVerb({
  description: "Nearest by the cosine of the vectors. With --analogy, three words a b c: what is to c as b is to a.",
  options: {
    count: whole("neighbours of a word", { default: 10, min: 1, max: 10_000 }),
    analogy: flag("complete analogies: the words come in threes", { default: false }),
    ...shared("json", "quiet"),
  },
  examples: [
    ["eigentree neighbours news.model king", "the ten words nearest to king"],
    ["eigentree neighbours news.model --analogy man king woman", "what is to woman as king is to man"],
  ],
  async run(context, { path, parts }, words, { count, analogy }) {
    const { vectors } = vectorModelFrom(parts, path);
    if (analogy && words.length % 3 !== 0) throw new UsageError(`--analogy takes words in threes, a b c; got ${words.length}.`);
    const rows = words.map((word) => rowOf(vectors, word));
    const queries = [];
    if (analogy) {
      for (let i = 0; i < rows.length; i += 3) {
        const [a, b, c] = rows.slice(i, i + 3) as [number, number, number];
        queries.push({ query: words.slice(i, i + 3).join(" "), found: completeAnalogy(vectors, a, b, c, count) });
      }
    } else {
      for (const [i, row] of rows.entries())
        queries.push({ query: words[i]!, found: vectors.nearest(vectors.vector(row), count, new Set([row])) });
    }
    const named = queries.map(({ query, found }) => ({
      query,
      neighbours: found.map(({ row, similarity }) => ({ word: vectors.words[row]!, similarity })),
    }));
    await context.report(named, () =>
      named
        .map(
          ({ query, neighbours: found }) =>
            `${query}\n${formatTable(
              found.map(({ word, similarity }) => [similarity.toFixed(4), word]),
              "  ",
            )}`,
        )
        .join("\n\n"),
    );
  },
});

const evaluate = defineVerb({
  description: "Files of word pairs with scores (Spearman's ρ between the scores and the cosines), or of analogies, four words a line.",
  options: shared("json", "quiet"),
  examples: [
    [
      "eigentree evaluate news.model wordsim353.txt simlex.txt",
      "rank correlation with people's judgements, and how many pairs are covered",
    ],
  ],
  async run(context, { path, parts }, files) {
    const { vectors } = vectorModelFrom(parts, path);
    const results: { file: string; measure: string; value: number; covered: number; items: number }[] = [];
    for (const file of files) {
      const text = await wholeText(file);
      const isAnalogies = /^\s*(:.*\n\s*)?\S+[ \t]+\S+[ \t]+\S+[ \t]+\S+[ \t]*\r?(\n|$)/.test(text);
      if (isAnalogies) {
        const { accuracy, covered, analogies } = evaluateAnalogies(vectors, readAnalogies(text, displayName(file)));
        results.push({ file: displayName(file), measure: "analogies right", value: accuracy, covered, items: analogies });
      } else {
        const { rho, covered, pairs } = evaluateSimilarity(vectors, readWordPairs(text, displayName(file)));
        results.push({ file: displayName(file), measure: "Spearman ρ", value: rho, covered, items: pairs });
      }
    }
    const mean = results.reduce((sum, { value }) => sum + value, 0) / results.length;
    await context.report({ results, mean }, () =>
      formatTable([
        ["file", "measure", "value", "covered"],
        ...results.map(({ file, measure, value, covered, items }) => [
          file,
          measure,
          value.toFixed(4),
          `${formatCount(covered)} of ${formatCount(items)} (${((100 * covered) / items).toFixed(1)} %)`,
        ]),
        ...(results.length > 1 ? [["mean", "", mean.toFixed(4), ""]] : []),
      ]),
    );
  },
});

async function wholeText(path: string): Promise<string> {
  let text = "";
  for await (const piece of readFileText(path)) text += piece;
  if (text.trim() === "") throw new InputError("is empty; expected word pairs with scores, or analogies.", { file: displayName(path) });
  return text;
}

const embed = defineVerb({
  description:
    "Reads sentences, one a line, words parted by blanks. Of a model of LR-MVL each word gets its vector in its context (the word's own numbers, then those of what stands before " +
    "and after it); of other models the word's own.",
  options: shared("json", "quiet"),
  examples: [
    [
      "echo 'the old man sat by the bank' | eigentree embed lrmvl.model",
      "a line for each word: the word, a tab, its numbers; an empty line after the sentence",
    ],
  ],
  async run(context, { path, parts }, files) {
    const model = vectorModelFrom(parts, path);
    for (const file of files.length === 0 ? [STANDARD_INPUT] : files) {
      for (const line of (await wholeText(file)).split("\n")) {
        const words = line.split(/\s+/).filter((word) => word !== "");
        if (words.length === 0) continue;
        const rows = sentenceVectors(model, words);
        if (context.json) await context.print(JSON.stringify({ words, vectors: rows }));
        else await context.print(`${words.map((word, i) => `${word}\t${rows[i]!.map((x) => x.toPrecision(6)).join(" ")}`).join("\n")}\n`);
      }
    }
  },
});

function sentenceVectors(model: VectorModel, words: readonly string[]): number[][] {
  if (model.projections === undefined)
    return words.map((word) => Array.from(model.vectors.vectorOf(word) ?? new Float32Array(model.vectors.dimensions)));
  const { columns, data } = tokenVectors(model, words);
  return words.map((_, i) => Array.from(data.subarray(i * columns, (i + 1) * columns)));
}

export const vectors: Kind = {
  version: VECTORS_VERSION,
  train,
  inspect: inspectVectors,
  verbs: { neighbours, evaluate, embed },
  adopt: async (path) => ((await isVectorFile(path)) ? vectorModelParts(modelOfVectors(await readVectorFile(path), path)) : undefined),
};
