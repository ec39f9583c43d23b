// Learn a dependency parser that re-ranks with spectral probabilities, and parse a sentence with it.
import { DependencyParser, generateTreebank, learnDependency, scoreAttachment } from "eigentree";

const { dependencies } = generateTreebank({ trees: 400 }); // or conlluDependencies of what readConllu gives for your own
const [train, test] = [dependencies.slice(0, 350), dependencies.slice(350)];
const { model, report } = await learnDependency(train, { rerank: true, states: 4, epochs: 4, folds: 3, hashBits: 18 });
const parser = new DependencyParser(model);

const { words, heads, labels } = parser.parse(["The", "gardener", "sees", "a", "small", "zebra", "."]).tree;
for (const [i, word] of words.entries()) console.log(`${word}\t${heads[i] === 0 ? "" : words[heads[i]! - 1]}\t${labels[i]}`);

const found = test.map((tree) => parser.parse(tree.words).tree);
console.log(`${report.labels} relations; UAS ${scoreAttachment(test, found).uas.f1.toFixed(1)}`);
