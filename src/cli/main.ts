#!/usr/bin/env node
/** The `eigentree` program: the process around the commands. Signals end it through `exit`, so that half-written files are removed. */
import { EIGENTREE } from "./commands.ts";
import { EXIT_INTERRUPTED } from "./failures.ts";
import { runProgram } from "./program.ts";

// A reader that has seen enough (`| head`) is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});
process.on("SIGINT", () => process.exit(EXIT_INTERRUPTED));
process.on("SIGTERM", () => process.exit(143)); // 128 + SIGTERM

process.exitCode = await runProgram(EIGENTREE, process.argv.slice(2), process);
