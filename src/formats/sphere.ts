/**
 * NIST SPHERE: a text header of announced length ("NIST_1A", the length, `name -type value` lines, "end_head"), then samples. Linear PCM of 16 bits in either byte
 * order and µ-law are read; compressed files (shorten, as some TIMIT copies are) must be unpacked first.
 */
import { InputError } from "../base/errors.ts";
import { type Audio, mixChannels, muLawSample } from "./audio.ts";
import { type AudioReadOptions, readWav } from "./wav.ts";

const MAGIC = "NIST_1A";

export const isSphere = (bytes: Uint8Array): boolean => new TextDecoder("latin1").decode(bytes.subarray(0, MAGIC.length)) === MAGIC;

/** A wav or sphere file, told apart by its first bytes. */
export const readAudio = (bytes: Uint8Array, options: AudioReadOptions = {}): Audio =>
  isSphere(bytes) ? readSphere(bytes, options) : readWav(bytes, options);

export function readSphere(bytes: Uint8Array, options: AudioReadOptions = {}): Audio {
  const fail = (reason: string, line?: number): never => {
    throw new InputError(reason, { file: options.file, line });
  };
  if (!isSphere(bytes)) fail("this is no sphere file: it does not begin with NIST_1A; expected a NIST sphere file.", 1);
  const latin = new TextDecoder("latin1");
  const length = Number(latin.decode(bytes.subarray(8, 16)).trim());
  if (!Number.isSafeInteger(length) || length < 16 || length > bytes.length) {
    fail(`the header announces ${length} bytes and the file has ${bytes.length}; the file is cut short: copy it again.`, 2);
  }
  const fields = new Map<string, string>();
  for (const line of latin.decode(bytes.subarray(16, length)).split("\n")) {
    if (line.trim() === "end_head") break;
    const [name, , ...value] = line.trim().split(/\s+/);
    if (name !== undefined && name !== "") fields.set(name, value.join(" "));
  }
  const number = (name: string, missing?: number): number => {
    const value = fields.get(name);
    if (value === undefined && missing !== undefined) return missing;
    return Number.isFinite(Number(value)) ? Number(value) : fail(`the header gives ${name} as "${value ?? "nothing"}"; expected a number.`);
  };
  const coding = fields.get("sample_coding") ?? "pcm";
  if (coding !== "pcm" && coding !== "ulaw") fail(`the samples are coded as "${coding}"; expected pcm or ulaw; unpack the file first.`);
  const channels = number("channel_count", 1);
  const width = number("sample_n_bytes", coding === "pcm" ? 2 : 1);
  if (width !== (coding === "pcm" ? 2 : 1)) fail(`the samples have ${width} bytes; expected 2 for pcm and 1 for ulaw.`);
  const data = bytes.subarray(length);
  const wanted = number("sample_count", Math.floor(data.length / width / channels)) * channels * width;
  if (wanted > data.length) {
    fail(`the header announces ${wanted} bytes of samples and the file has ${data.length}; the file is cut short: copy it again.`);
  }
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const littleEndian = (fields.get("sample_byte_format") ?? "01") === "01";
  const all = new Float32Array(wanted / width);
  for (let i = 0; i < all.length; i++) {
    all[i] = coding === "pcm" ? view.getInt16(2 * i, littleEndian) / 32768 : muLawSample(view.getUint8(i));
  }
  return {
    rate: number("sample_rate"),
    samples: mixChannels(all, channels),
    repairs: channels === 1 ? [] : [`${channels} channels averaged`],
  };
}
