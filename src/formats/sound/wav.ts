/**
 * RIFF WAVE: linear PCM of 8, 16, 24 or 32 bits, IEEE float (beyond ±1 clipped), µ-law; channels are averaged; both
 * are said in `repairs`. Chunks other than `fmt ` and `data` are skipped, and so are the fields that follow from others
 * and are often wrong (bytes a second, bytes a frame). Byte offsets in errors count from 0.
 */
import { InputError } from "../../base/errors.ts";
import { type Audio, mixChannels, muLawSample, soundDefect } from "./audio.ts";

/** How a recording is read. */
export interface AudioReadOptions {
  /** The name errors give for the source. */
  readonly file?: string | undefined;
}

const PCM = 1;
const FLOAT = 3;
const MU_LAW = 7;
const EXTENSIBLE = 0xfffe;
const ENCODINGS: Readonly<Record<number, string>> = {
  2: "ADPCM",
  6: "A-law",
  17: "IMA ADPCM",
  85: "MPEG layer 3",
  353: "WMA",
};

interface Format {
  readonly encoding: number;
  readonly channels: number;
  readonly rate: number;
  readonly bits: number;
}

/** Fewest bytes of a chunk that describes samples. */
const FORMAT_BYTES = 16;

const text = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));

/** The samples of a WAV file. */
export function readWav(bytes: Uint8Array, options: AudioReadOptions = {}): Audio {
  const fail = (reason: string): never => {
    throw new InputError(reason, { file: options.file });
  };
  if (bytes.length < 12 || text(bytes, 0, 4) !== "RIFF" || text(bytes, 8, 12) !== "WAVE") {
    const found =
      bytes.length === 0 ? "the file is empty" : "this is not a wav file: it does not begin with RIFF … WAVE";
    fail(`${found}; expected a RIFF wav file or a NIST sphere file; convert it first.`);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let format: Format | undefined;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const name = text(bytes, at, at + 4);
    const size = view.getUint32(at + 4, true);
    const begin = at + 8;
    if (name === "fmt ") {
      if (size < FORMAT_BYTES || begin + size > bytes.length)
        fail(`the fmt chunk at byte ${at} is cut short; copy or record the file again.`);
      format = readFormat(view, begin, size);
    } else if (name === "data") {
      if (format === undefined)
        return fail(
          `the data chunk at byte ${at} has no fmt chunk before it; expected one that describes the samples.`,
        );
      if (begin + size > bytes.length) {
        fail(
          `the data chunk at byte ${at} announces ${size} bytes and the file ends after ${bytes.length - begin} of them; the file is cut short: copy it again.`,
        );
      }
      return decode(bytes.subarray(begin, begin + size), format, fail);
    }
    at = begin + size + (size % 2);
  }
  return fail("no data chunk; expected one with the samples; the file is cut short or holds no sound.");
}

function readFormat(view: DataView, at: number, size: number): Format {
  const encoding = view.getUint16(at, true);
  return {
    // WAVE_FORMAT_EXTENSIBLE: the encoding stands first in the sub-format.
    encoding: encoding === EXTENSIBLE && size >= 26 ? view.getUint16(at + 24, true) : encoding,
    channels: view.getUint16(at + 2, true),
    rate: view.getUint32(at + 4, true),
    bits: view.getUint16(at + 14, true),
  };
}

function decode(data: Uint8Array, { encoding, channels, rate, bits }: Format, fail: (reason: string) => never): Audio {
  const defect = soundDefect(channels, rate);
  if (defect !== undefined) fail(`the fmt chunk ${defect}`);
  const sampleAt = sampleReader(new DataView(data.buffer, data.byteOffset, data.byteLength), encoding, bits);
  if (sampleAt === undefined) {
    const name =
      ENCODINGS[encoding] ?? (encoding === PCM ? `${bits}-bit PCM` : `encoding ${encoding} with ${bits} bits`);
    return fail(
      `the samples are ${name}; expected PCM of 8, 16, 24 or 32 bits, float or µ-law; convert the file first.`,
    );
  }
  const width = bits / 8;
  if (data.length % (width * channels) !== 0) {
    fail(
      `the data chunk has ${data.length} bytes, no whole number of ${channels}-channel ${bits}-bit samples; the file is cut short.`,
    );
  }
  const all = new Float32Array(data.length / width);
  let clipped = 0;
  for (let i = 0; i < all.length; i++) {
    const value = sampleAt(i * width);
    if (!Number.isFinite(value))
      fail(`sample ${Math.floor(i / channels) + 1} is ${value}; expected numbers from −1 to 1; record the file again.`);
    if (value > 1 || value < -1) clipped++;
    all[i] = Math.max(-1, Math.min(1, value));
  }
  const repairs = [
    ...(clipped === 0 ? [] : ["samples beyond ±1 clipped"]),
    ...(channels === 1 ? [] : [`${channels} channels averaged`]),
    ...(encoding === PCM && bits === 8 ? ["8-bit samples widened"] : []),
  ];
  return { rate, samples: mixChannels(all, channels), repairs };
}

function sampleReader(view: DataView, encoding: number, bits: number): ((at: number) => number) | undefined {
  if (encoding === PCM && bits === 8) return (at) => (view.getUint8(at) - 128) / 128;
  if (encoding === PCM && bits === 16) return (at) => view.getInt16(at, true) / 32768;
  if (encoding === PCM && bits === 24)
    return (at) => ((view.getInt8(at + 2) << 16) | view.getUint16(at, true)) / 8388608;
  if (encoding === PCM && bits === 32) return (at) => view.getInt32(at, true) / 2147483648;
  if (encoding === FLOAT && bits === 32) return (at) => view.getFloat32(at, true);
  if (encoding === FLOAT && bits === 64) return (at) => view.getFloat64(at, true);
  if (encoding === MU_LAW && bits === 8) return (at) => muLawSample(view.getUint8(at));
  return undefined;
}

/** Mono 16-bit PCM. Values beyond ±1 are clipped. */
export function writeWav(samples: ArrayLike<number>, rate: number): Uint8Array {
  const defect = soundDefect(1, rate);
  if (defect !== undefined) throw new InputError(`the sound to be written ${defect}`);
  const bytes = new Uint8Array(44 + 2 * samples.length);
  const view = new DataView(bytes.buffer);
  const put = (at: number, name: string) => bytes.set(new TextEncoder().encode(name), at);
  put(0, "RIFF");
  view.setUint32(4, 36 + 2 * samples.length, true);
  put(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, PCM, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, 2 * rate, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  put(36, "data");
  view.setUint32(40, 2 * samples.length, true);
  for (let i = 0; i < samples.length; i++) {
    if (Number.isNaN(samples[i])) throw new InputError(`sample ${i + 1} is NaN; wav files cannot hold it.`);
    view.setInt16(44 + 2 * i, Math.max(-32768, Math.min(32767, Math.round(samples[i]! * 32768))), true);
  }
  return bytes;
}
