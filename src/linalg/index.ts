/** Matrices and their products, decompositions, CCA, regressions, and the kernels underneath. */
export * from "./cca.ts";
export * from "./decompositions/cholesky.ts";
export * from "./decompositions/eigen.ts";
export { type Qr, qr } from "./decompositions/qr.ts";
export * from "./decompositions/svd.ts";
export { type Sizes, type Tucker, tucker, tuckerProduct } from "./decompositions/tucker.ts";
export {
  type Block,
  type Floats,
  type Kernels,
  NOTHING,
  PANEL_COLUMNS,
  type Panel,
  SMOOTHING_RATES,
} from "./kernels/interface.ts";
export { kernels, loadKernels, newKernels, useKernels } from "./kernels/kernels.ts";
export { plainKernels } from "./kernels/plain/plain.ts";
export { adopt, type KernelShare, kernelsOver, shareKernels } from "./kernels/share.ts";
export * from "./matrix.ts";
export * from "./multiply.ts";
export * from "./operators.ts";
export * from "./regression/lbfgs.ts";
export * from "./regression/least-squares.ts";
export * from "./regression/logistic.ts";
export * from "./regression/ridge.ts";
export * from "./sparse.ts";
export * from "./truncated/subspace-svd.ts";
export * from "./truncated/truncated-svd.ts";
