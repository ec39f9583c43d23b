/**
 * Runs a command and ends it, with everything that it has started, when standard input closes (the test is over, or its
 * process has died), on a signal, or after a time. What is started carries a mark in its environment: Python on Spark's
 * executors leaves the process group, but keeps the mark. What is written goes to a file, so that nobody waits for a
 * reader. Usage: node guard.mjs SECONDS LOG COMMAND ARGUMENT…
 */
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { openSync, readdirSync, readFileSync } from "node:fs";

const [seconds, log, command, ...args] = process.argv.slice(2);
const mark = `EIGENTREE_GUARD=${randomUUID()}`;
const [name, value] = mark.split("=");
const output = openSync(log, "a");
const env = { ...process.env, [name]: value };
const child = spawn(command, args, { detached: true, stdio: ["ignore", output, output], env });

function kill(pid) {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended already.
  }
}

/** The processes with the mark, where the system tells. */
function marked() {
  try {
    return readdirSync("/proc").filter((pid) => {
      try {
        return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`, "latin1").includes(mark);
      } catch {
        return false; // it has just ended, or is another user's
      }
    });
  } catch {
    return [];
  }
}

let ending = false;
async function end(code) {
  if (ending) return;
  ending = true;
  if (child.pid !== undefined) kill(-child.pid);
  // A process that is being started while others are killed is found in the next round.
  for (let [round, quiet] = [0, 0]; round < 50 && quiet < 2; round++) {
    const left = marked();
    for (const pid of left) kill(Number(pid));
    quiet = left.length === 0 ? quiet + 1 : 0;
    await new Promise((done) => setTimeout(done, 20));
  }
  process.exit(code);
}

const given = (code) => () => void end(code);
process.stdout.write(`guarding ${child.pid}\n`);
process.stdout.on("error", () => {}); // the reader has died: standard input closes too
child.on("exit", (code) => void end(code ?? 1));
child.on("error", given(1));
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, given(1));
process.stdin.on("end", given(1)).on("close", given(1)).on("error", given(1)).resume();
setTimeout(given(124), 1000 * Number(seconds));
