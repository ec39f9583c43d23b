/** `eigentree experiment visual-text LABELLED…`: section 4 of Dodge et al. 2012, by folds over images. */
import {
  ablationSvg,
  curveSvg,
  experimentVisualText,
  VISUAL_EXPERIMENT_OPTIONS,
  visualMarkdown,
} from "../../applications/visual-text/index.ts";
import { InputError } from "../../base/index.ts";
import { checkWritable, writeFileText } from "../../files/index.ts";
import { defineCommand } from "../frame/command.ts";
import { file, shared } from "../frame/flags.ts";
import {
  LABELLED_OPTIONS,
  openLexicon,
  openParser,
  openWords,
  PARSER_OPTION,
  readLabelled,
  WORDNET_OPTION,
} from "../kinds/visual/resources.ts";

const kindOf = (weak: boolean): string => (weak ? "weak" : "by hand");

export const visualText = defineCommand({
  description:
    "AUC by cross-validation over images of text alone and of text with what was detected, with a test of the " +
    "difference; templates in the order of their information gain; learning curves. Where the labels are weak, made of " +
    "annotated objects, features that compare phrases with detections see a simulated detector that errs, since the " +
    "annotations would give the labels away. With --test the same systems learn from all of LABELLED and are measured " +
    "once on other images.",
  arguments: ["LABELLED…"],
  options: {
    lexicon: file("lexicon of visual words, as `train visual-lexicon` makes it"),
    ...PARSER_OPTION,
    ...WORDNET_OPTION,
    ...LABELLED_OPTIONS,
    test: file("labelled captions of other images for one measurement in the end"),
    curveSvg: file("where to draw the learning curves"),
    ablationSvg: file("where to draw the ablation"),
    ...VISUAL_EXPERIMENT_OPTIONS,
    ...shared("json", "quiet"),
  },
  examples: [
    [
      "eigentree experiment visual-text vlt2k.dev.json --parser tags.model --lexicon visual.model --curve-svg curve.svg",
      "weak labels, ten folds",
    ],
  ],
  async run(context, paths, options) {
    const drawings = [
      [options.curveSvg, curveSvg],
      [options.ablationSvg, ablationSvg],
    ] as const;
    for (const [path] of drawings) if (path !== undefined) await checkWritable(path);
    const [parser, lexicon] = [await openParser(options.parser), await openLexicon(options.lexicon)];
    const wordnet = await openWords(context, options.wordnet);
    const read = (files: readonly string[]) => readLabelled(context, files, options, parser, wordnet, "en");
    const { captions, weak } = await read(paths);
    const test = options.test === undefined ? undefined : await read([options.test]);
    if (test !== undefined && test.weak !== weak)
      throw new InputError(
        `the labels of LABELLED and of --test must be of one kind: ${kindOf(weak)}, ${kindOf(test.weak)}.`,
      );
    const given = context.givenOf(VISUAL_EXPERIMENT_OPTIONS, options);
    const result = await experimentVisualText(
      { captions, lexicon, wordnet, weak, test: test?.captions },
      given,
      context.learning,
    );
    for (const [path, draw] of drawings) if (path !== undefined) await writeFileText(path, [draw(result)]);
    await context.report({ experiment: "visual-text", ...result }, () => visualMarkdown(result));
  },
});
