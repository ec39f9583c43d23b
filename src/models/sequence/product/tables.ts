/** What a product of a conditional random field and a spectral chain labels with. */
import type { CrfTables } from "../crf/tables.ts";
import type { ChainTables } from "../model.ts";

export interface ProductTables extends CrfTables {
  /** Learnt from the same sequences; its labels are those of the data, without the ends of spans. */
  readonly chain: ChainTables;
  /** κ, the exponent of the chain's probabilities. */
  readonly chainWeight: number;
}
