/** Words as plain text shows them, classes and vectors, as features of any model. */
export { BEGINNINGS, WordClasses } from "./classes.ts";
export { representationsFromParts, representationsToParts } from "./parts.ts";
export {
  coverageWarnings,
  NO_REPRESENTATIONS,
  REPRESENTATION_OPTIONS,
  type Representations,
  representationsOf,
  type WordKnowledge,
} from "./representations.ts";
export { type ContextualVectors, VectorFeatures, type VectorTable } from "./vectors.ts";
