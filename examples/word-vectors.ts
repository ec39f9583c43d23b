// Word vectors by canonical correlation, from a text of synthetic English.
import { generateTreebank, learnVectors, readCorpus, words } from "eigentree";

const sentences = generateTreebank({ trees: 3000 }).trees.map((tree) => `${words(tree).join(" ")}\n`);
const corpus = await readCorpus([{ name: "synthetic English", pieces: sentences }], { minCount: 5 });
const { model } = await learnVectors(corpus, { dim: 20, window: 2 });

const { vectors } = model;
for (const word of ["doctor", "slept", "in"].filter((word) => vectors.has(word))) {
  const near = vectors.nearest(vectors.vector(vectors.row(word)), 5, new Set([vectors.row(word)]));
  console.log(`${word}: ${near.map(({ row }) => vectors.words[row]).join(" ")}`);
}
