/** The inner loops of the SVD in WebAssembly, for arrays in kernel memory. */
import type { BidiagonalRows, OrthogonalizeRows } from "../interface.ts";
import { plainKernels } from "../plain/plain.ts";
import type { WasmCore } from "./core.ts";

export function orthogonalizeRowsOver(core: WasmCore): OrthogonalizeRows {
  return (count, length, width, x, offset, stride, tolerance, vanished) => {
    const px = core.address(x, offset);
    if (px < 0 || 8 * count > core.scratchBytes) {
      plainKernels.orthogonalizeRows(count, length, width, x, offset, stride, tolerance, vanished);
    } else core.exports.orthogonalizeRows64!(core.scratch, count, length, width, px, 8 * stride, tolerance, vanished);
  };
}

export function bidiagonalRowsOver(core: WasmCore): BidiagonalRows {
  return (rows, n, a, aOffset, aStride, v, vOffset, w, wOffset, u, uOffset, tau, sums, sumsOffset) => {
    const pa = core.address(a, aOffset);
    const pv = core.address(v, vOffset);
    const pw = core.address(w, wOffset);
    const pu = core.address(u, uOffset);
    const ps = core.address(sums, sumsOffset);
    if (Math.min(pa, pv, pw, pu, ps) < 0) {
      plainKernels.bidiagonalRows(
        rows,
        n,
        a,
        aOffset,
        aStride,
        v,
        vOffset,
        w,
        wOffset,
        u,
        uOffset,
        tau,
        sums,
        sumsOffset,
      );
    } else core.exports.bidiagonalRows64!(rows, n, pa, 8 * aStride, pv, pw, pu, tau, ps);
  };
}
