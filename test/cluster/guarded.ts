/** Processes of the tests that end with them: on time, whole, and also when the tests are killed. guard.mjs does it. */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Milliseconds that a guard may take to end what it guards, before it is killed itself. */
const LAST_WAIT = 10_000;
/** The end of a log, for an error. */
export const endOf = (log: string): string => log.slice(-4000);

/** A process with all that it starts. */
export interface Guarded {
  /** The leader of its process group. */
  readonly pid: number;
  /** A folder of its own, which goes with it. */
  readonly scratch: string;
  /** What it has written so far. */
  readonly log: () => string;
  /** Its exit code when it has ended; 124 where its time was over. */
  readonly ended: Promise<number>;
  readonly running: () => boolean;
  /** Ends it and all that it has started. Never waits for long. */
  stop(): Promise<void>;
}

/** How many are running. */
let alive = 0;
// Vitest runs this file in a process of its own, which goes on when Vitest itself is killed. It must not: with it gone,
// standard input of the guards closes.
process.once("disconnect", () => {
  if (alive > 0) process.kill(process.pid, "SIGKILL");
});

const pause = (milliseconds: number) => new Promise<void>((done) => setTimeout(done, milliseconds));

/** Starts a command that has this many seconds to live. */
export async function guarded(
  command: (scratch: string) => readonly string[],
  { seconds, env, cwd }: { seconds: number; env: (scratch: string) => NodeJS.ProcessEnv; cwd?: string },
): Promise<Guarded> {
  const scratch = mkdtempSync(join(tmpdir(), "eigentree-spark-"));
  const file = join(scratch, "log.txt");
  const words = [join(import.meta.dirname, "guard.mjs"), String(seconds), file, ...command(scratch)];
  const guard = spawn(process.execPath, words, {
    env: env(scratch),
    stdio: ["pipe", "pipe", "ignore"],
    cwd: cwd ?? scratch,
  });
  guard.stdin.on("error", () => {}); // it has ended already
  alive++;
  const ended = new Promise<number>((done) => {
    guard.on("exit", (code) => done(code ?? 1));
    guard.on("error", () => done(1));
  }).finally(() => alive--);
  const told = new Promise<string>((done) => guard.stdout.once("data", (piece) => done(String(piece))));
  const pid = Number(/guarding (\d+)/.exec(await Promise.race([told, ended.then(() => "")]))?.[1] ?? Number.NaN);
  let kept = "";
  const log = () => {
    try {
      kept = readFileSync(file, "utf8");
    } catch {
      // The folder has gone; what was read last stays.
    }
    return kept;
  };
  const stop = async () => {
    log();
    guard.stdin.end();
    const inTime = await Promise.race([ended.then(() => true), pause(LAST_WAIT).then(() => false)]);
    if (!inTime) {
      guard.kill("SIGKILL");
      if (pid > 1) process.kill(-pid, "SIGKILL");
    }
    rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
  };
  return { pid, scratch, log, ended, running: () => guard.exitCode === null && guard.signalCode === null, stop };
}
