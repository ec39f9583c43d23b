/** The script of a thread: starts the jobs it is told to, then does one task after another. */
import { Transferred } from "../../src/base/parallel.ts";
import { JOBS, type ThreadAnswer, type ThreadTask } from "./threads.ts";

let set: (typeof JOBS)[string] | undefined;
let state: Promise<unknown> = Promise.resolve();
let last: Promise<void> = Promise.resolve();

async function work(id: number, job: string, input: unknown): Promise<void> {
  try {
    const result = await set!.jobs[job]!(input as never, (await state) as never, () => {});
    const moved = result instanceof Transferred;
    const answer: ThreadAnswer = { id, result: moved ? result.value : result };
    postMessage(answer, { transfer: moved ? ([...result.buffers] as Transferable[]) : [] });
  } catch (error) {
    postMessage({ id, error: error instanceof Error ? error : new Error(String(error)) } satisfies ThreadAnswer);
  }
}

addEventListener("message", ({ data }: MessageEvent<ThreadTask>) => {
  if ("set" in data) {
    set = JOBS[data.set]!;
    state = Promise.resolve(set.start(data.setup as never));
    state.catch(() => {}); // heard by the first task
  } else last = last.then(() => work(data.id, data.job, data.input));
});
