/**
 * The messages of Spark Connect that are used here, with the numbers that their fields have on the wire. All others are
 * left out: a reader skips fields that it does not know. `proto-loader` takes the declarations as JSON.
 */

type Field = readonly [type: string, id: number, rule?: "repeated" | "map"];

const message = (fields: Readonly<Record<string, Field>>, nested: Readonly<Record<string, object>> = {}) => ({
  fields: Object.fromEntries(
    Object.entries(fields).map(([name, [type, id, rule]]) => [
      name,
      rule === "map" ? { keyType: "string", type, id } : { type, id, ...(rule === undefined ? {} : { rule }) },
    ]),
  ),
  nested,
});

const SESSION = { session_id: ["string", 1], user_context: ["UserContext", 2] } as const;

const call = (requestType: string, responseType: string, responseStream = false) => ({
  requestType,
  responseType,
  responseStream,
});

/** The service and its messages. */
export const SPARK_CONNECT = {
  nested: {
    spark: {
      nested: {
        connect: {
          nested: {
            SparkConnectService: {
              methods: {
                ExecutePlan: call("ExecutePlanRequest", "ExecutePlanResponse", true),
                ReattachExecute: call("ReattachExecuteRequest", "ExecutePlanResponse", true),
                ReleaseExecute: call("ReleaseExecuteRequest", "ReleaseExecuteResponse"),
                Interrupt: call("InterruptRequest", "InterruptResponse"),
                ReleaseSession: call("ReleaseSessionRequest", "ReleaseSessionResponse"),
              },
            },
            UserContext: message({ user_id: ["string", 1], user_name: ["string", 2] }),
            ExecutePlanRequest: message(
              {
                ...SESSION,
                operation_id: ["string", 6],
                plan: ["Plan", 3],
                client_type: ["string", 4],
                request_options: ["RequestOption", 5, "repeated"],
              },
              { RequestOption: message({ reattach_options: ["ReattachOptions", 1] }) },
            ),
            ReattachOptions: message({ reattachable: ["bool", 1] }),
            ExecutePlanResponse: message(
              {
                session_id: ["string", 1],
                operation_id: ["string", 12],
                response_id: ["string", 13],
                arrow_batch: ["ArrowBatch", 2],
                result_complete: ["ResultComplete", 14],
                execution_progress: ["ExecutionProgress", 18],
              },
              {
                ArrowBatch: message({ row_count: ["int64", 1], data: ["bytes", 2], start_offset: ["int64", 3] }),
                ResultComplete: message({}),
                ExecutionProgress: message(
                  { stages: ["StageInfo", 1, "repeated"], num_inflight_tasks: ["int64", 2] },
                  {
                    StageInfo: message({
                      stage_id: ["int64", 1],
                      num_tasks: ["int64", 2],
                      num_completed_tasks: ["int64", 3],
                      input_bytes_read: ["int64", 4],
                      done: ["bool", 5],
                    }),
                  },
                ),
              },
            ),
            ReattachExecuteRequest: message({
              ...SESSION,
              operation_id: ["string", 3],
              client_type: ["string", 4],
              last_response_id: ["string", 5],
            }),
            ReleaseExecuteRequest: message(
              {
                ...SESSION,
                operation_id: ["string", 3],
                client_type: ["string", 4],
                release_all: ["ReleaseAll", 5],
                release_until: ["ReleaseUntil", 6],
              },
              { ReleaseAll: message({}), ReleaseUntil: message({ response_id: ["string", 1] }) },
            ),
            ReleaseExecuteResponse: message({ session_id: ["string", 1] }),
            InterruptRequest: message({
              ...SESSION,
              client_type: ["string", 3],
              interrupt_type: ["int32", 4],
              operation_id: ["string", 6],
            }),
            InterruptResponse: message({ interrupted_ids: ["string", 2, "repeated"] }),
            ReleaseSessionRequest: message({ ...SESSION, client_type: ["string", 3] }),
            ReleaseSessionResponse: message({ session_id: ["string", 1] }),
            Plan: message({ root: ["Relation", 1], command: ["Command", 2] }),
            Relation: message({ sql: ["SQL", 10] }),
            SQL: message({ query: ["string", 1], named_arguments: ["Expression", 4, "map"] }),
            Expression: message({ literal: ["Literal", 1] }, { Literal: message({ string: ["string", 13] }) }),
            Command: message({ write_operation: ["WriteOperation", 2], sql_command: ["SqlCommand", 5] }),
            SqlCommand: message({ input: ["Relation", 6] }),
            WriteOperation: message({
              input: ["Relation", 1],
              source: ["string", 2],
              path: ["string", 3],
              mode: ["int32", 5],
              options: ["string", 9, "map"],
            }),
          },
        },
      },
    },
  },
};

/** `InterruptRequest.interrupt_type`: one operation. */
export const INTERRUPT_OPERATION = 3;
/** `WriteOperation.mode`: fail where there is something already. */
export const SAVE_IF_NEW = 3;

/** A relation: the rows of a statement. */
export interface Relation {
  readonly sql: {
    readonly query: string;
    readonly named_arguments: Readonly<Record<string, { readonly literal: { readonly string: string } }>>;
  };
}

/** What `ExecutePlan` is asked for. */
export type Plan = { readonly root: Relation } | { readonly command: object };

/** One message of an answer. Numbers of 64 bits come as numbers. */
export interface ExecuteResponse {
  readonly response_id: string;
  readonly arrow_batch?: {
    readonly row_count?: number | undefined;
    readonly data: Uint8Array;
    readonly start_offset?: number;
  } | null;
  readonly result_complete?: object | null;
  readonly execution_progress?: {
    readonly stages?: readonly {
      readonly num_tasks: number;
      readonly num_completed_tasks: number;
      readonly input_bytes_read: number;
    }[];
  } | null;
}

/** What an interruption has stopped. */
export interface InterruptResponse {
  readonly interrupted_ids?: readonly string[];
}
