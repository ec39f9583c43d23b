/**
 * Ten thousand requests that nobody should send: wrong types, unknown fields, deep and huge JSON, bad UTF-8, broken
 * heads, connections that end in the middle. Every one gets a client's error or an answer; the server lives on as it
 * was.
 */
import { connect } from "node:net";
import { expect, test } from "vitest";
import { Random } from "../../src/base/index.ts";
import { VERBS } from "../../src/verbs/index.ts";
import { smallModels, testServer } from "./models.ts";

const REQUESTS = 10_000;
const CLIENTS = 8;
/** A share of them goes over raw sockets, which break more than `fetch` can. */
const RAW = 0.1;

const server = await testServer(await smallModels(), { maxBody: 200_000, timeLimit: 600 });
const seed = new Random(17);
/** Of the request that is being made: the same however requests overtake each other. */
let random = seed.stream("fuzz");
const pick = <T>(list: readonly T[]): T => list[Math.floor(random.uniform() * list.length)]!;

const WORDS = [
  "the",
  "dog",
  "barks",
  ".",
  "nouna",
  "verba",
  "",
  " ",
  "\u0000",
  "\ud800",
  "狗",
  "🐕",
  "<script>",
  "a".repeat(300),
  "NP",
  "__proto__",
];

function value(depth: number): unknown {
  const kind = Math.floor(random.uniform() * (depth > 3 ? 6 : 9));
  if (kind === 0) return pick([null, true, false]);
  if (kind === 1) return pick([0, -1, 1, 2, 3.5, 1e308, -0, 1e-320, 2 ** 53, 999]);
  if (kind <= 5) return Array.from({ length: Math.floor(random.uniform() * 4) }, () => pick(WORDS)).join(" ");
  if (kind === 6) return Array.from({ length: Math.floor(random.uniform() * 5) }, () => value(depth + 1));
  if (kind === 7) return Array.from({ length: Math.floor(random.uniform() * 6) }, () => pick(WORDS));
  return Object.fromEntries(
    Array.from({ length: Math.floor(random.uniform() * 4) }, () => [
      pick(["words", "tags", "text", "model", "__proto__", "constructor", "x"]),
      value(depth + 1),
    ]),
  );
}

/** Items that can be answered. */
const RIGHT: Readonly<Record<string, unknown>> = {
  sentences: ["The dog barks .", ["a", "dog"]],
  words: ["nouna"],
  questions: [["nouna", "nounb", "verba"]],
  pairs: [["The dog barks.", "A dog barks."]],
  captions: ["A dog on the beach."],
  scenes: [{ size: [100, 100], objects: [{ label: "dog", box: [1, 2, 30, 40] }] }],
};

/** Mostly fields of the verb, with values of any type. */
function body(verb: (typeof VERBS)[number]): string {
  const style = random.uniform();
  if (style < 0.05) return "[".repeat(1 + Math.floor(random.uniform() * 90_000));
  if (style < 0.08) return `{"text":${"[".repeat(20_000)}${"]".repeat(20_000)}}`;
  if (style < 0.1) return JSON.stringify({ text: "x".repeat(250_000) });
  if (style < 0.14) return JSON.stringify(value(0));
  const items = verb.items?.name;
  if (style < 0.3) {
    const right = { ...(items === undefined ? {} : { [items]: RIGHT[items] }) };
    const [option] = Object.keys(verb.options).length > 0 ? [pick(Object.keys(verb.options))] : [];
    return JSON.stringify(option === undefined || style < 0.22 ? right : { ...right, [option]: value(0) });
  }
  const names = [...Object.keys(verb.options), "model", "text", items ?? "x", "__proto__", "sentences", "words"];
  const fields = new Map<string, unknown>();
  for (let i = 0; i < 1 + random.uniform() * 4; i++) fields.set(pick(names), value(0));
  if (verb.items !== undefined && random.uniform() < 0.7)
    fields.set(verb.items.name, pick<unknown>([["The dog barks ."], [["the", "dog"]], [value(1)], value(0), []]));
  const text = `{${[...fields].map(([name, field]) => `${JSON.stringify(name)}:${JSON.stringify(field)}`).join(",")}}`;
  return random.uniform() < 0.1 ? text.slice(0, Math.floor(random.uniform() * text.length)) : text;
}

