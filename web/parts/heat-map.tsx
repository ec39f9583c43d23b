/** The pruned chart as a triangle of cells: every span of words that the parser kept, as dark as it is probable. */
import { useState } from "preact/hooks";
import { percent, sureness } from "./tree.tsx";

export interface Span {
  readonly label: string;
  readonly start: number;
  readonly end: number;
  readonly tag?: boolean;
  readonly probability?: number;
}

interface Props {
  readonly words: readonly string[];
  readonly marginals: readonly Span[];
  /** Spans of the best tree, which get a frame. */
  readonly best: readonly Span[];
  /** The span of the node that is looked at. */
  readonly chosen: { readonly start: number; readonly end: number } | undefined;
}

export interface Cell {
  readonly start: number;
  readonly end: number;
  readonly labels: readonly Span[];
  readonly probability: number;
}

/** Spans by their words, constituents only, the most probable label first. */
export function cellsOf(marginals: readonly Span[]): Cell[] {
  const cells = new Map<string, Span[]>();
  for (const span of marginals) {
    if (span.tag) continue;
    const key = `${span.start} ${span.end}`;
    const known = cells.get(key);
    if (known === undefined) cells.set(key, [span]);
    else known.push(span);
  }
  return [...cells.values()].map((labels) => {
    const sorted = labels.sort((x, y) => (y.probability ?? 0) - (x.probability ?? 0));
    const { start, end, probability = 0 } = sorted[0]!;
    return { start, end, labels: sorted, probability };
  });
}

/** Cells that the tree does not have. */
export function absentCells(marginals: readonly Span[], best: readonly Span[]): Cell[] {
  const known = new Set(best.filter(({ tag }) => !tag).map(({ start, end }) => `${start} ${end}`));
  return cellsOf(marginals).filter(({ start, end }) => !known.has(`${start} ${end}`));
}

const [SMALLEST, LARGEST, ROOM, WORDS] = [15, 38, 620, 120];
/** Cells from this size on have room for a label of a few letters. */
const [LABELLED, LETTERS] = [26, 4];

export function HeatMap({ words, marginals, best, chosen }: Props) {
  const [pointed, setPointed] = useState<Cell>();
  const n = words.length;
  const size = Math.max(SMALLEST, Math.min(LARGEST, ROOM / n));
  const cells = cellsOf(marginals);
  const inTree = new Set(best.filter(({ tag }) => !tag).map(({ start, end }) => `${start} ${end}`));
  const side = n * size + 2;
  const told = cells
    .filter(({ probability }) => probability >= 0.5)
    .map(
      ({ start, end, labels }) =>
        `${labels[0]!.label} over ${words.slice(start, end).join(" ")}: ${percent(labels[0]!.probability)}`,
    )
    .join("; ");
  const within = (at: number) => pointed !== undefined && at >= pointed.start && at < pointed.end;
  return (
    <>
      <div class="scroll" tabIndex={0} role="region" aria-label="Chart of spans">
        <svg
          class="heat"
          role="img"
          aria-label={`Probable constituents. ${told}`}
          width={side + WORDS}
          height={side + 2}
          viewBox={`-2 -2 ${side + WORDS} ${side + 2}`}
          onPointerLeave={() => setPointed(undefined)}
        >
          {words.map((word, at) => (
            <g key={`w${at}`}>
              <rect class="cell" x={0} y={at * size} width={(at + 1) * size - 2} height={size - 2} rx={3} />
              <text class={`word${within(at) ? " within" : ""}`} x={at * size + size + 6} y={at * size + size / 2 + 4}>
                {word}
              </text>
            </g>
          ))}
          {cells.map((cell) => {
            const { start, end, labels, probability } = cell;
            const [x, y] = [start * size, (end - 1) * size];
            const { label } = labels[0]!;
            const framed = inTree.has(`${start} ${end}`) ? " best" : "";
            const looked = chosen?.start === start && chosen.end === end ? " looked" : "";
            return (
              <g key={`${start} ${end}`} onPointerEnter={() => setPointed(cell)}>
                <rect
                  class={`heat-cell${framed}${looked}`}
                  x={x}
                  y={y}
                  width={size - 2}
                  height={size - 2}
                  rx={3}
                  style={{ fill: sureness(probability), fillOpacity: 0.15 + 0.85 * probability }}
                />
                {size >= LABELLED && label.length <= LETTERS && (
                  <text
                    class={`in-cell${probability > 0.5 ? " strong-cell" : ""}`}
                    x={x + (size - 2) / 2}
                    y={y + size / 2 + 3}
                  >
                    {label}
                  </text>
                )}
              </g>
            );
          })}
        </svg>
      </div>
      <p class="soft note heat-note">
        {pointed === undefined
          ? "A cell is a span: from the column of its first word to the row of its last."
          : `${words.slice(pointed.start, pointed.end).join(" ")}: ${pointed.labels
              .slice(0, 4)
              .map(({ label, probability }) => `${label} ${percent(probability)}`)
              .join(", ")}`}
      </p>
    </>
  );
}
