/** Options of spectral learning of grammars. */
import { choice, expert, flag, type OptionsOf, real, whole } from "../../../base/options.ts";
import { DEFAULT_SEED } from "../../../base/random.ts";

/** How many models an ensemble has, by default `usual`. */
export const membersOption = (usual: number) =>
  whole("models that agree on a tree: three parse better than one, in three times the time", {
    default: usual,
    min: 1,
    max: 50,
  });

/** Options of the spectral method, declared. */
export const SPECTRAL_OPTIONS = {
  states: whole("hidden states per nonterminal, at most", { default: 32, min: 1, max: 512 }),
  smoothing: real("C of the back-off weights λ = √n/(C + √n); 0 turns smoothing off", { default: 5, min: 0 }),
  members: membersOption(1),
  ...expert({
    tagStates: whole("hidden states per tag, at most, where `states` would allow more", {
      default: 512,
      min: 1,
      max: 512,
    }),
    lexicalSmoothing: real("weight of a word's class in its direction, in observations; 0 turns it off", {
      default: 3,
      min: 0,
    }),
    noise: real("standard deviation of the noise on the features of all members but the first", {
      default: 0.2,
      min: 0,
      max: 10,
    }),
    kappa: real("κ of the feature scaling √(M/(count + κ))", { default: 5, min: 0 }),
    scaling: flag("scale features by their inverse spread", { default: true }),
    shrinkage: flag("damp hidden directions that hardly rise above noise", { default: true }),
    winsorize: real("clip samples that deviate more than this many times the usual; 0 clips none", {
      default: 2,
      min: 0,
    }),
    features: choice("features of inside and outside trees", ["full", "rules"], { default: "full" }),
    minSingularValue: real("directions with a smaller singular value are dropped", { default: 0.01, min: 0 }),
    rareWords: whole("words of at most this count are replaced by their classes in features", { default: 1, min: 0 }),
    denseAbove: whole("rules with more occurrences get a full tensor, others keep their sample", {
      default: 120,
      min: 0,
    }),
    tensorError: real(
      "share of a rule's tensor that may be left out to store it as a small core between three bases; 0 stores it whole",
      { default: 0, min: 0, max: 0.9 },
    ),
    singleNode: flag("learn from one node per tree, drawn uniformly: the i.i.d. sample of the 2012 theorem", {
      default: false,
    }),
  }),
  seed: whole("seed of all random choices", { default: DEFAULT_SEED }),
};

/** Options of the spectral method. */
export type SpectralOptions = OptionsOf<typeof SPECTRAL_OPTIONS>;
