/**
 * Smoothed states in WebAssembly, for arrays in kernel memory. Threads take different panels: no two ever write the
 * same element.
 */
import type { KernelCall } from "../crew.ts";
import type { SmoothPanels } from "../interface.ts";
import { plainKernels } from "../plain/plain.ts";
import type { WasmCore } from "./core.ts";

export function smoothPanelsOver(core: WasmCore): SmoothPanels {
  return (tokens, count, begin, end, backwards, rates, words, panels, dictionary, sums, sampleOf, samples) => {
    const inputs = [tokens, rates, dictionary, sums, sampleOf, samples].map((array) => core.address(array, 0));
    if (Math.min(...inputs) < 0) {
      plainKernels.smoothPanels(
        tokens,
        count,
        begin,
        end,
        backwards,
        rates,
        words,
        panels,
        dictionary,
        sums,
        sampleOf,
        samples,
      );
      return;
    }
    const [atTokens, atRates, atDictionary, atSums, atSampleOf, atSamples] = inputs as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    const step = core.threads === 1 ? panels : 1;
    const calls: KernelCall[] = [];
    for (let from = 0; from < panels; from += step) {
      const before = [
        atTokens,
        count,
        begin,
        end,
        backwards ? 1 : 0,
        atRates,
        words,
        panels,
        from,
        Math.min(panels, from + step),
      ];
      calls.push({ name: "smoothPanels", parameters: [...before, atDictionary, atSums, atSampleOf, atSamples] });
    }
    core.run(calls);
  };
}
