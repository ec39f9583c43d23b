export * from "./open.ts";
export { type AnyModel, type AnyPredictor, KINDS, type KindName, type ModelOf, type PredictorOf } from "./registry.ts";
export * from "./shipped.ts";
