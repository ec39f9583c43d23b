export * from "./bracket-parameters.ts";
export * from "./bracket-report.ts";
export * from "./bracket-scorer.ts";
export * from "./brackets.ts";
export * from "./rates.ts";
