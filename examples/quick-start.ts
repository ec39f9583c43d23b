import { decode, formatPenn, generateTreebank, learnSpectral, readPenn, writePenn } from "eigentree";

const text = writePenn(generateTreebank({ trees: 500 }).trees); // or the text of a treebank of yours
const trees = readPenn(text, { file: "train.mrg" });
const { model, report } = learnSpectral(trees, { states: 8 });
console.log(formatPenn(decode(model, ["The", "dog", "barks", "in", "Vienna", "."]).tree));
console.log(`learnt from ${report.trees} trees with ${report.rules} rules`);
