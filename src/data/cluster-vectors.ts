/**
 * Word vectors from Brown clusters (§4.1 of Parikh et al. 2014): for C classes log₂ C elements with the first bits of
 * the class's path, then C elements that mark the class.
 */
import type { WordClass } from "./clusters.ts";
import { WordVectors } from "./word-vectors.ts";

/**
 * As `train clusters` folds words unless stated otherwise; a word that is in the table as written is taken as it is.
 */
const FOLDING = { lowerCase: true, foldDigits: true, straightApostrophes: true };

/** A table of vectors from word classes, for learners that take vectors. */
export function clusterVectors(classes: readonly WordClass[]): WordVectors {
  const paths = [...new Set(classes.map(({ path }) => path))].sort();
  const bits = Math.ceil(Math.log2(paths.length));
  const dimensions = bits + paths.length;
  const rowOf = new Map(paths.map((path, i) => [path, i]));
  const data = new Float32Array(classes.length * dimensions);
  for (const [row, { path }] of classes.entries()) {
    for (let bit = 0; bit < bits; bit++) if (path[bit] === "1") data[row * dimensions + bit] = 1;
    data[row * dimensions + bits + rowOf.get(path)!] = 1;
  }
  const words = classes.map(({ word }) => word);
  return new WordVectors(words, dimensions, data, FOLDING);
}
