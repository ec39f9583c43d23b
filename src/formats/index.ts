export * from "./penn.ts";
export * from "./reader.ts";
