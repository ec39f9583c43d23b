/** Beside the tree: what else the parser considered at a node, and what the node's hidden state stands for. */
import type { ModelInfo } from "../backend/messages.ts";
import { useBackend, useLater } from "../hooks.ts";
import { BarList, Spectrum } from "./bars.tsx";
import { absentCells, type Cell, cellsOf, type Span } from "./heat-map.tsx";
import { percent, type TreeNode } from "./tree.tsx";

interface Props {
  readonly node: TreeNode | undefined;
  /** It was not chosen: it has the strongest alternative. */
  readonly suggested?: boolean;
  readonly words: readonly string[];
  /** Spans of the tree. */
  readonly best: readonly Span[];
  readonly brackets: string;
  readonly marginals: readonly Span[];
  readonly model: ModelInfo;
}

interface States {
  readonly symbol: string;
  readonly vector: readonly number[];
  readonly nearest: readonly { readonly name: string; readonly share: number; readonly similarity: number }[];
}

const SHOWN = 6;

export function NodePanel({ node, suggested = false, words, best, brackets, marginals, model }: Props) {
  const backend = useBackend();
  const { value: states, error } = useLater(
    node === undefined || !model.verbs.includes("states")
      ? undefined
      : (signal) =>
          backend.ask<States>(
            "states",
            model,
            { tree: brackets, label: node.node.label, start: node.start, end: node.end, count: 6 },
            signal,
          ),
    [model.name, brackets, node?.at],
    60,
  );
  if (node === undefined)
    return (
      <aside class="card side empty" aria-label="Node">
        <h2>Node</h2>
        <p class="soft">
          Point at a node of the tree to see what else it could be, its hidden state, and the rules or words of the
          treebank nearest to that state. A click keeps it.
        </p>
      </aside>
    );
  const { start, end, probability } = node;
  const tag = "word" in node.node;
  const same = marginals.filter((span) => span.start === start && span.end === end && (span.tag === true) === tag);
  const crossing = tag
    ? []
    : cellsOf(marginals)
        .filter(
          (cell) =>
            (cell.start < start && cell.end > start && cell.end < end) ||
            (cell.start > start && cell.start < end && cell.end > end),
        )
        .sort((x, y) => y.probability - x.probability)
        .slice(0, SHOWN);
  const inside = tag
    ? []
    : absentCells(marginals, best)
        .filter((cell) => cell.start >= start && cell.end <= end && cell.end - cell.start < end - start)
        .sort((x, y) => y.probability - x.probability)
        .slice(0, SHOWN);
  const spanBars = (cells: readonly Cell[]) =>
    cells.map((cell) => ({
      name: `${cell.labels[0]!.label} ${words.slice(cell.start, cell.end).join(" ")}`,
      value: cell.probability,
      shown: percent(cell.probability),
    }));
  const bars = [...same].sort((x, y) => (y.probability ?? 0) - (x.probability ?? 0)).slice(0, SHOWN);
  return (
    <aside class="card side" aria-label="Node" aria-live="polite">
      <h2>
        {node.node.label} <span class="soft">{percent(probability)}</span>
      </h2>
      <p class="quote">{words.slice(start, end).join(" ")}</p>
      {suggested && (
        <p class="soft note">
          Here is the strongest alternative to this tree. Point at another node to see its own; a click keeps it.
        </p>
      )}
      <h3>{tag ? "Tags of this word" : "Labels of this span"}</h3>
      <BarList
        label="Labels"
        most={1}
        bars={bars.map(({ label, probability: p = 0 }) => ({ name: label, value: p, shown: percent(p) }))}
      />
      {crossing.length > 0 && (
        <>
          <h3>Spans that cross it</h3>
          <BarList label="Crossing spans" most={1} bars={spanBars(crossing)} />
        </>
      )}
      {inside.length > 0 && (
        <>
          <h3>Spans inside it that the tree lacks</h3>
          <BarList label="Spans inside" most={1} bars={spanBars(inside)} />
        </>
      )}
      {states !== undefined && states.vector.length > 1 && (
        <>
          <h3>Hidden state of {states.symbol}</h3>
          <Spectrum
            values={states.vector}
            label={`Hidden state: deviations of ${states.vector.length} states from the mean of ${states.symbol}`}
          />
          <h3>{states.nearest.some(({ name }) => name.includes(" → ")) ? "Rules" : "Words"} nearest to it</h3>
          <BarList
            label="Nearest"
            most={1}
            bars={states.nearest.map(({ name, similarity }) => ({
              name,
              value: Math.max(0, similarity),
              shown: similarity.toFixed(2),
            }))}
          />
        </>
      )}
      {states !== undefined && states.vector.length <= 1 && (
        <p class="soft">This symbol has one state: nothing is hidden.</p>
      )}
      {error !== undefined && <p class="soft">{error}</p>}
    </aside>
  );
}
