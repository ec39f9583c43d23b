export * from "./projections.ts";
export * from "./rows.ts";
export * from "./scaling.ts";
export * from "./signal.ts";
