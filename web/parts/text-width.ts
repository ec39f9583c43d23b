/** Widths of texts as the browser draws them. */
let context: CanvasRenderingContext2D | null | undefined;

export const FONT = 'system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';

export function textWidth(text: string, size: number, weight = 400): number {
  context ??= document.createElement("canvas").getContext("2d");
  if (context === null) return text.length * size * 0.6;
  context.font = `${weight} ${size}px ${FONT}`;
  return context.measureText(text).width;
}
