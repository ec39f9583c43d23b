/**
 * Puts the shipped English models beside the page, so that it works as static files: `dist/page/pretrained/`, with a
 * list that says which there are. Part of `npm run page`; a page that our own server gives does not need them.
 */
import { cp, mkdir, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { SHIPPED } from "../src/kinds/index.ts";
import { verbsOf } from "../src/verbs/index.ts";

const FROM = fileURLToPath(new URL("../pretrained", import.meta.url));
const TO = fileURLToPath(new URL("../dist/page/pretrained", import.meta.url));
const NAME = "en";
const [CLASSES, VECTORS] = [`${NAME}/clusters.paths`, `${NAME}/vectors.model`];

async function copy(file: string): Promise<number> {
  await mkdir(dirname(join(TO, file)), { recursive: true });
  await cp(join(FROM, file), join(TO, file));
  return (await stat(join(TO, file))).size;
}

const models = [];
for (const kind of SHIPPED[NAME]!) {
  const file = `${NAME}/${kind}.model`;
  models.push({ name: `${NAME}-${kind}`, kind, verbs: verbsOf(kind), bytes: await copy(file), file });
}
await copy(CLASSES);
await writeFile(join(TO, "index.json"), `${JSON.stringify({ models, classes: CLASSES, vectors: VECTORS }, null, 2)}\n`);
