/** Jobs that wait, die and never end, for tests of how the server bears them. */
import { appendFileSync, existsSync } from "node:fs";
import { defineJobs } from "../../src/base/index.ts";

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export default defineJobs(import.meta.url, {
  start: () => undefined,
  jobs: {
    ready: async () => true,
    prepare: async ({ request }: { request: { items: string[] } }) => ({ items: request.items, words: 0 }),
    answer: async ({ items }: { items: string[] }) => {
      for (const item of items) {
        if (item === "die") process.exit(3);
        if (item === "throw") throw new Error("a secret path /etc/x");
        if (item === "spin") for (;;);
        if (item === "forever") await new Promise(() => setInterval(() => {}, 1000));
        // Until the test makes the file.
        if (item.startsWith("until ")) while (!existsSync(item.slice(6))) await wait(10);
        if (item.startsWith("mark ")) {
          appendFileSync(item.slice(5), ".");
          await wait(20);
        }
      }
      return items.map((item) => JSON.stringify(item));
    },
  },
});
