/** Numbers and tables as people read them. */

/** 1234567 → 1,234,567 */
export const formatCount = (value: number): string => String(value).replace(/\B(?=(\d{3})+(?!\d))/g, ",");

/** "1 tree", "2,780 trees" */
export const counted = (value: number, unit: string): string =>
  `${formatCount(value)} ${value === 1 ? unit : `${unit}s`}`;

export function formatBytes(value: number): string {
  const units = ["B", "kB", "MB", "GB"];
  let size = value;
  let unit = 0;
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000;
    unit++;
  }
  return `${unit === 0 || size >= 100 ? Math.round(size) : size.toFixed(1)} ${units[unit]}`;
}

export function formatSeconds(seconds: number): string {
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  // Rounded before they are divided: 59.7 s are a minute, not 60 s.
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  const minutes = Math.round(whole / 60);
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Rows in columns two blanks apart. Cells that are numbers stand to the right. */
export function formatTable(rows: readonly (readonly (string | number)[])[], indent = ""): string {
  const cells = rows.map((row) => row.map((cell) => (typeof cell === "number" ? formatCount(cell) : cell)));
  const widths: number[] = [];
  for (const row of cells) for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, cell.length);
  return cells
    .map(
      (row, r) =>
        indent +
        row
          .map((cell, i) => (typeof rows[r]![i] === "number" ? cell.padStart(widths[i]!) : cell.padEnd(widths[i]!)))
          .join("  "),
    )
    .map((line) => line.trimEnd())
    .join("\n");
}

/** Words and their neighbours, nearest first, as text. */
export const neighboursText = (
  found: readonly {
    readonly query: string;
    readonly neighbours: readonly { readonly word: string; readonly similarity: number }[];
  }[],
): string =>
  found
    .map(({ query, neighbours }) => {
      const rows = neighbours.map(({ word, similarity }) => [similarity.toFixed(4), word]);
      return `${query}\n${formatTable(rows, "  ")}`;
    })
    .join("\n\n");
