/** `eigentree neighbours MODEL WORD…`. */
import { flag, whole } from "../../../base/index.ts";
import type { Neighbour } from "../../../data/index.ts";
import { defineVerb } from "../../frame/command.ts";
import { UsageError } from "../../frame/failures.ts";
import { shared } from "../../frame/flags.ts";
import { neighboursText } from "../../frame/numbers.ts";
import { openVectors } from "./open.ts";

export const neighbours = defineVerb({
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
  async run(context, model, words, { count, analogy }) {
    if (analogy && words.length % 3 !== 0)
      throw new UsageError(`--analogy takes words in threes, a b c; got ${words.length}.`);
    const vectors = await openVectors(model);
    const found: { readonly query: string; readonly neighbours: readonly Neighbour[] }[] = [];
    if (analogy) {
      for (let i = 0; i < words.length; i += 3) {
        const [a, b, c] = words.slice(i, i + 3) as [string, string, string];
        found.push({ query: `${a} ${b} ${c}`, neighbours: vectors.analogy(a, b, c, count) });
      }
    } else for (const word of words) found.push({ query: word, neighbours: vectors.nearest(word, count) });
    await context.report(found, () => neighboursText(found));
  },
});
