// Learn a tagger from tagged sentences, tag new ones, and see how sure it is.
import { evaluateSequence, generateTreebank, learnSequence, Tagger } from "eigentree";

// or readSequences(text) of your own: CoNLL-U, columns, word/TAG text or trees
const { trees } = generateTreebank({ trees: 400 });
const { model, report } = await learnSequence(trees.slice(0, 350), { states: 4 });
const tagger = new Tagger(model);

const { words, tags, confidence } = tagger.tag("The gardener sees a small zebra.");
for (const [i, word] of words.entries()) console.log(`${word}\t${tags[i]}\t${confidence![i]!.toFixed(2)}`);

const { accuracy } = await evaluateSequence(tagger, trees.slice(350));
console.log(`${report.labels} labels; accuracy ${accuracy.toFixed(1)}`);
