/**
 * All tests that need a real server, in one file, so that they run one after the other: servers that start at once take
 * each other's cores. Spark is started once, with two executors and a token, for the counts and for the faults.
 */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { EIGENTREE } from "../../src/cli/commands.ts";
import { runIn } from "../cli/terminal.ts";
import { countingTests } from "./counting.ts";
import { faultTests } from "./faults.ts";
import { BOUNDED, withinTime } from "./limits.ts";
import { parseScriptTests } from "./parse-script.ts";
import { type ClusterServer, freePort, SAIL_FOUND, SKIPPED, SPARK_FOUND, startSail, startSpark } from "./servers.ts";
import { makeCertificate } from "./tls.ts";

if (!SPARK_FOUND || !SAIL_FOUND) console.warn(SKIPPED);

const TOKEN = "open-sesame";
const folder = mkdtempSync(join(tmpdir(), "eigentree-servers-"));
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(withinTime);

test("no server: a sentence, at once", BOUNDED, async () => {
  const port = await freePort();
  const [input, model] = [join(folder, "text.txt"), join(folder, "x.model")];
  const spark = ["--engine", "spark", "--spark", `sc://127.0.0.1:${port}`, "--input", input];
  const { code, err } = await runIn(EIGENTREE, ["train", "vectors", ...spark, "-o", model]);
  expect([code, err]).toEqual([1, expect.stringContaining(`127.0.0.1:${port}: no Spark Connect server answers`)]);
  expect(readdirSync(folder)).not.toContain("x.model");
});

/** Tests with a server that is started for them. */
function withServer(start: () => Promise<ClusterServer>, tests: (server: () => ClusterServer) => void): void {
  let server: ClusterServer | undefined;
  beforeAll(async () => {
    withinTime();
    server = await start();
  }, BOUNDED.timeout);
  afterAll(() => server?.stop(), BOUNDED.timeout);
  tests(() => server!);
}

describe.skipIf(!SPARK_FOUND)("Spark", () => {
  if (!SPARK_FOUND) return;
  const certificates = { trusted: makeCertificate(folder, "trusted"), foreign: makeCertificate(folder, "foreign") };
  // gRPC reads it when it is loaded, with the first connection.
  process.env.GRPC_DEFAULT_SSL_ROOTS_FILE_PATH = certificates.trusted.cert;
  const settings = { "spark.connect.authenticate.token": TOKEN, "spark.executor.memory": "512m" };
  withServer(
    () => startSpark("local-cluster[2,1,512]", settings),
    (server) => {
      // By this name PySpark sends a token without TLS.
      const address = () => `sc://localhost:${server().port}/;token=${TOKEN}`;
      countingTests("Spark", address);
      parseScriptTests(server, address);
      faultTests(server, TOKEN, certificates);
    },
  );
});

describe.skipIf(!SAIL_FOUND)("Sail", () => {
  withServer(startSail, (server) => countingTests("Sail", () => `sc://127.0.0.1:${server().port}`));
});
