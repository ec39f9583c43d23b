/** Other processes of this machine. */

/** Whether a process with this number lives. A number is used again sooner or later: the answer may be a stranger's. */
export function processLives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"; // it lives, and belongs to somebody else
  }
}
