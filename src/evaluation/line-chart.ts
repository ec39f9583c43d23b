/** Line charts as one self-contained SVG element: axes with round numbers, lines with points, a legend. */
import { escapeXml } from "../trees/index.ts";

/** A line: its points, and how it is called. */
export interface ChartLine {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

/** What a line chart shows. */
export interface Chart {
  readonly title: string;
  readonly xTitle: string;
  readonly yTitle: string;
  readonly lines: readonly ChartLine[];
  /** Logarithmic x. */
  readonly logarithmic?: boolean;
  /** Names of x = 0, 1, 2 … instead of numbers. */
  readonly names?: readonly string[] | undefined;
}

const [WIDTH, HEIGHT] = [720, 400];
const MARGIN = { left: 60, right: 20, top: 36, bottom: 56 };
/** Room for names below the axis, which are turned. */
const NAMES_BOTTOM = 130;
const COLOURS = ["#1565c0", "#c62828", "#2e7d32", "#6a1b9a"];
const DASHES = ["", "6 3", "2 2", "8 2 2 2"];

/** A line chart as SVG. */
export function chartSvg({ title, xTitle, yTitle, lines, logarithmic = false, names }: Chart): string {
  const points = lines.flatMap((line) => line.points);
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const bottom = names === undefined ? MARGIN.bottom : NAMES_BOTTOM;
  const yTicks = ticks(Math.min(...ys), Math.max(...ys));
  const along = (x: number) => (logarithmic ? Math.log(x) : x);
  const [xLow, xHigh] = [along(Math.min(...xs)), along(Math.max(...xs))];
  const [yLow, yHigh] = [yTicks[0]!, yTicks.at(-1)!];
  const placeX = (x: number) =>
    MARGIN.left + ((along(x) - xLow) / (xHigh - xLow || 1)) * (WIDTH - MARGIN.left - MARGIN.right);
  const placeY = (y: number) => HEIGHT - bottom - ((y - yLow) / (yHigh - yLow || 1)) * (HEIGHT - bottom - MARGIN.top);
  const text = (x: number, y: number, words: string, more = "") =>
    `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${more}>${escapeXml(words)}</text>`;
  const grid = yTicks.map((value) => {
    const y = placeY(value).toFixed(1);
    return (
      `<path class="g" d="M${MARGIN.left} ${y}H${WIDTH - MARGIN.right}"/>` +
      text(MARGIN.left - 8, placeY(value) + 4, shortNumber(value), 'text-anchor="end"')
    );
  });
  const marks = (names === undefined ? [...new Set(xs)].sort((a, b) => a - b) : [...names.keys()]).map((x) => {
    const [left, low] = [placeX(x), HEIGHT - bottom + 18];
    if (names === undefined) return text(left, low, shortNumber(x), 'text-anchor="middle"');
    return text(left, low - 4, names[x]!, `text-anchor="end" transform="rotate(-45 ${left.toFixed(1)} ${low - 4})"`);
  });
  const drawn = lines.map(({ points: each }, i) => {
    const path = each.map(([x, y], at) => `${at === 0 ? "M" : "L"}${placeX(x).toFixed(1)} ${placeY(y).toFixed(1)}`);
    const colour = COLOURS[i % COLOURS.length]!;
    const dots = each.map(
      ([x, y]) => `<circle cx="${placeX(x).toFixed(1)}" cy="${placeY(y).toFixed(1)}" r="3" fill="${colour}"/>`,
    );
    const dash = DASHES[i % DASHES.length]! === "" ? "" : ` stroke-dasharray="${DASHES[i % DASHES.length]}"`;
    return `<path d="${path.join("")}" fill="none" stroke="${colour}" stroke-width="2"${dash}/>${dots.join("")}`;
  });
  const legend = lines.map(({ name }, i) => {
    const y = HEIGHT - bottom - 12 - 18 * (lines.length - 1 - i);
    const colour = COLOURS[i % COLOURS.length]!;
    return text(WIDTH - MARGIN.right - 8, y, name, `text-anchor="end" fill="${colour}" font-weight="600"`);
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escapeXml(title)}">`,
    "<style>text{font:12px sans-serif}.g{stroke:#bbb;stroke-width:.5;fill:none}</style>",
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    text(WIDTH / 2, 20, title, 'text-anchor="middle" font-weight="600"'),
    ...grid,
    ...marks,
    ...drawn,
    ...legend,
    text((WIDTH + MARGIN.left) / 2, HEIGHT - 8, xTitle, 'text-anchor="middle"'),
    text(16, HEIGHT / 2, yTitle, `text-anchor="middle" transform="rotate(-90 16 ${HEIGHT / 2})"`),
    "</svg>\n",
  ].join("\n");
}

/** Round numbers from below the lowest to above the highest, some five of them. */
export function ticks(low: number, high: number): number[] {
  const span = high > low ? high - low : Math.max(1e-9, Math.abs(low) / 10);
  const rough = span / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10);
  const first = Math.floor(low / step + 1e-9);
  const last = Math.max(first + 1, Math.ceil(high / step - 1e-9));
  return Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step);
}

const shortNumber = (value: number): string => String(Number(value.toPrecision(6)));
