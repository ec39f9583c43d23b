/** The passes of charts in WebAssembly, with hidden states and without. */
import type { CoarseKernel, LatentKernel } from "../interface.ts";
import type { WasmCore } from "./core.ts";

export function latentOver(core: WasmCore): LatentKernel {
  const { latentInside64, latentInside32, latentOutside64, latentOutside32 } = core.exports;
  return {
    address: (array) => core.address(array, 0),
    inside: (like, table, items) =>
      void (like.BYTES_PER_ELEMENT === 8 ? latentInside64! : latentInside32!)(core.address(table, 0), items),
    outside: (like, table, items) =>
      void (like.BYTES_PER_ELEMENT === 8 ? latentOutside64! : latentOutside32!)(core.address(table, 0), items),
  };
}

export function coarseOver(core: WasmCore): CoarseKernel {
  const { coarseInside, coarseOutside } = core.exports;
  return {
    address: (array) => core.address(array, 0),
    inside: (table, words, beam) => coarseInside!(core.address(table, 0), words, beam)!,
    outside: (table, words, threshold, least, skip) =>
      coarseOutside!(core.address(table, 0), words, threshold, least, skip)!,
  };
}
