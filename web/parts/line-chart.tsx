/** Lines over a few points, with axes: singular values and noise, learning curves. */

export interface Series {
  readonly name: string;
  readonly colour: string;
  readonly points: readonly (readonly [number, number])[];
  readonly dashed?: boolean;
}

interface Props {
  readonly series: readonly Series[];
  readonly label: string;
  readonly xName: string;
  readonly yName: string;
  readonly fromZero?: boolean;
  /** The least that the y axis spans. */
  readonly least?: number;
  /** Values of x that the axis shows even where no point is yet. */
  readonly columns?: readonly number[];
}

/** Units of the drawing: about the pixels that there are, so that numbers can be read on a small screen. */
const [WIDTH, HEIGHT] = innerWidth < 700 ? [330, 230] : [560, 270];
const [LEFT, BOTTOM, TOP, RIGHT] = [46, 40, 12, 20];

/** Round numbers, about five of them, that span a range: steps of 1, 2 or 5 and zeros. */
function ticksOf(low: number, high: number): number[] {
  const rough = (high - low) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= rough * 0.999)!;
  const [first, last] = [Math.floor(low / step + 1e-9), Math.ceil(high / step - 1e-9)];
  return Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)));
}

export function LineChart({ series, label, xName, yName, fromZero = false, least = 1e-6, columns: given = [] }: Props) {
  const all = series.flatMap(({ points }) => points);
  if (all.length === 0) return null;
  const [xs, ys] = [[...given, ...all.map(([x]) => x)], all.map(([, y]) => y)];
  const [x0, x1] = [Math.min(...xs), Math.max(...xs)];
  const low = fromZero ? 0 : Math.min(...ys);
  const missing = Math.max(0, least - (Math.max(...ys) - low)) / 2;
  const ticks = ticksOf(fromZero ? 0 : low - missing, Math.max(...ys) + missing);
  const [y0, y1] = [ticks[0]!, ticks.at(-1)!];
  const digits = Math.max(0, ...ticks.map((tick) => (String(tick).split(".")[1] ?? "").length));
  const x = (value: number) => LEFT + ((value - x0) / Math.max(1e-9, x1 - x0)) * (WIDTH - LEFT - RIGHT);
  const y = (value: number) => HEIGHT - BOTTOM - ((value - y0) / (y1 - y0)) * (HEIGHT - BOTTOM - TOP);
  const columns = [...new Set(xs)]
    .sort((p, q) => p - q)
    .filter((_, at, list) => list.length < 9 || at % Math.ceil(list.length / 8) === 0);
  return (
    <figure class="chart">
      <svg role="img" aria-label={label} viewBox={`0 0 ${WIDTH} ${HEIGHT}`}>
        {ticks.map((value) => (
          <g key={value} class="tick">
            <path d={`M${LEFT} ${y(value)}H${WIDTH - RIGHT}`} />
            <text x={LEFT - 6} y={y(value) + 4} class="end">
              {value.toFixed(digits)}
            </text>
          </g>
        ))}
        {columns.map((value) => (
          <text key={value} class="middle" x={x(value)} y={HEIGHT - BOTTOM + 16}>
            {value.toLocaleString("en")}
          </text>
        ))}
        <text class="middle name" x={(LEFT + WIDTH - RIGHT) / 2} y={HEIGHT - 4}>
          {xName}
        </text>
        {series.map(({ name, colour, points, dashed }) => (
          <g key={name} style={{ color: colour }}>
            <path
              class={`line${dashed ? " dashed" : ""}`}
              d={points.map(([px, py], at) => `${at === 0 ? "M" : "L"}${x(px)} ${y(py)}`).join("")}
            />
            {points.map(([px, py]) => (
              <circle key={px} cx={x(px)} cy={y(py)} r={3.2}>
                <title>{`${name}, ${xName} ${px}: ${py.toFixed(2)}`}</title>
              </circle>
            ))}
          </g>
        ))}
      </svg>
      <figcaption>
        <span class="soft">{yName}:</span>
        {series.map(({ name, colour }) => (
          <span key={name} class="key">
            <span class="swatch" style={{ background: colour }} />
            {name}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}
