/**
 * Node threads that help the kernels with large products. They wait on a word of shared memory; `run` posts the calls
 * there, wakes the threads, takes calls itself, and returns when all are done. Everything is synchronous, so code that
 * multiplies matrices does not change.
 */
import { Worker } from "node:worker_threads";
import { NumericalError } from "../../base/errors.ts";
import { canShare } from "../../linalg/kernels/binary.ts";
import type { Crew, KernelCall } from "../../linalg/kernels/crew.ts";
import { kernels } from "../../linalg/kernels/kernels.ts";
import { isWasm, type WasmKernels } from "../../linalg/kernels/wasm/wasm.ts";
import { MOST_THREADS } from "./worker-pool.ts";

/**
 * Words of the control block: the number of the round, on which threads wait; the calls in all (times 256) plus the
 * next to take; the calls not yet done; whether one failed; and how many calls the other threads ever took. A thread
 * takes a call by counting the second word up, which succeeds only on the state it saw, so it may come late, or not at
 * all, to any round.
 */
const ROUND = 0;
const TICKETS = 1;
const LEFT = 2;
const FAILED = 3;
const HELPED = 4;
const CONTROL_WORDS = 5;
/** Room for the calls of one round, each its function and at most 15 parameters. */
const MOST_CALLS = 64;
const CALL_NUMBERS = 16;

const FUNCTIONS: readonly KernelCall["name"][] = ["gemm64", "gemm32", "sparseRows", "sparseScatter", "smoothPanels"];

/** The threads' whole program, as text: so it runs from sources and from any bundle alike. */
const PROGRAM = `
const { module, memory, control, numbers, scratch, functions } = require("node:worker_threads").workerData;
const exports = new WebAssembly.Instance(module, { env: { memory } }).exports;
const table = functions.map((name) => exports[name]);
for (;;) {
  const round = Atomics.load(control, ${ROUND});
  for (let word; ((word = Atomics.load(control, ${TICKETS})) & 255) < word >> 8; ) {
    if (Atomics.compareExchange(control, ${TICKETS}, word, word + 1) !== word) continue;
    Atomics.add(control, ${HELPED}, 1);
    const at = (word & 255) * ${CALL_NUMBERS};
    try {
      table[numbers[at]](scratch, ...numbers.subarray(at + 1, at + ${CALL_NUMBERS}));
    } catch {
      Atomics.store(control, ${FAILED}, 1);
    }
    if (Atomics.sub(control, ${LEFT}, 1) === 1) Atomics.notify(control, ${LEFT});
  }
  Atomics.wait(control, ${ROUND}, round);
}`;

class KernelThreads implements Crew {
  readonly threads: number;
  readonly #kernels: WasmKernels;
  readonly #workers: Worker[] = [];
  readonly #control = new Int32Array(new SharedArrayBuffer(4 * CONTROL_WORDS));
  readonly #numbers = new Float64Array(new SharedArrayBuffer(8 * MOST_CALLS * CALL_NUMBERS));
  readonly #scratches: number[] = [];

  constructor(kernels: WasmKernels, threads: number) {
    const { core, module } = kernels;
    this.threads = threads;
    this.#kernels = kernels;
    for (let i = 1; i < threads; i++) {
      const scratch = core.memory.allocate(core.scratchBytes);
      this.#scratches.push(scratch);
      const workerData = {
        module,
        memory: core.memory.memory,
        control: this.#control,
        numbers: this.#numbers,
        scratch,
        functions: FUNCTIONS,
      };
      const worker = new Worker(PROGRAM, { eval: true, workerData, execArgv: [], name: "eigentree kernels" });
      worker.unref();
      this.#workers.push(worker);
    }
  }

  /** How many calls other threads than this one have taken: 0 when they never came in time. */
  get helped(): number {
    return Atomics.load(this.#control, HELPED);
  }

  run(calls: readonly KernelCall[]): void {
    for (let from = 0; from < calls.length; from += MOST_CALLS) this.#round(calls.slice(from, from + MOST_CALLS));
  }

  #round(calls: readonly KernelCall[]): void {
    const control = this.#control;
    for (const [i, { name, parameters }] of calls.entries()) {
      this.#numbers[i * CALL_NUMBERS] = FUNCTIONS.indexOf(name);
      this.#numbers.set(parameters, i * CALL_NUMBERS + 1);
    }
    Atomics.store(control, LEFT, calls.length);
    Atomics.store(control, TICKETS, calls.length << 8);
    Atomics.add(control, ROUND, 1);
    Atomics.notify(control, ROUND);
    const { core } = this.#kernels;
    // Counting past the last call is harmless: the next round resets the word.
    for (let taken = 0; (taken = Atomics.add(control, TICKETS, 1) & 255) < calls.length; ) {
      const { name, parameters } = calls[taken]!;
      core.exports[name]!(core.scratch, ...parameters);
      Atomics.sub(control, LEFT, 1);
    }
    for (let left = 0; (left = Atomics.load(control, LEFT)) > 0; ) Atomics.wait(control, LEFT, left);
    if (Atomics.load(control, FAILED) !== 0)
      throw new NumericalError("a kernel thread failed; its part of a product is missing.");
  }

  async close(): Promise<void> {
    this.#kernels.core.crew = undefined;
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
    for (const scratch of this.#scratches) this.#kernels.core.memory.free(scratch);
  }
}

/**
 * Lets `threads` threads, this one among them, share large products from now on; results stay the same bit for bit.
 * Gives what ends it. Does nothing for one thread or where the kernels are not WebAssembly over shared memory.
 */
export function useKernelThreads(threads: number): { readonly helped: number; close(): Promise<void> } {
  if (!Number.isSafeInteger(threads) || threads < 1 || threads > MOST_THREADS) {
    const expected = `a whole number from 1 to ${MOST_THREADS}`;
    throw new NumericalError(`useKernelThreads: threads must be ${expected}; got ${threads}.`);
  }
  const current = kernels();
  if (threads === 1 || !isWasm(current) || !canShare()) return { helped: 0, close: async () => {} };
  const crew = new KernelThreads(current, threads);
  current.core.crew = crew;
  return crew;
}
