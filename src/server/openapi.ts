/** The OpenAPI document of the API, made from the declarations of the verbs, which are those of the command line. */
import { type JsonSchema, optionSchema } from "../base/index.ts";
import type { Verb } from "../verbs/index.ts";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object) => ({ "application/json": { schema } });
const text = (description: string) => ({ description, content: { "text/plain": { schema: { type: "string" } } } });

const ERRORS: Readonly<Record<number, string>> = {
  400: "the request cannot be read, or a field of it is wrong",
  404: "there is no such model",
  413: "the request is larger than is allowed",
  415: "the body is not declared as application/json",
  500: "the work failed; a thread that died is replaced",
  503: "too many requests are waiting; Retry-After says when to try again",
  504: "no answer within the time limit",
};

const errorResponses = Object.fromEntries(
  Object.entries(ERRORS).map(([status, description]) => [status, { description, content: json(ref("Error")) }]),
);

function requestSchema({ items, text: takesText, options, required = [] }: Verb): JsonSchema {
  const alternatives = items === undefined ? [] : [items.name, ...(takesText ? ["text"] : [])];
  const fields: Record<string, JsonSchema> = {
    model: { type: "string", description: "name of a model; by default the first that can answer" },
  };
  if (items !== undefined) fields[items.name] = { type: "array", items: items.schema, description: items.meaning };
  if (takesText) fields.text = { type: "string", description: `running text, in place of ${items!.name}` };
  for (const [name, spec] of Object.entries(options)) fields[name] = optionSchema(spec);
  return {
    type: "object",
    properties: fields,
    additionalProperties: false,
    ...(required.length > 0 ? { required } : {}),
    ...(alternatives.length === 1 ? { required: alternatives } : {}),
    ...(alternatives.length > 1 ? { oneOf: alternatives.map((name) => ({ required: [name] })) } : {}),
  };
}

function answerSchema({ items, answer }: Verb): JsonSchema {
  const model: JsonSchema = { type: "string" };
  if (items !== undefined) {
    const list: JsonSchema = { type: "array", items: answer, description: "answers in the order of the request" };
    return { type: "object", properties: { model, [items.name]: list }, required: ["model", items.name] };
  }
  const { properties = {}, required = [] } = answer as { properties?: JsonSchema; required?: readonly string[] };
  return { ...answer, properties: { model, ...properties }, required: ["model", ...required] };
}

function operation(verb: Verb) {
  return {
    operationId: verb.name,
    summary: verb.summary,
    description: `Models of these kinds answer: ${verb.kinds.join(", ")}.`,
    requestBody: { required: true, content: json(requestSchema(verb)) },
    responses: { 200: { description: "the answers", content: json(answerSchema(verb)) }, ...errorResponses },
  };
}

export function openApi(verbs: readonly Verb[], version: string): object {
  return {
    openapi: "3.1.0",
    info: {
      title: "Eigentree",
      version,
      description: "Parsing, tagging and word vectors over HTTP, with the models that the server was started with.",
      license: { name: "MIT", identifier: "MIT" },
    },
    paths: {
      "/v1/models": {
        get: {
          operationId: "models",
          summary: "list the models and the verbs they answer",
          responses: { 200: { description: "the models", content: json(ref("Models")) } },
        },
      },
      ...Object.fromEntries(verbs.map((verb) => [`/v1/${verb.name}`, { post: operation(verb) }])),
      "/healthz": { get: { operationId: "healthz", responses: { 200: text("the server lives") } } },
      "/readyz": {
        get: {
          operationId: "readyz",
          responses: { 200: text("all threads have their models ready"), 503: text("not ready yet, or no longer") },
        },
      },
      "/metrics": { get: { operationId: "metrics", responses: { 200: text("counters in the format of Prometheus") } } },
    },
    components: {
      schemas: {
        Error: {
          type: "object",
          required: ["error"],
          properties: {
            error: {
              type: "object",
              required: ["class", "code", "message"],
              properties: {
                class: { type: "string", description: "class of the error in the library" },
                code: { type: "string", description: "stable: programs may test it" },
                message: { type: "string" },
                option: { type: "string", description: "the field that is wrong" },
              },
            },
          },
        },
        Models: {
          type: "object",
          required: ["models"],
          properties: {
            models: {
              type: "array",
              items: {
                type: "object",
                required: ["name", "kind", "verbs", "bytes"],
                properties: {
                  name: { type: "string" },
                  kind: { type: "string" },
                  verbs: { type: "array", items: { type: "string" } },
                  bytes: { type: "integer", description: "size of its tensors" },
                },
              },
            },
          },
        },
      },
    },
  };
}
