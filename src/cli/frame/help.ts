/** Help texts: examples first, then usage and options. */
import pc from "picocolors";
import type { CliCommand, CommandEntry, Example } from "./command.ts";
import { flagMeaning, flagTerm } from "./flags.ts";

export interface Look {
  readonly width: number;
  readonly colours: boolean;
}

/** Text cut at blanks into lines of at most `width`, each after `indent` blanks. */
export function wrap(text: string, width: number, indent: number): string {
  const lines: string[] = [];
  for (const paragraph of text.split("\n")) {
    let line = "";
    for (const word of paragraph.split(" ")) {
      if (line !== "" && line.length + 1 + word.length > width - indent) {
        lines.push(line);
        line = word;
      } else line = line === "" ? word : `${line} ${word}`;
    }
    lines.push(line);
  }
  return lines.map((line) => " ".repeat(indent) + line).join("\n");
}

/** Terms on the left, their meaning beside them, wrapped. */
function twoColumns(rows: readonly (readonly [string, string])[], { width }: Look): string {
  const left = Math.min(28, Math.max(...rows.map(([term]) => term.length))) + 4;
  const lines = rows.map(([term, meaning]) => {
    const text = wrap(meaning, width, left);
    return term.length + 4 <= left ? `  ${term}`.padEnd(left) + text.slice(left) : `  ${term}\n${text}`;
  });
  return lines.join("\n");
}

const heading = (text: string, { colours }: Look) => (colours ? pc.createColors(true).bold(text) : text);

function examplesText(examples: readonly Example[], look: Look): string {
  const lines = examples.map(([command, does]) => `  ${command}\n${wrap(does, look.width, 6)}`);
  return `${heading("Examples", look)}\n${lines.join("\n")}`;
}

export function commandHelp(path: string, summary: string, command: CliCommand, look: Look): string {
  const { description, options, short = {}, required = [], examples } = command;
  const rowsOf = (expert: boolean) =>
    Object.entries(options)
      .filter(([, spec]) => (spec.expert ?? false) === expert)
      .map(([name, spec]) => {
        return [flagTerm(name, spec, short[name]), flagMeaning(spec, required.includes(name))] as const;
      });
  const everyday = [...rowsOf(false), ["-h, --help", "show this help"] as const];
  const expert = rowsOf(true);
  const musts = required
    .map((name) => ` ${flagTerm(name, options[name]!, short[name]).replace(/^(-\w), \S+/, "$1")}`)
    .join("");
  const parts = [
    `${heading(path, look)}: ${summary}.`,
    ...(examples.length > 0 ? [examplesText(examples, look)] : []),
    `${heading("Usage", look)}\n  ${[path, ...command.arguments].join(" ")}${musts} [options]`,
    ...(description === undefined ? [] : [wrap(description, look.width, 0)]),
    `${heading("Options", look)}\n${twoColumns(everyday, look)}`,
    ...(expert.length > 0 ? [`${heading("Expert options", look)}\n${twoColumns(expert, look)}`] : []),
  ];
  return parts.join("\n\n");
}

/** The help of a group of commands: the whole program, or `train`. */
export function groupHelp(
  path: string,
  summary: string,
  entries: readonly CommandEntry[],
  examples: readonly Example[],
  look: Look,
): string {
  const parts = [
    `${heading(path, look)}: ${summary}.`,
    ...(examples.length > 0 ? [examplesText(examples, look)] : []),
    `${heading("Commands", look)}\n${twoColumns(
      entries.map(({ name, summary }) => [name, summary]),
      look,
    )}`,
    `"${path} COMMAND --help" shows the arguments and options of a command.`,
  ];
  return parts.join("\n\n");
}
