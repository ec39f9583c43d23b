/** Folders of recordings with their labels beside them, in any depth: TIMIT (.phn), HTK (.lab), Praat (.TextGrid). */
import { readdir, stat } from "node:fs/promises";
import { extname, join } from "node:path";
import { InputError } from "../../base/errors.ts";
import { LABEL_ENDINGS, type RecordingSource } from "../../data/recordings.ts";
import { displayName, readBytes, readFileText } from "./read.ts";

const SOUND_ENDINGS = [".wav", ".sph", ".nist"];

/** The bytes of a file, unpacked if they are gz. */
export async function readWholeBytes(path: string): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of readBytes(path)) pieces.push(piece);
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/** Sound files that were found, to be read one after another. */
export interface RecordingFiles {
  /** How many sound files there are. */
  readonly total: number;
  readonly sources: AsyncIterable<RecordingSource>;
}

/**
 * Every sound file of the folders, in the order of their paths, with the file of labels of the same name beside it.
 * Throws an `InputError` when no sound has labels.
 */
export async function findRecordings(paths: readonly string[]): Promise<RecordingFiles> {
  const files: { readonly source: string; readonly file: string }[] = [];
  for (const path of paths) for (const file of await filesUnder(path)) files.push({ source: displayName(path), file });
  const labelFiles = new Map<string, string>();
  for (const { file } of files) {
    if (LABEL_ENDINGS.includes(endingOf(file)) && !labelFiles.has(stemOf(file))) labelFiles.set(stemOf(file), file);
  }
  const found = files
    .filter(({ file }) => SOUND_ENDINGS.includes(endingOf(file)))
    .map(({ source, file }) => ({ source, sound: file, labels: labelFiles.get(stemOf(file)) }));
  if (found.every(({ labels }) => labels === undefined)) {
    const expected = `expected sound (${SOUND_ENDINGS.join(", ")}) with ${LABEL_ENDINGS.join(", ")} files beside it`;
    throw new InputError(`no recording with labels; ${expected}.`, { file: paths.join(", ") });
  }
  async function* sources(): AsyncGenerator<RecordingSource> {
    for (const { source, sound, labels } of found) yield await readPair(source, sound, labels);
  }
  return { total: found.length, sources: sources() };
}

/** Both files of a recording. That one of them cannot be read is a defect of the recording, which may be skipped. */
async function readPair(source: string, sound: string, labels: string | undefined): Promise<RecordingSource> {
  const name = displayName(sound);
  const nothing = new Uint8Array(0);
  if (labels === undefined) return { name, source, sound: nothing, labels };
  try {
    const text = await wholeText(labels);
    return { name, source, sound: await readWholeBytes(sound), labels: { name: displayName(labels), text } };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { name, source, sound: nothing, labels: { name: displayName(labels), text: "" }, defect: error };
  }
}

const endingOf = (file: string) => extname(file).toLowerCase();
const stemOf = (file: string) => file.slice(0, file.length - extname(file).length);

async function wholeText(path: string): Promise<string> {
  let text = "";
  for await (const piece of readFileText(path)) text += piece;
  return text;
}

async function filesUnder(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined)
    throw new InputError("there is no such file or folder; expected a folder of recordings.", { file: path });
  if (!found.isDirectory()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
