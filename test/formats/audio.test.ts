import { describe, expect, test } from "vitest";
import { InputError } from "../../src/base/errors.ts";
import { muLawSample } from "../../src/formats/audio.ts";
import { readAudio, readSphere } from "../../src/formats/sphere.ts";
import { readWav, writeWav } from "../../src/formats/wav.ts";

const STEP = 1 / 32768;

interface Header {
  readonly encoding?: number;
  readonly channels?: number;
  readonly rate?: number;
  readonly bits?: number;
}

/** A wav file with the given header fields over raw sample bytes. */
function wavOf(data: Uint8Array, { encoding = 1, channels = 1, rate = 16_000, bits = 16 }: Header = {}): Uint8Array {
  const bytes = writeWav([], rate);
  const view = new DataView(bytes.buffer);
  view.setUint16(20, encoding, true);
  view.setUint16(22, channels, true);
  view.setUint16(34, bits, true);
  view.setUint32(40, data.length, true);
  const whole = new Uint8Array(bytes.length + data.length);
  whole.set(bytes);
  whole.set(data, bytes.length);
  return whole;
}

const bytesOf = (array: ArrayBufferView) => new Uint8Array(array.buffer, array.byteOffset, array.byteLength);

function errorOf(body: () => unknown): InputError {
  try {
    body();
  } catch (error) {
    if (error instanceof InputError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

describe("wav", () => {
  test("16-bit samples come back as written", () => {
    const samples = Float32Array.of(0, 0.5, -0.5, 0.999, -1);
    const audio = readWav(writeWav(samples, 44_100));
    expect(audio.rate).toBe(44_100);
    expect(audio.repairs).toEqual([]);
    audio.samples.forEach((value, i) => {
      expect(Math.abs(value - samples[i]!)).toBeLessThanOrEqual(STEP);
    });
  });

  test("8 bits are widened, stereo is averaged, and both are said", () => {
    const eight = readWav(wavOf(Uint8Array.of(128, 192, 64), { bits: 8 }));
    expect(Array.from(eight.samples)).toEqual([0, 0.5, -0.5]);
    expect(eight.repairs).toEqual(["8-bit samples widened"]);
    const stereo = readWav(wavOf(bytesOf(Int16Array.of(16384, 0, -16384, -16384)), { channels: 2 }));
    expect(Array.from(stereo.samples)).toEqual([0.25, -0.5]);
    expect(stereo.repairs).toEqual(["2 channels averaged"]);
  });

  test("24-bit, 32-bit, float and µ-law samples are read", () => {
    expect(Array.from(readWav(wavOf(Uint8Array.of(0, 0, 64, 0, 0, 192), { bits: 24 })).samples)).toEqual([0.5, -0.5]);
    expect(Array.from(readWav(wavOf(bytesOf(Int32Array.of(2 ** 30)), { bits: 32 })).samples)).toEqual([0.5]);
    expect(Array.from(readWav(wavOf(bytesOf(Float32Array.of(0.25)), { bits: 32, encoding: 3 })).samples)).toEqual([0.25]);
    expect(Array.from(readWav(wavOf(Uint8Array.of(0xff, 0x00, 0x80), { bits: 8, encoding: 7 })).samples)).toEqual(
      [0, -32124, 32124].map((v) => Math.fround(v / 32768)),
    );
    expect(muLawSample(0x7f)).toBe(-0);
  });

  test("a truncated file names the byte and the size", () => {
    const error = errorOf(() => readWav(writeWav(new Float32Array(100), 16_000).subarray(0, 144), { file: "cut.wav" }));
    expect(error.message).toBe(
      "cut.wav: the data chunk at byte 36 announces 200 bytes and the file ends after 100 of them; the file is cut short: copy it again.",
    );
    expect(error.file).toBe("cut.wav");
    expect(errorOf(() => readWav(writeWav([], 16_000).subarray(0, 30))).message).toMatch(/^the fmt chunk at byte 12 is cut short/);
    expect(errorOf(() => readWav(writeWav([], 16_000).subarray(0, 36))).message).toMatch(/^no data chunk/);
  });

  test("what is no wav file is refused by name of its encoding or nature", () => {
    expect(errorOf(() => readAudio(new TextEncoder().encode("ID3 something"), { file: "song.wav" })).message).toBe(
      "song.wav: this is no wav file: it does not begin with RIFF … WAVE; expected a RIFF wav file or a NIST sphere file; convert it first.",
    );
    expect(errorOf(() => readAudio(new Uint8Array(0))).message).toMatch(/^the file is empty/);
    expect(errorOf(() => readWav(wavOf(new Uint8Array(4), { encoding: 85, bits: 0 }))).message).toMatch(
      /^the samples are MPEG layer 3; expected PCM/,
    );
    expect(errorOf(() => readWav(wavOf(new Uint8Array(4), { bits: 12 }))).message).toMatch(/^the samples are 12-bit PCM/);
    expect(errorOf(() => readWav(wavOf(new Uint8Array(3)))).message).toMatch(/no whole number of 1-channel 16-bit samples/);
    expect(errorOf(() => readWav(wavOf(new Uint8Array(2), { channels: 0 }))).message).toMatch(/^the fmt chunk gives 0 channels/);
  });
});

describe("sphere", () => {
  const sphere = (fields: string, data: Uint8Array) => {
    const header = `NIST_1A\n   1024\n${fields}end_head\n`.padEnd(1024, " ");
    const bytes = new Uint8Array(1024 + data.length);
    bytes.set(new TextEncoder().encode(header));
    bytes.set(data, 1024);
    return bytes;
  };
  const FIELDS = "sample_rate -i 16000\nsample_n_bytes -i 2\n";

  test("both byte orders and µ-law", () => {
    const little = sphere(`${FIELDS}sample_byte_format -s2 01\nsample_count -i 2\n`, bytesOf(Int16Array.of(16384, -16384)));
    expect(Array.from(readAudio(little).samples)).toEqual([0.5, -0.5]);
    const big = sphere(`${FIELDS}sample_byte_format -s2 10\n`, Uint8Array.of(64, 0));
    expect(Array.from(readAudio(big).samples)).toEqual([0.5]);
    expect(readAudio(big).rate).toBe(16_000);
    const ulaw = sphere("sample_rate -i 8000\nsample_coding -s4 ulaw\n", Uint8Array.of(0xff));
    expect(Array.from(readAudio(ulaw).samples)).toEqual([0]);
  });

  test("compressed, truncated and foreign files are refused", () => {
    const packed = sphere(`${FIELDS}sample_coding -s26 pcm,embedded-shorten-v2.00\n`, new Uint8Array(2));
    expect(errorOf(() => readAudio(packed, { file: "a.wav" })).message).toMatch(
      /^a\.wav: the samples are coded as "pcm,embedded-shorten-v2\.00"/,
    );
    const short = sphere(`${FIELDS}sample_count -i 10\n`, new Uint8Array(6));
    expect(errorOf(() => readAudio(short)).message).toMatch(/announces 20 bytes of samples and the file has 6; the file is cut short/);
    expect(errorOf(() => readAudio(sphere(FIELDS, new Uint8Array(2)).subarray(0, 500))).message).toMatch(
      /announces 1024 bytes and the file has 500/,
    );
    expect(errorOf(() => readSphere(writeWav([], 8000))).message).toMatch(/no sphere file/);
  });
});
