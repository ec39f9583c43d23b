/** `import … from "eigentree"` in Node: the names people start with, files and threads among them. */
export { open, save, threads } from "./files/index.ts";
export * from "./library.ts";
