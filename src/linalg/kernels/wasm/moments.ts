/** Moments in WebAssembly, both as dense products: Σ x_n y_nᵀ = Xᵀ Y, and Σ x_n ⊗ y_n ⊗ z_n = Xᵀ [y_n ⊗ z_n]. */
import type { Gemm, SecondMoment, ThirdMoment } from "../interface.ts";
import { plainKernels } from "../plain/plain.ts";
import type { WasmCore } from "./core.ts";
import { copyIn } from "./gemm.ts";

/** Elements of the pairs y ⊗ z that a third moment forms at a time: 512 KB of f64. */
const PAIRS = 65536;

export function secondMomentOver(gemm: Gemm): SecondMoment {
  return (count, mx, my, x, xOffset, xStride, y, yOffset, yStride, out, outOffset) => {
    const left = { data: x, offset: xOffset, stride: xStride, transposed: true };
    gemm(mx, my, count, 1, left, { data: y, offset: yOffset, stride: yStride }, 1, {
      data: out,
      offset: outOffset,
      stride: my,
    });
  };
}

export function thirdMomentOver(core: WasmCore, secondMoment: SecondMoment): ThirdMoment {
  return (count, mx, my, mz, x, xOffset, xStride, y, yOffset, yStride, z, zOffset, zStride, out, outOffset) => {
    const pairs = my * mz;
    if (count === 0 || mx === 0 || pairs === 0) return;
    const type = out.BYTES_PER_ELEMENT;
    const chunk = Math.min(count, Math.max(1, Math.floor(PAIRS / pairs)));
    const [px, py] = [core.address(x, xOffset), core.address(y, yOffset)];
    const [pz, po] = [core.address(z, zOffset), core.address(out, outOffset)];
    const body = (at: number) => {
      const atY = at + chunk * pairs * type;
      const atZ = atY + chunk * my * type;
      for (let n = 0; n < count; n += chunk) {
        const rows = Math.min(chunk, count - n);
        if (py < 0) copyIn(core, { data: y, offset: yOffset, stride: yStride }, n, 0, rows, my, atY);
        if (pz < 0) copyIn(core, { data: z, offset: zOffset, stride: zStride }, n, 0, rows, mz, atZ);
        const [fromY, rowY] = py < 0 ? [atY, my * type] : [py + n * yStride * type, yStride * type];
        const [fromZ, rowZ] = pz < 0 ? [atZ, mz * type] : [pz + n * zStride * type, zStride * type];
        core.functions(out).pairRows(rows, my, mz, fromY, rowY, fromZ, rowZ, at);
        // Views are taken again: a product that stages its operands may grow the memory.
        const rowsX =
          px < 0 ? x.subarray(xOffset + n * xStride) : core.view(x, px + n * xStride * type, (rows - 1) * xStride + mx);
        const sums = po < 0 ? out.subarray(outOffset) : core.view(out, po, mx * pairs);
        secondMoment(rows, mx, pairs, rowsX, 0, xStride, core.view(out, at, rows * pairs), 0, pairs, sums, 0);
      }
    };
    core.withBytes(chunk * (pairs + my + mz) * type, body, () =>
      plainKernels.thirdMoment(
        count,
        mx,
        my,
        mz,
        x,
        xOffset,
        xStride,
        y,
        yOffset,
        yStride,
        z,
        zOffset,
        zStride,
        out,
        outOffset,
      ),
    );
  };
}
