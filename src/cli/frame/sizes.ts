/** Sizes of memory on the command line: 256M, 1.5G. */
import type { OptionSpec } from "../../base/index.ts";

const SIZE = /^(\d+(?:\.\d+)?)([kMG]?)B?$/i;
const UNITS: Readonly<Record<string, number>> = { "": 1, k: 2 ** 10, m: 2 ** 20, g: 2 ** 30 };

/** Bytes of a size that `size` accepts. */
export function bytesOfSize(text: string): number {
  const [, number, unit] = SIZE.exec(text)!;
  return Math.round(Number(number) * UNITS[unit!.toLowerCase()]!);
}

/** A size of at least `least` bytes. */
export function size(
  meaning: string,
  options: { readonly default: string; readonly least: string },
): OptionSpec<string> {
  const accepts = (value: unknown) =>
    typeof value === "string" && SIZE.test(value) && bytesOfSize(value) >= bytesOfSize(options.least);
  return {
    meaning,
    default: options.default,
    expected: `a size of at least ${options.least}, such as 256M or 2G`,
    accepts,
    fromText: (word) => word,
  };
}
