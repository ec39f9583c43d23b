/** WAV and NIST SPHERE, sound and damaged. */
import { describe, expect, test } from "vitest";
import { InputError } from "../../src/base/errors.ts";
import { muLawSample } from "../../src/formats/sound/audio.ts";
import { readAudio, readSphere } from "../../src/formats/sound/sphere.ts";
import { readWav, writeWav } from "../../src/formats/sound/wav.ts";

const STEP = 1 / 32768;

interface Header {
  readonly encoding?: number;
  readonly channels?: number;
  readonly rate?: number;
  readonly bits?: number;
}

/** A wav file with the given header fields over raw sample bytes. */
function wavOf(data: Uint8Array, { encoding = 1, channels = 1, rate = 16_000, bits = 16 }: Header = {}): Uint8Array {
  const bytes = writeWav([], 16_000);
  const view = new DataView(bytes.buffer);
  view.setUint32(24, rate, true);
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
    expect(Array.from(readWav(wavOf(bytesOf(Float32Array.of(0.25)), { bits: 32, encoding: 3 })).samples)).toEqual([
      0.25,
    ]);
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
    expect(errorOf(() => readWav(writeWav([], 16_000).subarray(0, 30))).message).toMatch(
      /^the fmt chunk at byte 12 is cut short/,
    );
    expect(errorOf(() => readWav(writeWav([], 16_000).subarray(0, 36))).message).toMatch(/^no data chunk/);
  });

  test("what is not a wav file is refused by name of its encoding or nature", () => {
    expect(errorOf(() => readAudio(new TextEncoder().encode("ID3 something"), { file: "song.wav" })).message).toBe(
      "song.wav: this is not a wav file: it does not begin with RIFF … WAVE; expected a RIFF wav file or a NIST sphere file; convert it first.",
    );
    expect(errorOf(() => readAudio(new Uint8Array(0))).message).toMatch(/^the file is empty/);
    expect(errorOf(() => readWav(wavOf(new Uint8Array(4), { encoding: 85, bits: 0 }))).message).toMatch(
      /^the samples are MPEG layer 3; expected PCM/,
    );
    expect(errorOf(() => readWav(wavOf(new Uint8Array(4), { bits: 12 }))).message).toMatch(
      /^the samples are 12-bit PCM/,
    );
    expect(errorOf(() => readWav(wavOf(new Uint8Array(3)))).message).toMatch(
      /no whole number of 1-channel 16-bit samples/,
    );
    expect(errorOf(() => readWav(wavOf(new Uint8Array(2), { channels: 0 }))).message).toMatch(
      /^the fmt chunk gives 0 channels/,
    );
  });
});

