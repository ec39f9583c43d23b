// Canonical correlation analysis: what two views of the same samples have in common.
import { Random } from "eigentree/base";
import { cca, denseOperator, diagonalCca, fromRows } from "eigentree/linalg";

// Two hidden numbers of every sample are mixed into five columns of one view and four of the other, under noise.
const random = new Random(1);
const views = Array.from({ length: 5000 }, () => {
  const hidden = [random.normal(), random.normal()];
  const view = (columns: number) => Array.from({ length: columns }, (_, i) => hidden[i % 2]! + 0.5 * random.normal());
  return { x: view(5), y: view(4) };
});
const { correlations, leftMean, leftProjection } = cca(
  fromRows(views.map(({ x }) => x)),
  fromRows(views.map(({ y }) => y)),
  { dimensions: 3 },
);
const show = (values: Float64Array) => Array.from(values, (value) => value.toFixed(2)).join(" ");
console.log(`two strong directions, and noise: ${show(correlations)}`);
console.log(`a new x, less ${leftMean.length} means, times ${leftProjection.rows} × ${leftProjection.columns} numbers`);

// One-hot views, as a word and the word after it, need counts alone. The first direction says only that there are
// words.
const counts = fromRows([
  [9, 7, 0, 1], // dog: barks, sleeps, blooms, withers
  [8, 9, 1, 0], // wolf
  [0, 1, 9, 8], // rose
  [1, 0, 7, 9], // tulip
]);
const [words, followers] = [
  [17, 18, 18, 17],
  [18, 17, 17, 18],
].map((sums) => Float64Array.from(sums)) as [Float64Array, Float64Array];
const oneHot = diagonalCca(denseOperator(counts), words, followers, { dimensions: 2 });
console.log(`words and their followers: ${show(oneHot.correlations)}`);
const second = oneHot.leftProjection.data.filter((_, i) => i % 2 === 1);
console.log(`animals and flowers differ in sign: ${Array.from(second, Math.sign).join(" ")}`);
