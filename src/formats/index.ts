export * from "./columns.ts";
export * from "./conllu.ts";
export * from "./conllx.ts";
export * from "./penn.ts";
export * from "./reader.ts";
export * from "./tagged.ts";
export * from "./tokens.ts";
