/**
 * The card of a shipped model, as Markdown: what it is, of what it was made, how good it is, and what it gets wrong.
 */
import { type Cell, markdownTable } from "../../bench/result.ts";
import { CORPORA, type Recipe } from "./recipes.ts";
import { ALL, type GoldScores } from "./scores.ts";

export const LICENCE =
  "The model is licensed under [CC BY-SA 4.0](https://creativecommons.org/licenses/by-sa/4.0/), other than the program, " +
  "whose licence is MIT. Whoever passes it on must name the sources below.";

/** The command that makes a model from the folder with the data. */
export const commandOf = ({ train }: Recipe, output: string): string =>
  ["eigentree", "train", ...train, ...(train[0] === "clusters" ? [] : ["--pack"]), "-o", output].join(" ");

export const scoreTable = ({ rows }: GoldScores): string => {
  const names = Object.keys(rows[0]!.scores);
  const columns = ["genre", "sentences", "words", ...names];
  const cells = rows.map(({ genre, sentences, words, scores }): Cell[] => [
    genre === ALL ? "**all**" : genre,
    sentences,
    words,
    ...names.map((name) => scores[name]!.toFixed(2)),
  ]);
  return markdownTable(columns, cells);
};

export function cardOf(recipe: Recipe, file: string, bytes: number, scores: readonly GoldScores[]): string {
  const corpora = recipe.corpora.map((name) => CORPORA[name]);
  return `${[
    `# ${recipe.title}`,
    `\`${recipe.name}\`: \`${file}\`, ${(bytes / 1e6).toFixed(1)} MB.`,
    recipe.use.map((line) => `    ${line}`).join("\n"),
    "## Data and licence",
    LICENCE,
    ...corpora.map(
      ({ name, about, licence, attribution }) => `- **${name}**: ${about}. Licence: ${licence}. ${attribution}.`,
    ),
    ...(scores.length === 0 ? [] : ["## Scores"]),
    ...scores.flatMap((gold) => [
      `On ${gold.every === 1 ? "" : `every ${gold.every}th sentence of `}\`${gold.file}\`, from the words of the sentences; no part of it was trained on.`,
      scoreTable(gold),
    ]),
    "## Known weaknesses",
    recipe.weaknesses.map((text) => `- ${text}`).join("\n"),
    "## How it was made",
    "In the folder with the data (`npm run models -- DATA` makes all models so, and measures them):",
    [...(recipe.before ?? []), commandOf(recipe, file)].map((command) => `    ${command}`).join("\n"),
  ].join("\n\n")}\n`;
}
