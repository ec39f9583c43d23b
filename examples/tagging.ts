// Learn a tagger from tagged sentences, tag new ones, and see how sure it is.
import { generateTreebank, learnSpectralSequence, SequenceEvaluation, taggedSentence, taggerOf } from "eigentree";

const sentences = generateTreebank({ trees: 400 }).trees.map(taggedSentence); // or readTagged, readConllu, … of your own
const { model, report } = learnSpectralSequence(sentences.slice(0, 350), { states: 4 });
const tagger = taggerOf(model);

const words = ["The", "gardener", "sees", "a", "small", "zebra", "."];
const { tags, confidence } = tagger.tag(words);
for (const [i, word] of words.entries()) console.log(`${word}\t${tags[i]}\t${confidence![i]!.toFixed(2)}`);

const evaluation = new SequenceEvaluation(tagger);
for (const sentence of sentences.slice(350)) evaluation.add(sentence);
console.log(`${report.labels} labels; accuracy ${evaluation.scores().accuracy.toFixed(1)}`);
