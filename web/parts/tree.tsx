/**
 * A constituency tree: words in a line, constituents above them, coloured by the probability of their spans. One node
 * is chosen at a time; arrow keys walk over the branches.
 */
import type { TargetedKeyboardEvent } from "preact";
import { useMemo, useRef } from "preact/hooks";
import { layoutTree, type PlacedNode } from "../../src/trees/drawings/layout.ts";
import { isLeaf, type Tree } from "../../src/trees/tree.ts";
import { textWidth } from "./text-width.ts";

export interface TreeNode extends PlacedNode {
  readonly at: number;
  readonly start: number;
  readonly end: number;
  readonly probability: number | undefined;
}

const [LABEL, WORD, LEVEL, GAP, MARGIN, PILL, DROP] = [13, 15, 46, 14, 10, 22, 40];

/** Nodes with their places and words; probabilities parents first, left before right. */
export function placeTree(tree: Tree, probabilities: readonly (number | undefined)[]) {
  const measures = {
    label: (text: string) => textWidth(text, LABEL, 600) + 16,
    word: (text: string) => textWidth(text, WORD),
    gap: GAP,
  };
  const layout = layoutTree(tree, measures);
  const start: number[] = [];
  const end: number[] = [];
  let words = 0;
  for (const [at, { node }] of layout.nodes.entries()) {
    start[at] = words;
    if (isLeaf(node)) words++;
  }
  for (let at = layout.nodes.length - 1; at >= 0; at--) {
    const { node, parent } = layout.nodes[at]!;
    end[at] = isLeaf(node) ? start[at]! + 1 : end[at]!;
    if (parent >= 0) end[parent] = Math.max(end[parent] ?? 0, end[at]!);
  }
  const nodes = layout.nodes.map(
    (placed, at): TreeNode => ({ ...placed, at, start: start[at]!, end: end[at]!, probability: probabilities[at] }),
  );
  return { nodes, width: layout.width, depth: layout.depth };
}

/** The colour of a probability, between doubt and certainty. */
export const sureness = (probability: number | undefined): string =>
  probability === undefined
    ? "var(--soft)"
    : `color-mix(in oklch, var(--sure) ${Math.round(100 * probability)}%, var(--unsure))`;

export const percent = (probability: number | undefined): string =>
  probability === undefined
    ? "–"
    : probability > 0.995
      ? "100 %"
      : `${(100 * probability).toFixed(probability < 0.1 ? 1 : 0)} %`;

interface Props {
  readonly tree: Tree;
  readonly probabilities: readonly (number | undefined)[];
  readonly title: string;
  readonly chosen?: number | undefined;
  /** The node that is shown beside the tree, chosen or not. */
  readonly looked?: number | undefined;
  readonly onChoose?: ((at: number) => void) | undefined;
  /** Hears over which node the pointer is. */
  readonly onPoint?: ((at: number | undefined) => void) | undefined;
  /** Drawn no wider than there is room. */
  readonly fit?: boolean;
  /** Nodes to mark: those that another tree does not have. */
  readonly marked?: ((node: TreeNode) => boolean) | undefined;
}

export function TreeDrawing({
  tree,
  probabilities,
  title,
  chosen,
  looked,
  onChoose,
  onPoint,
  fit = false,
  marked,
}: Props) {
  const { nodes, width, depth } = useMemo(() => placeTree(tree, probabilities), [tree, probabilities]);
  const drawing = useRef<SVGSVGElement>(null);
  const y = (level: number) => MARGIN + PILL / 2 + level * LEVEL;
  const wordLine = y(depth) + DROP;
  const height = wordLine + 12;
  const words = nodes.filter(({ node }) => isLeaf(node)).map(({ node }) => (node as { word: string }).word);
  const choose = (at: number) => {
    onChoose?.(at);
    drawing.current?.querySelector<SVGGElement>(`[data-at="${at}"]`)?.focus();
  };
  const walk = (event: TargetedKeyboardEvent<SVGGElement>, { at, parent, level }: TreeNode) => {
    const siblings = nodes.filter((other) => other.parent === parent && other.level === level);
    const place = siblings.findIndex((other) => other.at === at);
    const next: Record<string, number | undefined> = {
      ArrowUp: parent >= 0 ? parent : undefined,
      ArrowDown: nodes.find((other) => other.parent === at)?.at,
      ArrowLeft: siblings[place - 1]?.at,
      ArrowRight: siblings[place + 1]?.at,
      Enter: at,
      " ": at,
    };
    const target = next[event.key];
    if (target === undefined) return;
    event.preventDefault();
    choose(target);
  };
  const interactive = onChoose !== undefined;
  return (
    <div class="scroll">
      <svg
        ref={drawing}
        class={`tree${fit ? " fit" : ""}`}
        role={interactive ? "group" : "img"}
        aria-label={title}
        width={width + 2 * MARGIN}
        height={height}
        viewBox={`0 0 ${width + 2 * MARGIN} ${height}`}
      >
        {nodes.map(({ at, parent, level, x, probability }) => {
          if (parent < 0) return null;
          const above = nodes[parent]!;
          const [x1, y1, x2, y2] = [above.x + MARGIN, y(above.level) + PILL / 2, x + MARGIN, y(level) - PILL / 2];
          const middle = (y1 + y2) / 2;
          return (
            <path
              key={`b${at}`}
              class="branch"
              d={`M${x1} ${y1}C${x1} ${middle} ${x2} ${middle} ${x2} ${y2}`}
              style={{ stroke: sureness(probability) }}
            />
          );
        })}
        {nodes.map((placed) => {
          const { at, node, level, x, start, end, probability } = placed;
          const leaf = isLeaf(node);
          const wide = textWidth(node.label, LABEL, 600) + 14;
          const label = `${node.label} ${words.slice(start, end).join(" ")}${probability === undefined ? "" : `, ${percent(probability)}`}`;
          const controls = interactive
            ? {
                role: "button" as const,
                tabindex: at === (chosen ?? 0) ? 0 : -1,
                "aria-label": label,
                "aria-pressed": at === chosen,
                onClick: () => choose(at),
                onPointerEnter: () => onPoint?.(at),
                onPointerLeave: () => onPoint?.(undefined),
                onKeyDown: (event: TargetedKeyboardEvent<SVGGElement>) => walk(event, placed),
              }
            : {};
          return (
            <g
              key={`n${at}`}
              data-at={at}
              class={`node${leaf ? " tag" : ""}${at === chosen ? " chosen" : at === looked ? " looked" : ""}${marked?.(placed) ? " marked" : ""}`}
              {...controls}
            >
              <rect
                x={x + MARGIN - wide / 2}
                y={y(level) - PILL / 2}
                width={wide}
                height={PILL}
                rx={PILL / 2}
                style={{
                  stroke: sureness(probability),
                  fill: `color-mix(in oklab, ${sureness(probability)} 14%, var(--card))`,
                }}
              />
              <text class="label" x={x + MARGIN} y={y(level) + LABEL * 0.36}>
                {node.label}
              </text>
            </g>
          );
        })}
        {/* The names of the buttons say the words. */}
        {nodes.map(({ at, node, level, x }) =>
          isLeaf(node) ? (
            <g key={`w${at}`}>
              <path class="to-word" d={`M${x + MARGIN} ${y(level) + PILL / 2}V${wordLine - WORD - 2}`} />
              <text class="word" x={x + MARGIN} y={wordLine}>
                {node.word}
              </text>
            </g>
          ) : null,
        )}
      </svg>
    </div>
  );
}
