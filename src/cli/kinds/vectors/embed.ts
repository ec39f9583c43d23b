/** `eigentree embed MODEL [FILE…|TEXT]`: sentences in, a vector for each word out. */
import { streamSentences } from "../../../data/index.ts";
import { INPUT_OPTIONS, inputOption, inputsOf } from "../../data/inputs.ts";
import { defineVerb } from "../../frame/command.ts";
import { shared } from "../../frame/flags.ts";
import { openVectors } from "./open.ts";

export const embed = defineVerb({
  description:
    "Reads files, standard input, or a sentence given as an argument. With a model of LR-MVL each word gets " +
    "its vector in context (the word's own numbers, then those of what comes before and after it); with other " +
    "models the word's own.",
  options: {
    input: inputOption("tokens", "lines", "tagged", "conllu", "columns"),
    ...INPUT_OPTIONS,
    ...shared("json", "quiet"),
  },
  examples: [
    [
      "echo 'the old man sat by the bank' | eigentree embed lrmvl.model",
      "a line for each word: the word, a tab, its numbers; an empty line after the sentence",
    ],
  ],
  async run(context, model, args, options) {
    const vectors = await openVectors(model);
    const { input } = options;
    // Lines are cut as the training text was, which only the model can tell.
    const reading = { input: input === "lines" ? "tokens" : input } as const;
    for (const source of inputsOf(context, args, options).sources) {
      for await (const sentence of streamSentences(source, reading)) {
        if (sentence.error !== undefined) throw sentence.error;
        if (sentence.words.length === 0) continue;
        const words = input === "lines" ? vectors.wordsOf(sentence.words.join(" ")) : sentence.words;
        const rows = vectors.embed(words);
        if (context.json) await context.print(JSON.stringify({ words, vectors: rows }));
        else {
          const numbers = (row: readonly number[]) => row.map((x) => x.toPrecision(6)).join(" ");
          await context.print(`${words.map((word, i) => `${word}\t${numbers(rows[i]!)}`).join("\n")}\n`);
        }
      }
    }
  },
});
