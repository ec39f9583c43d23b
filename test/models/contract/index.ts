/** The contracts of all kinds: for the contract suite, and for the fuzzing of model files. */
import { captionsContract } from "./captions.ts";
import type { Contract } from "./contract.ts";
import { dependencyContract } from "./dependency.ts";
import { inductionContract } from "./induction.ts";
import { parserContract } from "./parser.ts";
import { phonesContract } from "./phones.ts";
import { sequenceContract } from "./sequence.ts";
import { similarityContract } from "./similarity.ts";
import { vectorsContract } from "./vectors.ts";
import { visualContract, visualLexiconContract } from "./visual.ts";

export const CONTRACTS: readonly Contract[] = [
  parserContract,
  captionsContract,
  sequenceContract,
  phonesContract,
  dependencyContract,
  inductionContract,
  vectorsContract,
  similarityContract,
  visualLexiconContract,
  visualContract,
];
