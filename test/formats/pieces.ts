/** A text cut at arbitrary places, empty pieces included: what a stream may deliver. */
export function inPieces(text: string, cuts: readonly number[]): string[] {
  const places = cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b);
  const pieces: string[] = [];
  let start = 0;
  for (const place of places) {
    pieces.push(text.slice(start, place));
    start = place;
  }
  return [...pieces, text.slice(start)];
}
