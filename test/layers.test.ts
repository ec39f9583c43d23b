/** The folder order of docs/architecture.md, enforced: a folder imports only from folders above it, and only the last three from Node. */
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
  "models",
  "applications",
  "files",
  "cli",
  "server",
];
const NODE_FOLDERS = new Set(["files", "cli", "server"]);
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
  if (ORDER.indexOf(target) > ORDER.indexOf(folder)) return `${relative(SOURCE, from)} imports from ${target}/, which is below ${folder}/`;
  return undefined;
}

describe("folders", () => {
  test("import only from folders above them, and Node modules only in files/, cli/ and server/", () => {
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
    expect(importsOf("x.ts", 'export * from "a"; const b = await import("node:b");')).toEqual(["a", "node:b"]);
  });
});
