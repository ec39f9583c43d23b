/** `eigentree inspect MODEL` for phone models: how sound becomes classes, and what is known of each phone. */
import { phonesFromParts } from "../../../models/sequence/index.ts";
import { defineVerb } from "../../command.ts";
import { shared } from "../../flags.ts";
import { chainFacts } from "../sequence/inspect.ts";

export const inspect = defineVerb({
  description: "Sizes of the quantiser and of the sequence model, and for spectral models the singular values of each phone.",
  options: shared("json"),
  examples: [["eigentree inspect phones.model", "phones, classes of frames, hidden states, singular values"]],
  async run(context, { parts }) {
    const { rate, folding, quantiser, groups } = phonesFromParts(parts);
    const coarse = new Set(groups).size;
    const { facts, text } = chainFacts(parts, (parts.options as { sequence: unknown }).sequence, [
      ["sound", `${rate} Hz`],
      ["folding", folding],
      ["classes of frames", quantiser.classes],
      ["coarse classes", coarse],
    ]);
    await context.report({ ...facts, rate, folding, classes: quantiser.classes, coarseClasses: coarse }, () => text);
  },
});
