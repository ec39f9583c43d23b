// Learn from judged pairs how alike sentences are, score a new pair, and see why.
import { learnSimilarity, readPairs, SentenceSimilarity } from "eigentree";

// Lines of score, sentence, sentence, with tabs between: how alike people find them, from 0 to 5.
const text = `
5	A man is riding a bicycle.	A man rides a bicycle.
4.5	A woman slices an onion.	A woman is slicing onions.
4	Two dogs run on the beach.	Two dogs run along a beach.
3.5	A girl plays the guitar.	A girl plays a song on the guitar.
3	A cat drinks milk.	A small cat drinks water.
2	A man plays the piano.	A man plays football.
1.5	A boy kicks a ball.	A boy throws a stone.
1	A woman dances.	A woman peels a potato.
0.5	A horse eats grass.	A boy reads a letter.
0	A train leaves the station.	Somebody is cooking rice.
0	Two men talk.	A bird sings in the tree.
0	The sun sets.	A child draws a house.
`;
const pairs = readPairs(text, { file: "videos.tsv" });
const { model, report } = await learnSimilarity({ pairs }, { folds: 3, groups: ["surface"] });

// Word vectors, a parser, text and WordNet bring more: learnSimilarity({ pairs, vectors, parser, text, wordnet })
const similarity = new SentenceSimilarity(model);
const score = (first: string, second: string) => similarity.score(first, second).toFixed(1);
console.log(`${score("A boy plays the guitar.", "A boy is playing a guitar.")} for two sentences that mean the same`);
console.log(`${score("A boy plays the guitar.", "The train eats rice.")} for two that do not`);
const { matches } = similarity.explain("A boy plays the guitar.", "A boy is playing a guitar.");
console.log(`words that match: ${matches.map(({ first, second }) => `${first}–${second}`).join(" ")}`);
console.log(`learnt from ${report.pairs} pairs with ${report.features} features`);
