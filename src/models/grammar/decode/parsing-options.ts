/** What can be asked of parsing with a grammar: how many trees, how much is pruned, what the best tree maximises. */
import { choice, expert, type OptionsOf, real, whole } from "../../../base/options.ts";

/** Options of parsing, declared. */
export const PARSING_OPTIONS = {
  kBest: whole("trees to give, best first", { default: 1, min: 1, max: 1000 }),
  maxWords: whole("longest sentence that is parsed whole, in words; longer ones are parsed in parts", {
    default: 300,
    min: 1,
    max: 2000,
  }),
  ...expert({
    prune: real("coarse posterior, and share of the likeliest of its span, below which an item is left out", {
      default: 1e-4,
      min: 0,
      max: 1,
    }),
    pruneUses: real("coarse posterior below which a use of a rule is left out", { default: 1e-5, min: 0, max: 1 }),
    narrow: whole("states of the pass that prunes for the whole grammar; 0 turns it off", {
      default: 8,
      min: 0,
      max: 512,
    }),
    filter: choice(
      "share of the beginnings and ends of constituents that a learnt filter must keep; none: no filter",
      ["none", "0.999", "0.997"],
      { default: "0.999" },
    ),
    objective: choice(
      "what the best tree maximises: the sum of |μ|, of μ, or the product of |μ|",
      ["sum", "signed", "product"],
      { default: "sum" },
    ),
  }),
};

/** Options of parsing. */
export type ParsingOptions = OptionsOf<typeof PARSING_OPTIONS>;
