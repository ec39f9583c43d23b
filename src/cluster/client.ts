/**
 * A client of Spark Connect: statements go out, Arrow batches come back. Answers can be taken up again: each message
 * has a number, and after a lost connection the server sends on from the last one that arrived. What the server sends
 * is therefore used exactly once.
 */
import { randomUUID } from "node:crypto";
import { ClusterError } from "../base/errors.ts";
import { type StopSignal, throwIfStopped } from "../base/stopping.ts";
import { addressOf, type Connection } from "./connection.ts";
import { type CallFailure, clusterError, isCallFailure, isForgotten, isPassing } from "./failures.ts";
import {
  type ExecuteResponse,
  INTERRUPT_OPERATION,
  type InterruptResponse,
  type Plan,
  type Relation,
  SAVE_IF_NEW,
} from "./messages.ts";
import { loadArrow } from "./packages.ts";
import type { Query, SparkInput } from "./queries.ts";
import { type Answers, openService, type Service } from "./service.ts";
import { Waits } from "./waits.ts";

/** A column of a batch, as Arrow keeps it. */
export interface Column {
  readonly nullCount: number;
  get(i: number): unknown;
  toArray(): unknown;
}

/** A batch of rows: its columns by name. */
export interface Batch {
  readonly numRows: number;
  getChild(name: string): Column | null;
}

/** How far a statement is, in Spark's tasks. */
export interface TaskProgress {
  readonly done: number;
  readonly total: number;
  readonly bytes: number;
}

/** What a running statement has in addition to its text. */
export interface Watching {
  readonly signal?: StopSignal | undefined;
  readonly onProgress?: ((progress: TaskProgress) => void) | undefined;
  /** What is read, for sentences about it. */
  readonly input?: SparkInput | undefined;
}

const CLIENT_TYPE = "eigentree";
/** Messages between two notes to the server that it may forget what has arrived. */
const RELEASE_EVERY = 8;
/** Time for a farewell, in milliseconds: nobody waits longer for a server that does not answer. */
const FAREWELL = 5000;
/** How long, and how often, the server is asked to stop a statement, in milliseconds. */
const LAST_TRY = 1000;
const BETWEEN_TRIES = 100;

/** One session with a server. Close it when it is no longer needed. */
export class SparkClient {
  readonly #service: Service;
  readonly #metadata: object;
  readonly #session: object;
  #answered = false;

