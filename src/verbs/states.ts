/** `states`: the hidden state of a node in a tree, and the words or rules of training that are nearest to it. */
import { InputError } from "../base/errors.ts";
import type { Json } from "../base/model-parts.ts";
import { text, whole } from "../base/options.ts";
import { readPenn } from "../formats/treebanks/penn.ts";
import { nodeStates } from "../models/parser/index.ts";
import { defineVerb, LimitError, listOf, NUMBER, objectOf, rounded, TEXT } from "./verb.ts";

/** Far above any tree that the parser gives for a sentence within the limits. */
const LONGEST_TREE = 100_000;

export const states = defineVerb({
  name: "states",
  summary: "show the hidden state of a node, and the words or rules nearest to it",
  kinds: ["parser"],
  options: {
    tree: text("a tree of the model in brackets", { default: "" }),
    label: text("label of the node", { default: "" }),
    start: whole("first word of the node, counted from 0", { default: 0, min: 0 }),
    end: whole("one past its last word", { default: 1, min: 1 }),
    count: whole("words or rules to list", { default: 8, min: 1, max: 100 }),
  },
  required: ["tree", "label", "start", "end"],
  answer: objectOf({
    symbol: TEXT,
    vector: { ...listOf(NUMBER), description: "how far each state is from the symbol's mean" },
    nearest: listOf(objectOf({ name: TEXT, share: NUMBER, similarity: NUMBER })),
  }),
  run({ model }, _, { tree, label, start, end, count }): Json {
    if (tree.length > LONGEST_TREE) throw new LimitError(`tree: ${tree.length} characters; at most ${LONGEST_TREE}.`);
    const [only, ...more] = readPenn(tree);
    if (only === undefined || more.length > 0)
      throw new InputError(`tree: ${more.length === 0 ? "no tree" : "several trees"}; expected one.`);
    const found = nodeStates(model, only, { label, start, end }, count);
    if (found === undefined)
      throw new InputError(`the model knows no node ${label} over words ${start} to ${end} of this tree.`);
    return {
      symbol: found.symbol,
      vector: found.vector.map(rounded),
      nearest: found.nearest.map(({ name, share, similarity }) => ({
        name,
        share: rounded(share),
        similarity: rounded(similarity),
      })),
    };
  },
});
