/**
 * Dependency trees drawn with characters: arcs above the words, tags below. An arc points at the word that depends.
 *
 *                   root
 *    ┌det┐  ┌─nsubj──┐│┌punct┐
 *    ▼   │  ▼        │▼│     ▼
 *   The  dog        barks    .
 *
 * At a word, arcs to the left come first, the shortest leftmost, then the root's, then those to the right, the longest
 * first: so no line of a tree without crossing arcs crosses another.
 */
import type { DependencyTree } from "../dependencies.ts";
import { textColumns } from "./text-columns.ts";

/** An arc, or the line from above to the root, whose ends are one. */
interface Arc {
  readonly left: number;
  readonly right: number;
  /** The word that depends, from 0. */
  readonly word: number;
  readonly label: string;
  level: number;
  /** Columns of the two ends. */
  from: number;
  to: number;
}

/** A drawing of as many columns as it takes; `ascii` keeps to plain characters. */
export function drawArcs(tree: DependencyTree, { ascii = false }: { readonly ascii?: boolean } = {}): string {
  if (tree.words.length === 0) return "";
  const arcs = arcsOf(tree);
  const starts = place(tree, arcs);
  const rows = draw(arcs, ascii);
  const cells = (texts: readonly string[]) => {
    let line = "";
    for (const [i, text] of texts.entries()) line += " ".repeat(Math.max(0, starts[i]! - textColumns(line))) + text;
    return line;
  };
  return [...rows, cells(tree.words), cells(tree.tags)].map((row) => row.trimEnd()).join("\n");
}

function arcsOf({ heads, labels }: DependencyTree): Arc[] {
  const arcs = heads.map((head, word): Arc => {
    const other = head === 0 ? word : head - 1;
    const [left, right] = [Math.min(word, other), Math.max(word, other)];
    return { left, right, word, label: labels[word] ?? "", level: 0, from: 0, to: 0 };
  });
  const inwards = arcs.filter(({ left, right }) => left < right).sort((a, b) => lengthOf(a) - lengthOf(b));
  for (const [n, arc] of inwards.entries()) {
    const inside = inwards.slice(0, n).filter(({ left, right }) => left < arc.right && right > arc.left);
    arc.level = 1 + Math.max(-1, ...inside.map(({ level }) => level));
  }
  const top = 1 + Math.max(-1, ...inwards.map(({ level }) => level));
  for (const arc of arcs) if (arc.left === arc.right) arc.level = top;
  return arcs;
}

const lengthOf = ({ left, right }: Arc): number => right - left;

/** Where each word begins; gives the arcs their columns, so far apart that labels fit between them. */
function place({ words, tags }: DependencyTree, arcs: readonly Arc[]): number[] {
  const ends = words.map((_, word) => {
    const toLeft = arcs
      .filter(({ left, right }) => right === word && left < word)
      .sort((a, b) => lengthOf(a) - lengthOf(b));
    const toRight = arcs
      .filter(({ left, right }) => left === word && right > word)
      .sort((a, b) => lengthOf(b) - lengthOf(a));
    return [...toLeft, ...arcs.filter(({ left, right }) => left === right && left === word), ...toRight];
  });
  const widths = words.map((word, i) => Math.max(textColumns(word), textColumns(tags[i] ?? ""), ends[i]!.length));
  const starts: number[] = [];
  let column = 0;
  for (const [word, width] of widths.entries()) {
    // Ends of arcs that lie to the left are known: what is too narrow for its label pushes this word away.
    const offset = Math.floor((width - ends[word]!.length) / 2);
    for (const [at, arc] of ends[word]!.entries()) {
      if (arc.right === word && arc.left < word)
        column = Math.max(column, arc.from + textColumns(arc.label) + 2 - offset - at);
    }
    starts.push(column);
    for (const [at, arc] of ends[word]!.entries()) {
      if (arc.left === word) arc.from = column + offset + at;
      if (arc.right === word) arc.to = column + offset + at;
    }
    column += width + 1;
  }
  return starts;
}

const LINES = { across: "─", down: "│", left: "┌", right: "┐", head: "▼" };
const ASCII_LINES = { across: "-", down: "|", left: ".", right: ".", head: "v" };

function draw(arcs: readonly Arc[], ascii: boolean): string[] {
  const { across, down, left, right, head } = ascii ? ASCII_LINES : LINES;
  const top = Math.max(...arcs.map(({ level }) => level));
  const width = Math.max(...arcs.map(({ to, label }) => to + label.length + 1));
  const rows = Array.from({ length: top + 2 }, () => new Array<string>(width).fill(" "));
  const put = (row: number, column: number, text: string) => {
    for (const [i, sign] of [...text].entries()) rows[row]![column + i] = sign;
  };
  for (const arc of arcs) {
    const row = top - arc.level;
    const isRoot = arc.left === arc.right;
    if (isRoot) put(row, arc.to, arc.label);
    else {
      put(row, arc.from, left + across.repeat(arc.to - arc.from - 1) + right);
      put(row, arc.from + 1 + Math.floor((arc.to - arc.from - 1 - arc.label.length) / 2), arc.label);
    }
    for (const column of isRoot ? [arc.to] : [arc.from, arc.to]) {
      const depends = column === (arc.word === arc.right ? arc.to : arc.from);
      for (let below = row + 1; below <= top + 1; below++) put(below, column, below > top && depends ? head : down);
    }
  }
  return rows.map((row) => row.join(""));
}
