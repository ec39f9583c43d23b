// Sentences with a syntactic pattern, as tregex writes them: node --import tsx examples/find-sentences.ts PATTERN FILE
// `eigentree parse en FILE | eigentree search PATTERN` does the same from the command line.
import { readFileSync } from "node:fs";
import { open, searchTree } from "eigentree";

const [pattern = "NP=phrase < (NP $+ PP)", file = "examples/novel.txt"] = process.argv.slice(2);
const parser = await open("en", "parser");
for (const { tree, words } of parser.parseText(readFileSync(file, "utf8"))) {
  for (const { begin, end } of searchTree(tree, pattern))
    console.log([...words.slice(0, begin), "[", ...words.slice(begin, end), "]", ...words.slice(end)].join(" "));
}
