/** Numbers as bars: similarities, probabilities, coordinates of a state. */

export interface Bar {
  readonly name: string;
  readonly value: number;
  readonly shown?: string;
  readonly href?: string;
}

/** A list with a bar for each value, the largest filling the row. */
export function BarList({
  bars,
  label,
  most,
}: {
  readonly bars: readonly Bar[];
  readonly label: string;
  readonly most?: number;
}) {
  const largest = most ?? Math.max(1e-9, ...bars.map(({ value }) => Math.abs(value)));
  return (
    <ul class="bars" aria-label={label}>
      {bars.map(({ name, value, shown, href }) => (
        <li key={name}>
          <span class="bar-name" title={name}>
            {href === undefined ? name : <a href={href}>{name}</a>}
          </span>
          <span class="bar-track" aria-hidden="true">
            <span
              class={`bar-fill${value < 0 ? " minus-fill" : ""}`}
              style={{ width: `${Math.min(100, (100 * Math.abs(value)) / largest)}%` }}
            />
          </span>
          <span class="bar-value">{shown ?? value.toFixed(2)}</span>
        </li>
      ))}
    </ul>
  );
}

/** Coordinates as upright bars around a zero line. */
export function Spectrum({ values, label }: { readonly values: readonly number[]; readonly label: string }) {
  const largest = Math.max(1e-9, ...values.map(Math.abs));
  const wide = Math.max(4, Math.min(14, 260 / values.length));
  return (
    <svg
      class="spectrum"
      role="img"
      aria-label={label}
      width={values.length * wide}
      height={64}
      viewBox={`0 0 ${values.length * wide} 64`}
    >
      <path class="axis" d={`M0 32H${values.length * wide}`} />
      {values.map((value, at) => {
        const tall = (Math.abs(value) / largest) * 30;
        return (
          <rect
            key={at}
            class={value < 0 ? "minus" : "plus"}
            x={at * wide + 1}
            y={value < 0 ? 32 : 32 - tall}
            width={wide - 2}
            height={Math.max(0.5, tall)}
          >
            <title>{`state ${at + 1}: ${value.toFixed(3)}`}</title>
          </rect>
        );
      })}
    </svg>
  );
}
