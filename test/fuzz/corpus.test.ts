/** Inputs that once broke something, found by `npm run fuzz` and made small: none may do so again. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { FAMILIES } from "./families/index.ts";

const CORPUS = resolve(import.meta.dirname, "../corpus");

describe.each(FAMILIES.map((family) => [family.name, family] as const))("%s", (name, family) => {
  const folder = join(CORPUS, name);
  const files = existsSync(folder) ? readdirSync(folder) : [];

  test("its seeds hold", async () => {
    for (const seed of await family.seeds()) expect(typeof (await family.run(seed))).toBe("string");
  });

  test.each(files)("%s", async (file) => {
    expect(typeof (await family.run(new Uint8Array(readFileSync(join(folder, file)))))).toBe("string");
  });
});
