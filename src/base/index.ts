export * from "./errors.ts";
export * from "./model-parts.ts";
export * from "./options.ts";
export * from "./parallel.ts";
export * from "./progress.ts";
export * from "./random.ts";
export * from "./spelling.ts";
export * from "./vocabulary.ts";
