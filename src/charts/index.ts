export * from "./best-tree.ts";
export * from "./coarse-chart.ts";
export * from "./latent-chart.ts";
export * from "./latent-grammar.ts";
export * from "./rules.ts";
export * from "./skeleton.ts";
export * from "./span-index.ts";
