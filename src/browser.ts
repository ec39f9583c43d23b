/** `import … from "eigentree"` in a browser: the same names as in Node, without files and threads. */
export { type FetchOptions, open } from "./kinds/fetch.ts";
export * from "./library.ts";