  private constructor(
    readonly connection: Connection,
    /** How long a lost connection is tried again, in seconds. */
    readonly patience: number,
    service: Service,
    metadata: object,
  ) {
    this.#service = service;
    this.#metadata = metadata;
    const { sessionId, userId } = connection;
    this.#session = {
      session_id: sessionId,
      user_context: { user_id: userId, user_name: userId },
      client_type: CLIENT_TYPE,
    };
  }

  /** Opens a session; the server learns of it with the first statement. */
  static async open(connection: Connection, { patience = 60 } = {}): Promise<SparkClient> {
    const { service, metadata } = await openService(connection);
    return new SparkClient(connection, patience, service, metadata);
  }

  /** The rows of a query as they come, in batches. */
  async *rows(query: Query, watching: Watching = {}): AsyncGenerator<Batch> {
    const { RecordBatchReader } = await loadArrow();
    let rows = 0;
    for await (const { arrow_batch: batch } of this.#answers({ root: relationOf(query) }, watching)) {
      if (!batch) continue;
      if (batch.start_offset !== undefined && batch.start_offset !== rows) {
        throw new ClusterError(
          `${addressOf(this.connection)}: rows from ${batch.start_offset} on came after ${rows}; some were lost. Run it again.`,
        );
      }
      // A field that is zero is not sent: a batch without rows has no count.
      const announced = batch.row_count ?? 0;
      let found = 0;
      for (const part of RecordBatchReader.from(batch.data) as Iterable<Batch>) {
        found += part.numRows;
        if (part.numRows > 0) yield part;
      }
      if (found !== announced) {
        throw new ClusterError(
          `${addressOf(this.connection)}: a batch of ${announced} rows has ${found}; it is damaged. Run it again.`,
        );
      }
      rows += announced;
    }
  }

  /** Runs a statement that gives no rows. */
  async run(query: Query, watching: Watching = {}): Promise<void> {
    for await (const _ of this.#answers({ command: { sql_command: { input: relationOf(query) } } }, watching));
  }

  /** Lets Spark write the rows of a query to a new folder of Parquet files. */
  async write(query: Query, path: string, watching: Watching = {}): Promise<void> {
    // Every reader of Parquet knows snappy.
    const options = { compression: "snappy" };
    const operation = { input: relationOf(query), source: "parquet", path, mode: SAVE_IF_NEW, options };
    for await (const _ of this.#answers({ command: { write_operation: operation } }, watching));
  }

  /** Ends the session. */
  async close(): Promise<void> {
    if (this.#answered) await this.#farewell("releaseSession", {});
    this.#service.close();
  }

  /** The messages of one operation, over as many connections as it takes. */
  async *#answers(plan: Plan, watching: Watching): AsyncGenerator<ExecuteResponse> {
    const { signal } = watching;
    throwIfStopped(signal);
    const operation = { operation_id: randomUUID() };
    const execute = () =>
      this.#service.executePlan(
        {
          ...this.#session,
          ...operation,
          plan,
          request_options: [{ reattach_options: { reattachable: true } }],
        },
        this.#metadata,
      );
    let last: string | undefined;
    const reattach = () =>
      this.#service.reattachExecute(
        { ...this.#session, ...operation, ...(last === undefined ? {} : { last_response_id: last }) },
        this.#metadata,
      );
    let [complete, received] = [false, 0];
    let answers = execute();
    const stop = () => answers.cancel();
    signal?.addEventListener("abort", stop);
    let waits = new Waits(this.patience);
    try {
      while (!complete) {
        try {
          for await (const response of answers) {
            this.#answered = true;
            waits = new Waits(this.patience);
            last = response.response_id;
            if (response.result_complete) complete = true;
            else if (response.execution_progress) watching.onProgress?.(tasksOf(response.execution_progress));
            else yield response;
            if (++received % RELEASE_EVERY === 0 && !complete)
              this.#tell("releaseExecute", { ...operation, release_until: { response_id: last } });
          }
          throwIfStopped(signal);
          // The server ends long answers now and then, and expects to be asked for the rest.
          if (!complete) answers = reattach();
        } catch (error) {
          throwIfStopped(signal);
          if (!isCallFailure(error)) throw error;
          answers = await this.#again(error, { begun: last !== undefined, execute, reattach }, waits, watching);
        }
      }
    } finally {
      signal?.removeEventListener("abort", stop);
      if (complete) this.#tell("releaseExecute", { ...operation, release_all: {} });
      else {
        answers.cancel();
        // Also before the first answer: the server may have the statement already.
        if (this.#answered || signal?.aborted) await this.#interrupt(operation);
      }
    }
  }

  /** The rest of the answer after a failure that may pass; throws where it does not. */
  async #again(
    failure: CallFailure,
    {
      begun,
      execute,
      reattach,
    }: { readonly begun: boolean; readonly execute: () => Answers; readonly reattach: () => Answers },
    waits: Waits,
    { signal, input }: Watching,
  ): Promise<Answers> {
    const error = clusterError(failure, this.connection, input);
    // The statement never reached the server, or reached one that was restarted: it is sent again.
    if (failure.details.includes("OPERATION_ALREADY_EXISTS")) return reattach();
    if (isForgotten(failure) && !begun && waits.tries > 0) return execute();
    if (!isPassing(failure) || !this.#answered) throw error;
    if (!(await waits.next(signal))) throw error;
    return reattach();
  }

  /**
   * Cancels an operation. A statement that is just arriving is not yet known, and would run on: the server is asked
   * until it names the operation among those that it has stopped.
   */
  async #interrupt(operation: { readonly operation_id: string }): Promise<void> {
    const request = { ...operation, interrupt_type: INTERRUPT_OPERATION };
    try {
      for (const began = Date.now(); Date.now() - began < LAST_TRY; ) {
        const { interrupted_ids: stopped } = (await this.#call("interrupt", request)) as InterruptResponse;
        if (stopped?.includes(operation.operation_id)) return;
        await new Promise((done) => setTimeout(done, BETWEEN_TRIES));
      }
    } catch {
      // The server cannot be reached; it gives up what nobody asks for after some minutes.
    }
  }

  #call(name: "releaseExecute" | "interrupt" | "releaseSession", request: object): Promise<unknown> {
    const deadline = new Date(Date.now() + FAREWELL);
    return new Promise((resolve, reject) => {
      this.#service[name]({ ...this.#session, ...request }, this.#metadata, { deadline }, (error, answer) =>
        error === null ? resolve(answer) : reject(error),
      );
    });
  }

  /** Nothing depends on whether the message arrives: the server forgets by itself after some minutes. */
  #tell(name: "releaseExecute", request: object): void {
    this.#call(name, request).catch(() => {});
  }

  async #farewell(name: "releaseSession", request: object): Promise<void> {
    await this.#call(name, request).catch(() => {});
  }
}

const relationOf = ({ sql, parameters }: Query): Relation => ({
  sql: {
    query: sql,
    named_arguments: Object.fromEntries(
      Object.entries(parameters).map(([name, value]) => [name, { literal: { string: value } }]),
    ),
  },
});

function tasksOf({ stages = [] }: NonNullable<ExecuteResponse["execution_progress"]>): TaskProgress {
  let [done, total, bytes] = [0, 0, 0];
  for (const stage of stages) {
    done += stage.num_completed_tasks ?? 0;
    total += stage.num_tasks ?? 0;
    bytes += stage.input_bytes_read ?? 0;
  }
  return { done, total, bytes };
}
