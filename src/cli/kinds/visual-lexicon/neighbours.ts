/** `eigentree neighbours MODEL WORD…` for lexicons of visual words. */
import { choice, whole } from "../../../base/index.ts";
import { defineVerb } from "../../frame/command.ts";
import { shared } from "../../frame/flags.ts";
import { neighboursText } from "../../frame/numbers.ts";
import { openLexiconModel } from "./open.ts";

export const neighbours = defineVerb({
  description:
    "Nearest by the cosine of contexts: adjectives by the nouns that they stand before, nouns by the adjectives before " +
    "them. At most as many as the graph holds.",
  options: {
    count: whole("neighbours of a word", { default: 10, min: 1, max: 1000 }),
    part: choice("part of speech; any takes a noun for one first", ["any", "noun", "adjective"], { default: "any" }),
    ...shared("json", "quiet"),
  },
  examples: [["eigentree neighbours visual.model crimson", "adjectives that stand with the same nouns"]],
  async run(context, model, words, { count, part }) {
    const lexicon = await openLexiconModel(model);
    const found = words.map((word) => ({
      query: word,
      entries: lexicon.entries(word),
      neighbours: lexicon.nearest(word, count, part === "any" ? undefined : part),
    }));
    await context.report(found, () => neighboursText(found));
  },
});
