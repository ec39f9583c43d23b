/**
 * Visual text: how well a lexicon agrees with ratings of words, AUC of noun phrases by folds over images, ablation,
 * learning curves, speed.
 *
 *   eigentree train visual-lexicon TEXT… --parser TAGGER -o LEXICON
 *   npx tsx bench/visual-text.ts --parser TAGGER --lexicon LEXICON --ratings RATINGS --captions SCENES [--quick]
 *
 * Drawings go to docs/visual-text/. --quick takes fewer folds for ablation and curves, and fewer resamples.
 */
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import {
  ablationSvg,
  analyserOf,
  curveSvg,
  evaluateVisualLexicon,
  experimentVisualText,
  learnVisual,
  readCaptionLabels,
  readWordRatings,
  VisualLexicon,
  type VisualLexiconReport,
  VisualText,
  visualLexiconFromParts,
} from "../src/applications/visual-text/index.ts";
import { loadModel, openWordNet, save } from "../src/files/index.ts";
import { processorSeconds, record, shortPath } from "./result.ts";

const { values } = parseArgs({
  options: {
    parser: { type: "string" },
    lexicon: { type: "string" },
    ratings: { type: "string" },
    captions: { type: "string" },
    quick: { type: "boolean", default: false },
  },
});
const { parser: parserPath, lexicon: lexiconPath, ratings: ratingsPath, captions: captionsPath, quick } = values;
if (!parserPath || !lexiconPath || !ratingsPath || !captionsPath) throw new Error("see the head of this file");

const command =
  "npx tsx bench/visual-text.ts --parser tags.model --lexicon words.model " +
  `--ratings ${shortPath(ratingsPath)} --captions ${shortPath(captionsPath)}${quick ? " --quick" : ""}`;
const section = "Visual text";
const percent = (share: number) => Number((100 * share).toFixed(2));

/** With the sign that tables have. */
const signed = (share: number) => String(percent(share)).replace("-", "−");
const samples = quick ? 200 : 1000;
const chance = (p: number) => (p === 0 ? `< ${1 / samples}` : p);

const lexicon = new VisualLexicon(visualLexiconFromParts(await loadModel(lexiconPath)));
const about = lexicon.model.report as unknown as VisualLexiconReport;
const text = about.sources.map(({ file }) => shortPath(file)).join(", ");
const ratings = readWordRatings(readFileSync(ratingsPath, "utf8"), { file: ratingsPath });
const agreement = await evaluateVisualLexicon(lexicon, ratings);
record("visual-lexicon", {
  section,
  title: `Lexicon of ${text} (${about.words.toLocaleString("en-US")} words), against ${shortPath(ratingsPath)}`,
  command,
  columns: ["words", "rated", "Spearman ρ"],
  rows: agreement.map(({ list, words, spearman }) => [list, words, Number(spearman.toFixed(3))]),
  notes: [
    "Seeds do not count. Visualness of nouns and adjectives by bootstrapping; the last row by label propagation.",
    `${about.pairs.toLocaleString("en-US")} adjective–noun pairs; ${about.nouns} nouns, ${about.adjectives} adjectives with 25 pairs and more.`,
  ],
});

const wordnet = await openWordNet();
const parser = await loadModel(parserPath);
const weak = { analyse: analyserOf(parser), wordnet, language: "en" };
const data = readCaptionLabels(readFileSync(captionsPath, "utf8"), { file: shortPath(captionsPath), weak });

const trained = processorSeconds();
const { model } = await learnVisual({ ...data, lexicon, wordnet, parser });
const training = processorSeconds() - trained;
const classifier = new VisualText(model, { wordnet });
const rate = (mark: () => void) => {
  mark();
  const rounds = 5;
  const start = processorSeconds();
  for (let round = 0; round < rounds; round++) mark();
  return Math.round((rounds * data.captions.length) / (processorSeconds() - start));
};
const given = rate(() => {
  for (const caption of data.captions) classifier.mark(caption);
});
const found = rate(() => {
  for (const { caption } of data.captions) classifier.mark(caption);
});
const modelPath = resolve(process.env.TMPDIR ?? "/tmp", `visual-bench-${process.pid}.model`);
await save(modelPath, model);
const megabytes = statSync(modelPath).size / 2 ** 20;
rmSync(modelPath);
record("visual-speed", {
  section,
  title: `Speed: weak labels of ${shortPath(captionsPath)} (${data.captions.length} captions)`,
  command,
  columns: ["", "value"],
  rows: [
    ["training, CPU s", Number(training.toFixed(1))],
    ["captions/s, phrases given", given],
    ["captions/s, phrases found by the tagger", found],
    ["features", model.features.length],
    ["model file with its tagger, MB", Number(megabytes.toFixed(1))],
    ["resident memory of this program, MB", Math.round(process.memoryUsage().rss / 2 ** 20)],
  ],
  notes: ["One thread; processor time, since other programs ran on the machine."],
});

const options = quick ? { ablationFolds: 3, samples, shares: [5, 20, 50, 100] } : {};
const result = await experimentVisualText({ ...data, lexicon, wordnet }, options);
record("visual-text", {
  section,
  title: `AUC on weak labels of ${shortPath(captionsPath)}, ten folds by image`,
  command,
  columns: ["features", "AUC", "±", "against text", "p"],
  rows: result.rows.map(({ name, auc, deviation, difference, p }, i) => [
    name,
    percent(auc),
    percent(deviation),
    i === 0 ? null : signed(difference),
    i === 0 ? null : chance(p),
  ]),
  notes: [
    `${result.phrases} noun phrases, ${percent(result.visual)} % visual. ± is the standard deviation over resamples of the images, p of a paired bootstrap over images.`,
    "The labels were made of the annotated objects. Templates of the paper say which objects are in the image, and nothing about the phrase; `image-match` compares both, and on the annotations themselves would be the label (AUC 100). It is therefore measured with a simulated detector that finds half of the objects and fires in vain once for each: this shows that the features work, not what a real detector would bring.",
    "For orientation Dodge et al. 2012, labels by people: 71.3 with text, 73.9 with image; with more data 76.1 and 76.8.",
  ],
  details: result.scores,
});
record("visual-ablation", {
  section,
  title: "Templates in the order of their information gain",
  command,
  columns: ["template", "information gain, bits", "AUC with all above", "±"],
  rows: result.ablation.map(({ template, informationGain, auc, deviation }) => [
    template,
    Number(informationGain.toFixed(4)),
    percent(auc),
    percent(deviation),
  ]),
  notes: ["Image templates of the simulated detector. Drawn in docs/visual-text/ablation.svg."],
});
record("visual-curve", {
  section,
  title: "Learning curves",
  command,
  columns: ["phrases to learn from", "text", "text, image and match"],
  rows: result.curve.map(({ phrases, text: alone, image }) => [
    phrases,
    percent(alone),
    image === undefined ? null : percent(image),
  ]),
  notes: ["Drawn in docs/visual-text/learning-curve.svg."],
});
const drawings = resolve(import.meta.dirname, "../docs/visual-text");
mkdirSync(drawings, { recursive: true });
writeFileSync(resolve(drawings, "learning-curve.svg"), curveSvg(result));
writeFileSync(resolve(drawings, "ablation.svg"), ablationSvg(result));
