/** Text in SVG drawings: its width, its characters, its font. */
import { textColumns } from "./text-columns.ts";

/** Fonts of drawings, by what a system has. */
export const FONT = "system-ui,'Segoe UI',Roboto,'Helvetica Neue',Arial,'Noto Sans','DejaVu Sans',sans-serif";

/**
 * Widths of a proportional sans serif, in shares of the size; the average of common fonts is near enough, since texts
 * are centred.
 */
export function textWidth(text: string, size: number): number {
  let width = 0;
  for (const character of text) {
    if (textColumns(character) === 2) width += 1;
    else if (/[ijl.,:;'`|!]/.test(character)) width += 0.3;
    else if (/[frt()[\]\-/]/.test(character)) width += 0.4;
    else if (/[mwMW@%]/.test(character)) width += 0.88;
    else if (/[A-Z0-9$#&]/.test(character)) width += 0.66;
    else width += 0.56;
  }
  return width * size;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot hold them, not even escaped
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;
const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Text as it may stand between tags and in attributes; what XML cannot hold becomes U+FFFD. */
export const escapeXml = (text: string): string =>
  text.replace(NOT_IN_XML, "\ufffd").replace(/[&<>"]/g, (character) => ENTITIES[character]!);
