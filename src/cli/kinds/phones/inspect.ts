/** `eigentree inspect MODEL` for phone models: how sound becomes classes, and what is known of each phone. */
import { phonesFromParts } from "../../../models/phones/index.ts";
import { defineVerb } from "../../frame/command.ts";
import { shared } from "../../frame/flags.ts";
import { chainFacts } from "../sequence/inspect.ts";

export const inspect = defineVerb({
  description:
    "Sizes of the quantiser and of the sequence model, and for spectral models the singular values of each phone.",
  options: shared("json"),
  examples: [["eigentree inspect phones.model", "phones, classes of frames, hidden states, singular values"]],
  async run(context, { parts }) {
    const model = phonesFromParts(parts);
    const { rate, folding } = model.options;
    const { classes } = model.quantiser;
    const coarse = new Set(model.groups).size;
    const { facts, text } = chainFacts(model, model.sequence.states, [
      ["sound", `${rate} Hz`],
      ["folding", folding],
      ["classes of frames", classes],
      ["coarse classes", coarse],
    ]);
    await context.report({ ...facts, rate, folding, classes, coarseClasses: coarse }, () => text);
  },
});
