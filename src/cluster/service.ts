/** The calls of Spark Connect over gRPC, and the connection on which they go out. */
import type { Connection } from "./connection.ts";
import { type ExecuteResponse, SPARK_CONNECT } from "./messages.ts";
import { loadGrpc, loadProtoLoader } from "./packages.ts";

const LARGEST_MESSAGE = 128 * 2 ** 20;

/** A stream of answers as grpc-js gives it. */
export type Answers = AsyncIterable<ExecuteResponse> & { cancel(): void };
type Callback = (error: Error | null, answer?: unknown) => void;

/** The calls of the service. */
export interface Service {
  executePlan(request: object, metadata: object): Answers;
  reattachExecute(request: object, metadata: object): Answers;
  releaseExecute(request: object, metadata: object, options: object, callback: Callback): unknown;
  interrupt(request: object, metadata: object, options: object, callback: Callback): unknown;
  releaseSession(request: object, metadata: object, options: object, callback: Callback): unknown;
  close(): void;
}

/** The service behind a connection, and the headers that each of its calls carries. Nothing is sent yet. */
export async function openService(connection: Connection): Promise<{ service: Service; metadata: object }> {
  const [grpc, loader] = await Promise.all([loadGrpc(), loadProtoLoader()]);
  const definition = loader.fromJSON(SPARK_CONNECT, { keepCase: true, longs: Number });
  const { spark } = grpc.loadPackageDefinition(definition) as {
    readonly spark: {
      readonly connect: { readonly SparkConnectService: new (...given: readonly unknown[]) => Service };
    };
  };
  const { host, port, secure, token, headers } = connection;
  const credentials = secure ? grpc.credentials.createSsl() : grpc.credentials.createInsecure();
  const service = new spark.connect.SparkConnectService(`${host}:${port}`, credentials, {
    "grpc.max_receive_message_length": LARGEST_MESSAGE,
    "grpc.max_send_message_length": LARGEST_MESSAGE,
    // A connection that is silent for minutes, as during a long stage, is asked whether it is still there.
    "grpc.keepalive_time_ms": 60_000,
    "grpc.keepalive_timeout_ms": 20_000,
  });
  const metadata = new grpc.Metadata();
  if (token !== undefined) metadata.set("authorization", `Bearer ${token}`);
  for (const [name, value] of Object.entries(headers)) metadata.set(name, value);
  return { service, metadata };
}
