/** Pools of threads: order, errors, deaths, ends. */
import { spawnSync } from "node:child_process";
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  defineJobs,
  InputError,
  inlineWorkers,
  ModelFileError,
  Transferred,
  WorkerError,
} from "../../../src/base/index.ts";
import { openWorkers } from "../../../src/files/index.ts";
import { type Setup, sampleJobs } from "./fixtures/sample-jobs.ts";

const opened: { close(): Promise<void> }[] = [];
function open(
  setup: Setup = { factor: 2 },
  threads = 2,
  options: { readonly signal?: AbortSignal; readonly patience?: number } = {},
) {
  const workers = openWorkers(sampleJobs, { threads, setup, ...options });
  opened.push(workers);
  return workers;
}
/** A thread that has come up, which may take long: from now on it is heard from within its patience. */
async function openUp(setup: Setup, patience: number) {
  const up = new Int32Array(new SharedArrayBuffer(4));
  const workers = open({ ...setup, up }, 1, { patience });
  await expect.poll(() => Atomics.load(up, 0)).toBe(1);
  return workers;
}
afterEach(async () => {
  await Promise.all(opened.splice(0).map((workers) => workers.close()));
});

/** Milliseconds: far more than it takes to end a thread, far less than the jobs here would go on. */
const SOON = 30_000;

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

