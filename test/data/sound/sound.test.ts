/** MFCC by definition, other sampling rates, labelled frames. */
import { describe, expect, test } from "vitest";
import { InputError } from "../../../src/base/errors.ts";
import { Random } from "../../../src/base/random.ts";
import { foldTimit } from "../../../src/data/sound/folding.ts";
import { labelledFrames } from "../../../src/data/sound/frames.ts";
import { COEFFICIENTS, FRAME_SIZE, mfccFrames } from "../../../src/data/sound/mfcc.ts";
import { resample } from "../../../src/data/sound/resample.ts";

const RATE = 16_000;
const tone = (hertz: number, seconds: number, rate = RATE) =>
  Float32Array.from({ length: Math.round(seconds * rate) }, (_, t) => 0.5 * Math.sin((2 * Math.PI * hertz * t) / rate));

/**
 * The definition, term by term: a discrete Fourier transform by its sum, triangles on the mel scale, a cosine
 * transform, a lifter.
 */
function cepstrumByDefinition(samples: Float32Array, from: number, rate: number): number[] {
  const [window, size, filters] = [400, 512, 26];
  const frame = Array.from({ length: window }, (_, t) => {
    const emphasised = samples[from + t]! - 0.97 * (from + t === 0 ? 0 : samples[from + t - 1]!);
    return emphasised * (0.54 - 0.46 * Math.cos((2 * Math.PI * t) / (window - 1)));
  });
  const power = Array.from({ length: size / 2 + 1 }, (_, k) => {
    let [re, im] = [0, 0];
    frame.forEach((value, t) => {
      re += value * Math.cos((2 * Math.PI * k * t) / size);
      im -= value * Math.sin((2 * Math.PI * k * t) / size);
    });
    return re * re + im * im;
  });
  const mel = (f: number) => 2595 * Math.log10(1 + f / 700);
  const edge = (j: number) => 700 * (10 ** ((mel(rate / 2) * j) / (filters + 1) / 2595) - 1);
  const logs = Array.from({ length: filters }, (_, j) => {
    const [low, mid, high] = [edge(j), edge(j + 1), edge(j + 2)];
    let energy = 0;
    power.forEach((value, k) => {
      const f = (k * rate) / size;
      if (f >= low && f <= high) energy += value * (f <= mid ? (f - low) / (mid - low) : (high - f) / (high - mid));
    });
    return Math.log(Math.max(energy, 1e-11));
  });
  return Array.from({ length: 13 }, (_, i) => {
    const sum = logs.reduce((total, value, j) => total + value * Math.cos((Math.PI * i * (j + 0.5)) / filters), 0);
    return (1 + 11 * Math.sin((Math.PI * i) / 22)) * Math.sqrt(2 / filters) * sum;
  });
}

describe("MFCC", () => {
  test("of a pure tone follow the definition; a steady tone does not change", () => {
    const samples = tone(1000, 0.2);
    const { count, values } = mfccFrames(samples, RATE, { normaliseMean: false });
    expect(count).toBe(18);
    for (const frame of [0, 7, 17]) {
      cepstrumByDefinition(samples, frame * 160, RATE).forEach((wanted, c) => {
        expect(Math.abs(values[frame * FRAME_SIZE + c]! - wanted)).toBeLessThan(1e-4 * Math.max(1, Math.abs(wanted)));
      });
    }
    // 1000 Hz repeats every 16 samples: all frames but the first, which has no sample before it, are the same.
    for (let c = COEFFICIENTS; c < FRAME_SIZE; c++) expect(Math.abs(values[10 * FRAME_SIZE + c]!)).toBeLessThan(1e-4);
  });

  test("of silence are the floor in c₀ and nothing else", () => {
    const { values } = mfccFrames(new Float32Array(800), RATE, { normaliseMean: false });
    expect(values[0]).toBeCloseTo(Math.sqrt(2 / 26) * 26 * Math.log(1e-11), 3);
    for (let c = 1; c < FRAME_SIZE; c++) expect(Math.abs(values[c]!)).toBeLessThan(1e-4);
  });

  test("have mean zero over a recording, and do not exist for less than a window", () => {
    const random = new Random(1);
    const { count, values } = mfccFrames(
      Float32Array.from({ length: 8000 }, () => random.normal() * 0.1),
      RATE,
    );
    for (let c = 0; c < COEFFICIENTS; c++) {
      let sum = 0;
      for (let i = 0; i < count; i++) sum += values[i * FRAME_SIZE + c]!;
      expect(Math.abs(sum / count)).toBeLessThan(1e-4);
    }
    expect(mfccFrames(new Float32Array(399), RATE).count).toBe(0);
    expect(mfccFrames(new Float32Array(400), RATE).count).toBe(1);
  });
});

