/** Nodes of trees that fit a pattern. */
export {
  type Condition,
  type NodePattern,
  RELATIONS,
  type RelationName,
  readPattern,
  type TreePattern,
} from "./pattern.ts";
export * from "./search.ts";
