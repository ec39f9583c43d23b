/** A terminal made of strings, for tests of commands without a process. */
import { type Program, runProgram } from "../../src/cli/program.ts";

export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export async function runIn(
  program: Program,
  words: readonly string[],
  terminal = false,
  interruption?: () => AbortSignal,
): Promise<Outcome> {
  let out = "";
  let err = "";
  const stream = (take: (text: string) => void) => ({
    write: (text: string) => {
      take(text);
      return true;
    },
    once: () => {},
    isTTY: terminal,
    columns: 80,
  });
  const streams = { stdout: stream((text) => (out += text)), stderr: stream((text) => (err += text)) };
  const code = await runProgram(program, words, streams, interruption);
  return { code, out, err };
}
