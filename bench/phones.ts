/**
 * Phones by cross-validation: frame accuracy over all recordings of a folder, each tagged by models (and a quantiser) that did not hear it, with the significance of the
 * difference to the spectral R-HMM of 16 states, by whole recordings. EM is shown at the pass that is best on these very recordings, for three priors.
 *
 *   npx tsx bench/phones.ts FOLDER [FOLDS]        prints a table and writes bench/out/phones.json
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { checkOptions } from "../src/base/index.ts";
import { readRecordings } from "../src/cli/kinds/phones/recordings.ts";
import { approximateRandomization } from "../src/evaluation/index.ts";
import {
  classNames,
  learnEmSequence,
  learnHmm,
  learnSpectralSequence,
  PHONE_DECODING,
  PHONE_DEFAULTS,
  PHONE_OPTIONS,
  quantiseFrames,
  type SequenceModel,
  taggerOf,
} from "../src/models/sequence/index.ts";

const [folder, folds = "4"] = process.argv.slice(2);
if (folder === undefined) {
  console.error("usage: npx tsx bench/phones.ts FOLDER [FOLDS]");
  process.exit(2);
}

const REFERENCE = "spectral, m = 16";
const PASSES = 14;
const options = checkOptions("bench/phones", PHONE_OPTIONS, {});
const { recordings } = await readRecordings([folder], undefined, options);
const total = recordings.reduce((sum, { count }) => sum + count, 0);

/** Right frames of every recording, in the order in which they are held out. */
const right = new Map<string, number[]>();

for (let fold = 0; fold < Number(folds); fold++) {
  const isHeld = (_: unknown, i: number) => i % Number(folds) === fold;
  const held = recordings.filter(isHeld);
  const { quantised, sequences } = quantiseFrames(
    recordings.filter((recording, i) => !isHeld(recording, i)),
    options,
  );
  const sounds = held.map(({ labels, values }) => ({ words: classNames(quantised, values), tags: labels }));
  const score = (name: string, model: SequenceModel) => {
    const tagger = taggerOf(model, PHONE_DECODING);
    const counts = right.get(name) ?? [];
    for (const { words, tags } of sounds) counts.push(tagger.tag(words).tags.filter((tag, i) => tag === tags[i]).length);
    right.set(name, counts);
  };
  const lexicon = { observations: "classes", wordPrior: PHONE_DEFAULTS.wordPrior } as const;
  score("hmm", learnHmm(sequences, lexicon).model);
  for (const states of [2, 4, 8, 16, 24, 32]) {
    score(`spectral, m = ${states}`, learnSpectralSequence(sequences, { ...PHONE_DEFAULTS, ...lexicon, states }).model);
  }
  for (const states of [4, 16]) {
    for (const emissionPrior of [1, 50, 200]) {
      learnEmSequence(sequences, { ...lexicon, states, emissionPrior, iterations: PASSES }, ({ iteration, model }) => {
        if (iteration >= 5) score(`em, m = ${states}, prior ${emissionPrior}, pass ${iteration}`, model());
      });
    }
  }
  console.error(`fold ${fold + 1} of ${folds}`);
}

const accuracy = (counts: readonly number[]) => (100 * counts.reduce((sum, count) => sum + count, 0)) / total;
const best = new Map<string, { name: string; accuracy: number }>();
for (const [name, counts] of right) {
  const method = name.replace(/, pass \d+$/, "");
  const found = { name, accuracy: accuracy(counts) };
  if (found.accuracy > (best.get(method)?.accuracy ?? 0)) best.set(method, found);
}
const rows = [...best.values()].map(({ name, accuracy: percent }) => ({
  name,
  accuracy: percent,
  p: name === REFERENCE ? undefined : approximateRandomization(right.get(REFERENCE)!, right.get(name)!, accuracy, { samples: 10_000 }).p,
}));
for (const { name, accuracy: percent, p } of rows)
  console.log(`${name.padEnd(36)} ${percent.toFixed(2)}  ${p === undefined ? "" : `p = ${p.toFixed(4)}`}`);
mkdirSync("bench/out", { recursive: true });
writeFileSync("bench/out/phones.json", `${JSON.stringify({ recordings: recordings.length, frames: total, rows }, null, 2)}\n`);
