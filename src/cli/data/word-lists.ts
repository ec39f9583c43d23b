/** `--lists` of `train`: lists of names and words as features of a tagger. */
import { displayName } from "../../files/index.ts";
import { type ListedName, readGazetteer } from "../../models/sequence/index.ts";
import { wholeText } from "./vector-files.ts";

/** What the file holds, if there is one; the model keeps it, so that the file is not needed later. */
export const readLists = async (file: string | undefined): Promise<ListedName[] | undefined> =>
  file === undefined ? undefined : readGazetteer(await wholeText(file), { file: displayName(file) });
