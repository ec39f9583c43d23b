/**
 * The largest of many numbers, and of `least`. Arguments of a call lie on the stack, so `Math.max(...values)` fails
 * from about a hundred thousand of them on; wherever their number grows with the data, this stands in its place.
 */
export function largest(values: Iterable<number>, least = -Infinity): number {
  let most = least;
  for (const value of values) if (value > most) most = value;
  return most;
}
