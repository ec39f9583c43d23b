/** Folders of recordings with their phone labels: TIMIT layout (.phn), HTK (.lab), Praat (.TextGrid), in any depth. */
import { readdir, stat } from "node:fs/promises";
import { extname, join } from "node:path";
import { InputError, type Progress, Stage } from "../../../base/index.ts";
import { displayName, readBytes, readFileText } from "../../../files/index.ts";
import { type Audio, readAudio, readLab, readPhn, readTextGrid, type Segment } from "../../../formats/index.ts";
import { type LabelledFrames, labelledFrames, type PhoneFolding, type RepairCounts } from "../../../models/sequence/index.ts";

const SOUND = new Set([".wav", ".sph", ".nist"]);
const LABELS = [".phn", ".lab", ".textgrid"];

export async function readSound(path: string): Promise<Audio> {
  const pieces: Uint8Array[] = [];
  for await (const piece of readBytes(path)) pieces.push(piece);
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return readAudio(bytes, { file: displayName(path) });
}

async function readLabels(path: string, rate: number): Promise<Segment[]> {
  let text = "";
  for await (const piece of readFileText(path)) text += piece;
  const kind = extname(path).toLowerCase();
  if (kind === ".phn") return readPhn(text, { file: path, rate });
  return kind === ".lab" ? readLab(text, { file: path }) : readTextGrid(text, { file: path });
}

async function filesUnder(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) throw new InputError("there is no such file or folder; expected a folder of recordings.", { file: path });
  if (!found.isDirectory()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

export interface ReadRecordingsOptions {
  readonly rate: number;
  readonly folding: PhoneFolding;
  readonly onBad?: ((error: InputError) => void) | undefined;
}

/** Every sound of the folders that has a label file beside it; others are counted among the repairs. */
export async function readRecordings(
  paths: readonly string[],
  progress: Progress | undefined,
  { rate, folding, onBad }: ReadRecordingsOptions,
): Promise<{ recordings: LabelledFrames[]; repairs: RepairCounts }> {
  const files = (await Promise.all(paths.map(filesUnder))).flat();
  const sounds = files.filter((file) => SOUND.has(extname(file).toLowerCase()));
  const stem = (file: string) => file.slice(0, file.length - extname(file).length);
  const labels = new Map<string, string>();
  for (const file of files) if (LABELS.includes(extname(file).toLowerCase())) labels.set(stem(file), labels.get(stem(file)) ?? file);
  const repairs: RepairCounts = new Map();
  const recordings: LabelledFrames[] = [];
  const stage = new Stage("frames", "recordings", sounds.length, progress);
  for (const sound of sounds) {
    const label = labels.get(stem(sound));
    stage.advance();
    if (label === undefined) {
      repairs.set("recordings without labels left out", (repairs.get("recordings without labels left out") ?? 0) + 1);
      continue;
    }
    try {
      const audio = await readSound(sound);
      recordings.push(labelledFrames({ name: label, audio, segments: await readLabels(label, audio.rate) }, rate, folding, repairs));
    } catch (error) {
      if (onBad === undefined || !(error instanceof InputError)) throw error;
      onBad(error);
    }
  }
  stage.finish();
  if (recordings.length === 0) {
    const reason = `no recording with labels; expected sound (${[...SOUND].join(", ")}) with ${LABELS.join(", ")} files beside it.`;
    throw new InputError(reason, { file: paths.join(", ") });
  }
  return { recordings, repairs };
}
