export { generateTreebank, type SyntheticTreebank, TREEBANK_OPTIONS } from "./generator.ts";
