/** Dependency arcs over the words of a sentence. */
import { useRef } from "preact/hooks";
import { drawArcs } from "../../src/trees/drawings/draw-arcs.ts";
import { copyPicture, copyText, download, svgToPng } from "../export/save.ts";
import { CopyMenu, type Form } from "./copy-menu.tsx";
import { textWidth } from "./text-width.ts";

export interface Dependencies {
  readonly words: readonly string[];
  readonly tags: readonly string[];
  /** Counted from 1; 0 is the root. */
  readonly heads: readonly number[];
  readonly relations: readonly string[];
}

const [WORD, SMALL, GAP, STEP, MARGIN, APART] = [15, 11, 20, 26, 12, 7];

/** How high each arc must rise: one more than the highest arc it covers. */
function heightsOf(heads: readonly number[]): number[] {
  const arcs = heads.map((head, at) => ({
    at,
    from: Math.min(head - 1, at),
    to: Math.max(head - 1, at),
    root: head === 0,
  }));
  const heights = heads.map(() => 1);
  const sorted = arcs.filter(({ root }) => !root).sort((x, y) => x.to - x.from - (y.to - y.from));
  for (const arc of sorted) {
    const inside = sorted.filter(
      (other) =>
        other !== arc && other.from >= arc.from && other.to <= arc.to && other.to - other.from < arc.to - arc.from,
    );
    heights[arc.at] = 1 + Math.max(0, ...inside.map(({ at }) => heights[at]!));
  }
  return heights;
}

/**
 * Where the arcs meet each word, from its middle: side by side, the shorter farther out, so that none lies on another.
 * Of each dependent: the place at its head, and at itself.
 */
function placesOf(heads: readonly number[], wide: readonly number[]): (readonly [number, number])[] {
  const ends = heads.map((): { readonly at: number; readonly length: number; readonly side: 1 | -1 }[] => []);
  for (const [at, head] of heads.entries()) {
    if (head === 0) continue;
    const side = head - 1 < at ? 1 : -1; // from the head towards the dependent
    const length = Math.abs(head - 1 - at);
    ends[head - 1]!.push({ at, length, side });
    ends[at]!.push({ at, length, side: side === 1 ? -1 : 1 });
  }
  const offset = (word: number, at: number) => {
    const own = ends[word]!.find((end) => end.at === at)!;
    const beside = ends[word]!.filter(({ side }) => side === own.side);
    const inner = beside.filter(
      (end) => end.length > own.length || (end.length === own.length && end.at !== at && word === at),
    ).length;
    const step = Math.min(APART, (wide[word]! / 2 + GAP / 3) / beside.length);
    return own.side * (step * 0.7 + step * inner);
  };
  return heads.map((head, at) => (head === 0 ? ([0, 0] as const) : ([offset(head - 1, at), offset(at, at)] as const)));
}

/** What the page's style gives the drawing, for one that leaves the page. */
const STYLE = `<style>path{fill:none;stroke:#2c55c9;stroke-width:1.5}marker path{fill:#2c55c9;stroke:none}
text{font:11px sans-serif;text-anchor:middle;fill:#566071}.word{font-size:15px;fill:#1a2233}.root path{stroke:#c2410c}</style>`;

export function Arcs({ words, tags, heads, relations }: Dependencies) {
  const drawing = useRef<SVGSVGElement>(null);
  const svg = () => {
    const text = new XMLSerializer().serializeToString(drawing.current!);
    return text.replace(/>/, `>${STYLE}<rect width="100%" height="100%" fill="#ffffff"/>`);
  };
  const forms: Form[] = [
    {
      name: "arcs as text",
      act: "copy",
      run: () => copyText(drawArcs({ words, tags, heads, labels: relations })),
    },
    { name: "arcs as SVG", act: "copy", run: () => copyText(svg()) },
    { name: "arcs as PNG", act: "copy", run: () => copyPicture(svgToPng(svg())) },
    { name: "arcs as SVG", act: "save", run: () => download("arcs.svg", svg(), "image/svg+xml") },
  ];
  const heights = heightsOf(heads);
  const highest = Math.max(1, ...heights) + 1;
  let right = MARGIN;
  const wide = words.map((word, at) =>
    Math.max(textWidth(word, WORD), textWidth(tags[at] ?? "", SMALL), textWidth(relations[at] ?? "", SMALL) * 0.8),
  );
  const places = wide.map((each) => {
    const middle = right + each / 2;
    right += each + GAP;
    return middle;
  });
  const offsets = placesOf(heads, wide);
  const base = MARGIN + highest * STEP;
  const width = right - GAP + MARGIN;
  const told = words
    .map((word, at) => `${word}: ${heads[at] === 0 ? "root" : `${relations[at]} of ${words[heads[at]! - 1]}`}`)
    .join("; ");
  return (
    <>
      <div class="scroll" tabIndex={0} role="region" aria-label="Dependency arcs">
        <svg
          ref={drawing}
          class="arcs"
          role="img"
          aria-label={told}
          width={width}
          height={base + 48}
          viewBox={`0 0 ${width} ${base + 48}`}
        >
          <defs>
            <marker id="tip" viewBox="0 0 8 8" refX="4" refY="7" markerWidth="7" markerHeight="7" orient="0">
              <path d="M0 0L4 8L8 0Z" />
            </marker>
          </defs>
          {heads.map((head, at) => {
            const to = places[at]!;
            if (head === 0)
              return (
                <g key={at} class="root">
                  <path d={`M${to} ${base - highest * STEP + 14}V${base - 3}`} marker-end="url(#tip)" />
                  <text x={to} y={base - highest * STEP + 10}>
                    root
                  </text>
                </g>
              );
            const from = places[head - 1]! + offsets[at]![0];
            const end = to + offsets[at]![1];
            const top = base - heights[at]! * STEP;
            const bend = Math.min(14, Math.abs(end - from) / 2);
            const turn = end > from ? bend : -bend;
            return (
              <g key={at}>
                <path
                  d={`M${from} ${base - 2}V${top + bend}Q${from} ${top} ${from + turn} ${top}H${end - turn}Q${end} ${top} ${end} ${top + bend}V${base - 3}`}
                  marker-end="url(#tip)"
                />
                <text x={(from + end) / 2} y={top - 4}>
                  {relations[at]}
                </text>
              </g>
            );
          })}
          {words.map((word, at) => (
            <g key={`w${at}`}>
              <text class="word" x={places[at]} y={base + 18}>
                {word}
              </text>
              <text class="tag" x={places[at]} y={base + 36}>
                {tags[at]}
              </text>
            </g>
          ))}
        </svg>
      </div>
      <CopyMenu forms={forms} />
    </>
  );
}
