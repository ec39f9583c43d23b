/** Recorded sound, whatever file it came from: mono samples and how they came to be so. */

export interface Audio {
  /** Samples per second. */
  readonly rate: number;
  /** One channel, from −1 to 1. */
  readonly samples: Float32Array;
  /** What was changed to get there, in words: "2 channels averaged". */
  readonly repairs: readonly string[];
}

/** The mean of interleaved channels. */
export function mixChannels(interleaved: Float32Array, channels: number): Float32Array {
  if (channels === 1) return interleaved;
  const samples = new Float32Array(Math.floor(interleaved.length / channels));
  for (let i = 0; i < samples.length; i++) {
    let sum = 0;
    for (let c = 0; c < channels; c++) sum += interleaved[i * channels + c]!;
    samples[i] = sum / channels;
  }
  return samples;
}

/** G.711 µ-law byte as a sample: ITU-T G.711, table 2a. */
export function muLawSample(byte: number): number {
  const value = ~byte & 0xff;
  const magnitude = ((((value & 0x0f) << 3) + 0x84) << ((value & 0x70) >> 4)) - 0x84;
  return (value & 0x80 ? -magnitude : magnitude) / 32768;
}
