// The noun phrases of a text: node --import tsx examples/noun-phrases.ts FILE
import { readFileSync } from "node:fs";
import { open, searchTree } from "eigentree";

const [file = "examples/novel.txt"] = process.argv.slice(2);
const parser = await open("en", "parser");
for (const { tree, words } of parser.parseText(readFileSync(file, "utf8"))) {
  // the smallest ones: noun phrases without another inside
  const phrases = [...searchTree(tree, "NP !<< NP")].map(({ begin, end }) => words.slice(begin, end).join(" "));
  console.log(phrases.join(" | "));
}
