/** The lexicon of a model that was read. */
import type { VisualLexicon } from "../../../applications/visual-text/index.ts";
import { openParts } from "../../../kinds/index.ts";
import type { LoadedModel } from "../../frame/command.ts";

export const openLexiconModel = async ({ path, parts }: LoadedModel): Promise<VisualLexicon> =>
  (await openParts(parts, path)) as VisualLexicon;
