// Who does what to whom: subject, verb and object of every clause. node --import tsx examples/triples.ts FILE
import { readFileSync } from "node:fs";
import { open } from "eigentree";

const [file = "examples/novel.txt"] = process.argv.slice(2);
const parser = await open("en", "dependency");
for (const { tree } of parser.parseText(readFileSync(file, "utf8"))) {
  const { words, heads, labels } = tree;
  const dependent = (head: number, label: string) => labels.findIndex((each, i) => each === label && heads[i] === head);
  for (const [i, word] of words.entries()) {
    const [subject, object] = [dependent(i + 1, "nsubj"), dependent(i + 1, "obj")];
    if (subject >= 0 && object >= 0) console.log(`${words[subject]} – ${word} – ${words[object]}`);
  }
}
