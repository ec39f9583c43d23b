/**
 * The files of the page, read once at the start: a request can only name one of them, so no path leads anywhere else.
 */
import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

export interface PageFile {
  readonly type: string;
  readonly body: Uint8Array<ArrayBuffer>;
  readonly packed: Uint8Array<ArrayBuffer> | undefined;
  /** Its name holds a checksum: it never changes. */
  readonly lasting: boolean;
}

const TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  png: "image/png",
  json: "application/json",
  wasm: "application/wasm",
  txt: "text/plain; charset=utf-8",
  paths: "text/plain; charset=utf-8",
};

/** The models of the package, two folders up in the sources and in the build. */
const PRETRAINED = new URL("../../pretrained/", import.meta.url);
/** Where the build puts the page, seen from dist/server and from src/server. */
const FOLDERS = ["../page/", "../../dist/page/"].map((path) => fileURLToPath(new URL(path, import.meta.url)));

/** The folder of models that a page without a server fetches; this server has its own. */
const MODELS = "/pretrained/";
/** Word classes, of which the page draws the tree, and word vectors, with which it learns small models. */
const [CLASSES, VECTORS] = ["en/clusters.paths", "en/vectors.model"];

/** By path; empty where the page has not been built. */
export async function pageFiles(folders: readonly string[] = FOLDERS): Promise<ReadonlyMap<string, PageFile>> {
  for (const folder of folders) {
    const files = await filesOf(folder);
    if (files.size > 0) return files;
  }
  return new Map();
}

/** The word classes and vectors that come with Eigentree, for the page to fetch, and the list that says so. */
export async function shippedFiles(folder: URL = PRETRAINED): Promise<ReadonlyMap<string, PageFile>> {
  const files = new Map<string, PageFile>();
  for (const name of [CLASSES, VECTORS]) {
    const body = await readFile(new URL(name, folder)).catch(() => undefined);
    if (body !== undefined) files.set(`${MODELS}${name}`, pageFile(name, new Uint8Array(body)));
  }
  const known = (name: string) => (files.has(`${MODELS}${name}`) ? name : undefined);
  const list = JSON.stringify({ models: [], classes: known(CLASSES), vectors: known(VECTORS) });
  if (files.size > 0) files.set(`${MODELS}index.json`, pageFile("index.json", new TextEncoder().encode(list)));
  return files;
}

function pageFile(name: string, body: Uint8Array<ArrayBuffer>): PageFile {
  const type = TYPES[name.split(".").at(-1)!] ?? "application/octet-stream";
  const packed = /text|json|svg/.test(type) ? new Uint8Array(gzipSync(body)) : undefined;
  return { type, body, packed, lasting: name.startsWith("/assets/") };
}

/** The page as this server gives it: it says that there is a server to ask. */
function served(index: PageFile): PageFile {
  const text = new TextDecoder().decode(index.body).replace("<!-- server -->", '<meta name="eigentree-server">');
  const body = new TextEncoder().encode(text);
  return { ...index, body, packed: new Uint8Array(gzipSync(body)) };
}

async function filesOf(folder: string): Promise<Map<string, PageFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = new Map<string, PageFile>();
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const name = `/${relative(folder, path).split(sep).join("/")}`;
    if (name.startsWith(MODELS) && !name.endsWith(".json")) continue;
    files.set(name, pageFile(name, new Uint8Array(await readFile(path))));
  }
  const index = files.get("/index.html");
  if (index !== undefined) for (const name of ["/", "/index.html"]) files.set(name, served(index));
  return files;
}
