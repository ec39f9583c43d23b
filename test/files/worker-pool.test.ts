import { spawnSync } from "node:child_process";
import { afterEach, describe, expect, test } from "vitest";
import { defineJobs, InputError, inlineWorkers, type JobSet, ModelFileError, Transferred, WorkerError } from "../../src/base/index.ts";
import { openWorkers } from "../../src/files/index.ts";

interface Setup {
  factor: number;
  memory?: SharedArrayBuffer;
  fail?: boolean;
}
type SampleJobs = {
  multiply: (input: { value: number; delay?: number }) => number;
  count: (to: number) => number;
  whoAmI: (input: null) => { threadId: number; starts: number };
  spin: (milliseconds: number) => number;
  failWith: (kind: string) => never;
  sumShared: (input: null) => number;
  fillShared: (input: { memory: SharedArrayBuffer; value: number }) => number;
  makeBuffer: (length: number) => Transferred<Float64Array>;
  lengthOf: (array: Float64Array) => number;
  unclonable: (input: null) => unknown;
  leave: (input: null) => never;
  missing: (input: null) => never;
};
const url = new URL("./fixtures/sample-jobs.mjs", import.meta.url).href;
const sample = { url } as JobSet<Setup, unknown, SampleJobs>;

const opened: { close(): Promise<void> }[] = [];
function open(setup: Setup = { factor: 2 }, threads = 2) {
  const workers = openWorkers(sample, { threads, setup });
  opened.push(workers);
  return workers;
}
afterEach(async () => {
  await Promise.all(opened.splice(0).map((workers) => workers.close()));
});

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
      await workers.run("count", to, { onNews: (news) => heard.push(`${name}${(news as { counted: number }).counted}`) });
      heard.push(`${name} done`);
    };
    await Promise.all([count("a", 3), count("b", 2), workers.run("count", 4)]);
    expect(heard.filter((text) => text.startsWith("a"))).toEqual(["a1", "a2", "a3", "a done"]);
    expect(heard.filter((text) => text.startsWith("b"))).toEqual(["b1", "b2", "b done"]);
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
    await expect(workers.run("failWith", "text")).rejects.toThrow("just a text");
    await expect(workers.run("missing", null)).rejects.toThrow('has no job "missing"');
    await expect(workers.run("unclonable", null)).rejects.toThrow("could not be cloned");
    await expect(workers.run("multiply", { value: 5, delay: (() => 1) as never })).rejects.toThrow("could not be cloned");
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
    const error = await open({ factor: 1, fail: true })
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
      import { openWorkers } from ${JSON.stringify(new URL("../../dist/files/index.js", import.meta.url).href)};
      for (let round = 0; round < 5; round++) {
        const workers = openWorkers({ url: ${JSON.stringify(url)} }, { threads: 3, setup: { factor: 3 } });
        await workers.run("multiply", { value: 14 });
        await workers.close();
      }
      console.log("closed");
    `;
    const { stdout, status } = spawnSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8", timeout: 20_000 });
    expect({ stdout, status }).toEqual({ stdout: "closed\n", status: 0 });
  });

  test("does not keep a process alive that forgot to close it", () => {
    const program = `
      import { openWorkers } from ${JSON.stringify(new URL("../../dist/files/index.js", import.meta.url).href)};
      const workers = openWorkers({ url: ${JSON.stringify(url)} }, { threads: 2, setup: { factor: 3 } });
      console.log(await workers.run("multiply", { value: 14 }));
    `;
    const { stdout, status } = spawnSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8", timeout: 10_000 });
    expect({ stdout, status }).toEqual({ stdout: "42\n", status: 0 });
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
