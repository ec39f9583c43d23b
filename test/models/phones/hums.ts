/** Recordings of hums: one "phone" for each pitch, and silence. */
import { Random } from "../../../src/base/index.ts";
import type { Recording } from "../../../src/data/index.ts";
import type { Audio, Segment } from "../../../src/formats/index.ts";

export const RATE = 16_000;

const PITCHES: Readonly<Record<string, number>> = { lo: 300, hi: 2500, sil: 0 };

/** The sound of phones one after another, a tenth to a fifth of a second each. */
export function hum(phones: readonly string[], random: Random, rate = RATE): { audio: Audio; segments: Segment[] } {
  const samples: number[] = [];
  const segments: Segment[] = [];
  for (const label of phones) {
    const start = samples.length / rate;
    const end = samples.length + (0.1 + 0.1 * random.uniform()) * rate;
    const pitch = PITCHES[label] ?? 1000;
    while (samples.length < end)
      samples.push(0.3 * Math.sin((2 * Math.PI * pitch * samples.length) / rate) + 0.003 * random.normal());
    segments.push({ start, end: samples.length / rate, label });
  }
  return { audio: { rate, samples: Float32Array.from(samples), repairs: [] }, segments };
}

/** Recordings of random phones. */
export function hums(count: number, seed: number): Recording[] {
  const random = new Random(seed);
  const names = Object.keys(PITCHES);
  return Array.from({ length: count }, (_, i) => {
    const phones = Array.from({ length: 6 }, () => names[random.integer(names.length)]!);
    return { name: `hum ${i + 1}`, ...hum(phones, random) };
  });
}
