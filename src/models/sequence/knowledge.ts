/** What a learner of sequence models may know in addition to its sentences. */
import type { WordKnowledge } from "../representations/index.ts";
import type { ListedName } from "./features/gazetteer.ts";

/** Classes and vectors of words, and lists of names. */
export interface SequenceKnowledge extends WordKnowledge {
  /** As `readGazetteer` gives them. */
  readonly lists?: readonly ListedName[] | undefined;
}
