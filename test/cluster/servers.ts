/**
 * Real servers of Spark Connect for the tests: Spark and Sail from PyPI, in the folder that EIGENTREE_SPARK_HOME names
 * or in `.spark` of the checkout, which `.ci/run` makes. Where there is none the tests are skipped, and say so. Servers
 * listen on the loopback and end with the test, however it ends.
 */
import { existsSync, readdirSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join, resolve } from "node:path";
import { endOf, type Guarded, guarded } from "./guarded.ts";
import { LIVING, STARTING } from "./limits.ts";

const HOME = process.env.EIGENTREE_SPARK_HOME ?? resolve(import.meta.dirname, "../../.spark");

function packagesFolder(): string | undefined {
  const lib = join(HOME, "lib");
  const python = existsSync(lib) ? readdirSync(lib).find((name) => name.startsWith("python")) : undefined;
  return python === undefined ? undefined : join(lib, python, "site-packages");
}

const PACKAGES = packagesFolder();
const has = (name: string) => PACKAGES !== undefined && existsSync(join(PACKAGES, name));

/** Python with PySpark in it. */
export const PYTHON = join(HOME, "bin/python");
export const SPARK_FOUND = has("pyspark");
export const SAIL_FOUND = has("pysail");

/** Said once for each file whose tests are skipped. */
export const SKIPPED =
  `no Spark in ${HOME}: the tests of counting on a cluster are skipped; ` +
  'install it with "python3 -m venv .spark && .spark/bin/pip install pyspark[connect] pysail".';

/** A running server. */
export interface ClusterServer extends Guarded {
  readonly port: number;
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as { port: number };
  await new Promise<void>((done) => server.close(() => done()));
  return port;
}

/** What Spark's own programs need to be told. */
export function sparkEnvironment(scratch: string): NodeJS.ProcessEnv {
  const { SPARK_REMOTE: _, ...rest } = process.env;
  return {
    ...rest,
    SPARK_HOME: join(PACKAGES!, "pyspark"),
    SPARK_LOCAL_IP: "127.0.0.1",
    SPARK_LOCAL_DIRS: scratch,
    PYSPARK_PYTHON: PYTHON,
  };
}

/** Options for a Java machine that lives for a minute: one quick compiler, no threads for collecting. */
export const SHORT_LIVED = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";

export const sparkSubmit = (): string => join(PACKAGES!, "pyspark/bin/spark-submit");

async function start(command: (port: number, scratch: string) => readonly string[]): Promise<ClusterServer> {
  const port = await freePort();
  const server = await guarded((scratch) => command(port, scratch), { seconds: LIVING, env: sparkEnvironment });
  try {
    await listening(port, server);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return { ...server, port };
}

async function listening(port: number, { running, log }: Guarded): Promise<void> {
  for (const began = Date.now(); Date.now() - began < 1000 * STARTING; ) {
    if (!running()) throw new Error(`the server ended before it listened:\n${endOf(log())}`);
    const open = await new Promise<boolean>((done) => {
      const socket = connect(port, "127.0.0.1", () => {
        socket.destroy();
        done(true);
      }).on("error", () => done(false));
    });
    if (open) return;
    await new Promise((done) => setTimeout(done, 200));
  }
  throw new Error(`the server did not listen within ${STARTING} s and was ended:\n${endOf(log())}`);
}

/** Spark with its Connect server, as `start-connect-server.sh` runs it. */
export function startSpark(
  master = "local[2]",
  settings: Readonly<Record<string, string>> = {},
): Promise<ClusterServer> {
  return start((port, scratch) => [
    sparkSubmit(),
    ...["--master", master, "--driver-memory", "1g"],
    ...Object.entries({
      "spark.ui.enabled": "false",
      "spark.driver.bindAddress": "127.0.0.1",
      "spark.driver.host": "127.0.0.1",
      "spark.connect.grpc.binding.address": "127.0.0.1",
      "spark.connect.grpc.binding.port": String(port),
      "spark.driver.extraJavaOptions": SHORT_LIVED,
      "spark.executor.extraJavaOptions": SHORT_LIVED,
      "spark.sql.shuffle.partitions": "2",
      "spark.sql.warehouse.dir": join(scratch, "warehouse"),
      ...settings,
    }).flatMap(([name, value]) => ["--conf", `${name}=${value}`]),
    ...["--class", "org.apache.spark.sql.connect.service.SparkConnectServer", "spark-internal"],
  ]);
}

export const startSail = (): Promise<ClusterServer> =>
  start((port) => [join(HOME, "bin/sail"), "spark", "server", "--ip", "127.0.0.1", "--port", String(port)]);
