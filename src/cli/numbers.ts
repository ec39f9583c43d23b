/** Numbers and tables as people read them. */

/** 1234567 → 1,234,567 */
export const formatCount = (value: number): string => String(value).replace(/\B(?=(\d{3})+(?!\d))/g, ",");

/** "1 tree", "2,780 trees" */
export const counted = (value: number, unit: string): string => `${formatCount(value)} ${value === 1 ? unit : `${unit}s`}`;

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
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 60) return `${Math.round(seconds)} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.round((seconds % 3600) / 60)} min`;
}

/** Rows in columns two blanks apart. Cells that are numbers stand to the right. */
export function formatTable(rows: readonly (readonly (string | number)[])[], indent = ""): string {
  const cells = rows.map((row) => row.map((cell) => (typeof cell === "number" ? formatCount(cell) : cell)));
  const widths: number[] = [];
  for (const row of cells) for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, cell.length);
  return cells
    .map(
      (row, r) =>
        indent + row.map((cell, i) => (typeof rows[r]![i] === "number" ? cell.padStart(widths[i]!) : cell.padEnd(widths[i]!))).join("  "),
    )
    .map((line) => line.trimEnd())
    .join("\n");
}
