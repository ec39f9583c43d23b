// Bracket tagged sentences without any trees to learn from: word vectors of a text, then a metric over its tags.
import {
  formatPenn,
  generateTreebank,
  InductionParser,
  learnInduction,
  learnVectors,
  ModelVectors,
  words,
} from "eigentree";

const { trees } = generateTreebank({ trees: 2000 }); // only their words and tags are looked at
const text = trees.map((tree) => `${words(tree).join(" ")}\n`);
const { model: vectors } = await learnVectors([{ name: "synthetic English", pieces: text }], { dim: 20, window: 2 });
const { model, report } = await learnInduction({ sentences: trees, vectors: new ModelVectors(vectors) });

const parser = new InductionParser(model); // or open("brackets.model", "induction")
console.log(formatPenn(parser.parse("The/DT old/JJ gardener/NN sees/VBZ a/DT small/JJ zebra/NN ./.").tree));
console.log(`learnt from ${report.words} words; ${report.estimated} distances between tags`);
