/** Trees for LaTeX, drawn by the package forest. */
import { isLeaf, type Tree } from "../../src/trees/tree.ts";

const SPECIAL: Readonly<Record<string, string>> = {
  "\\": "\\textbackslash{}",
  "~": "\\textasciitilde{}",
  "^": "\\textasciicircum{}",
  '"': "''",
};

/** Text that LaTeX and forest read as it stands. */
const escapeLatex = (text: string): string =>
  text.replace(/[\\~^"#$%&_{}]/g, (character) => SPECIAL[character] ?? `\\${character}`);

/** Braces keep commas, brackets and equals signs from forest. */
const content = (text: string): string => `{${escapeLatex(text)}}`;

export function latexForest(tree: Tree): string {
  const node = (each: Tree, depth: number): string => {
    const indent = "  ".repeat(depth);
    if (isLeaf(each)) return `${indent}[${content(each.label)} [${content(each.word)}, tier=word]]`;
    return `${indent}[${content(each.label)}\n${each.children.map((child) => node(child, depth + 1)).join("\n")}\n${indent}]`;
  };
  return `% \\usepackage[linguistics]{forest}\n\\begin{forest}\n${node(tree, 1)}\n\\end{forest}\n`;
}
