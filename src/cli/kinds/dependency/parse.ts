/** `eigentree parse MODEL [FILE…]` for dependency parsers: sentences in, CoNLL-U out, in order, in constant memory. */
import { choice, flag, type InputError, text } from "../../../base/index.ts";
import { checkWritable, displayName, STANDARD_INPUT, writeFileText } from "../../../files/index.ts";
import {
  type ConlluSentence,
  conllu,
  conlluFromDependencies,
  isWord,
  rawText,
  readLocated,
  tagged,
  tokens,
} from "../../../formats/index.ts";
import { DEPENDENCY_DECODE_OPTIONS, dependencyJobs, type ParsedDependencies, type TagColumn } from "../../../models/dependency/index.ts";
import { defineVerb } from "../../command.ts";
import type { Context } from "../../context.ts";
import { readWithProgress } from "../../data.ts";
import { file, shared } from "../../flags.ts";
import { counted, formatSeconds } from "../../numbers.ts";

interface Sentence {
  readonly words: readonly string[];
  readonly tags?: readonly string[] | undefined;
  /** Given CoNLL-U, whose other columns, ranges, empty nodes and comments are kept. */
  readonly source?: ConlluSentence;
}

interface Reading {
  readonly input: "text" | "tokens" | "tagged" | "conllu";
  readonly language: string;
  readonly column: TagColumn;
  readonly goldTags: boolean;
  readonly onBad: ((error: InputError) => void) | undefined;
}

async function* sentencesOf(
  context: Context,
  path: string,
  { input, language, column, goldTags, onBad }: Reading,
): AsyncGenerator<Sentence> {
  const name = displayName(path);
  const chunks = readWithProgress(path, context.progress);
  if (input === "conllu") {
    for await (const { record } of readLocated(conllu, chunks, { file: name, onBad })) {
      const words = record.tokens.filter(isWord);
      const tags = goldTags && words.every((word) => word[column] !== "_") ? words.map((word) => word[column]) : undefined;
      yield { words: words.map(({ form }) => form), tags, source: record };
    }
  } else if (input === "tagged") {
    for await (const { record } of readLocated(tagged, chunks, { file: name, onBad })) yield record;
  } else if (input === "tokens") {
    for await (const { record } of readLocated(tokens, chunks, { file: name, onBad })) yield { words: record };
  } else {
    for await (const { record } of readLocated(rawText, chunks, { file: name, language })) yield { words: record };
  }
}

/** The answer in CoNLL-U: the given sentence with new heads and relations, and with new tags unless it had its own. */
function conlluText({ source, tags: given }: Sentence, { list }: ParsedDependencies, column: TagColumn): string {
  return list
    .map(({ tree, score }, rank) => {
      const remarks = list.length > 1 ? [`# rank = ${rank + 1}`, `# score = ${score!.toFixed(4)}`] : [];
      if (source === undefined) return conllu.write(conlluFromDependencies(tree, { tags: column, comments: remarks }));
      let word = 0;
      const rows = source.tokens.map((token) => {
        if (!isWord(token)) return token;
        const i = word++;
        const changed = { ...token, head: String(tree.heads[i]), deprel: tree.labels[i]! };
        return given === undefined ? { ...changed, [column]: tree.tags[i]! } : changed;
      });
      return conllu.write({ comments: [...source.comments, ...remarks], tokens: rows });
    })
    .join("");
}

/** Sentences in one message to a thread. */
const BATCH = 16;

export const parse = defineVerb({
  description:
    "Writes CoNLL-U, a tree for every sentence, in the order of the input. Sentences without tags are tagged by the model; of CoNLL-U the tags are predicted too unless " +
    "--gold-tags is given, and all other columns, ranges, empty nodes and comments are kept.",
  options: {
    input: choice("form of the input", ["text", "tokens", "tagged", "conllu"], { default: "text" }),
    output: file("where to write; standard output unless given"),
    language: text("language of running text, as a tag such as en or de", { default: "en" }),
    goldTags: flag("trust the tags of CoNLL-U", { default: false }),
    skipBad: flag("skip and count sentences that cannot be read", { default: false }),
    ...DEPENDENCY_DECODE_OPTIONS,
    ...shared("json", "quiet", "threads"),
  },
  short: { output: "o" },
  examples: [
    ["echo 'The dog barks.' | eigentree parse english.model", "parse a sentence"],
    ["eigentree parse english.model dev.conllu --input conllu -o parsed.conllu", "parse again what has trees already"],
    ["eigentree parse english.model tokens.txt --input tokens --k-best 50", "the fifty best trees of each sentence"],
  ],
  async run(context, { parts }, paths, { input, output, language, goldTags, skipBad, trees, kBest, rerank, search, spectralWeight }) {
    const { tags: column } = parts.options as { readonly tags: TagColumn };
    const started = performance.now();
    let [sentences, words, bad] = [0, 0, 0];
    const onBad = skipBad
      ? (error: InputError) => {
          bad++;
          context.note(`skipped: ${error.message}`);
        }
      : undefined;
    const workers = context.workers(dependencyJobs, {
      parts: { ...parts, report: null },
      options: { trees, kBest, rerank, search, spectralWeight },
    });
    const waiting: Sentence[][] = [];
    async function* batches() {
      let batch: Sentence[] = [];
      for (const path of paths.length === 0 ? [STANDARD_INPUT] : paths) {
        for await (const sentence of sentencesOf(context, path, { input, language, column, goldTags, onBad })) {
          if (sentence.words.length === 0) continue;
          batch.push(sentence);
          if (batch.length < BATCH) continue;
          waiting.push(batch);
          yield batch.map(({ words: forms, tags }) => ({ words: forms, tags }));
          batch = [];
        }
      }
      if (batch.length === 0) return;
      waiting.push(batch);
      yield batch.map(({ words: forms, tags }) => ({ words: forms, tags }));
    }
    async function* answers() {
      for await (const parsed of workers.map("parse", batches())) {
        const batch = waiting.shift()!;
        for (const [i, answer] of parsed.entries()) {
          sentences++;
          words += batch[i]!.words.length;
          yield context.json ? `${JSON.stringify(answer)}\n` : conlluText(batch[i]!, answer, column);
        }
      }
    }
    try {
      if (output === undefined) for await (const answer of answers()) await context.write(answer);
      else {
        await checkWritable(output);
        await writeFileText(output, answers());
      }
    } finally {
      await workers.close();
    }
    const seconds = (performance.now() - started) / 1000;
    const rate = `${(sentences / seconds).toFixed(1)} sentences/s`;
    const skipped = bad > 0 ? `; ${counted(bad, "bad sentence")} skipped` : "";
    context.note(`${counted(sentences, "sentence")}, ${counted(words, "word")} in ${formatSeconds(seconds)}: ${rate}${skipped}`);
  },
});
