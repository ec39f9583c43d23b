/** Recorded sound, whatever file it came from: mono samples and how they came to be so. */

export interface Audio {
  /** Samples per second. */
  readonly rate: number;
  /** One channel, from −1 to 1. */
  readonly samples: Float32Array;
  /** What was changed to get there, in words: "2 channels averaged". */
  readonly repairs: readonly string[];
}

/** Below this no speech can be heard (telephones have 8000 Hz), and 768 kHz is the highest rate of any recorder. */
const LOWEST_RATE = 1000;
const HIGHEST_RATE = 768_000;
/** More than any recording of speech has; a larger number comes from a damaged header. */
const MOST_CHANNELS = 256;

/** What is wrong with the rate or the number of channels that a header gives; undefined when nothing is. */
export function soundDefect(channels: number, rate: number): string | undefined {
  const sound = Number.isInteger(channels) && channels >= 1 && channels <= MOST_CHANNELS;
  if (sound && Number.isInteger(rate) && rate >= LOWEST_RATE && rate <= HIGHEST_RATE) return undefined;
  const found = `gives ${channels} channels at ${rate} Hz`;
  return `${found}; expected 1 to ${MOST_CHANNELS} channels at ${LOWEST_RATE} to ${HIGHEST_RATE} Hz.`;
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