describe("resample", () => {
  test("a tone at 44.1 kHz becomes the same tone at 16 kHz, and what 16 kHz cannot hold is removed", () => {
    const found = resample(tone(1000, 0.1, 44_100), 44_100, RATE);
    const wanted = tone(1000, 0.1);
    for (let t = 100; t < 1500; t++) expect(Math.abs(found[t]! - wanted[t]!)).toBeLessThan(2e-3);
    const high = resample(tone(15_000, 0.1, 44_100), 44_100, RATE);
    for (let t = 100; t < 1500; t++) expect(Math.abs(high[t]!)).toBeLessThan(5e-3);
  });
});

describe("labelled frames", () => {
  const audio = { rate: RATE, samples: tone(500, 0.5), repairs: [] };
  const segment = (start: number, end: number, label: string) => ({ start, end, label });

  test("take the phone at their centre; gaps and the glottal stop are left out and counted", () => {
    const repairs = new Map<string, number>();
    const segments = [segment(0, 0.1, "ix"), segment(0.2, 0.3, "q"), segment(0.3, 0.51, "pcl")];
    const frames = labelledFrames({ name: "a.phn", audio, segments }, RATE, "timit39", repairs);
    expect(frames.count).toBe(frames.labels.length);
    expect(frames.labels.slice(0, 9)).toEqual(Array(9).fill("ih"));
    expect(new Set(frames.labels.slice(9))).toEqual(new Set(["sil"]));
    expect(repairs.get("frames left out: no interval covers them")).toBe(10);
    expect(repairs.get("frames left out: their phone is folded away")).toBe(10);
    expect(repairs.get("intervals cut at the end of the sound")).toBe(1);
  });

  test("sound at another rate is resampled and counted", () => {
    const repairs = new Map<string, number>();
    const other = { rate: 44_100, samples: tone(500, 0.5, 44_100), repairs: ["2 channels averaged"] };
    labelledFrames({ name: "a", audio: other, segments: [segment(0, 0.5, "a")] }, RATE, "none", repairs);
    expect([...repairs.keys()]).toEqual([
      "recordings: 2 channels averaged",
      "recordings resampled from 44100 to 16000 Hz",
    ]);
  });

  test("intervals far past the end, or none at all, are refused", () => {
    const read = (segments: ReturnType<typeof segment>[]) => () =>
      labelledFrames({ name: "u.phn", audio, segments }, RATE, "none", new Map());
    expect(read([segment(0, 0.6, "a")])).toThrow(InputError);
    expect(read([segment(0, 0.6, "a")])).toThrow('u.phn: the interval "a" ends at 0.600 s and the sound at 0.500 s');
    expect(read([])).toThrow("u.phn: the recording has no intervals");
  });

  test("TIMIT folds to 39 phones", () => {
    const phones =
      "aa ae ah ao aw ax ax-h axr ay b bcl ch d dcl dh dx eh el em en eng epi er ey f g gcl h# hh hv ih ix iy jh k " +
      "kcl l m n ng nx ow oy p pau pcl q r s sh t tcl th uh uw ux v w y z zh";
    expect(
      new Set(
        phones
          .split(" ")
          .map(foldTimit)
          .filter((phone) => phone !== undefined),
      ).size,
    ).toBe(39);
  });
});
