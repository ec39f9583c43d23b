/** Every kind of model by name, models from bytes and back, and the shipped models. */
export * from "./open.ts";
export { type AnyModel, type AnyPredictor, KINDS, type KindName, type ModelOf, type PredictorOf } from "./registry.ts";
export * from "./shipped.ts";
