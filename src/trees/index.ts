export * from "./tree.ts";
