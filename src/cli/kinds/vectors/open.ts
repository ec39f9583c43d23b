/** The word vectors of a model that was read. */
import { openParts } from "../../../kinds/index.ts";
import type { ModelVectors } from "../../../models/vectors/index.ts";
import type { LoadedModel } from "../../frame/command.ts";

export const openVectors = async ({ path, parts }: LoadedModel): Promise<ModelVectors> =>
  (await openParts(parts, path)) as ModelVectors;
