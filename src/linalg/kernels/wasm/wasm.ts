/**
 * The kernels in WebAssembly. Arrays in kernel memory are used where they lie. Others are staged: copied in, in blocks
 * of bounded size, and results copied out; where copying would cost as much as computing, the plain twin computes
 * instead.
 */
import type { WasmModule } from "../../../base/platform.ts";
import type { Kernels } from "../interface.ts";
import { coarseOver, latentOver } from "./charts.ts";
import type { WasmCore } from "./core.ts";
import { bidiagonalRowsOver, orthogonalizeRowsOver } from "./decompose.ts";
import { gemmOver } from "./gemm.ts";
import { secondMomentOver, thirdMomentOver } from "./moments.ts";
import { smoothPanelsOver } from "./smooth.ts";
import { sparseProductOver, sparseTransposeProductOver } from "./sparse.ts";
import {
  axpyOver,
  contractionOver,
  contractPairsOver,
  dotOver,
  matrixVectorOver,
  rankOneOver,
  rotateOver,
  scaleOver,
  vectorMatrixOver,
} from "./vector.ts";

export interface WasmKernels extends Kernels {
  readonly kind: "simd" | "relaxed-simd";
  readonly core: WasmCore;
  /** Compiled code, for threads. */
  readonly module: WasmModule;
}

export const isWasm = (kernels: Kernels): kernels is WasmKernels => "core" in kernels;

export function wasmKernels(kind: WasmKernels["kind"], module: WasmModule, core: WasmCore): WasmKernels {
  const gemm = gemmOver(core);
  const secondMoment = secondMomentOver(gemm);
  return {
    kind,
    core,
    module,
    gemm,
    sparseProduct: sparseProductOver(core),
    sparseTransposeProduct: sparseTransposeProductOver(core),
    contract: contractionOver(core, "contract"),
    contractPairs: contractPairsOver(core),
    contractLeft: contractionOver(core, "contractLeft"),
    contractRight: contractionOver(core, "contractRight"),
    secondMoment,
    thirdMoment: thirdMomentOver(core, secondMoment),
    dot: dotOver(core),
    axpy: axpyOver(core),
    scale: scaleOver(core),
    rotate: rotateOver(core),
    rankOne: rankOneOver(core),
    matrixVector: matrixVectorOver(core),
    vectorMatrix: vectorMatrixOver(core),
    orthogonalizeRows: orthogonalizeRowsOver(core),
    bidiagonalRows: bidiagonalRowsOver(core),
    smoothPanels: smoothPanelsOver(core),
    latent: latentOver(core),
    coarse: coarseOver(core),
    allocate: (type: "f64" | "f32" | "u32", length: number) => core.allocate(type, length),
    scope: (body) => core.scope(body),
  };
}
