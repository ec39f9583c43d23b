/** The HTTP API and the page over it. */
export type { LogLine } from "./app.ts";
export { modelsToServe, type NamedModel, namedModels, type OpenedModels, openModels } from "./models.ts";
export { SERVE_OPTIONS, type ServeOptions } from "./options.ts";
export { type RunningServer, type StartContext, startServer } from "./serve.ts";