describe("worker pool", () => {
  test("gives results in the order of the inputs although later ones finish first", async () => {
    const inputs = Array.from({ length: 40 }, (_, value) => ({ value, delay: value % 8 === 0 ? 30 : 0 }));
    expect(await collect(open().map("multiply", inputs))).toEqual(inputs.map(({ value }) => value * 2));
  });

  test("runs the sources when it is itself run from the sources, with their lines in errors", async () => {
    const { stack } = await open()
      .run("origin", null)
      .catch((error) => error);
    expect(stack).toMatch(/PartsReader\.damaged \(.*\/src\/base\/container\/parts-reader\.ts:\d+/);
    expect(stack).toMatch(/\/test\/files\/threads\/fixtures\/sample-jobs\.ts:\d+/);
  });

  test("starts its state once in every thread, and uses every thread", async () => {
    const workers = open({ factor: 1 }, 2);
    await collect(workers.map("spin", Array(8).fill(20)));
    const answers = await collect(workers.map("whoAmI", Array(16).fill(null)));
    expect(new Set(answers.map(({ threadId }) => threadId)).size).toBe(2);
    expect(answers.every(({ starts }) => starts === 1)).toBe(true);
  });

  test("passes on what each job tells, in order and before its result", async () => {
    const workers = open();
    const heard: string[] = [];
    const count = async (name: string, to: number) => {
      await workers.run("count", to, {
        onNews: (news) => heard.push(`${name}${(news as { counted: number }).counted}`),
      });
      heard.push(`${name} done`);
    };
    await Promise.all([count("a", 3), count("b", 2), workers.run("count", 4)]);
    expect(heard.filter((text) => text.startsWith("a"))).toEqual(["a1", "a2", "a3", "a done"]);
    expect(heard.filter((text) => text.startsWith("b"))).toEqual(["b1", "b2", "b done"]);
  });

  test("fails a job whose news make the listener give up, and no other", async () => {
    const workers = open();
    const enough = new Error("enough");
    const given = workers.run("count", 3, {
      onNews: () => {
        throw enough;
      },
    });
    await expect(given).rejects.toBe(enough);
    expect(await workers.run("multiply", { value: 4 })).toBe(8);
  });

  test("takes a bounded number of inputs ahead of the consumer", async () => {
    let taken = 0;
    function* endless() {
      for (;;) yield { value: taken++ };
    }
    let seen = 0;
    for await (const result of open().map("multiply", endless())) {
      expect(result).toBe(seen * 2);
      seen++;
      await new Promise((resolve) => setTimeout(resolve, 2));
      expect(taken - seen).toBeLessThanOrEqual(17);
      if (seen === 60) break;
    }
    expect(taken).toBeGreaterThan(60);
  });

  test("hands a result on while the next input is still to come, and closes an input that is left early", async () => {
    let release = () => {};
    const nextInput = new Promise<void>((resolve) => (release = resolve));
    let close = () => {};
    const closed = new Promise<void>((resolve) => (close = resolve));
    async function* slow() {
      try {
        yield { value: 21 };
        await nextInput; // comes only after the first result: a map that waited for it would never end
        yield { value: 1 };
      } finally {
        close();
      }
    }
    for await (const result of open().map("multiply", slow())) {
      expect(result).toBe(42);
      break;
    }
    release();
    await closed;
  });

  test("carries errors back with class, fields and message, after the results before them", async () => {
    const workers = open();
    const error = await workers.run("failWith", "input").catch((e) => e);
    expect(error).toBeInstanceOf(InputError);
    expect(error).toMatchObject({
      name: "InputError",
      message: "a.mrg:4:7: no verb.",
      file: "a.mrg",
      line: 4,
      column: 7,
      code: "EIGENTREE_INPUT",
    });
    const modelError = await workers.run("failWith", "model").catch((e) => e);
    expect(modelError).toBeInstanceOf(ModelFileError);
    expect(modelError.defect).toBe("truncated");
    await expect(workers.run("failWith", "range")).rejects.toBeInstanceOf(RangeError);
    await expect(workers.run("missing" as "whoAmI", null)).rejects.toThrow('has no job "missing"');
    await expect(workers.run("unclonable", null)).rejects.toThrow("could not be cloned");
    await expect(workers.run("multiply", { value: 5, delay: (() => 1) as never })).rejects.toThrow(
      "could not be cloned",
    );
    expect(await workers.run("multiply", { value: 4 })).toBe(8);
  });

  test("an input that fails ends the map after the results before it", async () => {
    function* broken() {
      yield { value: 1 };
      throw new InputError("bad record.", { line: 2 });
    }
    const seen: number[] = [];
    const consume = async () => {
      for await (const result of open().map("multiply", broken())) seen.push(result);
    };
    await expect(consume()).rejects.toThrow("line 2: bad record.");
    expect(seen).toEqual([2]);
  });

  test("a start that fails answers every job with its error", async () => {
    const error = await open({ factor: 1, trouble: "throws" })
      .run("multiply", { value: 1 })
      .catch((e) => e);
    expect(error).toBeInstanceOf(InputError);
    expect(error.message).toBe("setup.json:3: the setup is bad.");
  });

  test("shares memory with its threads and moves buffers in both directions", async () => {
    const memory = new SharedArrayBuffer(80);
    const workers = open({ factor: 1, memory });
    await workers.run("fillShared", { memory, value: 3 });
    expect(await workers.run("sumShared", null)).toBe(30);
    expect(new Float64Array(memory)[9]).toBe(3);
    expect((await workers.run("makeBuffer", 5)).length).toBe(5);
    const array = new Float64Array(7);
    expect(await workers.run("lengthOf", array, { transfer: (input) => [input.buffer as ArrayBuffer] })).toBe(7);
    expect(array.length).toBe(0);
  });

  test("a thread that dies, and a pool that is closed, reject what is under way and what comes later", async () => {
    const dying = open();
    await expect(dying.run("leave", null)).rejects.toThrow("ended early with exit code 3");
    await expect(dying.run("multiply", { value: 1 })).rejects.toBeInstanceOf(WorkerError);
    const closing = open();
    const pending = closing.run("spin", 10_000);
    const rejected = expect(pending).rejects.toThrow("closed before all their work was done");
    await closing.close();
    await rejected;
  });

  test("a process that waits for the threads to close goes on afterwards", () => {
    const program = `
      import { openWorkers } from "./src/files/threads/worker-pool.ts";
      import { sampleJobs } from "./test/files/threads/fixtures/sample-jobs.ts";
      for (let round = 0; round < 5; round++) {
        const workers = openWorkers(sampleJobs, { threads: 3, setup: { factor: 3 } });
        await workers.run("multiply", { value: 14 });
        await workers.close();
      }
      console.log("closed");
    `;
    const { stdout, status } = spawnSync(process.execPath, ["--import", "tsx", "--input-type=module", "-e", program], {
      cwd: new URL("../../..", import.meta.url),
      encoding: "utf8",
      timeout: 240_000,
    });
    expect({ stdout, status }).toEqual({ stdout: "closed\n", status: 0 });
  });

  test("does not keep a process alive that forgot to close it", () => {
    const program = `
      import { openWorkers } from "./src/files/threads/worker-pool.ts";
      import { sampleJobs } from "./test/files/threads/fixtures/sample-jobs.ts";
      const workers = openWorkers(sampleJobs, { threads: 2, setup: { factor: 3 } });
      console.log(await workers.run("multiply", { value: 14 }));
    `;
    const { stdout, status } = spawnSync(process.execPath, ["--import", "tsx", "--input-type=module", "-e", program], {
      cwd: new URL("../../..", import.meta.url),
      encoding: "utf8",
      timeout: 240_000,
    });
    expect({ stdout, status }).toEqual({ stdout: "42\n", status: 0 });
  });
});

/** What goes wrong is heard within seconds, as one sentence. */
describe("threads in trouble", () => {
  const failure = async (work: Promise<unknown>): Promise<string> => {
    const error = await work.then(
      () => expect.unreachable("the work was done"),
      (reason) => reason,
    );
    expect(error).toBeInstanceOf(WorkerError);
    expect(error.message).not.toContain("\n");
    return error.message;
  };

  test.each([
    ["text", '"just a text"'],
    ["nothing", "undefined"],
    ["null", "null"],
    ["number", "7"],
    ["symbol", "Symbol(odd)"],
    ["bare", "a value of type object"],
    ["hostile", "a value of type object"],
    ["long", `"${"x".repeat(46)}…`],
  ])("a job that throws or rejects with %s, which is no error", async (what, shown) => {
    const workers = open();
    expect(await failure(workers.run("throwOdd", what))).toBe(`a job threw ${shown}; expected an error.`);
    expect(await failure(workers.run("rejectOdd", what))).toBe(`a job threw ${shown}; expected an error.`);
    const inline = inlineWorkers(sampleJobs, { factor: 3 });
    expect(await failure(inline.run("throwOdd", what))).toBe(`a job threw ${shown}; expected an error.`);
    expect(await workers.run("multiply", { value: 4 })).toBe(8);
  });

  test("an error that cannot be read, and a start that throws a text", async () => {
    const workers = open();
    expect(await failure(workers.run("throwOdd", "bad error"))).toBe("a job threw an error that cannot be read.");
    expect(await workers.run("multiply", { value: 4 })).toBe(8);
    expect(await failure(open({ factor: 1, trouble: "throws a text" }).run("whoAmI", null))).toBe(
      'a job threw "no setup"; expected an error.',
    );
  });

  test.each([
    ["error", "a worker thread failed: x is undefined"],
    ["nothing", "a worker thread failed: a job threw undefined; expected an error."],
    ["null", "a worker thread failed: a job threw null; expected an error."],
    ["text", 'a worker thread failed: a job threw "just a text"; expected an error.'],
  ])("a thread that fails outside its jobs with %s", async (what, expected) => {
    const workers = open();
    const others = failure(workers.run("sleep", 20_000));
    expect(await failure(workers.run("throwLater", what))).toBe(expected);
    expect(await others).toBe(expected);
    expect(await failure(workers.run("whoAmI", null))).toBe(expected);
  });

  test("a thread that leaves at its start", async () => {
    expect(await failure(open({ factor: 1, trouble: "leaves" }).run("whoAmI", null))).toBe(
      "a worker thread ended early with exit code 4.",
    );
  });

  test("a job and a start that wait for what never comes are given up, and the thread goes on", async () => {
    const workers = await openUp({ factor: 2 }, 3);
    const stuck = failure(workers.run("never", null));
    const next = workers.run("multiply", { value: 4 });
    expect(await stuck).toBe('job "never" waits for something that never comes; given up after 3 s.');
    expect(await next).toBe(8);
    const starting = await openUp({ factor: 1, trouble: "never ends" }, 3);
    expect(await failure(starting.run("whoAmI", null))).toBe(
      "the start of a worker waits for something that never comes; given up after 3 s.",
    );
  });

  test("a thread that is busy with what is no job, and does not turn to its task", async () => {
    const workers = await openUp({ factor: 1 }, 2);
    await workers.run("spinAfterwards", 60_000);
    // It may answer a few times before it is busy.
    const answers = async () => {
      for (;;) await workers.run("whoAmI", null);
    };
    expect(await failure(answers())).toBe("a worker thread has not turned to its task within 2 s; its work is lost.");
  });

  test("long work is none: a long start, a long computation, a long sleep, this thread busy itself", async () => {
    const workers = await openUp({ factor: 2, trouble: "computes for 4 s" }, 2);
    const results = Promise.all([
      workers.run("multiply", { value: 1 }),
      workers.run("spin", 3000),
      workers.run("sleep", 3000),
      workers.run("multiply", { value: 2 }),
    ]);
    const end = performance.now() + 3000;
    while (performance.now() < end);
    const [first, , , last] = await results;
    expect([first, last]).toEqual([2, 4]);
  });

  test("a listener of news that throws fails its job", async () => {
    const onNews = () => {
      throw new RangeError("no news");
    };
    await expect(open().run("count", 3, { onNews })).rejects.toThrow("no news");
  });
});

describe("stopping", () => {
  test.each(["spin", "sleep", "waitOnMemory"] as const)(
    "close ends threads at once in the middle of %s",
    async (job) => {
      const workers = open();
      await Promise.all([workers.run("whoAmI", null), workers.run("whoAmI", null)]);
      const pending = workers.run(job as "spin", 60_000);
      const rejected = expect(pending).rejects.toThrow("the workers were closed before all their work was done.");
      await new Promise((resolve) => setTimeout(resolve, 200));
      const began = performance.now();
      await workers.close();
      expect(performance.now() - began).toBeLessThan(SOON);
      await rejected;
    },
  );

  test("a signal ends the threads, and everything is rejected with its reason", async () => {
    const controller = new AbortController();
    const workers = open({ factor: 2 }, 2, { signal: controller.signal });
    const reason = new Error("enough");
    async function* inputs() {
      for (let n = 0; ; n++) yield n % 3 === 2 ? 60_000 : 1;
    }
    const map = collect(workers.map("spin", inputs()));
    const pending = workers.run("sleep", 60_000);
    setTimeout(() => controller.abort(reason), 500);
    await expect(pending).rejects.toBe(reason);
    await expect(map).rejects.toBe(reason);
    await expect(workers.run("whoAmI", null)).rejects.toBe(reason);
    const began = performance.now();
    await workers.close();
    expect(performance.now() - began).toBeLessThan(SOON);
  });

  test("a signal that was given before opens no thread", async () => {
    const workers = open({ factor: 2 }, 2, { signal: AbortSignal.abort("no") });
    await expect(workers.run("whoAmI", null)).rejects.toBe("no");
    await workers.close();
    const inline = inlineWorkers(sampleJobs, { factor: 2 }, { signal: AbortSignal.abort("no") });
    await expect(inline.run("whoAmI", null)).rejects.toBe("no");
  });

  test("a closed pool lets go of the signal", async () => {
    const { signal } = new AbortController();
    const removed = vi.spyOn(signal, "removeEventListener");
    const added = vi.spyOn(signal, "addEventListener");
    await open({ factor: 2 }, 1, { signal }).close();
    expect(added).toHaveBeenCalledOnce();
    expect(removed.mock.calls).toEqual(added.mock.calls);
  });

  test("no number of threads that makes no sense", () => {
    expect(() => open({ factor: 2 }, 1e9)).toThrow("threads must be a whole number from 1 to 256; got 1000000000.");
    expect(() => open({ factor: 2 }, 0)).toThrow("openWorkers: threads must be a whole number from 1 to 256; got 0.");
  });
});

describe("inline workers", () => {
  const set = defineJobs(import.meta.url, {
    start: (setup: { factor: number }) => setup.factor,
    jobs: {
      multiply: (value: number, factor: number) => value * factor,
      moved: (length: number) => new Transferred(new Float64Array(length), []),
    },
  });

  test("run the same jobs one after another, started once", async () => {
    const workers = inlineWorkers(set, { factor: 5 });
    const results: number[] = await collect(workers.map("multiply", [1, 2, 3]));
    expect(results).toEqual([5, 10, 15]);
    expect((await workers.run("moved", 3)).length).toBe(3);
    expect(workers.threads).toBe(1);
    await workers.close();
  });
});
