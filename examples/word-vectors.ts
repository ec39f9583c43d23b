// Word vectors by canonical correlation, from a text of synthetic English.
import { generateTreebank, learnVectors, ModelVectors, readCorpus, words } from "eigentree";

const sentences = generateTreebank({ trees: 3000 }).trees.map((tree) => words(tree).join(" "));
const corpus = readCorpus(sentences.join("\n")); // or collectCorpus of texts of any size
const { model } = await learnVectors(corpus, { dim: 20, window: 2 });

const vectors = new ModelVectors(model); // or readVectors of a word2vec file; or open("news.model", "vectors")
for (const word of ["Doctor", "slept", "in"].filter((word) => vectors.has(word))) {
  const near = vectors.nearest(word, 5);
  console.log(`${word}: ${near.map((neighbour) => neighbour.word).join(" ")}`);
}
