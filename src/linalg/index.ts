export * from "./matrix.ts";
