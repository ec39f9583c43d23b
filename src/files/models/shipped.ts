/** The models that come with the package, as files. */
import { statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isShipped, shippedFile } from "../../kinds/index.ts";

/** The folder `pretrained` of the package: two up from here, in the sources and in the build. */
const FOLDER = new URL("../../../pretrained/", import.meta.url);

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

/**
 * The file that a path or a name stands for: `en`, `en/dependency`. A file of that name goes first. Of the kinds that
 * would do, the first that the name has.
 */
export function modelPath(source: string, kinds?: readonly string[]): string {
  if (!isShipped(source) || isFile(source)) return source;
  return fileURLToPath(new URL(shippedFile(source, kinds), FOLDER));
}
