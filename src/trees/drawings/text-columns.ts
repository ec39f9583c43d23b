/**
 * How many columns of a terminal a text takes: two for East Asian wide characters and emoji, none for combining marks.
 */

const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const WITHOUT_WIDTH = /[\p{Mn}\p{Me}\p{Cf}\p{Cc}]/u;

/** How many columns of a terminal a text takes. */
export function textColumns(text: string): number {
  let columns = 0;
  for (const character of text) {
    const code = character.codePointAt(0)!;
    if (code >= 0x20 && code < 0x7f) columns++;
    else if (WITHOUT_WIDTH.test(character)) continue;
    else columns += WIDE.test(character) ? 2 : 1;
  }
  return columns;
}
