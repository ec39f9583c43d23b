/**
 * Input as messages show it: cut to a length that can be read, and on one line whatever characters it holds. Every
 * message that repeats input goes through here.
 */

/** Most UTF-16 units of input that a message repeats: enough to find it again, short enough for one line. */
const MOST_SHOWN = 48;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what has to be escaped
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff]/g;
const NAMES: Readonly<Record<string, string>> = { "\t": "\\t", "\n": "\\n", "\r": "\\r" };
const escapeCharacter = (character: string) =>
  NAMES[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** The text, or its beginning with an ellipsis; control characters as escapes. No character is cut in half. */
export function shortened(text: string, most: number = MOST_SHOWN): string {
  let shown = text;
  if (text.length > most) {
    const last = text.charCodeAt(most - 2);
    const inPair = last >= 0xd800 && last < 0xdc00;
    shown = `${text.slice(0, most - (inPair ? 2 : 1))}…`;
  }
  return shown.replace(UNPRINTABLE, escapeCharacter);
}

/** The same between quotation marks. */
export const quoted = (text: string): string => `"${shortened(text)}"`;
