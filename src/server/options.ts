/** What `eigentree serve` can be told. */
import { availableParallelism } from "node:os";
import { expert, type OptionsOf, real, text, texts, whole } from "../base/index.ts";

export const SERVE_OPTIONS = {
  port: whole("port to listen on; 0 takes any free one", { default: 8017, min: 0, max: 65_535 }),
  host: text("address to listen on; the default accepts only this machine", { default: "127.0.0.1" }),
  threads: whole("worker threads, which do all the work", { default: availableParallelism(), min: 1, max: 256 }),
  cors: texts("origins whose pages may use the API; * for all; by default none", { default: [] }),
  ...expert({
    queue: whole("requests that may wait; more are answered with 503", { default: 128, min: 0, max: 100_000 }),
    timeLimit: real("seconds a request may take, waiting included", { default: 30, min: 0.1, max: 3600 }),
    maxBody: whole("bytes of a request", { default: 1_000_000, min: 1000, max: 100_000_000 }),
    maxItems: whole("sentences, words or questions of a request", { default: 200, min: 1, max: 100_000 }),
    maxWords: whole("words of a sentence", { default: 150, min: 1, max: 2000 }),
    grace: real("seconds that requests under way get when the server is told to stop", {
      default: 10,
      min: 0,
      max: 600,
    }),
  }),
};

export type ServeOptions = OptionsOf<typeof SERVE_OPTIONS>;
