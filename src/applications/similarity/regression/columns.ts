/**
 * The columns that a regression sees: every feature, its square, its root, and products of the leading ones.
 *
 *   x,   x²,   sign(x)·√|x|,   x_i·x_j for leading i < j
 */

export interface Columns {
  readonly features: number;
  /** Features whose products count. */
  readonly leading: readonly number[];
  readonly size: number;
}

export function columnsOf(features: number, leading: readonly number[]): Columns {
  return { features, leading, size: 3 * features + (leading.length * (leading.length - 1)) / 2 };
}

export function expand({ features, leading, size }: Columns, row: ArrayLike<number>): Float64Array {
  const columns = new Float64Array(size);
  for (let f = 0; f < features; f++) {
    const value = row[f]!;
    columns[f] = value;
    columns[features + f] = value * value;
    columns[2 * features + f] = Math.sign(value) * Math.sqrt(Math.abs(value));
  }
  let next = 3 * features;
  for (let i = 0; i < leading.length; i++)
    for (let j = i + 1; j < leading.length; j++) columns[next++] = row[leading[i]!]! * row[leading[j]!]!;
  return columns;
}

/** Shares a number for each column among the features it is made of: the products go to both in halves. */
export function gather({ features, leading }: Columns, values: ArrayLike<number>): Float64Array {
  const shares = new Float64Array(features);
  for (let c = 0; c < 3 * features; c++) shares[c % features]! += values[c]!;
  let next = 3 * features;
  for (let i = 0; i < leading.length; i++) {
    for (let j = i + 1; j < leading.length; j++) {
      shares[leading[i]!]! += values[next]! / 2;
      shares[leading[j]!]! += values[next++]! / 2;
    }
  }
  return shares;
}
