/** Sentences for predictors, in every form, with what cannot be read in its place. */
import { describe, expect, test } from "vitest";
import { InputError } from "../../src/base/index.ts";
import { type GivenSentence, type SentenceForm, sentencesOf, streamSentences, wordsOf } from "../../src/data/index.ts";
import { defaultSegmentation } from "../../src/formats/index.ts";

async function read(text: string, input: SentenceForm, more: { typed?: boolean; tags?: "upos" } = {}) {
  const found: GivenSentence[] = [];
  const pieces = [text.slice(0, 5), text.slice(5)];
  for await (const each of streamSentences({ name: "a.txt", pieces }, { input, ...more })) found.push(each);
  return found;
}
const shown = (found: readonly GivenSentence[]) => found.map(({ line, words }) => `${line}: ${words.join(" ")}`);

describe("sentences", () => {
  test("of running text are found by its periods, and by line ends where it is typed", async () => {
    const text = "The dog barks. It\nsleeps\n";
    expect(shown(await read(text, "text"))).toEqual(["1: The dog barks .", "1: It sleeps"]);
    expect(shown(await read(text, "text", { typed: true }))).toEqual(["1: The dog barks .", "1: It", "2: sleeps"]);
  });

  test("of lines are one per line, and an empty line is one without words", async () => {
    expect(shown(await read("Dr. No barks. He sleeps.\n\nEnd", "lines"))).toEqual([
      "1: Dr. No barks . He sleeps .",
      "2: ",
      "3: End",
    ]);
  });

  test("carry their tags, undefined where there is none, from the column that is asked for", async () => {
    const row = (id: number, form: string, upos: string, xpos: string) =>
      [id, form, "_", upos, xpos, "_", "_", "_", "_", "_"].join("\t");
    const text = `${row(1, "dogs", "NOUN", "NNS")}\n${row(2, "bark", "VERB", "_")}\n\n`;
    expect((await read(text, "conllu")).map(({ tags }) => tags)).toEqual([["NNS", undefined]]);
    const [first] = await read(text, "conllu", { tags: "upos" });
    expect([first!.tags, first!.conllu!.tokens.length]).toEqual([["NOUN", "VERB"], 2]);
    expect((await read("dogs/NNS\n", "tagged"))[0]!.tags).toEqual(["NNS"]);
    expect(shown(await read("dogs NNS\nbark VB\n\n", "columns"))).toEqual(["1: dogs bark"]);
  });

  test("that cannot be read keep their place, and a source that breaks off ends with its error", async () => {
    const found = await read("a/DT\nb\nc/NN\n", "tagged");
    expect(found.map(({ error, broken }) => [error?.line, broken])).toEqual([
      [undefined, undefined],
      [2, undefined],
      [undefined, undefined],
    ]);
    async function* pieces() {
      yield "one\ntwo";
      throw new InputError("breaks off.", { file: "a.txt" });
    }
    const options = { input: "tokens", language: "en" } as const;
    const seen: GivenSentence[] = [];
    for await (const each of streamSentences({ name: "a.txt", pieces: pieces() }, options)) seen.push(each);
    expect(seen.map(({ words, broken }) => [words.join(), broken])).toEqual([
      ["one", undefined],
      ["", true],
    ]);
  });
});

test("a text is cut by the rules of its language", () => {
  expect(sentencesOf("The dog barks. It sleeps.", defaultSegmentation("en"))).toEqual([
    ["The", "dog", "barks", "."],
    ["It", "sleeps", "."],
  ]);
  expect(wordsOf("The dog barks. It sleeps.", defaultSegmentation("en")).length).toBe(7);
  expect(sentencesOf("", defaultSegmentation("en"))).toEqual([]);
});
