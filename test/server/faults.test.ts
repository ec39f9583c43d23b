/** What goes wrong: full queues, dead and endless threads, clients that leave, an end in the middle of work. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { ModelFileError } from "../../src/base/index.ts";
import { startServer } from "../../src/server/index.ts";
import type { Verb } from "../../src/verbs/index.ts";
import faultyJobs from "./faulty-jobs.ts";
import { smallModels, testServer } from "./models.ts";

const verb: Verb = {
  name: "work",
  summary: "do as told",
  kinds: ["any"],
  items: { name: "tasks", meaning: "", expected: "a text", schema: {}, accepts: (value) => typeof value === "string" },
  options: {},
  answer: {},
  size: () => 100, // a chunk each
  run: () => null,
};
const models = { models: [{ name: "m", kind: "any", bytes: 0 }], parts: {} };
const context = { verbs: [verb], jobs: faultyJobs as never };
const folder = mkdtempSync(join(tmpdir(), "eigentree-faults-"));
afterAll(() => rmSync(folder, { recursive: true }));
const metric = async (url: string, name: string) =>
  Number(new RegExp(`^${name} (.+)$`, "m").exec(await (await fetch(`${url}metrics`)).text())![1]);

describe("threads", () => {
  test("one that dies fails its request with a clear error, and the server goes on", async () => {
    const server = await testServer(models, { threads: 2 }, context);
    const { status, body } = await server.ask("work", { tasks: ["a", "die", "b"] });
    expect([status, body]).toEqual([
      500,
      {
        error: {
          class: "WorkerError",
          code: "EIGENTREE_WORKER",
          message: "a worker thread ended early with exit code 3.",
        },
      },
    ]);
    expect((await server.ask("work", { tasks: ["a", "b", "c"] })).body).toEqual({ model: "m", tasks: ["a", "b", "c"] });
    expect(await metric(server.url, "eigentree_threads_replaced_total")).toBe(1);
  });

  test("one that never ends is replaced when the time is over", async () => {
    const server = await testServer(models, { timeLimit: 0.5 }, context);
    const { status, body } = await server.ask("work", { tasks: ["spin"] });
    expect([status, (body as { error: { code: string } }).error.code]).toEqual([504, "EIGENTREE_TIME"]);
    await expect.poll(async () => (await fetch(`${server.url}readyz`)).status).toBe(200);
    await expect.poll(async () => (await server.ask("work", { tasks: ["a"] })).status).toBe(200);
  });

  test("an error that is not ours says nothing of this machine", async () => {
    const lines: object[] = [];
    const server = await testServer(models, {}, { ...context, log: (line) => lines.push(line) });
    const { status, body } = await server.ask("work", { tasks: ["throw"] });
    expect([status, JSON.stringify(body)]).toEqual([500, expect.not.stringContaining("secret")]);
    expect(JSON.stringify(lines)).toContain("a secret path");
  });
});

describe("a model that cannot be opened", () => {
  test("is told of at the start, once, and no thread is tried again", async () => {
    const opened = await smallModels(["tagger"]);
    const { tagger } = opened.parts;
    const damaged = { ...opened, parts: { tagger: { ...tagger!, tensors: {} } } };
    const lines: object[] = [];
    const server = await startServer(damaged, { port: 0, threads: 2 }, { log: (line) => lines.push(line) });
    await expect(server.ready).rejects.toThrow(ModelFileError);
    await server.close();
    expect(lines).toEqual([]);
  });
});

describe("the queue", () => {
  test("is bounded: 503 with Retry-After beyond it, and all that were admitted are answered", async () => {
    const server = await testServer(models, { queue: 2 }, context);
    const free = join(folder, "free");
    let refused = 0;
    const replies = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const reply = await server.post("work", { tasks: [`until ${free}`] });
        if (reply.status === 503 && ++refused === 7) writeFileSync(free, "");
        return reply;
      }),
    );
    const statuses = replies.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 200, 200, ...Array(7).fill(503)]);
    const busy = replies.find(({ status }) => status === 503)!;
    expect(Number(busy.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    expect(((await busy.json()) as { error: { code: string } }).error.code).toBe("EIGENTREE_BUSY");
    expect((await server.ask("work", { tasks: ["a"] })).status).toBe(200);
  });

  test("a client that goes away stops its work", async () => {
    const server = await testServer(models, {}, context);
    const leaving = new AbortController();
    const marks = join(folder, "marks");
    const tasks = Array(150).fill(`mark ${marks}`);
    const long = server.post("work", { tasks }, { signal: leaving.signal });
    const left = expect(long).rejects.toThrow();
    await expect.poll(() => existsSync(marks)).toBe(true);
    leaving.abort();
    await left;
    expect((await server.ask("work", { tasks: ["a"] })).status).toBe(200);
    expect(readFileSync(marks).length).toBeLessThan(tasks.length);
    await expect.poll(() => metric(server.url, "eigentree_requests_under_way")).toBe(0);
  });
});

describe("connections", () => {
  /** What a server says to raw bytes, until it closes the connection. */
  const raw = (port: number, bytes: string, { end = false } = {}): Promise<string> =>
    new Promise((resolve) => {
      const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
      let answer = "";
      const done = () => {
        socket.destroy();
        resolve(answer);
      };
      socket.on("data", (data) => (answer += data));
      socket.on("end", done).on("error", done).on("close", done);
      socket.write(bytes);
      if (end) socket.end();
    });
  const head = (fields: string) =>
    `POST /v1/work HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${fields}\r\n\r\n`;

  test("a body that never comes is given up, and holds nothing", async () => {
    const server = await testServer(models, { timeLimit: 0.3 }, context);
    const answer = await raw(server.port, `${head("Content-Length: 100")}{"tasks"`);
    expect(answer).toMatch(/^HTTP\/1.1 504/);
    await expect.poll(async () => (await server.ask("work", { tasks: ["a"] })).status).toBe(200);
  });

  test("a client that closes its side has left: its work stops, and nothing is held; bad heads get 400", async () => {
    const server = await testServer(models, {}, context);
    const [free, mark] = [join(folder, "free after leaving"), join(folder, "never made")];
    const body = JSON.stringify({ tasks: [`until ${free}`, `mark ${mark}`] });
    const answer = await raw(server.port, `${head(`Content-Length: ${body.length}`)}${body}`, { end: true });
    expect(answer).toBe("");
    await expect.poll(() => metric(server.url, "eigentree_requests_under_way")).toBe(0);
    writeFileSync(free, "");
    expect((await server.ask("work", { tasks: ["a"] })).status).toBe(200);
    expect(existsSync(mark)).toBe(false);
    expect(await raw(server.port, "GET / HTTP/9\r\n\r\n")).toMatch(/^HTTP\/1.1 400/);
    expect(await raw(server.port, `${head("Content-Length: 5\r\nTransfer-Encoding: chunked")}xx`)).toMatch(
      /^HTTP\/1.1 400/,
    );
  });

  test("a foreign Host is refused: no name of others may point here", async () => {
    const server = await testServer(models, {}, context);
    const answer = await raw(server.port, "GET /v1/models HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
    expect(answer).toMatch(/^HTTP\/1.1 421/);
    expect(await raw(server.port, "GET /v1/models HTTP/1.1\r\nHost: [::1]:80\r\nConnection: close\r\n\r\n")).toMatch(
      /^HTTP\/1.1 200/,
    );
  });

  test("no path leads out of the page", async () => {
    const server = await testServer(models, {}, context);
    const paths = [
      "/../package.json",
      "/..%2fpackage.json",
      "/%2e%2e/%2e%2e/etc/passwd",
      "/assets/..%5c..%5cpackage.json",
      "//etc/passwd",
      "/assets/%00",
      "/./././../src/index.ts",
      "/index.html%00.js",
      "/__proto__",
      "/constructor",
      "/%",
      "/%c0%ae%c0%ae/",
    ];
    for (const path of paths) {
      const answer = await raw(server.port, `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
      expect([path, answer.slice(0, 12)]).toEqual([path, expect.stringMatching(/^HTTP\/1.1 40[04]$/)]);
    }
  });
});

describe("shutting down", () => {
  const begun = async (grace: number, tasks: readonly string[]) => {
    const server = await startServer(models, { port: 0, threads: 1, grace }, context);
    await server.ready;
    const request = fetch(`${server.url}v1/work`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ tasks }),
    });
    await expect.poll(() => metric(server.url, "eigentree_requests_under_way")).toBe(1);
    return { server, request };
  };

  test("gives requests under way their answers, takes no others, and ends", async () => {
    const free = join(folder, "free at the end");
    const tasks = [`until ${free}`, "b"];
    const { server, request } = await begun(60, tasks);
    const closed = server.close();
    writeFileSync(free, "");
    expect(await (await request).json()).toEqual({ model: "m", tasks });
    await closed;
    await expect(fetch(server.url)).rejects.toThrow();
  });

  test("does not wait for a request beyond its grace", async () => {
    const { server, request } = await begun(0.2, ["forever"]);
    const reply = request.then(
      ({ status }) => status,
      () => "closed",
    );
    await server.close();
    expect([500, "closed"]).toContain(await reply);
  });
});
