/**
 * Contractions and vector operations in WebAssembly, for arrays in kernel memory; the plain twin computes on others,
 * where they lie.
 */
import type { Axpy, Contraction, Dot, MatrixVector, PairContraction, RankOne, Rotate, Scale } from "../interface.ts";
import { plainKernels } from "../plain/plain.ts";
import type { WasmCore } from "./core.ts";

export function contractionOver(core: WasmCore, name: "contract" | "contractLeft" | "contractRight"): Contraction {
  const plain = plainKernels[name];
  return (ma, mb, mc, t, tOffset, x, xOffset, y, yOffset, out, outOffset) => {
    const pt = core.address(t, tOffset);
    const px = core.address(x, xOffset);
    const py = core.address(y, yOffset);
    const po = core.address(out, outOffset);
    const fits = mb * mc * t.BYTES_PER_ELEMENT <= core.scratchBytes;
    if (pt < 0 || px < 0 || py < 0 || po < 0 || !fits)
      plain(ma, mb, mc, t, tOffset, x, xOffset, y, yOffset, out, outOffset);
    else core.functions(t)[name](core.scratch, ma, mb, mc, pt, px, py, po);
  };
}

export function contractPairsOver(core: WasmCore): PairContraction {
  return (ma, mb, mc, t, tOffset, p, pOffset, out, outOffset) => {
    const pt = core.address(t, tOffset);
    const pp = core.address(p, pOffset);
    const po = core.address(out, outOffset);
    if (pt < 0 || pp < 0 || po < 0) plainKernels.contractPairs(ma, mb, mc, t, tOffset, p, pOffset, out, outOffset);
    else core.functions(t).contractPairs(ma, mb, mc, pt, pp, po);
  };
}

export function dotOver(core: WasmCore): Dot {
  return (n, x, xOffset, y, yOffset) => {
    const px = core.address(x, xOffset);
    const py = core.address(y, yOffset);
    return px < 0 || py < 0 ? plainKernels.dot(n, x, xOffset, y, yOffset) : core.functions(x).dot(n, px, py);
  };
}

export function axpyOver(core: WasmCore): Axpy {
  return (n, alpha, x, xOffset, y, yOffset) => {
    const px = core.address(x, xOffset);
    const py = core.address(y, yOffset);
    if (px < 0 || py < 0) plainKernels.axpy(n, alpha, x, xOffset, y, yOffset);
    else core.functions(x).axpy(n, alpha, px, py);
  };
}

export function scaleOver(core: WasmCore): Scale {
  return (n, alpha, x, xOffset) => {
    const px = core.address(x, xOffset);
    if (px < 0) plainKernels.scale(n, alpha, x, xOffset);
    else core.functions(x).scale(n, alpha, px);
  };
}

export function rotateOver(core: WasmCore): Rotate {
  return (n, x, xOffset, y, yOffset, cosine, sine) => {
    const px = core.address(x, xOffset);
    const py = core.address(y, yOffset);
    if (px < 0 || py < 0) plainKernels.rotate(n, x, xOffset, y, yOffset, cosine, sine);
    else core.functions(x).rotate(n, px, py, cosine, sine);
  };
}

export function rankOneOver(core: WasmCore): RankOne {
  return (m, n, alpha, x, xOffset, y, yOffset, c, cOffset, cStride) => {
    const px = core.address(x, xOffset);
    const py = core.address(y, yOffset);
    const pc = core.address(c, cOffset);
    if (px < 0 || py < 0 || pc < 0) plainKernels.rankOne(m, n, alpha, x, xOffset, y, yOffset, c, cOffset, cStride);
    else core.functions(x).rankOne(m, n, alpha, px, py, pc, cStride * c.BYTES_PER_ELEMENT);
  };
}

export function matrixVectorOver(core: WasmCore): MatrixVector {
  return (rows, columns, alpha, a, aOffset, x, xOffset, y, yOffset) => {
    const pa = core.address(a, aOffset);
    const px = core.address(x, xOffset);
    const py = core.address(y, yOffset);
    const size = a.BYTES_PER_ELEMENT;
    if (pa < 0 || px < 0 || py < 0) plainKernels.matrixVector(rows, columns, alpha, a, aOffset, x, xOffset, y, yOffset);
    else core.functions(a).rowsTimesVector(rows, columns, alpha, pa, columns * size, px, py, size);
  };
}

export function vectorMatrixOver(core: WasmCore): MatrixVector {
  return (rows, columns, alpha, a, aOffset, x, xOffset, y, yOffset) => {
    const pa = core.address(a, aOffset);
    const px = core.address(x, xOffset);
    const py = core.address(y, yOffset);
    const size = a.BYTES_PER_ELEMENT;
    if (pa < 0 || px < 0 || py < 0) plainKernels.vectorMatrix(rows, columns, alpha, a, aOffset, x, xOffset, y, yOffset);
    else core.functions(a).vectorTimesRows(rows, columns, alpha, px, size, pa, columns * size, py);
  };
}
