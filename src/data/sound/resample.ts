/**
 * Another sampling rate by windowed-sinc interpolation (Smith, "Digital audio resampling", 2002): a low-pass at the
 * lower of the two Nyquist frequencies, 16 zero crossings to each side under a Hann window. O(samples × 32 × max(1,
 * from/to)).
 */
const CROSSINGS = 16;

/** Samples at another rate, by a windowed sinc filter. */
export function resample(samples: Float32Array, from: number, to: number): Float32Array {
  if (from === to) return samples;
  const cutoff = Math.min(1, to / from);
  const reach = CROSSINGS / cutoff;
  const result = new Float32Array(Math.floor((samples.length * to) / from));
  for (let n = 0; n < result.length; n++) {
    const centre = (n * from) / to;
    let sum = 0;
    let total = 0;
    for (
      let k = Math.max(0, Math.ceil(centre - reach));
      k <= Math.min(samples.length - 1, Math.floor(centre + reach));
      k++
    ) {
      const x = (k - centre) * cutoff;
      const sinc = x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
      const weight = sinc * (0.5 + 0.5 * Math.cos((Math.PI * x) / CROSSINGS));
      sum += weight * samples[k]!;
      total += weight;
    }
    result[n] = total === 0 ? 0 : sum / total;
  }
  return result;
}
