/**
 * Trees as SVG: one self-contained element with a viewBox, so that it can be shown at any size; words in a line at the
 * bottom, tags and constituents above them. Colours follow the reader's light or dark scheme. With probabilities, a
 * branch is as strong as the chart believes in it, and doubtful ones carry their number.
 */

import { isLeaf, type Tree } from "../tree.ts";
import { layoutTree, type PlacedNode } from "./layout.ts";
import { escapeXml, FONT, textWidth } from "./svg-text.ts";

/** How a tree is drawn as SVG. */
export interface DrawSvgOptions {
  /** Of every node, parents before children, left before right (`nodeProbabilities`); undefined where there is none. */
  readonly probabilities?: readonly (number | undefined)[];
  /** How probabilities show: as strength of lines and labels, as numbers beside doubtful labels, or both (both). */
  readonly show?: "opacity" | "numbers" | "both";
  /** Accessible name; the sentence unless given. */
  readonly title?: string;
}

/** Sizes in pixels at natural size. */
const LABEL_SIZE = 14;
const WORD_SIZE = 16;
const NUMBER_SIZE = 9;
const LEVEL = 50;
const GAP = 18;
const MARGIN = 20;
/** Room between a text's baseline and the line below, and between a line and the capitals below it. */
const BELOW = 7;
const ABOVE = 16;
/** The word row stands this far below the lowest tag. */
const WORD_DROP = 44;
/** Labels of at least this probability go without a number. */
const SURE = 0.995;
/** Nothing fades beyond recognition. */
const FAINTEST = 0.25;

const round = (value: number): string => String(Math.round(value * 10) / 10);

const STYLE = [
  `.et{font-family:${FONT};text-anchor:middle}`,
  ".et path{fill:none;stroke:#9aa4b2;stroke-width:1.4;stroke-linecap:round;stroke-linejoin:round}",
  ".et .c{fill:#1f3a68;font-weight:600}.et .t{fill:#8a4b12}.et .w{fill:#111827}.et .n{fill:#6b7280}.et .d{stroke-dasharray:1 4;stroke-width:1.2}",
  "@media(prefers-color-scheme:dark){.et path{stroke:#5b6675}.et .c{fill:#9cc2ff}.et .t{fill:#f0b37e}.et .w{fill:#e5e7eb}.et .n{fill:#9ca3af}}",
].join("");

/** The drawing as one line of SVG. */
export function drawSvg(tree: Tree, options: DrawSvgOptions = {}): string {
  const { probabilities, show = "both" } = options;
  const measures = {
    label: (text: string) => textWidth(text, LABEL_SIZE),
    word: (text: string) => textWidth(text, WORD_SIZE),
    gap: GAP,
  };
  const { nodes, width, depth } = layoutTree(tree, measures);
  const height = depth * LEVEL + WORD_DROP;
  const top = MARGIN + LABEL_SIZE;
  const wordLine = top + height;
  const baseline = ({ level }: PlacedNode) => top + level * LEVEL;
  const opacity = (at: number) => {
    const probability = probabilities?.[at];
    if (probability === undefined || show === "numbers") return "";
    const value = FAINTEST + (1 - FAINTEST) * probability;
    return value > 0.99 ? "" : ` opacity="${value.toFixed(2)}"`;
  };
  const lines: string[] = [];
  const texts: string[] = [];
  const sentence: string[] = [];
  for (const [at, placed] of nodes.entries()) {
    const { node, parent, x } = placed;
    const y = baseline(placed);
    const leaf = isLeaf(node);
    const middle = round(x + MARGIN);
    if (parent >= 0) {
      const above = nodes[parent]!;
      lines.push(
        `<path d="M${round(above.x + MARGIN)} ${round(baseline(above) + BELOW)}L${middle} ${round(y - ABOVE)}"${opacity(at)}/>`,
      );
    }
    texts.push(
      `<text class="${leaf ? "t" : "c"}" x="${middle}" y="${round(y)}" font-size="${LABEL_SIZE}"${opacity(at)}>${escapeXml(node.label)}</text>`,
    );
    const probability = probabilities?.[at];
    if (probability !== undefined && probability < SURE && show !== "opacity") {
      const beside = round(x + MARGIN + textWidth(node.label, LABEL_SIZE) / 2 + 3);
      const number = probability.toFixed(2).replace(/^0/, "");
      texts.push(
        `<text class="n" x="${beside}" y="${round(y - 5)}" font-size="${NUMBER_SIZE}" text-anchor="start">${number}</text>`,
      );
    }
    if (!leaf) continue;
    sentence.push(node.word);
    lines.push(`<path class="d" d="M${middle} ${round(y + BELOW)}V${round(wordLine - ABOVE - 2)}"/>`);
    texts.push(
      `<text class="w" x="${middle}" y="${round(wordLine)}" font-size="${WORD_SIZE}">${escapeXml(node.word)}</text>`,
    );
  }
  const [w, h] = [round(width + 2 * MARGIN), round(wordLine + MARGIN)];
  const title = escapeXml(options.title ?? sentence.join(" "));
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" class="et" viewBox="0 0 ${w} ${h}" width="${w}" height="${h}" role="img" aria-label="${title}">` +
    `<title>${title}</title><style>${STYLE}</style>${lines.join("")}${texts.join("")}</svg>`
  );
}
