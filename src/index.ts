/** Everything public, in one import. The subpaths export the same names folder by folder. */
export * from "./base/index.ts";
export * from "./evaluation/index.ts";
export * from "./formats/index.ts";
export * from "./models/dependency/index.ts";
export * from "./models/induction/index.ts";
export * from "./models/parser/index.ts";
export * from "./models/sequence/index.ts";
export * from "./models/vectors/index.ts";
export * from "./samples/index.ts";
export * from "./spectral/index.ts";
export * from "./trees/index.ts";
