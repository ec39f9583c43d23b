/**
 * Mel-frequency cepstral coefficients with their first and second differences. Davis and Mermelstein 1980; the
 * constants are those of the HTK book (Young et al. 2006, chapter 5), as in Stratos et al. 2013, §7: frames of 25 ms
 * every 10 ms, 39 numbers per frame.
 *
 *   s'(t) = s(t) − 0.97·s(t−1)        per frame: Hamming window, power spectrum P, mel filters F_j = Σ_k w_jk P_k
 *   c_i = √(2/J)·Σ_j log(F_j)·cos(π·i·(j + ½)/J)·(1 + (L/2)·sin(π·i/L)),   i = 0 … 12, J = 26 filters, L = 22
 *   Δ_t = Σ_{θ=1,2} θ·(c_{t+θ} − c_{t−θ}) / 10        ΔΔ the same of Δ; frames beyond the ends repeat the last one
 *
 * The mean of each coefficient over the recording is subtracted (cepstral mean normalisation), which removes microphone
 * and voice level. mel(f) = 2595·log₁₀(1 + f/700). O(frames · N log N) for frames of N samples.
 */
import FFT from "fft.js";

export const COEFFICIENTS = 13;
/** Coefficients, Δ, ΔΔ. */
export const FRAME_SIZE = 3 * COEFFICIENTS;
const FILTERS = 26;
const LIFTER = 22;
const PRE_EMPHASIS = 0.97;
const WINDOW_SECONDS = 0.025;
/** Seconds from one frame to the next. */
export const STEP_SECONDS = 0.01;
/**
 * Energy of a filter below which there is silence: the square of a tenth of a 16-bit step. Keeps the logarithm finite.
 */
const FLOOR = 1e-11;

/** Acoustic features, one row for every 10 ms. */
export interface Frames {
  readonly count: number;
  /** count × FRAME_SIZE. */
  readonly values: Float32Array;
}

/** The frame i covers the time from i·10 ms to i·10 ms + 25 ms. */
export const frameCentre = (i: number): number => i * STEP_SECONDS + WINDOW_SECONDS / 2;

export interface MfccOptions {
  /** Subtract each coefficient's mean (true). */
  readonly normaliseMean?: boolean;
}

/** All whole frames of a recording; none where it is shorter than a window. */
export function mfccFrames(samples: Float32Array, rate: number, { normaliseMean = true }: MfccOptions = {}): Frames {
  const window = Math.round(rate * WINDOW_SECONDS);
  const step = Math.round(rate * STEP_SECONDS);
  const count = samples.length < window ? 0 : 1 + Math.floor((samples.length - window) / step);
  const cepstra = new Float64Array(count * COEFFICIENTS);
  if (count > 0) {
    const analyse = frameAnalyser(window, rate);
    for (let i = 0; i < count; i++) analyse(samples, i * step, cepstra, i * COEFFICIENTS);
    if (normaliseMean) subtractMeans(cepstra, count);
  }
  const first = differences(cepstra, count);
  const second = differences(first, count);
  const values = new Float32Array(count * FRAME_SIZE);
  for (let i = 0; i < count; i++) {
    for (const [part, source] of [cepstra, first, second].entries()) {
      for (let c = 0; c < COEFFICIENTS; c++)
        values[i * FRAME_SIZE + part * COEFFICIENTS + c] = source[i * COEFFICIENTS + c]!;
    }
  }
  return { count, values };
}

function frameAnalyser(window: number, rate: number) {
  const size = 2 ** Math.ceil(Math.log2(window));
  const fft = new FFT(size);
  const spectrum = fft.createComplexArray();
  const input = new Float64Array(size);
  const hamming = Float64Array.from(
    { length: window },
    (_, t) => 0.54 - 0.46 * Math.cos((2 * Math.PI * t) / (window - 1)),
  );
  const filters = melFilters(size, rate);
  const cosines = cepstralTable();
  const energies = new Float64Array(FILTERS);
  return (samples: Float32Array, from: number, out: Float64Array, at: number): void => {
    for (let t = 0; t < window; t++) {
      const before = from + t === 0 ? 0 : samples[from + t - 1]!;
      input[t] = (samples[from + t]! - PRE_EMPHASIS * before) * hamming[t]!;
    }
    fft.realTransform(spectrum, input);
    for (const [j, { first, weights }] of filters.entries()) {
      let energy = 0;
      for (let k = 0; k < weights.length; k++) {
        const real = spectrum[2 * (first + k)]!;
        const imaginary = spectrum[2 * (first + k) + 1]!;
        energy += weights[k]! * (real * real + imaginary * imaginary);
      }
      energies[j] = Math.log(Math.max(energy, FLOOR));
    }
    for (let i = 0; i < COEFFICIENTS; i++) {
      let sum = 0;
      for (let j = 0; j < FILTERS; j++) sum += cosines[i * FILTERS + j]! * energies[j]!;
      out[at + i] = sum;
    }
  };
}

const mel = (hertz: number) => 2595 * Math.log10(1 + hertz / 700);
const hertz = (value: number) => 700 * (10 ** (value / 2595) - 1);

/** Triangles that are equally wide on the mel scale, from 0 to half the rate. */
function melFilters(size: number, rate: number): { first: number; weights: Float64Array }[] {
  const edges = Float64Array.from({ length: FILTERS + 2 }, (_, j) => hertz((mel(rate / 2) * j) / (FILTERS + 1)));
  return Array.from({ length: FILTERS }, (_, j) => {
    const [low, centre, high] = [edges[j]!, edges[j + 1]!, edges[j + 2]!];
    const first = Math.ceil((low * size) / rate);
    const last = Math.floor((high * size) / rate);
    const weights = Float64Array.from({ length: last - first + 1 }, (_, k) => {
      const frequency = ((first + k) * rate) / size;
      return Math.max(
        0,
        frequency <= centre ? (frequency - low) / (centre - low) : (high - frequency) / (high - centre),
      );
    });
    return { first, weights };
  });
}

function cepstralTable(): Float64Array {
  const table = new Float64Array(COEFFICIENTS * FILTERS);
  for (let i = 0; i < COEFFICIENTS; i++) {
    const lifter = 1 + (LIFTER / 2) * Math.sin((Math.PI * i) / LIFTER);
    for (let j = 0; j < FILTERS; j++) {
      table[i * FILTERS + j] = lifter * Math.sqrt(2 / FILTERS) * Math.cos((Math.PI * i * (j + 0.5)) / FILTERS);
    }
  }
  return table;
}

function subtractMeans(cepstra: Float64Array, count: number): void {
  for (let c = 0; c < COEFFICIENTS; c++) {
    let sum = 0;
    for (let i = 0; i < count; i++) sum += cepstra[i * COEFFICIENTS + c]!;
    for (let i = 0; i < count; i++) cepstra[i * COEFFICIENTS + c]! -= sum / count;
  }
}

function differences(values: Float64Array, count: number): Float64Array {
  const result = new Float64Array(values.length);
  const at = (i: number, c: number) => values[Math.max(0, Math.min(count - 1, i)) * COEFFICIENTS + c]!;
  for (let i = 0; i < count; i++) {
    for (let c = 0; c < COEFFICIENTS; c++) {
      result[i * COEFFICIENTS + c] = (at(i + 1, c) - at(i - 1, c) + 2 * (at(i + 2, c) - at(i - 2, c))) / 10;
    }
  }
  return result;
}
