/** The operating system's complaints about a file, as sentences. */
import { InputError } from "../base/index.ts";

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file or folder; check the path.",
  ENOTDIR: "a part of this path is a file, not a folder; check the path.",
  EISDIR: "is a folder; expected a file.",
  EACCES: "permission denied; check the file's owner and mode.",
  EPERM: "permission denied; check the file's owner and mode.",
  EROFS: "lies on a read-only disk; choose another place.",
  ENOSPC: "the disk is full; make room or choose another place.",
  EMFILE: "too many files are open; raise the limit (ulimit -n).",
};

/** An `InputError` for an error of the file system; any other error as it is. */
export function readableError(error: unknown, file: string, action: "read" | "written"): unknown {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  if (!(error instanceof Error) || error instanceof InputError || typeof code !== "string" || !/^E[A-Z]+$/.test(code))
    return error;
  return new InputError(REASONS[code] ?? `cannot be ${action} (${code}).`, { file });
}
