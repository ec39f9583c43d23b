/**
 * The page in Chromium: how soon it is painted, how much script that takes, and how long it learns.
 *
 *   npx tsx bench/page.ts [TREES] [STATES]
 *
 * Serves the shipped models, loads the page a few times with an empty cache, then trains by the spectral method on
 * synthetic trees. CHROMIUM names the browser where it is not /usr/bin/chromium.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { chromium } from "playwright-core";
import { record } from "./result.ts";

const [trees = "3000", states = "16"] = process.argv.slice(2);
const MAIN = resolve(import.meta.dirname, "../dist/cli/main.js");
const LOADS = 5;

const server = spawn(process.execPath, [MAIN, "serve", "--port", "0", "--quiet"], {
  stdio: ["ignore", "pipe", "inherit"],
});
const [line] = (await once(server.stdout.setEncoding("utf8"), "data")) as [string];
const url = line.split(" ")[0]!;
for (;;) {
  if ((await fetch(`${url}readyz`)).status === 200) break;
  await new Promise((wait) => setTimeout(wait, 200));
}
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic"],
});
const middle = (values: readonly number[]) => [...values].sort((x, y) => x - y)[Math.floor(values.length / 2)]!;

try {
  const paints: number[] = [];
  const drawn: number[] = [];
  let script = 0;
  for (let load = 0; load < LOADS; load++) {
    const context = await browser.newContext();
    const page = await context.newPage();
    const started = performance.now();
    await page.goto(url);
    await page.locator("svg.tree").first().waitFor();
    drawn.push(performance.now() - started);
    const [paint, bytes] = await page.evaluate(() => [
      performance.getEntriesByName("first-contentful-paint")[0]!.startTime,
      performance
        .getEntriesByType("resource")
        .filter(({ name }) => name.endsWith(".js"))
        .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
    ]);
    paints.push(paint!);
    script = Math.max(script, bytes!);
    await context.close();
  }

  const page = await browser.newPage();
  await page.goto(`${url}#/train?trees=${trees}&m=${states}&methods=spectral`);
  const isolated = await page.evaluate(() => crossOriginIsolated);
  const button = page.getByRole("button", { name: "Train", exact: true });
  await button.click();
  const started = performance.now();
  await page.locator(".results tbody tr").waitFor({ timeout: 230_000 });
  const whole = (performance.now() - started) / 1000;
  const cells = await page.locator(".results tbody td").allTextContents();
  const [, training, f1, , rate] = cells;

  const ms = (value: number) => Math.round(value);
  record("page", {
    section: "Server",
    title: `The page in Chromium on ${availableParallelism()} cores`,
    command: `npx tsx bench/page.ts ${trees} ${states}`,
    columns: ["what", "figure"],
    rows: [
      [`first contentful paint, empty cache, ms (median of ${LOADS})`, ms(middle(paints))],
      ["first tree of the shipped parser on the screen, ms", ms(middle(drawn))],
      ["script of the first view, bytes, packed", script],
      [`spectral training, ${Number(trees).toLocaleString("en")} trees, m = ${states}`, training!],
      ["training and scoring of the held-out trees, s", Math.round(10 * whole) / 10],
      ["F1 on the held-out trees", f1!],
      ["sentences/s", rate!],
    ],
    notes: [
      isolated ? "The page is isolated from other origins: its threads share memory." : "The page is not isolated.",
    ],
    details: { paints, drawn },
  });
} finally {
  await browser.close();
  server.kill("SIGTERM");
}
