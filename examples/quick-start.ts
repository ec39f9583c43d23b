import { formatPenn, generateTreebank, learnParser, open, readTreebank, save, writePenn } from "eigentree";

const text = writePenn(generateTreebank({ trees: 500 }).trees); // or the text of your own treebank
const treebank = readTreebank(text, { file: "train.mrg" }); // without traces, function tags and outer brackets
const { model, report } = await learnParser(treebank, { states: 8 });
await save("english.model", model);

const parser = await open("english.model", "parser");
console.log(formatPenn(parser.parse("The dog barks in Vienna.").tree));
console.log(`learnt from ${report.trees} trees with ${report.rules} rules`);
