/** Every view in a real browser, over a server with small models. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import axe from "axe-core";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { formatPenn, readConllu, readPenn } from "../../src/formats/index.ts";
import { openParts, toBytes } from "../../src/kinds/index.ts";
import type { Parser } from "../../src/models/parser/index.ts";
import type { ModelVectors } from "../../src/models/vectors/index.ts";
import { generateTreebank } from "../../src/samples/index.ts";
import { MAIN } from "../built.ts";
import { smallModels, testServer } from "../server/models.ts";
import { CHROMIUM, openBrowser, staticServer, type Watched } from "./browser.ts";

const folder = mkdtempSync(join(tmpdir(), "eigentree-page-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe.skipIf(CHROMIUM === undefined)("the page", () => {
  let watched: Watched;
  let page: Page;
  let url: string;
  let parser: Parser;
  let vectors: ModelVectors;
  let newPage: Awaited<ReturnType<typeof openBrowser>>["newPage"];

  beforeAll(async () => {
    const opened = await smallModels(["parser", "tagger", "vectors", "pairs", "seen", "describer"]);
    ({ url } = await testServer(opened));
    parser = (await openParts(opened.parts.parser!)) as Parser;
    vectors = (await openParts(opened.parts.vectors!)) as ModelVectors;
    ({ newPage } = await openBrowser());
    watched = await newPage({ context: { permissions: ["clipboard-read", "clipboard-write"] } });
    page = watched.page;
  });

  const show = async (hash: string) => {
    await page.goto(`${url}${hash}`);
    await page.waitForSelector("main h1");
  };
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  /** Nothing that axe calls serious or critical. */
  const expectAccessible = async () => {
    await page.evaluate(axe.source); // as the browser's debugger runs it: the page's policy admits no such script
    const { violations } = (await page.evaluate("axe.run()")) as {
      violations: { id: string; impact: string; nodes: { html: string }[] }[];
    };
    const bad = violations.filter(({ impact }) => ["serious", "critical"].includes(impact));
    expect(bad.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 150)).join(" | ")}`)).toEqual([]);
  };

  test("Parse: trees as one types, alternatives, hidden states, copies, links", async () => {
    await show("#/parse");
    const text = "The dog barks. A child gave the man a book.";
    await page.getByRole("textbox", { name: "Text" }).fill(text);
    const [first, second] = parser.parseText(text).map(({ tree }) => tree) as [never, never];
    const drawing = page.locator("svg.tree").first();
    await expect.poll(() => drawing.getAttribute("aria-label")).toBe("Tree of: The dog barks .");
    await press("Copy brackets");
    await expect.poll(clipboard).toBe(formatPenn(first));
    await page.getByRole("button", { name: /^2\. A child/ }).click();
    await expect.poll(() => drawing.getAttribute("aria-label")).toBe("Tree of: A child gave the man a book .");
    const labels = await drawing.locator(".label").allTextContents();
    expect(labels).toEqual([...formatPenn(second).matchAll(/\((\S+) /g)].map(([, label]) => label));
    expect(await drawing.locator(".word").allTextContents()).toEqual("A child gave the man a book .".split(" "));

    await page.getByRole("combobox", { name: "Trees" }).selectOption("3");
    const count = parser.kBest("A child gave the man a book.", 3).length;
    await expect.poll(() => page.locator(".side-by-side figure").count()).toBe(count);

    const panel = page.getByRole("complementary", { name: "Node" });
    // Before a node is chosen, one with an alternative is shown.
    expect(await panel.textContent()).toContain("strongest alternative");
    await drawing.getByRole("button").first().focus();
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => panel.textContent()).not.toContain("strongest alternative");
    await expect
      .poll(() => panel.locator("h3").allTextContents())
      .toContainEqual(expect.stringContaining("nearest to it"));
    expect(await panel.locator(".spectrum rect").count()).toBe(2);
    expect(await page.locator(".heat-cell.best").count()).toBeGreaterThan(2);
    expect(await page.locator(".arcs").getAttribute("aria-label")).toMatch(/: root/);
    await expect.poll(() => page.locator(".tags li").count()).toBe(8);

    await press("Copy CoNLL-U");
    await expect.poll(clipboard).toMatch(/^1\tA\t/m);
    expect(readConllu(await clipboard())).toHaveLength(1);
    await press("Copy arcs as text");
    await expect.poll(clipboard).toMatch(/root.*\n.*▼/s);
    await press("Copy arcs as SVG");
    await expect.poll(clipboard).toMatch(/^<svg .*<style>.*>child<.*<\/svg>$/s);
    await press("Copy LaTeX");
    await expect.poll(clipboard).toContain("\\begin{forest}\n  [{");
    await press("Copy JSON");
    await expect.poll(async () => (JSON.parse(await clipboard()) as { words: string[] }).words[0]).toBe("A");
    await press("Copy SVG");
    await expect.poll(clipboard).toMatch(/^<svg .*child.*<\/svg>/s);
    await press("Copy PNG");
    await page.getByText("PNG copied").waitFor();
    const kinds = () => page.evaluate(async () => (await navigator.clipboard.read()).flatMap(({ types }) => types));
    expect(await kinds()).toContain("image/png");
    const svg = await saved("Save SVG");
    expect(svg.toString()).toMatch(/^<svg .*child.*<\/svg>/s);
    const png = await saved("Save PNG");
    expect([png.subarray(1, 4).toString(), png.readUInt32BE(16) > 600]).toEqual(["PNG", true]);

    const link = page.url();
    await page.goto("about:blank");
    await page.goto(link);
    await expect.poll(() => drawing.getAttribute("aria-label")).toBe("Tree of: A child gave the man a book .");
    await expect.poll(() => page.locator(".side-by-side figure").count()).toBe(count);
    await expectAccessible();
  });

  const saved = async (name: string) => {
    const [file] = await Promise.all([page.waitForEvent("download"), press(name)]);
    return readFileSync((await file.path())!);
  };

  test("Words: neighbours, analogies, a map that moves, classes", async () => {
    await show("#/words?word=verba");
    const list = page.getByRole("list", { name: "Neighbours" });
    const near = vectors.nearest("verba", 12).map(({ word }) => word);
    await expect.poll(() => list.locator(".bar-name").allTextContents()).toEqual(near);
    await list.getByRole("link").first().click();
    await expect.poll(() => page.getByRole("textbox", { name: "Word", exact: true }).inputValue()).toBe(near[0]);
    for (const [label, word] of [
      ["a word", "nouna"],
      ["another", "nounb"],
      ["a third", "verba"],
    ] as const)
      await page.getByRole("textbox", { name: label, exact: true }).fill(word);
    const completed = vectors.analogy("nouna", "nounb", "verba", 5).map(({ word }) => word);
    await expect
      .poll(() => page.getByRole("list", { name: "Completions" }).locator(".bar-name").allTextContents())
      .toEqual(completed);
    const map = page.locator(".map");
    const lettered = vectors.words.filter((word) => /[\p{L}\p{N}]/u.test(word));
    await expect.poll(() => map.locator("circle").count()).toBe(lettered.length);
    const place = () => map.locator("circle").first().getAttribute("cx");
    const before = await place();
    await map.focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(place).not.toBe(before);
    await page.keyboard.press("0");
    await expect.poll(place).toBe(before);
    await press("around the word");
    await page.getByText("of what the vectors of these words vary in").waitFor();
    expect(await map.locator("circle.own").count()).toBe(1);
    await expect.poll(() => page.url()).toContain("map=around");
    await press("around the word");
    await page.getByText("of what the vectors of frequent words vary in").waitFor();
    await page.getByRole("searchbox", { name: "Find" }).fill("noun");
    await expect.poll(() => map.locator("circle.found").count()).toBeGreaterThan(1);
    // The classes that are shipped come by themselves.
    await expect.poll(() => page.locator(".crumbs").textContent()).toMatch(/^all: \d{3} classes/);
    await press("Cluster synthetic English");
    await expect.poll(() => page.locator(".crumbs").textContent()).toMatch(/^all: 32 classes/);
    expect(await page.locator(".clusters text").count()).toBe(28);
    await page.locator(".clusters a").first().click();
    await expect.poll(() => page.locator(".crumbs").textContent()).toMatch(/^all[01]+: [2-5] classes/);
    await expectAccessible();
  });

  test("Compare: a score, its explanation, and lines between the words that match", async () => {
    await show("#/compare");
    await page.getByRole("textbox", { name: "First sentence" }).fill("The dog sees a cat.");
    await page.getByRole("textbox", { name: "Second sentence" }).fill("A dog saw the cat.");
    await expect.poll(() => page.locator(".alignment").getAttribute("aria-label")).toMatch(/dog with dog/);
    const told = await page.locator(".score strong").textContent();
    expect(Number(told)).toBeGreaterThan(0);
    expect(await page.locator(".alignment path").count()).toBeGreaterThan(1);
    await expectAccessible();
  });

  test("Visual: phrases of a caption shaded by what can be seen", async () => {
    await show("#/visual");
    await page.getByRole("textbox", { name: "Caption" }).fill("A dog on the beach.");
    await expect.poll(() => page.locator("mark").allTextContents()).toContain("A dog");
    expect(await page.locator(".caption").textContent()).toBe("A dog on the beach.");
    await expectAccessible();
  });

  test("Describe: boxes drawn on a picture become a sentence with its derivation", async () => {
    await show("#/describe?things=dog:100,300,300,300");
    const described = page.locator(".described");
    await expect.poll(() => described.textContent()).toMatch(/dog/i);
    const before = await described.textContent();
    const scene = (await page.locator(".scene").boundingBox())!;
    await page.mouse.move(scene.x + 0.6 * scene.width, scene.y + 0.2 * scene.height);
    await page.mouse.down();
    await page.mouse.move(scene.x + 0.9 * scene.width, scene.y + 0.7 * scene.height, { steps: 4 });
    await page.mouse.up();
    const label = page.getByRole("combobox", { name: "Label of box 2" });
    await label.fill("sofa");
    await expect.poll(() => described.textContent()).not.toBe(before);
    expect(await page.locator(".steps > li").count()).toBeGreaterThan(0);
    await expect.poll(() => page.url()).toContain("sofa");
    await expectAccessible();
  });

  test("Inspect: a model of the server, and a file that is dropped on the page", async () => {
    await show("#/inspect?symbol=NP");
    await expect.poll(() => page.locator(".states > li").count()).toBe(2);
    await expectAccessible();
    const bytes = spawnSync(process.execPath, [MAIN, "sample", "-n", "60", "-o", join(folder, "trees.mrg")]);
    expect(bytes.status).toBe(0);
    const model = join(folder, "pcfg.model");
    spawnSync(process.execPath, [
      MAIN,
      "train",
      "parser",
      join(folder, "trees.mrg"),
      "--method",
      "pcfg",
      "-o",
      model,
      "--quiet",
    ]);
    await page.getByLabel("Open a model file").setInputFiles(model);
    await expect.poll(() => page.locator(".facts").first().textContent()).toMatch(/trees60/);
    await page
      .getByLabel("Open a model file")
      .setInputFiles({ name: "bad.model", mimeType: "", buffer: Buffer.from("no model") });
    await expect.poll(() => page.getByRole("alert").textContent()).toMatch(/^bad\.model: /);
    // Anywhere on the page.
    await page.evaluate(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(["no model"], "dropped.model"));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    });
    await page.getByText(/^dropped\.model: /).waitFor();
  });

  test("Train: the model of the page opens on the command line, parses identically there, and is what it would have learnt", async () => {
    await show("#/train?source=own&methods=pcfg,spectral&m=4&curve=1");
    const trees = generateTreebank({ trees: 240 }).trees.map((tree) => formatPenn(tree));
    writeFileSync(join(folder, "own.mrg"), `${trees.join("\n")}\n`);
    await page.getByLabel(/^Drop a treebank/).setInputFiles(join(folder, "own.mrg"));
    await press("Train");
    const rows = page.locator(".results tbody tr");
    await expect.poll(() => rows.count(), { timeout: 180_000 }).toBe(2);
    await page.getByRole("button", { name: "Train", exact: true }).waitFor();
    const [pcfg, spectral] = (await rows.allTextContents()) as [string, string];
    expect([pcfg, spectral]).toEqual([expect.stringMatching(/^ ?PCFG/), expect.stringMatching(/^ ?spectral/)]);
    expect(await page.locator(".chart .line").count()).toBe(4); // two curves; singular values and noise
    await expectAccessible();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      rows.nth(1).getByRole("button", { name: "Download" }).click(),
    ]);
    const model = join(folder, file.suggestedFilename());
    await file.saveAs(model);
    expect(file.suggestedFilename()).toBe("spectral-4.model");

    const text = "The dog barks. She gave the child a book about the war.";
    const { stdout, status } = spawnSync(process.execPath, [MAIN, "parse", model, "--text", text, "--quiet"], {
      encoding: "utf8",
    });
    expect(status).toBe(0);
    await rows.nth(1).getByRole("button", { name: "Parse with it" }).click();
    await page.getByRole("textbox", { name: "Text" }).fill(text);
    for (const [at, tree] of readPenn(stdout).entries()) {
      await page.getByRole("button", { name: new RegExp(`^${at + 1}\\. `) }).click();
      const label = `Tree of: ${formatPenn(tree)
        .match(/[^\s()]+(?=\))/g)!
        .join(" ")}`;
      await expect.poll(() => page.locator("svg.tree").first().getAttribute("aria-label")).toBe(label);
      await press("Copy brackets");
      await expect.poll(clipboard).toBe(formatPenn(tree));
    }
    // The last trees were held out, as the page says: learning from the others gives the same file.
    writeFileSync(join(folder, "train.mrg"), `${trees.slice(0, 204).join("\n")}\n`);
    const again = join(folder, "again.model");
    spawnSync(process.execPath, [
      MAIN,
      "train",
      "parser",
      join(folder, "train.mrg"),
      "--states",
      "4",
      "-o",
      again,
      "--quiet",
    ]);
    const inspected = (path: string) =>
      JSON.parse(
        spawnSync(process.execPath, [MAIN, "inspect", path, "--json"], { encoding: "utf8" }).stdout,
        // Engines may differ in the last bits, by a fused multiply-add.
        (_, value) => (typeof value === "number" ? Number(value.toPrecision(4)) : value),
      ) as {
        nonterminals: object[];
        rules: number;
      };
    expect(inspected(model).rules).toBe(inspected(again).rules);
    expect(inspected(model).nonterminals).toEqual(inspected(again).nonterminals);
  });

  test("without models of their kinds, Compare, Describe and Visual learn small ones in the page", async () => {
    const { url: bare } = await testServer(await smallModels(["parser"]));
    const { page: alone, problems } = await newPage();
    await alone.goto(`${bare}#/compare?first=A+dog+runs+on+the+beach.&second=A+dog+is+running+along+the+shore.`);
    await expect
      .poll(() => alone.locator(".alignment").getAttribute("aria-label"), { timeout: 90_000 })
      .toMatch(/dog with dog.*|beach with shore/);
    const score = async () => Number(await alone.locator(".score strong").textContent());
    const alike = await score();
    await alone.getByRole("textbox", { name: "Second sentence" }).fill("There is a boat on the water.");
    await expect.poll(score).toBeLessThan(alike - 1);
    await alone.getByText("Use real data").click();
    await alone.getByText("eigentree train similarity").waitFor();
    await alone.getByRole("link", { name: "Describe" }).click();
    const described = alone.locator(".described");
    await expect.poll(() => described.textContent(), { timeout: 90_000 }).toMatch(/^A dog is .* ball on the grass\.$/);
    await alone.getByRole("button", { name: "rider" }).click();
    await expect.poll(() => described.textContent()).toMatch(/man is riding a horse/);
    await alone.getByRole("link", { name: "Visual" }).click();
    const shade = async (phrase: string) =>
      Number.parseFloat((await alone.locator("mark", { hasText: phrase }).first().getAttribute("title")) ?? "NaN");
    await expect.poll(() => shade("the beach"), { timeout: 90_000 }).toBeGreaterThan(70);
    expect(await shade("last summer")).toBeLessThan(30);
    expect(problems).toEqual([]);
  });

  test("training can be stopped, and bad trees are told of", async () => {
    await show("#/train?trees=10000&m=32&methods=em");
    await press("Train");
    await page.locator("progress").waitFor();
    await press("Stop");
    await page.getByRole("button", { name: "Train", exact: true }).waitFor();
    expect(await page.locator(".results").count()).toBe(0);
    await show("#/train?source=own");
    await page.getByRole("textbox", { name: "or paste trees" }).fill("no trees here");
    await press("Train");
    await expect.poll(() => page.getByRole("alert").textContent()).toMatch(/pasted trees/);
  });

  test("narrow screens need no sideways scrolling, and dark colours are readable", async () => {
    const narrow = await newPage({ context: { viewport: { width: 360, height: 740 }, colorScheme: "dark" } });
    /** What each view shows when its answer is there. */
    const signs = {
      parse: ".tags li",
      words: ".map circle",
      compare: ".alignment",
      describe: ".described",
      visual: "mark",
      train: ".slider",
      inspect: ".states li",
    };
    for (const [view, sign] of Object.entries(signs)) {
      await narrow.page.goto(`${url}#/${view}`);
      await narrow.page.locator(sign).first().waitFor();
      const { wide, inner } = await narrow.page.evaluate(() => ({
        wide: document.documentElement.scrollWidth,
        inner: innerWidth,
      }));
      expect([view, wide]).toEqual([view, inner]);
      await narrow.page.evaluate(axe.source);
      const violations = (await narrow.page.evaluate(
        "axe.run().then((found) => found.violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) => id + ' ' + nodes[0].html))",
      )) as string[];
      expect([view, violations]).toEqual([view, []]);
    }
    expect(narrow.problems).toEqual([]);
  });

  test("the page is isolated, loads from its own origin alone, and had no errors", async () => {
    await show("#/parse");
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    expect(
      await page.evaluate(() =>
        performance
          .getEntriesByType("resource")
          .every(({ name }) => name.startsWith(location.origin) || name.startsWith("blob:")),
      ),
    ).toBe(true);
    expect(watched.problems).toEqual([]);
  });

  test("as static files under any folder it learns its own models, and has no errors", async () => {
    const { page: alone, problems } = await newPage();
    await alone.goto(await staticServer());
    await alone.getByRole("textbox", { name: "Text" }).fill("The dog barks.");
    await expect
      .poll(() => alone.locator("svg.tree").first().getAttribute("aria-label"), { timeout: 90_000 })
      .toBe("Tree of: The dog barks .");
    await alone.getByRole("link", { name: "Words" }).click();
    await expect.poll(() => alone.locator(".map circle").count(), { timeout: 90_000 }).toBeGreaterThan(100);
    expect(problems).toEqual([]);
  });

  test("as static files with models beside them it fetches those that are asked for", async () => {
    const info = { name: "near", kind: "parser", verbs: ["parse", "states", "dependencies", "inspect"], bytes: 1 };
    const list = { models: [{ ...info, file: "near.model" }], classes: "classes.paths" };
    const address = await staticServer({
      "/pretrained/index.json": Buffer.from(JSON.stringify(list)),
      "/pretrained/near.model": Buffer.from(await toBytes(parser.model)),
      "/pretrained/classes.paths": Buffer.from("00\tdog\t5\n01\tcat\t4\n1\tbarks\t3\n"),
    });
    const { page: alone, problems } = await newPage();
    await alone.goto(`${address}#/parse?text=The+dog+barks.`);
    await expect
      .poll(() => alone.locator("svg.tree").first().getAttribute("aria-label"))
      .toBe("Tree of: The dog barks .");
    expect(await alone.getByRole("combobox", { name: "Model" }).inputValue()).toBe("near");
    await alone.goto(`${address}#/words?classes=en`);
    await expect.poll(() => alone.locator(".clusters text").allTextContents()).toContainEqual("00 dog");
    expect(problems).toEqual([]);
  });
});

test("the script that the page starts with is far under 150 kB", async () => {
  const { pageFiles } = await import("../../src/server/page-files.ts");
  const files = await pageFiles([resolve(import.meta.dirname, "../../dist/page")]);
  const index = new TextDecoder().decode(files.get("/")!.body);
  const scripts = [...index.matchAll(/(?:src|href)="\.(\/assets\/[^"]+\.js)"/g)].map(([, path]) => files.get(path!)!);
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.reduce((sum, { packed }) => sum + packed!.length, 0)).toBeLessThan(60_000);
});
