export * from "./decode.ts";
export * from "./features.ts";
export * from "./learn-em.ts";
export * from "./learn-pcfg.ts";
export * from "./learn-spectral.ts";
export * from "./learning.ts";
export type { ParserMethod, ParserModel } from "./model.ts";
export * from "./parts.ts";
export * from "./tree-probability.ts";
