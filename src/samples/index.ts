export type { Dependencies } from "./dependencies.ts";
export { generateTreebank, type SyntheticTreebank, TREEBANK_OPTIONS } from "./generator.ts";
