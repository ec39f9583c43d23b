/**
 * Phones by cross-validation: frame accuracy over all recordings of a folder, each tagged by models (and a quantiser)
 * that did not hear it, with the significance of the difference to the spectral R-HMM of 16 states, by whole
 * recordings. EM is shown at the pass that is best on these very recordings, for three priors.
 *
 *   npx tsx bench/phones.ts FOLDER [FOLDS]
 */
import { checkOptions, StageClock } from "../src/base/index.ts";
import { collectRecordings } from "../src/data/index.ts";
import { approximateRandomization } from "../src/evaluation/index.ts";
import { findRecordings } from "../src/files/index.ts";
import {
  classNames,
  PHONE_DECODING,
  PHONE_DEFAULTS,
  PHONE_METHODS,
  quantiseFrames,
} from "../src/models/phones/index.ts";
import { EM_SEQUENCE_OPTIONS, learnEmSequence } from "../src/models/sequence/em/learn-em.ts";
import { chainTagger } from "../src/models/sequence/experiment/experiment.ts";
import { type ChainMethod, learnSequence, type SequenceOptions } from "../src/models/sequence/index.ts";
import type { ChainTables } from "../src/models/sequence/model.ts";
import { record, shortPath } from "./result.ts";

const [folder, folds = "4"] = process.argv.slice(2);
if (folder === undefined) {
  console.error("usage: npx tsx bench/phones.ts FOLDER [FOLDS]");
  process.exit(2);
}

const REFERENCE = "spectral, m = 16";
const PASSES = 14;
const options = checkOptions("bench/phones", PHONE_METHODS.spectral, {});
const { recordings } = await collectRecordings((await findRecordings([folder])).sources);
const total = recordings.reduce((sum, { count }) => sum + count, 0);

/** Right frames of every recording, in the order in which they are held out. */
const right = new Map<string, number[]>();

for (let fold = 0; fold < Number(folds); fold++) {
  const isHeld = (_: unknown, i: number) => i % Number(folds) === fold;
  const held = recordings.filter(isHeld);
  const { classes, sequences } = await quantiseFrames(
    recordings.filter((recording, i) => !isHeld(recording, i)),
    options,
    new StageClock(),
  );
  const sounds = held.map(({ labels, values }) => ({ words: classNames(classes, values), tags: labels }));
  const score = (name: string, chain: ChainTables) => {
    const tagger = chainTagger(chain, PHONE_DECODING);
    const counts = right.get(name) ?? [];
    for (const { words, tags } of sounds)
      counts.push(tagger.tag(words).tags.filter((tag, i) => tag === tags[i]).length);
    right.set(name, counts);
  };
  const lexicon = { observations: "classes", wordPrior: PHONE_DEFAULTS.wordPrior } as const;
  const learnt = async (name: string, own: SequenceOptions<ChainMethod>) =>
    score(name, (await learnSequence<ChainMethod>(sequences, { ...lexicon, ...own })).model);
  await learnt("hmm", { method: "hmm" });
  for (const states of [2, 4, 8, 16, 24, 32])
    await learnt(`spectral, m = ${states}`, { ...PHONE_DEFAULTS, ...lexicon, states });
  for (const states of [4, 16]) {
    for (const emissionPrior of [1, 50, 200]) {
      const own = checkOptions("bench/phones", EM_SEQUENCE_OPTIONS, {
        ...lexicon,
        states,
        emissionPrior,
        iterations: PASSES,
      });
      await learnEmSequence(sequences, own, new StageClock(), ({ iteration, chain }) => {
        if (iteration >= 5) score(`em, m = ${states}, prior ${emissionPrior}, pass ${iteration}`, chain());
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
  p:
    name === REFERENCE
      ? undefined
      : approximateRandomization(right.get(REFERENCE)!, right.get(name)!, accuracy, { samples: 10_000 }).p,
}));
record("phones", {
  section: "Phones",
  title: `Frames of ${recordings.length} recordings by ${folds}-fold cross-validation (${total.toLocaleString("en")} frames)`,
  command: `npx tsx bench/phones.ts ${shortPath(folder)} ${folds}`,
  columns: ["model", "frames right, %", `p against ${REFERENCE}`],
  rows: rows.map(({ name, accuracy: percent, p }) => [name, percent.toFixed(2), p?.toFixed(4) ?? null]),
  notes: [
    "EM is shown at the pass that is best on these very recordings; p by approximate randomization over recordings.",
  ],
});
