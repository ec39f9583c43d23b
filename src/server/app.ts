/** The routes: the page, the API under /v1, and what operators ask for. */
import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { verbsOf } from "../verbs/index.ts";
import type { Answers } from "./answers.ts";
import { readJson } from "./body.ts";
import { CLIENT_LEFT, failureOf, HttpError, tooSlow } from "./failures.ts";
import { Metrics } from "./metrics.ts";
import { openApi } from "./openapi.ts";
import type { PageFile } from "./page-files.ts";
import { checkHost, corsHeaders, SECURITY_HEADERS } from "./security.ts";

export interface LogLine {
  readonly level: "info" | "error";
  readonly [field: string]: string | number | boolean | undefined;
}

export interface AppOptions {
  readonly host: string;
  readonly cors: readonly string[];
  readonly maxBody: number;
  readonly timeLimit: number;
  readonly version: string;
  readonly page: ReadonlyMap<string, PageFile>;
  readonly log: (line: LogLine) => void;
}

export interface App {
  readonly fetch: Hono<{ Bindings: HttpBindings }>["fetch"];
  readonly metrics: Metrics;
  /** From now on connections are closed after their answer, and /readyz says so. */
  stop(): void;
}

type HttpContext = Context<{ Bindings: HttpBindings; Variables: Facts }>;

/** What the log says of a request beyond its path and status. */
interface Facts {
  /** For the counters: from a fixed list. */
  route: string;
  facts: Readonly<Record<string, string | number>>;
}

export function createApp(answers: Answers, options: AppOptions): App {
  const { host, cors, maxBody, timeLimit, version, page, log } = options;
  const app = new Hono<{ Bindings: HttpBindings; Variables: Facts }>();
  const metrics = new Metrics();
  const { crew } = answers;
  let stopping = false;

  metrics.gauge("eigentree_requests_under_way", "Requests that wait or are worked on.", () => answers.under);
  metrics.gauge("eigentree_tasks_waiting", "Tasks that wait for a thread.", () => crew.waiting);
  metrics.gauge("eigentree_threads_busy", "Threads that are working.", () => crew.busy);
  metrics.gauge("eigentree_threads_ready", "Threads that have their models ready.", () => crew.ready);
  metrics.gauge(
    "eigentree_threads_replaced_total",
    "Threads that died or were too slow.",
    () => crew.replaced,
    "counter",
  );
  metrics.gauge("eigentree_resident_bytes", "Resident memory of the process.", () => process.memoryUsage.rss());
  metrics.gauge("eigentree_uptime_seconds", "Time since the process began.", () => process.uptime());

  app.use(async (c, next) => {
    const started = performance.now();
    c.set("route", "other");
    c.set("facts", {});
    await next();
    const seconds = (performance.now() - started) / 1000;
    for (const [name, value] of Object.entries({ ...SECURITY_HEADERS, ...corsHeaders(cors, c.req.header("origin")) }))
      c.res.headers.set(name, value);
    if (stopping) c.res.headers.set("Connection", "close");
    const { status } = c.res;
    metrics.request(c.get("route"), status, seconds);
    log({
      level: status >= 500 ? "error" : "info",
      method: c.req.method,
      path: c.req.path.slice(0, 200),
      status,
      milliseconds: Math.round(seconds * 1e5) / 100,
      ...c.get("facts"),
    });
  });

  app.use(async (c, next) => {
    checkHost(host, c.req.header("host"));
    await next();
  });

  app.options("*", (c) => c.body(null, 204));

  app.get("/healthz", (c) => told(c, "healthz", "ok\n"));
  app.get("/readyz", (c) => {
    if (!stopping && crew.ready === crew.threads) return told(c, "readyz", "ready\n");
    return told(c, "readyz", stopping ? "stopping\n" : `${crew.ready} of ${crew.threads} threads ready\n`, 503);
  });
  app.get("/metrics", (c) => {
    c.header("Content-Type", "text/plain; version=0.0.4; charset=utf-8");
    return told(c, "metrics", metrics.toString());
  });
  const described = openApi(answers.verbs, version);
  app.get("/openapi.json", (c) => {
    c.set("route", "openapi");
    return c.json(described);
  });
  const models = answers.models.map((model) => ({ ...model, verbs: verbsOf(model.kind, answers.verbs) }));
  app.get("/v1/models", (c) => {
    c.set("route", "models");
    return c.json({ models });
  });

  for (const verb of answers.verbs) {
    app.post(`/v1/${verb.name}`, async (c) => {
      c.set("route", verb.name);
      const client = clientOf(c, timeLimit);
      try {
        const body = await readJson(c.req.raw, maxBody, client.signal);
        const { text, model, items, words } = await answers.answer(verb, body, client.signal);
        c.set("facts", { model, items, words });
        metrics.words(verb.name, words);
        return c.body(text, 200, { "Content-Type": "application/json; charset=utf-8" });
      } finally {
        client.release();
      }
    });
    app.all(`/v1/${verb.name}`, () => {
      throw new HttpError(405, "METHOD", `/v1/${verb.name} takes POST.`, { Allow: "POST" });
    });
  }

  app.get("*", (c) => {
    const file = page.get(c.req.path);
    if (file === undefined) return c.notFound();
    c.set("route", "page");
    return pageAnswer(c, file);
  });
  app.notFound((c) => {
    const advice = page.size === 0 && c.req.path === "/" ? "; the page has not been built: npm run build" : "";
    return failed(
      c,
      new HttpError(404, "NOT_FOUND", `there is nothing here${advice}; /openapi.json says what there is.`),
    );
  });
  app.onError((error, c) => {
    const { code } = error as { readonly code?: unknown };
    if (typeof code !== "string" || !code.startsWith("EIGENTREE_"))
      log({ level: "error", message: error.message, stack: error.stack });
    return failed(c, error);
  });

  return { fetch: app.fetch, metrics, stop: () => void (stopping = true) };
}

function told(c: HttpContext, route: string, text: string, status: 200 | 503 = 200) {
  c.set("route", route);
  return c.text(text, status);
}

function failed(c: HttpContext, error: unknown) {
  const { status, headers, body } = failureOf(error);
  c.set("facts", { ...c.get("facts"), code: body.error.code });
  return c.json(body, status as 400, headers as Record<string, string>);
}

/** Given when the client goes away, or when the time for the whole request is over. */
function clientOf(c: HttpContext, timeLimit: number) {
  const controller = new AbortController();
  const { outgoing } = c.env;
  const closed = () => {
    if (!outgoing.writableFinished) controller.abort(CLIENT_LEFT);
  };
  outgoing.once("close", closed);
  // Later than the models' own limit, whose errors say more: this one ends bodies that never come.
  const timer = setTimeout(() => controller.abort(tooSlow(timeLimit)), 1000 * timeLimit + 500);
  return {
    signal: controller.signal,
    release: () => {
      clearTimeout(timer);
      outgoing.off("close", closed);
    },
  };
}

function pageAnswer(c: HttpContext, { type, body, packed, lasting }: PageFile) {
  const headers: Record<string, string> = {
    "Content-Type": type,
    "Cache-Control": lasting ? "public, max-age=31536000, immutable" : "no-cache",
    Vary: "Accept-Encoding",
  };
  if (packed === undefined || !/\bgzip\b/.test(c.req.header("accept-encoding") ?? ""))
    return c.body(body, 200, headers);
  return c.body(packed, 200, { ...headers, "Content-Encoding": "gzip" });
}
