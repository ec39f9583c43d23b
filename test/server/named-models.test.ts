/** How models on the command line of `serve` get their names. */
import { expect, test } from "vitest";
import { modelsToServe, namedModels } from "../../src/server/index.ts";

test("by their files, by a name that is given, and with a number where two would be the same", () => {
  expect(namedModels(["a/english.model", "b/english.model", "news=c/x=y.model", "words.vec.gz"])).toEqual([
    { name: "english", path: "a/english.model" },
    { name: "english-2", path: "b/english.model" },
    { name: "news", path: "c/x=y.model" },
    { name: "words.vec", path: "words.vec.gz" },
  ]);
});

test("a shipped name stands for all its kinds, or for one", () => {
  const names = (args: string[]) =>
    namedModels(args).map(({ name, path }) => [name, path.split("/").slice(-2).join("/")]);
  expect(names(["en"]).slice(0, 2)).toEqual([
    ["en-parser", "en/parser.model"],
    ["en-sequence", "en/sequence.model"],
  ]);
  expect(names(["tags=en/sequence"])).toEqual([["tags", "en/sequence.model"]]);
});

test("the shipped models follow those that are given, each once, unless they are left out", () => {
  const names = (args: string[], shipped: boolean) => modelsToServe(args, shipped).map(({ name }) => name);
  expect(names(["a/own.model", "tags=en/sequence"], true)).toEqual([
    "own",
    "tags",
    "en-parser",
    "en-dependency",
    "en-vectors",
  ]);
  expect(names(["a/own.model"], false)).toEqual(["own"]);
  expect(names([], true)).toEqual(namedModels(["en"]).map(({ name }) => name));
});
