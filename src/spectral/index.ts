/** What all spectral learners share: scaled features, projections, signal and noise, sample sizes. */
export * from "./projections.ts";
export * from "./rows.ts";
export * from "./sample-size.ts";
export * from "./scaling.ts";
export * from "./signal.ts";
export * from "./winsorize.ts";
