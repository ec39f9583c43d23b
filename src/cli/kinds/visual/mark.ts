/**
 * `eigentree visual MODEL [FILE…|TEXT]`: captions in, their noun phrases with probabilities out, in constant memory.
 */
import {
  analyserOf,
  CAPTION_INPUTS,
  type CaptionForm,
  type CaptionInput,
  captionForm,
  captionReader,
  HTML_PAGE,
  type MarkedCaption,
  markedHtml,
  markedText,
  VisualText,
  visualFromParts,
} from "../../../applications/visual-text/index.ts";
import { choice, InputError } from "../../../base/index.ts";
import type { TextSource } from "../../../data/index.ts";
import { INPUT_OPTIONS, inputsOf } from "../../data/inputs.ts";
import { defineVerb } from "../../frame/command.ts";
import { shared } from "../../frame/flags.ts";
import { counted, formatCount } from "../../frame/numbers.ts";
import { openParser, openWords, PARSER_OPTION, WORDNET_OPTION } from "./resources.ts";

const FORMATS = ["text", "json", "html"] as const;

async function* captionsOf({ name, pieces }: TextSource, input: CaptionForm): AsyncGenerator<CaptionInput> {
  let ready: CaptionInput[] = [];
  let reader: ReturnType<typeof captionReader> | undefined;
  let held = "";
  const open = () =>
    captionReader(input === "auto" ? captionForm(held) : input, (caption) => ready.push(caption), { file: name });
  for await (const piece of pieces) {
    held += piece;
    // The first line tells the form.
    if (reader === undefined && !/\S[^\n]*\n/.test(held)) continue;
    reader ??= open();
    reader.push(held);
    held = "";
    yield* ready;
    ready = [];
  }
  reader ??= open();
  reader.push(held);
  reader.end();
  yield* ready;
}

const answer = (marked: MarkedCaption, format: (typeof FORMATS)[number]): string => {
  if (format === "html") return markedHtml(marked);
  if (format === "text") return markedText(marked);
  const phrases = marked.phrases.map((phrase) => ({ ...phrase, probability: Number(phrase.probability.toFixed(4)) }));
  return JSON.stringify({ ...marked, phrases });
};

export const mark = defineVerb({
  description:
    "Reads standard input when no FILE is given; a caption in quotes may stand in place of a FILE. Phrases are found by " +
    "the tagger or parser that the model keeps, or by --parser, unless the input has them.",
  options: {
    input: choice(
      "form of the captions: one per line, image TAB caption, the markup of Flickr30k Entities, or JSON lines; auto " +
        "detects it",
      CAPTION_INPUTS,
      { default: "auto" },
    ),
    format: choice("form of the output; html shades phrases by probability; --json is short for json", FORMATS, {
      default: "text",
    }),
    ...PARSER_OPTION,
    ...WORDNET_OPTION,
    ...INPUT_OPTIONS,
    ...shared("json", "quiet"),
  },
  examples: [
    ['eigentree visual seen.model "A man stands in the middle of the road."', "each noun phrase with its probability"],
    [
      "eigentree visual seen.model captions.txt --format html > captions.html",
      "a page with phrases shaded by probability",
    ],
  ],
  async run(context, { path, parts }, args, options) {
    const model = visualFromParts(parts);
    const parser = await openParser(options.parser);
    const wordnet = await openWords(context, options.wordnet && model.hypernyms !== undefined);
    const classifier = new VisualText(model, { wordnet, analyser: parser && analyserOf(parser) });
    const format = context.json ? "json" : options.format;
    let [captions, phrases] = [0, 0];
    const began = performance.now();
    if (format === "html") await context.write(HTML_PAGE.before);
    for (const source of inputsOf(context, args, options).sources) {
      for await (const caption of captionsOf(source, options.input)) {
        if (caption.phrases === undefined && !classifier.findsPhrases) {
          throw new InputError(
            `${path} was trained without --parser and finds no noun phrases; give --parser, or captions with phrases.`,
          );
        }
        const marked = classifier.mark(caption);
        captions++;
        phrases += marked.phrases.length;
        await context.print(answer(marked, format));
      }
    }
    if (format === "html") await context.write(HTML_PAGE.after);
    const rate = Math.round((1000 * captions) / (performance.now() - began));
    context.note(
      `${counted(captions, "caption")}, ${counted(phrases, "noun phrase")}, ${formatCount(rate)} captions/s`,
    );
  },
});
