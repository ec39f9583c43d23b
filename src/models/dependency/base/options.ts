/** Options of the base parser. */
import { choice, expert, type OptionsOf, real, whole } from "../../../base/options.ts";
import { DEFAULT_SEED } from "../../../base/random.ts";

/** Options of the base parser. */
export const BASE_OPTIONS = {
  order: choice("score single arcs, or neighbouring siblings too", ["first", "second"], { default: "first" }),
  epochs: whole("passes over the training trees, at most", { default: 10, min: 1, max: 1000 }),
  ...expert({
    learner: choice("how the weights of arcs are learnt", ["mira", "perceptron"], { default: "mira" }),
    trainK: whole("trees the gold tree must beat in a step of MIRA", { default: 1, min: 1, max: 100 }),
    maxStep: real("largest share of one tree in a step of MIRA", { default: 0.02, min: 1e-6, max: 1e6 }),
    patience: whole("epochs without a better development score before training stops", {
      default: 2,
      min: 1,
      max: 1000,
    }),
    hashBits: whole("the table of weights has two to this power places", { default: 22, min: 10, max: 28 }),
  }),
  seed: whole("seed of the order of the sentences", { default: DEFAULT_SEED }),
};

/** Options of the base parser, complete. */
export type BaseOptions = OptionsOf<typeof BASE_OPTIONS>;
