/**
 * The plain TypeScript twin: contractions of an ma × mb × mc tensor, T_ijk at (i · mb + j) · mc + k. Each reads the tensor once, in storage
 * order: O(ma · mb · mc).
 */
import type { Floats } from "./interface.ts";
import { axpy, dot } from "./plain-dense.ts";

export function contract<A extends Floats>(
  ma: number,
  mb: number,
  mc: number,
  t: A,
  tOffset: number,
  l: A,
  lOffset: number,
  r: A,
  rOffset: number,
  out: A,
  outOffset: number,
): void {
  let row = tOffset;
  for (let i = 0; i < ma; i++) {
    let sum = 0;
    for (let j = 0; j < mb; j++, row += mc) sum += l[lOffset + j]! * dot(mc, t, row, r, rOffset);
    out[outOffset + i]! += sum;
  }
}

export function contractPairs<A extends Floats>(
  ma: number,
  mb: number,
  mc: number,
  t: A,
  tOffset: number,
  p: A,
  pOffset: number,
  out: A,
  outOffset: number,
): void {
  const pairs = mb * mc;
  for (let i = 0; i < ma; i++) out[outOffset + i]! += dot(pairs, t, tOffset + i * pairs, p, pOffset);
}

export function contractLeft<A extends Floats>(
  ma: number,
  mb: number,
  mc: number,
  t: A,
  tOffset: number,
  b: A,
  bOffset: number,
  r: A,
  rOffset: number,
  out: A,
  outOffset: number,
): void {
  let row = tOffset;
  for (let i = 0; i < ma; i++) {
    for (let j = 0; j < mb; j++, row += mc) out[outOffset + j]! += b[bOffset + i]! * dot(mc, t, row, r, rOffset);
  }
}

export function contractRight<A extends Floats>(
  ma: number,
  mb: number,
  mc: number,
  t: A,
  tOffset: number,
  b: A,
  bOffset: number,
  l: A,
  lOffset: number,
  out: A,
  outOffset: number,
): void {
  let row = tOffset;
  for (let i = 0; i < ma; i++) {
    for (let j = 0; j < mb; j++, row += mc) axpy(mc, b[bOffset + i]! * l[lOffset + j]!, t, row, out, outOffset);
  }
}
