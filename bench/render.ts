/** Writes docs/results.md from the tables in bench/results: npm run results */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { markdownTable, RESULTS, type RecordedResult } from "./result.ts";

/** The order of the page; a section that is not named here comes last. */
const SECTIONS = [
  "English out of the box",
  "Parser",
  "Sequence models",
  "Words help taggers",
  "Phones",
  "Dependency parser",
  "Induction",
  "Word vectors and clusters",
  "Word forms",
  "Words and sentences of running text",
  "WordNet",
  "Published experiments run again",
  "Applications",
  "Text that does not fit one machine",
  "Server",
  "Linear algebra",
  "Vocabulary",
  "Faults",
];

const HEAD = `# Results

One table for each model, with the command that measures it again. The page is written by \`npm run results\` from the JSON
that the programs in \`bench/\` leave in \`bench/results\`. Times are seconds on a machine with two cores unless a row says
otherwise; where the load is above two, other programs used them too, and times are too long. What was tried and dropped is in
[log/](log/).
`;

/** Words wrapped at 120 columns. */
function wrap(text: string): string {
  const lines = [""];
  for (const word of text.split(" ")) {
    const last = lines[lines.length - 1]!;
    if (last !== "" && last.length + 1 + word.length > 120) lines.push(word);
    else lines[lines.length - 1] = last === "" ? word : `${last} ${word}`;
  }
  return lines.join("\n");
}

function tableText({ title, command, columns, rows, notes = [], measured }: RecordedResult): string {
  const load = measured.load === undefined ? "" : `, load ${measured.load}`;
  const when = `Measured ${measured.date}, Node ${measured.node.replace(/^v/, "")}, ${measured.processor}${load}.`;
  return [`### ${title}`, `    ${command}`, markdownTable(columns, rows), ...notes.map(wrap), when].join("\n\n");
}

export function resultsPage(): string {
  const files = readdirSync(RESULTS).filter((name) => name.endsWith(".json"));
  const results = files
    .sort()
    .map((name) => JSON.parse(readFileSync(resolve(RESULTS, name), "utf8")) as RecordedResult);
  const place = (section: string) => (SECTIONS.includes(section) ? SECTIONS.indexOf(section) : SECTIONS.length);
  const sections = [...new Set(results.map(({ section }) => section))].sort((a, b) => place(a) - place(b));
  const parts = sections.flatMap((section) => [
    `## ${section}`,
    ...results.filter((result) => result.section === section).map(tableText),
  ]);
  return `${[HEAD.trimEnd(), ...parts].join("\n\n")}\n`;
}

if (process.argv[1] === import.meta.filename) {
  writeFileSync(resolve(import.meta.dirname, "../docs/results.md"), resultsPage());
}
