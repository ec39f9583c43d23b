/**
 * The folder order of docs/architecture.md, enforced: a folder imports only from folders above it, and only the last
 * four from Node.
 */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";

const ORDER = [
  "base",
  "linalg",
  "trees",
  "formats",
  "charts",
  "evaluation",
  "samples",
  "spectral",
  "data",
  "models",
  "applications",
  "kinds",
  "verbs",
  "files",
  "cluster",
  "server",
  "cli",
];
const NODE_FOLDERS = new Set(["files", "cluster", "cli", "server"]);
const SOURCE = resolve(import.meta.dirname, "../src");

interface Import {
  readonly from: string;
  readonly to: string;
}

function importsOf(path: string, text: string): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier !== undefined) {
      found.push((node.moduleSpecifier as ts.StringLiteral).text);
    }
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [argument] = node.arguments;
      if (argument !== undefined && ts.isStringLiteral(argument)) found.push(argument.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Inside `models/`: rooms that several kinds share come first; a kind imports only kinds above it, by their index. */
const MODEL_ORDER = [
  "lexicon",
  "representations",
  "reranking",
  "grammar",
  "vectors",
  "sequence",
  "phones",
  "parser",
  "dependency",
  "induction",
];
const SHARED_ROOMS = new Set(["lexicon", "representations", "reranking", "grammar"]);

/** Applications see kinds of models by their index too, and each other not at all. */
function applicationOffence(from: string, target: string): string | undefined {
  const name = `${relative(SOURCE, from)} imports ${relative(SOURCE, target)}`;
  const [folder, kind, ...inside] = relative(SOURCE, target).split(sep) as [string, string, ...string[]];
  if (folder === "models")
    return SHARED_ROOMS.has(kind) || inside.join("/") === "index.ts"
      ? undefined
      : `${name}; applications see only its index.ts`;
  return kind === relative(SOURCE, from).split(sep)[1] ? undefined : `${name}; applications do not see each other`;
}

const modelOf = (path: string) => relative(join(SOURCE, "models"), path).split(sep);

/** Why an import between two folders of `models/` may not stand, or undefined. */
function modelOffence(from: string, target: string): string | undefined {
  const [kind] = modelOf(from) as [string];
  const [other, ...inside] = modelOf(target) as [string, ...string[]];
  if (kind === other) return undefined;
  const name = `${relative(SOURCE, from)} imports ${relative(SOURCE, target)}`;
  if (!MODEL_ORDER.includes(other)) return `${name}; models/${other}/ is not in the list of kinds`;
  if (MODEL_ORDER.indexOf(other) > MODEL_ORDER.indexOf(kind)) return `${name}, which is below models/${kind}/`;
  if (!SHARED_ROOMS.has(other) && inside.join("/") !== "index.ts") return `${name}; other kinds see only its index.ts`;
  return undefined;
}

const folderOf = (path: string) => relative(SOURCE, path).split(sep)[0]!;

/** Why an import may not stand, or undefined. */
function offence({ from, to }: Import): string | undefined {
  const folder = folderOf(from);
  if (folder.endsWith(".ts")) return undefined; // src/index.ts gathers everything
  if (!ORDER.includes(folder)) return `${folder}/ is not in the list of folders`;
  if (!to.startsWith(".")) {
    return to.startsWith("node:") && !NODE_FOLDERS.has(folder)
      ? `${relative(SOURCE, from)} imports ${to}, and ${folder}/ must run in a browser`
      : undefined;
  }
  const target = folderOf(resolve(dirname(from), to));
  if (ORDER.indexOf(target) > ORDER.indexOf(folder))
    return `${relative(SOURCE, from)} imports from ${target}/, which is below ${folder}/`;
  if (folder === "models" && target === "models") return modelOffence(from, resolve(dirname(from), to));
  if (folder === "applications" && (target === "models" || target === "applications"))
    return applicationOffence(from, resolve(dirname(from), to));
  return undefined;
}

describe("folders", () => {
  test("import only from folders above them, and Node modules only in files/, cluster/, server/ and cli/", () => {
    const offences: string[] = [];
    for (const entry of readdirSync(SOURCE, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !entry.name.endsWith(".ts")) continue;
      const path = join(entry.parentPath, entry.name);
      for (const to of importsOf(path, readFileSync(path, "utf8"))) {
        const reason = offence({ from: path, to });
        if (reason !== undefined) offences.push(reason);
      }
    }
    expect(offences).toEqual([]);
  });

  test("the check sees a breach of either kind", () => {
    const from = join(SOURCE, "trees", "tree.ts");
    expect(offence({ from, to: "../models/parser/model.ts" })).toMatch("which is below trees/");
    expect(offence({ from, to: "node:fs" })).toMatch("must run in a browser");
    expect(offence({ from, to: "../base/errors.ts" })).toBeUndefined();
    const model = join(SOURCE, "models", "sequence", "learn.ts");
    expect(offence({ from: model, to: "../parser/index.ts" })).toMatch("which is below models/sequence/");
    expect(offence({ from: model, to: "../vectors/model.ts" })).toMatch("other kinds see only its index.ts");
    expect(offence({ from: model, to: "../vectors/index.ts" })).toBeUndefined();
    expect(offence({ from: model, to: "../lexicon/spelling.ts" })).toBeUndefined();
    const application = join(SOURCE, "applications", "similarity", "learn.ts");
    expect(offence({ from: application, to: "../../models/vectors/model.ts" })).toMatch(
      "applications see only its index",
    );
    expect(offence({ from: application, to: "../captions/index.ts" })).toMatch("applications do not see each other");
    expect(offence({ from: application, to: "../../models/parser/index.ts" })).toBeUndefined();
    expect(offence({ from: application, to: "./surface/surface.ts" })).toBeUndefined();
    expect(importsOf("x.ts", 'export * from "a"; const b = await import("node:b");')).toEqual(["a", "node:b"]);
  });

  test.each(["vectors", "sequence", "phones", "parser", "dependency", "induction"])(
    "a command of %s loads only the kinds of models that it stands on, so that it starts quickly",
    (kind) => {
      const loaded = [...loadedWith(join(SOURCE, "cli", "kinds", `${kind}.ts`))].map((path) => relative(SOURCE, path));
      expect(loaded.length).toBeGreaterThan(100);
      const allowed = MODEL_ORDER.slice(0, MODEL_ORDER.indexOf(kind) + 1);
      const offences = loaded
        .map((path) => path.split(sep) as [string, string])
        .filter(([folder, room]) => folder === "applications" || (folder === "models" && !allowed.includes(room)));
      expect([...new Set(offences.map((path) => path.slice(0, 2).join("/")))]).toEqual([]);
    },
  );
});

/** The modules that are loaded with one: what it imports when it starts, types and `import()` aside. */
function loadedWith(path: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(path)) return found;
  found.add(path);
  const file = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
  for (const statement of file.statements) {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) continue;
    const target = statement.moduleSpecifier;
    if (target === undefined || !ts.isStringLiteral(target) || !target.text.startsWith(".")) continue;
    if (ts.isImportDeclaration(statement) ? isTypesOnly(statement.importClause) : statement.isTypeOnly) continue;
    const next = resolve(dirname(path), target.text);
    if (!next.endsWith(".generated.ts")) loadedWith(next, found);
  }
  return found;
}

/** `import type …`; `import { type A }` still loads its module. */
const isTypesOnly = (clause: ts.ImportClause | undefined) => clause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
