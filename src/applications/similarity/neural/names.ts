/** The features of the neural group, which are known before anything is learnt. */
import type { GroupFeatures } from "../group.ts";

export const NEURAL: GroupFeatures = {
  names: [
    "tree vectors",
    "tree vectors, distance",
    "nodes, alignment",
    "pooled distances, diagonal",
    "pooled distances, beside it",
    "pooled distances, largest",
  ],
  leading: ["nodes, alignment"],
  portable: [],
};
