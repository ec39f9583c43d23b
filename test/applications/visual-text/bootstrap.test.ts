/** Bootstrapping of classes on a graph that was worked by hand. */
import { describe, expect, test } from "vitest";
import { bootstrapClasses, NO_CLASS } from "../../../src/applications/visual-text/lexicon/bootstrap.ts";
import { leaning } from "../../../src/applications/visual-text/lexicon/visualness.ts";
import { graphOf } from "./graph.ts";

/**
 * Worked by hand. Seeds: 0 (visual), 1 (not). One word a round.
 *
 *   round 1   2: 0.9 from 0.  3: 0.8 from 0, 0.5 from 1.  4: 0.7 from 1.      visual takes 2, the other class 4
 *   round 2   2 and 4 pass half of their edges on.  3: 0.8 + 0.2/2 = 0.9 against 0.5 + 0.9/2 = 0.95: the other class
 *             5: 0.6/2 = 0.3 from 2: visual
 *   round 3   6: 0.9/3 = 0.3 from 3: the other class.  7 is reached by nobody
 */
const HAND = graphOf(8, [
  [0, 2, 0.9],
  [0, 3, 0.8],
  [1, 4, 0.7],
  [1, 3, 0.5],
  [2, 3, 0.2],
  [2, 5, 0.6],
  [4, 3, 0.9],
  [3, 6, 0.9],
  [7, 0, 1],
]);

describe("bootstrapping", () => {
  test("learns the graph that was worked by hand, round by round", () => {
    const result = bootstrapClasses(HAND, [[0], [1]], { perIteration: 1, maxIterations: 100 });
    expect([...result.classes]).toEqual([0, 1, 0, 1, 1, 0, 1, NO_CLASS]);
    expect([...result.iterations]).toEqual([0, 0, 1, 2, 1, 2, 3, 0]);
    expect(result.lasted).toBe(3);
    expect(result.scores[3 * 2]).toBeCloseTo(0.9, 12);
    expect(result.scores[3 * 2 + 1]).toBeCloseTo(0.95, 12);
    expect(result.scores[6 * 2 + 1]).toBeCloseTo(0.3, 12);
  });

  test("stops at the number of rounds", () => {
    const { classes, lasted } = bootstrapClasses(HAND, [[0], [1]], { perIteration: 1, maxIterations: 1 });
    expect([...classes]).toEqual([0, 1, 0, NO_CLASS, 1, NO_CLASS, NO_CLASS, NO_CLASS]);
    expect(lasted).toBe(1);
  });

  test("with more words a round, 3 goes to the class that wants it more at that time", () => {
    const { classes, iterations } = bootstrapClasses(HAND, [[0], [1]], { perIteration: 5, maxIterations: 100 });
    expect(classes[3]).toBe(0);
    expect(iterations[3]).toBe(1);
  });

  test("mutual exclusion: a word that two classes want equally waits until one of them wants it more", () => {
    // 2 is torn between 0 and 1; 3, learnt in round 1, decides.
    const torn = graphOf(4, [
      [0, 2, 0.5],
      [1, 2, 0.5],
      [0, 3, 0.4],
      [3, 2, 0.2],
    ]);
    const first = bootstrapClasses(torn, [[0], [1]], { perIteration: 9, maxIterations: 1 });
    expect([...first.classes]).toEqual([0, 1, NO_CLASS, 0]);
    const second = bootstrapClasses(torn, [[0], [1]], { perIteration: 9, maxIterations: 9 });
    expect([...second.classes]).toEqual([0, 1, 0, 0]);
    expect(second.iterations[2]).toBe(2);
  });

  test("no word is ever in two classes, and seeds keep theirs, on a hundred random graphs", () => {
    let state = 7;
    const draw = (below: number) => {
      state = (state * 48271) % 2147483647;
      return state % below;
    };
    for (let trial = 0; trial < 100; trial++) {
      const n = 4 + draw(12);
      const edges = Array.from({ length: 3 * n }, () => [draw(n), draw(n), (1 + draw(9)) / 10] as const);
      const { classes, iterations, lasted } = bootstrapClasses(graphOf(n, edges), [[0], [1], [2]], {
        perIteration: 1 + draw(3),
        maxIterations: 50,
      });
      expect([classes[0], classes[1], classes[2]]).toEqual([0, 1, 2]);
      for (let round = 1; round <= lasted; round++) expect([...iterations]).toContain(round);
      for (const [node, own] of classes.entries()) if (own === NO_CLASS) expect(iterations[node]).toBe(0);
    }
  });
});

test("leaning weighs neighbours of either direction by their rounds", () => {
  const graph = graphOf(3, [
    [0, 2, 0.6],
    [2, 1, 0.4],
  ]);
  const learnt = {
    classes: Int32Array.of(0, 1, NO_CLASS),
    iterations: Uint32Array.of(0, 1, 0),
    scores: new Float64Array(6),
    lasted: 1,
  };
  // 0.6 against 0.4/2.
  expect(leaning(graph, learnt)[2]).toBeCloseTo((0.6 - 0.2) / 0.8, 12);
  // Node 0 has one neighbour, 2, without a class.
  expect(leaning(graph, learnt)[0]).toBe(0);
});
