/**
 * Input as messages show it: cut to a length that can be read, and on one line whatever characters it holds. Every
 * message that repeats input goes through here.
 */

/** Most UTF-16 units of input that a message repeats: enough to find it again, short enough for one line. */
const MOST_SHOWN = 48;

// Control characters, line ends of their own kind, and marks that turn the direction of what follows them.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what has to be escaped
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufeff]/g;
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

/** The longest word of a message: Linux knows no longer path of a file. */
const LONGEST_WORD = 4096;

/**
 * A whole message for a terminal. Names of files and options stand in it as they were given; no character of theirs
 * may move the cursor, and none of them is endless. Line ends stay.
 */
export const printable = (text: string): string =>
  text
    .replace(/\S+/g, (word) => (word.length > LONGEST_WORD ? shortened(word, LONGEST_WORD) : word))
    .replace(UNPRINTABLE, (character) => (character === "\n" ? character : escapeCharacter(character)));

/** The same between quotation marks. */
export const quoted = (text: string): string => `"${shortened(text)}"`;
