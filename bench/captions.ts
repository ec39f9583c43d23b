/**
 * Descriptions of images: scores next to those of the baselines, the options, grammatical shape of 1,000 random scenes,
 * speed.
 *
 *   npx tsx bench/captions.ts MODEL IMAGES PARSER [EXAMPLES]
 *
 * MODEL comes from `eigentree train captions`; IMAGES holds detections and human descriptions; PARSER parses the
 * descriptions of random scenes. EXAMPLES is where twenty descriptions beside the human ones are written, as Markdown.
 */
import { readFileSync, writeFileSync } from "node:fs";
import {
  type CaptionsEvaluation,
  Describer,
  type DescribingOptions,
  evaluateCaptions,
} from "../src/applications/captions/index.ts";
import { Random } from "../src/base/index.ts";
import { CAPTION_SCORES } from "../src/evaluation/index.ts";
import { findWordNet, open } from "../src/files/index.ts";
import { type Detection, readScenes } from "../src/formats/index.ts";
import { leaves } from "../src/trees/index.ts";
import { record } from "./result.ts";

const [modelPath, imagesPath, parserPath, examplesPath] = process.argv.slice(2);
if (modelPath === undefined || imagesPath === undefined || parserPath === undefined)
  throw new Error("npx tsx bench/captions.ts MODEL IMAGES PARSER [EXAMPLES]");
const COMMAND = "npx tsx bench/captions.ts midge.model captions/vlt2k.dev.json en";
const { model } = await open(modelPath, "captions");
const scenes = readScenes(readFileSync(imagesPath, "utf8"), { file: imagesPath });
const wordnet = await findWordNet();
const report = model.report as { readonly sentences: number };
const LEARNT = `Knowledge from ${report.sentences.toLocaleString("en")} sentences of captions (Flickr8k, training part), parsed by the shipped parser en.`;

const HEADS = ["BLEU-1", "BLEU-2", "BLEU-3", "BLEU-4", "ROUGE-L", "METEOR*", "CIDEr-D", "recall", "precision", "words"];
const cells = ({ scores, objectRecall, objectPrecision, length }: CaptionsEvaluation["systems"][number]) => [
  ...CAPTION_SCORES.map((name) => scores[name].value.toFixed(3)),
  objectRecall.toFixed(3),
  objectPrecision.toFixed(3),
  length.toFixed(1),
];

const whole = await evaluateCaptions(new Describer(model), scenes, {}, { wordnet });
const [own] = whole.systems;
record("captions-baselines", {
  section: "Applications",
  title: `Descriptions of ${whole.images} images (VLT2K, development split) beside baselines`,
  command: COMMAND,
  columns: ["System", ...HEADS],
  rows: whole.systems.map((system) => [system.system, ...cells(system)]),
  notes: [
    LEARNT,
    `95 % intervals of the describer: ${CAPTION_SCORES.map((name, i) => `${HEADS[i]} ${own!.scores[name].low.toFixed(3)}–${own!.scores[name].high.toFixed(3)}`).join(", ")}.`,
    ...whole.comparisons.map(
      ({ baseline, cider, bleu2 }) =>
        `Above "${baseline}" by ${cider.difference.toFixed(3)} CIDEr-D (p = ${cider.p.toFixed(3)}) and ${bleu2.difference.toFixed(3)} BLEU-2 (p = ${bleu2.p.toFixed(3)}), approximate randomization.`,
    ),
    "Recall and precision are of the labels detected. Labels are those of the annotators, so that every system knows what is there. METEOR* has exact words, stems and WordNet's synonyms, no paraphrases.",
  ],
  details: whole,
});

