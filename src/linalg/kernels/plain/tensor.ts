/** The plain TypeScript twin: tensor contractions. Each reads the tensor once, in storage order: O(ma · mb · mc). */
import type { Contraction, PairContraction } from "../interface.ts";
import { axpy, dot } from "./dense.ts";

export const contract: Contraction = (ma, mb, mc, t, tOffset, x, xOffset, y, yOffset, out, outOffset) => {
  let row = tOffset;
  for (let i = 0; i < ma; i++) {
    let sum = 0;
    for (let j = 0; j < mb; j++, row += mc) sum += x[xOffset + j]! * dot(mc, t, row, y, yOffset);
    out[outOffset + i]! += sum;
  }
};

export const contractPairs: PairContraction = (ma, mb, mc, t, tOffset, p, pOffset, out, outOffset) => {
  const pairs = mb * mc;
  for (let i = 0; i < ma; i++) out[outOffset + i]! += dot(pairs, t, tOffset + i * pairs, p, pOffset);
};

export const contractLeft: Contraction = (ma, mb, mc, t, tOffset, x, xOffset, y, yOffset, out, outOffset) => {
  let row = tOffset;
  for (let i = 0; i < ma; i++) {
    for (let j = 0; j < mb; j++, row += mc) out[outOffset + j]! += x[xOffset + i]! * dot(mc, t, row, y, yOffset);
  }
};

export const contractRight: Contraction = (ma, mb, mc, t, tOffset, x, xOffset, y, yOffset, out, outOffset) => {
  let row = tOffset;
  for (let i = 0; i < ma; i++) {
    for (let j = 0; j < mb; j++, row += mc) axpy(mc, x[xOffset + i]! * y[yOffset + j]!, t, row, out, outOffset);
  }
};
