export * from "./atomic-write.ts";
export * from "./file-errors.ts";
export * from "./model-file.ts";
export * from "./ordered-map.ts";
export * from "./read.ts";
export * from "./scratch.ts";
export * from "./worker-pool.ts";
export * from "./write.ts";
