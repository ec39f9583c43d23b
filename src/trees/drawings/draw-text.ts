/**
 * Trees drawn with characters. Upright where the drawing fits the width: the root on top, all words in the last row.
 * Otherwise lying: one node a line, children indented below their parent.
 *
 *          S                S
 *      ┌───┴────┐           ├─ NP
 *      NP       VP          │  ├─ DT the
 *   ┌──┴──┐     │           │  └─ NN dog
 *   DT    NN    VBZ         └─ VP
 *   │     │     │              └─ VBZ barks
 *  the   dog  barks
 */

import { isLeaf, type Tree } from "../tree.ts";
import { layoutTree, type PlacedNode } from "./layout.ts";
import { textColumns } from "./text-columns.ts";

/** How a tree is drawn as text. */
export interface DrawTextOptions {
  /** Columns that an upright drawing may take; a wider tree is drawn lying (80). */
  readonly width?: number;
  /** No characters beyond ASCII in the lines (false). */
  readonly ascii?: boolean;
}

interface Pen {
  readonly down: string;
  readonly across: string;
  readonly cornerLeft: string;
  readonly cornerRight: string;
  /** Children hang from the line at: a child, the parent, both. */
  readonly child: string;
  readonly parent: string;
  readonly both: string;
  readonly cornerLeftParent: string;
  readonly cornerRightParent: string;
  readonly branch: string;
  readonly last: string;
}

const BOXES: Pen = {
  down: "│",
  across: "─",
  cornerLeft: "┌",
  cornerRight: "┐",
  child: "┬",
  parent: "┴",
  both: "┼",
  cornerLeftParent: "├",
  cornerRightParent: "┤",
  branch: "├─ ",
  last: "└─ ",
};
const ASCII: Pen = {
  down: "|",
  across: "-",
  cornerLeft: ".",
  cornerRight: ".",
  child: ".",
  parent: "'",
  both: "+",
  cornerLeftParent: "+",
  cornerRightParent: "+",
  branch: "|- ",
  last: "`- ",
};

/** A node without a label would leave its line hanging in the air. */
const shown = (label: string): string => (label === "" ? "·" : label);

/** The drawing, lines separated by line ends, without a final one. */
export function drawText(tree: Tree, options: DrawTextOptions = {}): string {
  const pen = options.ascii ? ASCII : BOXES;
  return drawUpright(tree, pen, options.width ?? 80) ?? drawLying(tree, pen);
}

/** A row of characters in which texts may be put at any column; wide characters take two. */
class Row {
  readonly #cells: string[] = [];

  put(column: number, text: string): void {
    let at = column;
    for (const character of text) {
      const columns = textColumns(character);
      // A mark without a width of its own belongs to the character before it; at the beginning it takes a cell.
      if (columns === 0 && at > column) {
        const before = this.#cells[at - 1] === "" ? at - 2 : at - 1;
        this.#cells[before] += character;
        continue;
      }
      this.#cells[at] = character;
      if (columns === 2) this.#cells[at + 1] = "";
      at += Math.max(1, columns);
    }
  }

  toString(): string {
    return Array.from(this.#cells, (cell) => cell ?? " ")
      .join("")
      .trimEnd();
  }
}

function drawUpright(tree: Tree, pen: Pen, limit: number): string | undefined {
  const measures = { label: (text: string) => textColumns(shown(text)), word: textColumns, gap: 2 };
  const { nodes, width, depth } = layoutTree(tree, measures);
  if (width > limit) return undefined;
  const rows = Array.from({ length: 2 * depth + 3 }, () => new Row());
  const centre = ({ x }: PlacedNode) => Math.floor(x);
  const write = (row: number, at: number, text: string) =>
    rows[row]!.put(Math.max(0, at - Math.floor(textColumns(text) / 2)), text);
  const children: number[][] = nodes.map(() => []);
  for (const [at, { parent }] of nodes.entries()) if (parent >= 0) children[parent]!.push(at);
  for (const [at, placed] of nodes.entries()) {
    const { node, level } = placed;
    write(2 * level, centre(placed), shown(node.label));
    if (isLeaf(node)) {
      for (let row = 2 * level + 1; row < 2 * depth + 2; row++) write(row, centre(placed), pen.down);
      write(2 * depth + 2, centre(placed), node.word);
      continue;
    }
    const places = children[at]!.map((child) => centre(nodes[child]!));
    if (places.length > 0) rows[2 * level + 1]!.put(places[0]!, rail(places, centre(placed), pen));
  }
  return rows.map(String).join("\n");
}

/** The line between a parent and its children, from the first child to the last. */
function rail(places: readonly number[], parent: number, pen: Pen): string {
  const first = places[0]!;
  const last = places[places.length - 1]!;
  if (places.length === 1) return pen.down;
  const line: string[] = [];
  for (let column = first; column <= last; column++) {
    const isChild = places.includes(column);
    if (column === first) line.push(column === parent ? pen.cornerLeftParent : pen.cornerLeft);
    else if (column === last) line.push(column === parent ? pen.cornerRightParent : pen.cornerRight);
    else if (column === parent) line.push(isChild ? pen.both : pen.parent);
    else line.push(isChild ? pen.child : pen.across);
  }
  return line.join("");
}

function drawLying(tree: Tree, pen: Pen): string {
  const lines: string[] = [];
  const open: { node: Tree; before: string; mark: string; after: string }[] = [
    { node: tree, before: "", mark: "", after: "" },
  ];
  while (open.length > 0) {
    const { node, before, mark, after } = open.pop()!;
    lines.push(before + mark + shown(node.label) + (isLeaf(node) ? ` ${node.word}` : ""));
    if (isLeaf(node)) continue;
    const { children } = node;
    for (let i = children.length - 1; i >= 0; i--) {
      const last = i === children.length - 1;
      open.push({
        node: children[i]!,
        before: after,
        mark: last ? pen.last : pen.branch,
        after: `${after}${last ? " " : pen.down}  `,
      });
    }
  }
  return lines.join("\n");
}
