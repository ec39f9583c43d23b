/** The features of the selectors, which are known before anything is learnt. */
import type { GroupFeatures } from "../group.ts";

export const SELECTORS: GroupFeatures = {
  names: ["selectors, matrix", "selectors, alignment", "selectors, smaller share", "selectors, words known"],
  leading: ["selectors, alignment"],
  portable: [],
};
