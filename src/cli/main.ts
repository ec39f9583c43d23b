#!/usr/bin/env node
/**
 * The `eigentree` program: the process around the commands. Signals are left to do what they do, so that Ctrl-C ends a long computation at once; files
 * that are being written look after themselves (files/atomic-write.ts).
 */
import { allowRelaxedSimd } from "../files/engine.ts";
import { EIGENTREE } from "./commands.ts";
import { runProgram } from "./program.ts";

// A reader that has seen enough (`| head`) is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});

allowRelaxedSimd();
process.exitCode = await runProgram(EIGENTREE, process.argv.slice(2), process);
