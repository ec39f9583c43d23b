#!/usr/bin/env node
/**
 * The `eigentree` program: the process around the commands. Ctrl-C ends most commands at once; files that are being
 * written look after themselves (files/writing/atomic-write.ts). Learning and evaluating stop at their next step, close
 * their threads and say so; a second Ctrl-C does not wait for that.
 */
import { allowRelaxedSimd } from "../files/threads/engine.ts";
import { standardOutput } from "../files/writing/standard-output.ts";
import { EIGENTREE } from "./commands.ts";
import { describeFailure, FailedError } from "./frame/failures.ts";
import { PROGRAM, runProgram } from "./program.ts";

// An error that no command waits for becomes a sentence too.
process.on("uncaughtException", (error) => {
  const { text, exitCode } = describeFailure(error, PROGRAM, Boolean(process.env.EIGENTREE_DEBUG));
  if (text !== undefined) process.stderr.write(`${text}\n`);
  process.exit(exitCode);
});
// A remark that nobody can read is no failure.
process.stderr.on("error", () => {});

const stop = new AbortController();
const interruption = () => {
  process.once("SIGINT", () => stop.abort(new FailedError("stopped by Ctrl-C.")));
  return stop.signal;
};

allowRelaxedSimd();
const stdout = standardOutput();
const streams = { stdout, stderr: process.stderr };
process.exitCode = await runProgram(EIGENTREE, process.argv.slice(2), streams, interruption);
// Whoever started the program sees that a signal ended it.
if (stop.signal.aborted) process.kill(process.pid, "SIGINT");
// Standard input that is still open would keep the process waiting.
if (stdout.failed) process.exit();
