/**
 * The server as a whole: models, threads, routes, a listening socket, and an end in order.
 *
 *   const server = await startServer(await openModels(namedModels(paths)), { port: 0 });
 *   …
 *   await server.close();
 */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { checkOptions, InputError, type JobSet, type Jobs } from "../base/index.ts";
import { VERBS, type Verb } from "../verbs/index.ts";
import { Answers } from "./answers.ts";
import { createApp, type LogLine } from "./app.ts";
import { serverJobs } from "./jobs.ts";
import type { OpenedModels } from "./models.ts";
import { SERVE_OPTIONS, type ServeOptions } from "./options.ts";
import { pageFiles, shippedFiles } from "./page-files.ts";

export interface StartContext {
  readonly version?: string;
  /** Called with a record for every request, and with what goes wrong in between. */
  readonly log?: (line: LogLine) => void;
  /** Verbs and jobs of one's own, for tests. */
  readonly verbs?: readonly Verb[];
  readonly jobs?: JobSet<never, unknown, Jobs>;
}

export interface RunningServer {
  readonly url: string;
  /** Resolves when the models stand in all threads; rejects where one of them cannot be opened. */
  readonly ready: Promise<void>;
  /** Takes no new connections, gives requests under way their time, then ends everything. */
  close(): Promise<void>;
}

/** A client has this long, in milliseconds, to send the head of a request, and this long to begin the next one. */
const [HEAD_TIME, IDLE_TIME] = [10_000, 5000];
/** Connections at a time: far more than there can be requests under way. */
const MOST_CONNECTIONS = 2000;
const READY_TICK = 20;

export async function startServer(
  { models, parts }: OpenedModels,
  given: Partial<ServeOptions> = {},
  { version = "0", log = () => {}, verbs = VERBS, jobs = serverJobs as never }: StartContext = {},
): Promise<RunningServer> {
  const options = checkOptions("startServer", SERVE_OPTIONS, given);
  const { host, port, threads, queue, timeLimit, maxItems, maxWords } = options;
  const limits = { items: maxItems, words: maxWords };
  const onReplace = (reason: Error) => log({ level: "error", event: "thread replaced", message: reason.message });
  const answers = new Answers(
    models,
    verbs,
    jobs,
    { models: parts, limits },
    { threads, queue, timeLimit, limits, onReplace },
  );
  const page = new Map([...(await pageFiles()), ...(await shippedFiles())]);
  const app = createApp(answers, { ...options, version, page, log });
  const server = createAdaptorServer({
    fetch: app.fetch as never,
    createServer,
    serverOptions: {
      headersTimeout: HEAD_TIME,
      requestTimeout: Math.max(HEAD_TIME, 1000 * timeLimit),
      keepAliveTimeout: IDLE_TIME,
      connectionsCheckingInterval: 2000,
    },
  }) as Server;
  server.maxConnections = MOST_CONNECTIONS;
  try {
    await listen(server, port, host);
  } catch (error) {
    await answers.crew.close();
    throw error;
  }
  const { port: actual } = server.address() as AddressInfo;
  const shown = host === "127.0.0.1" ? "localhost" : host.includes(":") ? `[${host}]` : host;
  let closing: Promise<void> | undefined;
  const ready = untilReady(answers, () => closing !== undefined);
  ready.catch(() => {}); // for whoever awaits it
  return {
    url: `http://${shown}:${actual}/`,
    ready,
    close: () => (closing ??= shutDown(server, answers, options.grace, app.stop)),
  };
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const reason =
        error.code === "EADDRINUSE"
          ? `port ${port} is in use; expected a free one: choose another with --port, or 0 for any.`
          : `cannot listen on ${host}:${port}: ${error.message}.`;
      reject(new InputError(reason));
    });
    server.listen(port, host, () => resolve());
  });
}

async function untilReady({ crew }: Answers, given: () => boolean): Promise<void> {
  while (crew.ready < crew.threads && !given()) {
    if (crew.refusal !== undefined) throw crew.refusal;
    await new Promise((resolve) => setTimeout(resolve, READY_TICK));
  }
}

async function shutDown(server: Server, answers: Answers, grace: number, stop: () => void): Promise<void> {
  stop();
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const end = performance.now() + 1000 * grace;
  while (answers.under > 0 && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, READY_TICK));
  // Answers that are ready still have to leave.
  await new Promise((resolve) => setTimeout(resolve, READY_TICK));
  await answers.crew.close();
  server.closeIdleConnections();
  const late = setTimeout(() => server.closeAllConnections(), 1000);
  await closed;
  clearTimeout(late);
}
