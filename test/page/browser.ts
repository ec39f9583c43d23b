/**
 * A real browser for the tests of the page: Chromium where it is installed. Where it is not, the tests say so and are
 * skipped. Everything that goes wrong in a page is collected: errors of the console, requests to other origins.
 */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { afterAll } from "vitest";
import { pageFiles } from "../../src/server/page-files.ts";

const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome", "/snap/bin/chromium"];

export const CHROMIUM = [process.env.CHROMIUM, ...PLACES].find((path) => path !== undefined && existsSync(path));

if (CHROMIUM === undefined)
  console.warn(
    "The tests of the page are skipped: there is no Chromium. Install it (apt-get install chromium) or set CHROMIUM to its path.",
  );

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export interface Watched {
  readonly page: Page;
  /** Errors of the console and of scripts, and requests to any other origin. */
  readonly problems: string[];
}

export async function openBrowser(): Promise<{ newPage(options?: Parameters<typeof open>[1]): Promise<Watched> }> {
  const profile = mkdtempSync(join(tmpdir(), "eigentree-chromium-"));
  const browser = await chromium.launch({
    executablePath: CHROMIUM!,
    args: [...FLAGS],
    env: { ...process.env, HOME: profile },
  });
  afterAll(async () => {
    await browser.close();
    rmSync(profile, { recursive: true, force: true });
  });
  return {
    newPage: async (options) => open(await browser.newContext({ acceptDownloads: true, ...options?.context }), options),
  };
}

async function open(
  context: BrowserContext,
  _options: { readonly context?: Parameters<import("playwright-core").Browser["newContext"]>[0] } = {},
): Promise<Watched> {
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const problems: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") problems.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => problems.push(`script: ${error.message}`));
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (!["localhost", "127.0.0.1"].includes(url.hostname) && !["blob:", "data:"].includes(url.protocol))
      problems.push(`request: ${request.url()}`);
  });
  return { page, problems };
}

/** The built page and further files behind a plain server of files, under a folder: no API, no headers. */
export async function staticServer(further: Readonly<Record<string, Buffer>> = {}): Promise<string> {
  const files = await pageFiles();
  const server = createServer((request, response) => {
    const path = new URL(request.url!, "http://x").pathname.replace(/^\/folder/, "");
    if (Object.hasOwn(further, path)) return void response.end(further[path]);
    const file = files.get(path);
    response.writeHead(file === undefined ? 404 : 200, { "Content-Type": file?.type ?? "text/plain" });
    const body = file === undefined ? "" : Buffer.from(file.body);
    // As the build wrote it: without the mark that a server of ours leaves.
    response.end(path === "/" ? body.toString().replace('<meta name="eigentree-server">', "") : body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterAll(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/folder/`;
}
