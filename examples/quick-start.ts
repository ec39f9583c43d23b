import { BracketScorer, generateTreebank, readPenn, words } from "eigentree";

const [gold] = generateTreebank({ trees: 1, maxWords: 8 }).trees;
const [parsed] = readPenn("(S (NP (DT The) (NN doctor)) (VP (VBD ran)) (PP (IN through) (NP (NNP Vienna))) (. .))");
const { matched, predicted } = new BracketScorer().add(gold!, parsed);
console.log(`${words(gold!).join(" ")}: ${matched} of ${predicted} brackets are right`);