const SETTINGS: readonly (readonly [name: string, options: Partial<DescribingOptions>])[] = [
  ["default: plain, three sentences", {}],
  ["no hallucinated verbs", { hallucinate: false }],
  ["terse", { style: "terse" }],
  ["descriptive", { style: "descriptive" }],
  ["noun phrases", { form: "phrase" }],
  ["longest tree", { choose: "longest" }],
  ["longest noun phrase, no verbs, as published", { choose: "longest", form: "phrase", hallucinate: false }],
  ["language model", { choose: "model" }],
  ["groups at random, as published", { group: "random" }],
  ["two sentences", { sentences: 2 }],
  ["α = .01, as published", { alpha: 0.01 }],
  ["α = .1", { alpha: 0.1 }],
];
const optionRows = [];
for (const [name, options] of SETTINGS) {
  const { systems } = await evaluateCaptions(
    new Describer(model, options),
    scenes,
    { baselines: false, samples: 1 },
    { wordnet },
  );
  optionRows.push([name, ...cells(systems[0]!)]);
}
record("captions-options", {
  section: "Applications",
  title: "Options of descriptions",
  command: COMMAND,
  columns: ["Options", ...HEADS],
  rows: optionRows,
  notes: [LEARNT],
});

/** Random scenes of nouns that captions have, frequent ones more often. */
const random = new Random(5);
const nouns = [...model.knowledge.content.hypernyms.keys()].filter((noun) =>
  model.knowledge
    .hypernyms(noun)
    .at(-1)
    ?.match(/person|animal|artifact|plant|object|food|substance|body/),
);
const weights = nouns.map((noun) => model.knowledge.count(noun));
const adjectives = [...model.knowledge.content.attributeClasses.keys()];
const randomScene = (i: number) => {
  const stream = random.stream(i);
  const objects: Detection[] = Array.from({ length: 1 + stream.integer(8) }, () => ({
    label: nouns[stream.categorical(weights)]!,
    box: [stream.integer(400), stream.integer(300), 20 + stream.integer(200), 20 + stream.integer(200)],
    score: stream.uniform(),
    attributes: { [adjectives[stream.integer(adjectives.length)]!]: stream.uniform() },
  }));
  return { image: `${i}`, size: [500, 375] as const, objects };
};
const random1000 = Array.from({ length: 1000 }, (_, i) => randomScene(i));
const describer = new Describer(model);
const warm = scenes.slice(0, 50).map((scene) => describer.describe(scene));
const [began, cpu] = [performance.now(), process.cpuUsage()];
const described = random1000.map((scene) => describer.describe(scene));
const [seconds, spent] = [(performance.now() - began) / 1000, process.cpuUsage(cpu).user / 1e6];
const parser = await open(parserPath, "parser");
const roots = new Map<string, number>();
let good = 0;
const sentences = described.flatMap((found) => found.sentences);
for (const { tree } of sentences) {
  const parse = parser.parse(leaves(tree).map(({ word }) => word));
  const name = parse.fallback === "none" ? parse.tree.label : `fallback ${parse.fallback}`;
  roots.set(name, (roots.get(name) ?? 0) + 1);
  if (name === "S" || name === "NP") good++;
}
record("captions-shape", {
  section: "Applications",
  title: "Descriptions of 1,000 random scenes: what our parser finds, and speed",
  command: COMMAND,
  columns: ["Sentences", "S or NP, no fallback", "images/s", "images/CPU-s"],
  rows: [
    [
      sentences.length,
      `${((100 * good) / sentences.length).toFixed(1)} %`,
      Math.round(1000 / seconds),
      Math.round(1000 / spent),
    ],
  ],
  notes: [
    `Roots: ${Array.from(roots, ([name, count]) => `${name} ${count}`).join(", ")}. One thread, after ${warm.length} images; other programs ran beside it.`,
  ],
});

if (examplesPath !== undefined) {
  const step = Math.floor(scenes.length / 20);
  const lines = Array.from({ length: 20 }, (_, i) => {
    const scene = scenes[i * step]!;
    const { text } = describer.describe(scene);
    const labels = [...new Set(scene.objects.map(({ label }) => label))].join(", ");
    return `| ${labels} | ${text} | ${scene.descriptions[0]!.replaceAll("|", "\\|")} |`;
  });
  writeFileSync(examplesPath, `| Detections | Eigentree | A human |\n| --- | --- | --- |\n${lines.join("\n")}\n`);
}
