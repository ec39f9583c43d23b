/**
 * NIST SPHERE: a text header of announced length ("NIST_1A", the length, `name -type value` lines, "end_head"), then
 * samples. Linear PCM of 16 bits in either byte order and µ-law are read; compressed files (shorten, as some TIMIT
 * copies are) must be unpacked first.
 */
import { InputError } from "../../base/errors.ts";
import { quoted } from "../../base/quoted.ts";
import { type Audio, mixChannels, muLawSample, soundDefect } from "./audio.ts";
import { type AudioReadOptions, readWav } from "./wav.ts";

const MAGIC = "NIST_1A";

/** Whether the bytes begin as a NIST SPHERE file does. */
export const isSphere = (bytes: Uint8Array): boolean =>
  new TextDecoder("latin1").decode(bytes.subarray(0, MAGIC.length)) === MAGIC;

/** A wav or sphere file, told apart by its first bytes. */
export const readAudio = (bytes: Uint8Array, options: AudioReadOptions = {}): Audio =>
  isSphere(bytes) ? readSphere(bytes, options) : readWav(bytes, options);

/** The samples of a NIST SPHERE file. */
export function readSphere(bytes: Uint8Array, options: AudioReadOptions = {}): Audio {
  const fail = (reason: string, line?: number): never => {
    throw new InputError(reason, { file: options.file, line });
  };
  if (!isSphere(bytes))
    fail("this is not a sphere file: it does not begin with NIST_1A; expected a NIST sphere file.", 1);
  const latin = new TextDecoder("latin1");
  const announced = latin.decode(bytes.subarray(8, 16)).trim();
  if (!/^\d+$/.test(announced) || Number(announced) < 16)
    fail(`the header gives its length as ${quoted(announced)}; expected a number of bytes, as a rule 1024.`, 2);
  const length = Number(announced);
  if (length > bytes.length) {
    fail(
      `the header announces ${length} bytes and the file has ${bytes.length}; the file is cut short: copy it again.`,
      2,
    );
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
    const known = value !== undefined && value !== "" && Number.isFinite(Number(value));
    return known ? Number(value) : fail(`the header gives ${name} as ${quoted(value ?? "")}; expected a number.`);
  };
  const coding = fields.get("sample_coding") ?? "pcm";
  if (coding !== "pcm" && coding !== "ulaw")
    fail(`the samples are coded as ${quoted(coding)}; expected pcm or ulaw; unpack the file first.`);
  const channels = number("channel_count", 1);
  const rate = number("sample_rate");
  const defect = soundDefect(channels, rate);
  if (defect !== undefined) fail(`the header ${defect}`);
  const width = number("sample_n_bytes", coding === "pcm" ? 2 : 1);
  if (width !== (coding === "pcm" ? 2 : 1)) fail(`the samples have ${width} bytes; expected 2 for pcm and 1 for ulaw.`);
  const order = fields.get("sample_byte_format") ?? "01";
  if (coding === "pcm" && order !== "01" && order !== "10")
    fail(`the header gives sample_byte_format as ${quoted(order)}; expected 01 (low byte first) or 10.`);
  const data = bytes.subarray(length);
  const count = number("sample_count", Math.floor(data.length / width / channels));
  if (!Number.isSafeInteger(count) || count < 0)
    fail(`the header gives sample_count as ${quoted(`${count}`)}; expected a whole number from 0.`);
  const wanted = count * channels * width;
  if (wanted > data.length) {
    fail(
      `the header announces ${wanted} bytes of samples and the file has ${data.length}; the file is cut short: copy it again.`,
    );
  }
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const littleEndian = order === "01";
  const all = new Float32Array(wanted / width);
  for (let i = 0; i < all.length; i++) {
    all[i] = coding === "pcm" ? view.getInt16(2 * i, littleEndian) / 32768 : muLawSample(view.getUint8(i));
  }
  return {
    rate,
    samples: mixChannels(all, channels),
    repairs: channels === 1 ? [] : [`${channels} channels averaged`],
  };
}
