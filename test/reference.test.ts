/** Every public name, of the root and of the subpaths, has a doc comment: the reference is built from them. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

const root = resolve(import.meta.dirname, "..");
const { exports } = JSON.parse(readFileSync(resolve(root, "package.json"), "utf8")) as {
  exports: Record<string, string | { readonly types: string }>;
};

const sources = Object.values(exports).flatMap((entry) =>
  typeof entry === "string" ? [] : [entry.types.replace("./dist/", "src/").replace(/\.d\.ts$/, ".ts")],
);

test("every subpath is in the reference", () => {
  const { entryPoints } = JSON.parse(readFileSync(resolve(root, "typedoc.json"), "utf8"));
  // The root of browsers has the names of the other root.
  expect(entryPoints.toSorted()).toEqual(sources.filter((path) => path !== "src/browser.ts").toSorted());
});

test("every public name has a doc comment", () => {
  const entries = sources.map((path) => resolve(root, path));
  expect(entries.length).toBeGreaterThan(10);
  const { config } = ts.readConfigFile(resolve(root, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const program = ts.createProgram(entries, { ...options, noEmit: true });
  const checker = program.getTypeChecker();
  const missing = new Set<string>();
  let names = 0;
  for (const entry of entries) {
    const module = checker.getSymbolAtLocation(program.getSourceFile(entry)!)!;
    for (const found of checker.getExportsOfModule(module)) {
      names++;
      const symbol = found.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(found) : found;
      if (symbol.getDocumentationComment(checker).length > 0) continue;
      const file = symbol.declarations?.[0]?.getSourceFile().fileName ?? entry;
      missing.add(`${file.slice(root.length + 1)}: ${symbol.name}`);
    }
  }
  expect(names).toBeGreaterThan(300);
  expect([...missing].sort()).toEqual([]);
});
