/** `eigentree serve [MODEL…]`: the HTTP API and the page, until it is told to stop. */
import { flag, type ModelParts } from "../../base/index.ts";
import { modelsToServe, openModels, SERVE_OPTIONS, startServer } from "../../server/index.ts";
import { defineCommand } from "../frame/command.ts";
import { shared } from "../frame/flags.ts";
import { counted } from "../frame/numbers.ts";
import { KINDS } from "../kinds.ts";
import { version } from "../program.ts";

/** Files of others that a kind takes for a model, such as word2vec's. */
async function adopt(path: string): Promise<ModelParts | undefined> {
  for (const entry of KINDS.filter(({ adopts }) => adopts)) {
    const parts = await (await entry.load()).adopt!(path);
    if (parts !== undefined) return parts;
  }
  return undefined;
}

export const serve = defineCommand({
  description:
    "Answers requests about models, and shows a page to try them with. A model is a file, or NAME=FILE to give it a name of " +
    "its own, or the name of a shipped one. Those of English come after the models given, unless --no-shipped leaves " +
    "them out; a request that names no model is answered by the first that can. /openapi.json describes the API. Every request " +
    "is logged to standard error as a line of JSON, without its texts; --quiet stops that. Ctrl-C ends it: requests under way get " +
    "their answers first.",
  arguments: ["[MODEL…]"],
  options: {
    ...SERVE_OPTIONS,
    shipped: flag("serve the English models that come with Eigentree", { default: true }),
    ...shared("quiet"),
  },
  examples: [
    ["eigentree serve", "the page and the API with the shipped models, on this machine"],
    ["eigentree serve parser=english.model news.model --port 9000", "two models before them, on another port"],
  ],
  async run(context, args, { quiet, shipped, ...options }) {
    const opened = await openModels(modelsToServe(args, shipped), adopt);
    const log = (line: object) =>
      quiet
        ? undefined
        : context.streams.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), ...line })}\n`);
    const server = await startServer(opened, options, { version: version(), log });
    await context.print(`${server.url} serves ${counted(opened.models.length, "model")}; Ctrl-C ends it.`);
    const stopped = new Promise<void>((resolve) => {
      // A second signal ends the process at once, as signals do.
      for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
    });
    try {
      await Promise.race([stopped, server.ready.then(() => stopped)]);
      context.note("stopping");
    } finally {
      await server.close();
    }
  },
});
