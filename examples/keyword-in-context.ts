// A word in its contexts, by tag: node --import tsx examples/keyword-in-context.ts WORD TAG FILE
import { readFileSync } from "node:fs";
import { open } from "eigentree";

const [keyword = "wife", wanted = "NOUN", file = "examples/novel.txt"] = process.argv.slice(2);
const WIDTH = 30;
const tagger = await open("en", "sequence");
for (const { words, tags } of tagger.tagText(readFileSync(file, "utf8"))) {
  for (const [i, word] of words.entries()) {
    if (word.toLowerCase() !== keyword || tags[i] !== wanted) continue;
    const [before, after] = [words.slice(0, i).join(" "), words.slice(i + 1).join(" ")];
    console.log(`${before.slice(-WIDTH).padStart(WIDTH)}  ${word}  ${after.slice(0, WIDTH)}`);
  }
}
