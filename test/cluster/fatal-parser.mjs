/**
 * `eigentree`, but its first start on an executor kills that executor: what a lost machine is to Spark. The first
 * argument names a file that tells whether it has happened; the rest is the command line.
 */
import { spawnSync } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";

const [marker, main, ...words] = process.argv.slice(2);

function parentOf(pid) {
  return Number(
    readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /, "")
      .split(" ")[1],
  );
}

let first = false;
try {
  closeSync(openSync(marker, "wx"));
  first = true;
} catch {
  // Another start was the first.
}
if (first) {
  for (let pid = process.ppid; pid > 1; pid = parentOf(pid))
    if (readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("CoarseGrainedExecutorBackend"))
      process.kill(pid, "SIGKILL");
}
process.exit(spawnSync(process.execPath, [main, ...words], { stdio: "inherit" }).status ?? 1);