async function send(): Promise<number> {
  const verb = pick(VERBS);
  const text = body(verb);
  const bytes = new TextEncoder().encode(text);
  if (random.uniform() < 0.1 && bytes.length > 0)
    bytes[Math.floor(random.uniform() * bytes.length)] = pick([0xff, 0xc0, 0, 0x80]);
  const response = await server.post(verb.name, "", { body: bytes });
  const answer = await response.text();
  if (response.status !== 200) {
    const { error } = JSON.parse(answer) as { error: { code: string; message: string } };
    if (!/^EIGENTREE_/.test(error.code) || error.message.length > 600)
      throw new Error(`${text.slice(0, 300)}: ${answer.slice(0, 700)}`);
  } else JSON.parse(answer);
  if (response.status >= 500) throw new Error(`${response.status} to ${text.slice(0, 300)}: ${answer.slice(0, 300)}`);
  return response.status;
}

/** Bytes of a request with something broken, and an end at any place. */
function broken(): Promise<string> {
  const content = body(pick(VERBS)).slice(0, 2000);
  const whole = [
    pick(["POST", "GET", "BREW", "OPTIONS", "", "post"]),
    pick([" /v1/parse ", " /v1/../v1/parse ", " http://x/ ", " ", " /v1/%00 ", " * "]),
    pick(["HTTP/1.1", "HTTP/1.0", "HTTP/3", ""]),
    "\r\nHost: localhost\r\nContent-Type: application/json\r\n",
    pick([
      "",
      "X: \u0001\r\n",
      `X: ${"a".repeat(20_000)}\r\n`,
      "Transfer-Encoding: chunked\r\n",
      "Expect: 100-continue\r\n",
      "Upgrade: websocket\r\nConnection: Upgrade\r\n",
    ]),
    pick([
      `Content-Length: ${content.length}\r\n`,
      "Content-Length: -1\r\n",
      "Content-Length: 1e3\r\n",
      "Content-Length: 5000000\r\n",
    ]),
    "\r\n",
    content,
  ].join("");
  const cut = random.uniform() < 0.5 ? whole : whole.slice(0, Math.floor(random.uniform() * whole.length));
  return new Promise((resolve) => {
    const socket = connect({ port: server.port, host: "127.0.0.1" });
    const done = () => {
      socket.destroy();
      resolve("raw");
    };
    socket.on("error", done).on("close", done).on("data", done);
    socket.write(cut, "latin1", () => setTimeout(done, 15));
  });
}

test(`${REQUESTS} hostile requests`, { timeout: 600_000 }, async () => {
  const statuses = new Map<number | string, number>();
  let sent = 0;
  const client = async () => {
    while (sent++ < REQUESTS) {
      random = seed.stream(sent);
      const raw = random.uniform() < RAW;
      const status = raw ? await broken() : await send();
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  expect([...statuses.values()].reduce((sum, count) => sum + count, 0)).toBe(REQUESTS);
  // Something of each: answers, refusals of values, of sizes, of models that are not there.
  for (const status of [200, 400, 404, 413]) expect(statuses.get(status) ?? 0, `${status}`).toBeGreaterThan(20);
  const { body: parsed } = await server.ask("parse", { text: "The dog barks." });
  expect((parsed as { sentences: object[] }).sentences).toHaveLength(1);
  const metrics = await (await fetch(`${server.url}metrics`)).text();
  expect(metrics).toMatch(/^eigentree_threads_replaced_total 0$/m);
  await expect
    .poll(async () => (await fetch(`${server.url}metrics`)).text())
    .toMatch(/^eigentree_requests_under_way 0$/m);
});
