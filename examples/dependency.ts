// Learn a dependency parser that re-ranks with spectral probabilities, save it, open it again, parse a sentence.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { evaluateDependency, generateTreebank, learnDependency } from "eigentree";
import { open, save } from "eigentree/files";

// or readDependencies(text, { file: "train.conllu" }) for a treebank of your own
const { dependencies } = generateTreebank({ trees: 240 });
const [train, test] = [dependencies.slice(0, 200), dependencies.slice(200)];
const options = { rerank: true, states: 4, epochs: 4, folds: 3, hashBits: 18 };
const { model, report } = await learnDependency(train, options);
const path = join(mkdtempSync(join(tmpdir(), "eigentree-")), "sample.model");
await save(path, model);

const parser = await open(path, "dependency");
const { words, heads, labels } = parser.parse("The gardener sees a small zebra.").tree;
for (const [i, word] of words.entries())
  console.log(`${word}\t${heads[i] === 0 ? "" : words[heads[i]! - 1]}\t${labels[i]}`);
const { uas } = await evaluateDependency(parser, test);
console.log(`${report.labels} relations; UAS ${uas.f1.toFixed(1)}`);
