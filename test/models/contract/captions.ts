/** What describers tell the contract suite. A sentence stands for a scene: each of its words is the label of a box. */
import { captionsKind, evaluateCaptions, learnCaptions } from "../../../src/applications/captions/index.ts";
import { learnParser, Parser } from "../../../src/models/parser/index.ts";
import { words } from "../../../src/trees/index.ts";
import { TREES } from "../../applications/captions/fixture.ts";
import { defineContract } from "./contract.ts";

const captions = TREES.slice(0, 40).map((tree) => words(tree).join(" "));
const parser = learnParser(TREES, { method: "pcfg" }).then(({ model }) => new Parser(model));

const gold = ["A brown dog is on the sofa.", "Two men ride horses in a field."].map((text, i) => ({
  image: `${i}.jpg`,
  size: undefined,
  objects: [
    { label: i === 0 ? "dog" : "men", box: [0, 0, 50, 50] as const, score: 1 },
    { label: i === 0 ? "sofa" : "horse", box: [0, 20, 80, 50] as const, score: 1 },
  ],
  descriptions: [text],
}));

export const captionsContract = defineContract({
  name: "captions",
  kind: captionsKind,
  variants: {
    "from trees": (context) => learnCaptions({ trees: TREES }, {}, context),
    "from captions": async (context) => learnCaptions({ captions, parser: await parser }, { keepCaptions: 5 }, context),
    "nothing known": (context) => learnCaptions({ trees: TREES.slice(0, 1) }, {}, context),
  },
  predict: (describer, labels) =>
    describer.describe({ objects: labels.map((label, i) => ({ label, box: [i * 10, i, 40, 40] as const })) }),
  emptyInput: "answers",
  evaluate: (describer, options, context) => evaluateCaptions(describer, gold, { samples: 10, ...options }, context),
});
