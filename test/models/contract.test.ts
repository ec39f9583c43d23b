/** One suite for every kind of model: what a user may rely on, whatever the kind. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EigentreeError, encodeModel, type Model, ModelFileError, OptionError } from "../../src/base/index.ts";
import { open, save } from "../../src/files/index.ts";
import { KINDS, type KindName, openBytes, toBytes } from "../../src/kinds/index.ts";
import { comparable } from "./comparable.ts";
import { CONTRACTS } from "./contract/index.ts";

const folder = mkdtempSync(join(tmpdir(), "eigentree-contract-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** A sentence that is longer than any treebank has. */
const LONG = Array.from({ length: 300 }, (_, i) => ["The", "dog", "sees", "a", "cat", "."][i % 6]!);

/** Input that no model has seen. */
const INPUTS: Readonly<Record<string, readonly string[]>> = {
  "one word": ["dog"],
  "an unknown word": ["Zyxwvut"],
  "words of other scripts, and none": ["狗", "🐕", "\u200b", "…", "<b>"],
};

test("every kind has a contract", () => {
  expect(CONTRACTS.map(({ name }) => name).sort()).toEqual(Object.keys(KINDS).sort());
});

const cases = CONTRACTS.flatMap((contract) =>
  Object.keys(contract.variants).map((variant) => [contract.name, variant, contract] as const),
);

// One variant of each: the chart of a parser of that many words takes seconds.
test.each(CONTRACTS.map((contract) => [contract.name, contract] as const))(
  "%s answers a sentence of 300 words",
  async (_, contract) => {
    const [learn] = Object.values(contract.variants);
    const { model } = await learn!({});
    expect(contract.predict(contract.kind.predictor(model), LONG)).toBeDefined();
  },
);

describe.each(cases)("%s, %s", (name, variant, contract) => {
  const path = join(folder, `${name}-${variant.replace(/\W+/g, "-")}.model`);
  const learn = contract.variants[variant]!;
  let model: Model;
  let warnings: readonly string[];

  beforeAll(async () => {
    const learnt = await learn({});
    model = learnt.model;
    warnings = learnt.report.warnings;
    await save(path, model);
  });

  test("is frozen, knows its kind, and reports without times", () => {
    expect(Object.isFrozen(model)).toBe(true);
    expect(model.kind).toBe(name);
    expect(Array.isArray(warnings)).toBe(true);
    expect(JSON.stringify(model.report)).not.toMatch(/"(times|seconds|milliseconds)"/);
    expect(Object.keys(model.options).length).toBeGreaterThan(0);
  });

  test("gives the same output after it was saved and opened, from a file and from bytes", async () => {
    const direct = contract.kind.predictor(model);
    const opened = (await open(path, name as KindName)) as { readonly kind: string; readonly model: Model };
    const fromBytes = await openBytes(await toBytes(model));
    expect(opened.kind).toBe(name);
    expect(opened.model.report).toEqual(model.report);
    for (const words of Object.values(INPUTS)) {
      const expected = contract.predict(direct, words);
      expect(contract.predict(opened, words)).toEqual(expected);
      expect(contract.predict(fromBytes, words)).toEqual(expected);
    }
  });

  test("packed takes no more room, opens, and answers everything", async () => {
    const [plain, packed] = [await toBytes(model), await toBytes(model, { pack: true })];
    expect(packed.length).toBeLessThanOrEqual(plain.length + 200); // how it was packed, where nothing was
    const opened = await openBytes(packed);
    expect(opened.kind).toBe(name);
    for (const words of Object.values(INPUTS)) expect(contract.predict(opened, words)).toBeDefined();
    expect(await toBytes(opened, { pack: true })).toEqual(packed);
  });

  test("is the same model when it is learnt again, and when its parts are read and written again", async () => {
    const again = await learn({});
    const parts = contract.kind.toParts(model);
    expect(comparable(contract.kind.toParts(again.model))).toEqual(comparable(parts));
    expect(comparable(contract.kind.toParts(contract.kind.fromParts(parts)))).toEqual(comparable(parts));
  });

  test("answers input without words as it says", () => {
    const predictor = contract.kind.predictor(model);
    if (contract.emptyInput === "throws") expect(() => contract.predict(predictor, [])).toThrow(EigentreeError);
    else expect(contract.predict(predictor, [])).toBeDefined();
  });

  test("scores gold data, twice alike", async () => {
    const predictor = contract.kind.predictor(model);
    const scores = await contract.evaluate(predictor, {}, {});
    expect(await contract.evaluate(predictor, {}, {})).toEqual(scores);
  });

  test("refuses options of evaluation that it does not know, and is not evaluated once its signal says so", async () => {
    const predictor = contract.kind.predictor(model);
    const unknown = { nonsense: 1 as never };
    await expect(contract.evaluate(predictor, unknown, {})).rejects.toThrow(/nonsense/);
    await expect(contract.evaluate(predictor, unknown, {})).rejects.toBeInstanceOf(OptionError);
    const stopped = new AbortController();
    const reason = new Error("enough");
    stopped.abort(reason);
    await expect(contract.evaluate(predictor, {}, { signal: stopped.signal })).rejects.toBe(reason);
  });

  test("stops half-way when its signal says so", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    let events = 0;
    const progress = () => {
      if (++events === 2) controller.abort(reason);
    };
    await expect(learn({ progress, signal: controller.signal })).rejects.toBe(reason);
    const stopped = new AbortController();
    stopped.abort(reason);
    await expect(learn({ signal: stopped.signal })).rejects.toBe(reason);
  });

  test("is refused where another kind is expected, and with a newer layout", async () => {
    const other = CONTRACTS.find((each) => each.name !== name)!;
    await expect(open(path, other.name as KindName)).rejects.toThrow(
      new RegExp(`${name}-.*: holds a model of kind "${name}"; expected kind "${other.name}"`),
    );
    const parts = contract.kind.toParts(model);
    expect(() => other.kind.fromParts(parts)).toThrow(ModelFileError);
    const newer = join(folder, "newer.model");
    writeFileSync(newer, Buffer.concat(await encodeModel({ ...parts, version: contract.kind.version + 1 })));
    await expect(open(newer)).rejects.toMatchObject({ defect: "newer-version" });
  });
});
