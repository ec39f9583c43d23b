export { type BaseModel, BaseParser } from "./base-parser.ts";
export * from "./decode.ts";
export * from "./learn.ts";
export { BASE_OPTIONS, type BaseLearning, type BaseOptions, type BaseReport, type EpochReport, learnBase } from "./learn-base.ts";
export * from "./model.ts";
export * from "./parse-jobs.ts";
