/**
 * Distances between positions, in bins: each of 1 … 16 is its own; beyond, a bin reaches a quarter further than the one
 * before. The kernel mixes distances that differ by a factor of two, so bins this narrow make no visible
 * difference, and tables stay small for sentences of any length.
 */

/** First distance of every bin after bin 0, which is distance 0: a word with itself. */
const BIN_STARTS: readonly number[] = (() => {
  const starts = Array.from({ length: 16 }, (_, i) => i + 1);
  for (let next = 17; next < 1000; next = Math.ceil(next * 1.25)) starts.push(next);
  return starts;
})();

export const BINS = BIN_STARTS.length + 1;

const BIN_OF = Uint8Array.from({ length: 1024 }, (_, distance) => {
  let bin = 0;
  while (bin < BIN_STARTS.length && BIN_STARTS[bin]! <= distance) bin++;
  return bin;
});

export const binOf = (distance: number): number => BIN_OF[Math.min(distance, BIN_OF.length - 1)]!;

/** The middle of a bin, where the kernel is taken. */
export function binCentre(bin: number): number {
  if (bin === 0) return 0;
  const start = BIN_STARTS[bin - 1]!;
  const end = BIN_STARTS[bin] ?? Math.ceil(start * 1.25);
  return (start + end - 1) / 2;
}

/** K_γ = max(0, 1 − κ/γ), κ = |d − d'| / (d + d'): §4.1 of Parikh et al. 2014. Distance 0 is like itself alone. */
export function kernelWeight(first: number, second: number, bandwidth: number): number {
  if (first === second) return 1;
  if (first === 0 || second === 0) return 0;
  return Math.max(0, 1 - Math.abs(first - second) / (first + second) / bandwidth);
}
