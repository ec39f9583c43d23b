/** The arguments of a script; its usage, and no stack, where they are not understood. */
import { type ParseArgsConfig, parseArgs } from "node:util";

export function argumentsOf<T extends ParseArgsConfig>(usage: string, config: T): ReturnType<typeof parseArgs<T>> {
  if (process.argv.includes("--help")) {
    console.log(usage);
    process.exit(0);
  }
  try {
    return parseArgs(config);
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`);
    process.exit(2);
  }
}
