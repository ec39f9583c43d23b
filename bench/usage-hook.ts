/**
 * What a program used, told by itself on its way out: started with `--import USAGE_HOOK` it writes a line to its file
 * descriptor 3, which `usageOf` reads.
 */
const HOOK = `import { writeSync } from "node:fs";
  process.on("exit", () => {
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
    writeSync(3, maxRSS + " " + (userCPUTime + systemCPUTime) + "\\n");
  });`;

export const USAGE_HOOK = `data:text/javascript,${encodeURIComponent(HOOK)}`;

export interface Usage {
  /** Peak memory. */
  readonly megabytes: number;
  /** Of the processor, all threads together. */
  readonly seconds: number;
}

/** Threads that end write a line, too; the last one is that of the whole process. */
export function usageOf(told: string): Usage {
  const [peak, microseconds] = told.trim().split("\n").at(-1)!.split(" ").map(Number) as [number, number];
  return { megabytes: peak / 1024, seconds: microseconds / 1e6 };
}
