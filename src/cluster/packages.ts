/**
 * The packages that talk to a cluster: optional peers, loaded when they are first needed. Of each only what is used is
 * declared, so that the types of this library need none of them.
 */
import { ClusterError } from "../base/errors.ts";

/** Of @grpc/grpc-js. */
export interface Grpc {
  readonly credentials: { createSsl(): object; createInsecure(): object };
  readonly Metadata: new () => { set(name: string, value: string): void };
  loadPackageDefinition(definition: object): unknown;
}

/** Of @grpc/proto-loader. */
export interface ProtoLoader {
  fromJSON(declarations: object, options: object): object;
}

/** Of apache-arrow. */
export interface Arrow {
  readonly RecordBatchReader: { from(data: Uint8Array): Iterable<unknown> };
}

/** Of hyparquet. */
export interface Parquet {
  asyncBufferFromFile(path: string): Promise<object>;
  parquetMetadataAsync(file: object): Promise<{ readonly row_groups: readonly { readonly num_rows: bigint }[] }>;
  parquetRead(options: {
    readonly file: object;
    readonly metadata: object;
    readonly columns: readonly string[];
    readonly rowStart: number;
    readonly rowEnd: number;
    readonly onChunk: (chunk: { readonly columnName: string; readonly columnData: ArrayLike<unknown> }) => void;
  }): Promise<void>;
}

async function loaded<T>(load: () => Promise<unknown>, purpose: string, packages: string): Promise<T> {
  try {
    return (await load()) as T;
  } catch (error) {
    if ((error as { readonly code?: string }).code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new ClusterError(
      `${purpose} needs packages that are not installed; expected ${packages}; run "npm install ${packages}".`,
    );
  }
}

const SPARK = ["counting on Spark", "@grpc/grpc-js @grpc/proto-loader apache-arrow"] as const;

export const loadGrpc = (): Promise<Grpc> => loaded(() => import("@grpc/grpc-js"), ...SPARK);
export const loadProtoLoader = (): Promise<ProtoLoader> => loaded(() => import("@grpc/proto-loader"), ...SPARK);
export const loadArrow = (): Promise<Arrow> => loaded(() => import("apache-arrow"), ...SPARK);
export const loadParquet = (): Promise<Parquet> =>
  loaded(() => import("hyparquet"), "reading kept counts", "hyparquet");