describe("header fields and samples out of range", () => {
  test.each([
    [{ channels: 0 }, "the fmt chunk gives 0 channels at 16000 Hz; expected 1 to 256 channels at 1000 to 768000 Hz."],
    [{ channels: 60_000 }, "the fmt chunk gives 60000 channels at 16000 Hz; expected 1 to 256 channels"],
    [{ rate: 999 }, "the fmt chunk gives 1 channels at 999 Hz; expected 1 to 256 channels at 1000 to 768000 Hz."],
    [{ rate: 4_000_000_000 }, "at 4000000000 Hz; expected"],
    [{ bits: 0 }, "the samples are 0-bit PCM; expected PCM of 8, 16, 24 or 32 bits"],
  ])("wav with %o", (header, message) => {
    expect(errorOf(() => readWav(wavOf(new Uint8Array(4), header))).message).toContain(message);
  });
  test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])("wav with the sample %d", (value) => {
    const data = bytesOf(Float32Array.of(0, 0.5, 0, value));
    expect(errorOf(() => readWav(wavOf(data, { encoding: 3, bits: 32, channels: 2 }), { file: "a.wav" })).message).toBe(
      `a.wav: sample 2 is ${value}; expected numbers from −1 to 1; record the file again.`,
    );
    expect(() => readWav(wavOf(bytesOf(Float64Array.of(value)), { encoding: 3, bits: 64 }))).toThrow(InputError);
  });
  test("wav with samples beyond ±1: clipped and said", () => {
    const audio = readWav(wavOf(bytesOf(Float64Array.of(2, -1e300, 0.5)), { encoding: 3, bits: 64 }));
    expect(Array.from(audio.samples)).toEqual([1, -1, 0.5]);
    expect(audio.repairs).toEqual(["samples beyond ±1 clipped"]);
  });
  test("wav with a fmt chunk of a few bytes", () => {
    const bytes = writeWav([0, 0], 16_000);
    new DataView(bytes.buffer).setUint32(16, 8, true);
    expect(errorOf(() => readWav(bytes)).message).toBe(
      "the fmt chunk at byte 12 is cut short; copy or record the file again.",
    );
  });
  test("nothing is written that could not be read", () => {
    expect(errorOf(() => writeWav([0, Number.NaN], 16_000)).message).toBe("sample 2 is NaN; wav files cannot hold it.");
    expect(errorOf(() => writeWav([0], 0)).message).toMatch(/^the sound to be written gives 1 channels at 0 Hz/);
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
    const little = sphere(
      `${FIELDS}sample_byte_format -s2 01\nsample_count -i 2\n`,
      bytesOf(Int16Array.of(16384, -16384)),
    );
    expect(Array.from(readAudio(little).samples)).toEqual([0.5, -0.5]);
    const big = sphere(`${FIELDS}sample_byte_format -s2 10\n`, Uint8Array.of(64, 0));
    expect(Array.from(readAudio(big).samples)).toEqual([0.5]);
    expect(readAudio(big).rate).toBe(16_000);
    const ulaw = sphere("sample_rate -i 8000\nsample_coding -s4 ulaw\n", Uint8Array.of(0xff));
    expect(Array.from(readAudio(ulaw).samples)).toEqual([0]);
  });

  test.each([
    ...["0", "-5", "0.001", "1", "999999999", "16000.5", "1e400"].map((rate) => [
      `sample_rate -i ${rate}\nsample_n_bytes -i 2\n`,
      rate === "1e400"
        ? 'the header gives sample_rate as "1e400"; expected a number.'
        : ` at ${rate} Hz; expected 1 to`,
    ]),
    ["sample_n_bytes -i 2\n", 'the header gives sample_rate as ""; expected a number.'],
    ["sample_rate -i\nsample_n_bytes -i 2\n", 'the header gives sample_rate as ""; expected a number.'],
    [`${FIELDS}channel_count -i 0\n`, "the header gives 0 channels at 16000 Hz; expected 1 to 256 channels"],
    [`${FIELDS}channel_count -i -1\n`, "the header gives -1 channels"],
    [`${FIELDS}channel_count -i 1.5\n`, "the header gives 1.5 channels"],
    [`${FIELDS}sample_count -i -7\n`, 'the header gives sample_count as "-7"; expected a whole number from 0.'],
    [`${FIELDS}sample_count -i 0.5\n`, 'the header gives sample_count as "0.5"; expected a whole number from 0.'],
    [`${FIELDS}sample_count -i 1e300\n`, 'the header gives sample_count as "1e+300"; expected a whole number from 0.'],
    [`${FIELDS}sample_count -i many\n`, 'the header gives sample_count as "many"; expected a number.'],
    ["sample_rate -i 8000\nsample_n_bytes -i 3\n", "the samples have 3 bytes; expected 2 for pcm and 1 for ulaw."],
    [`${FIELDS}sample_byte_format -s2 99\n`, 'the header gives sample_byte_format as "99"; expected 01'],
  ])("header %j", (fields, message) => {
    expect(errorOf(() => readAudio(sphere(fields!, new Uint8Array(8)))).message).toContain(message);
  });
  test("a header whose length is not a number", () => {
    const bytes = sphere(FIELDS, new Uint8Array(8));
    bytes.set(new TextEncoder().encode("   -100\n"), 8);
    expect(errorOf(() => readAudio(bytes, { file: "a" })).message).toBe(
      'a:2: the header gives its length as "-100"; expected a number of bytes, as a rule 1024.',
    );
  });

  test("compressed, truncated and foreign files are refused", () => {
    const packed = sphere(`${FIELDS}sample_coding -s26 pcm,embedded-shorten-v2.00\n`, new Uint8Array(2));
    expect(errorOf(() => readAudio(packed, { file: "a.wav" })).message).toMatch(
      /^a\.wav: the samples are coded as "pcm,embedded-shorten-v2\.00"/,
    );
    const short = sphere(`${FIELDS}sample_count -i 10\n`, new Uint8Array(6));
    expect(errorOf(() => readAudio(short)).message).toMatch(
      /announces 20 bytes of samples and the file has 6; the file is cut short/,
    );
    expect(errorOf(() => readAudio(sphere(FIELDS, new Uint8Array(2)).subarray(0, 500))).message).toMatch(
      /announces 1024 bytes and the file has 500/,
    );
    expect(errorOf(() => readSphere(writeWav([], 8000))).message).toMatch(/this is not a sphere file/);
  });
});
