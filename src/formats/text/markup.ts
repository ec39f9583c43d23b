/**
 * HTML in running text: tags without attributes, of the elements that text is marked up with, and entities. Each is a
 * word of its own, and what stands beside it is cut as if there were blanks.
 */

const ELEMENTS =
  "a|abbr|b|blockquote|body|br|center|code|div|em|font|h[1-6]|head|hr|html|i|li|ol|p|pre|q|s|script|small|span|strong|" +
  "style|su[bp]|table|tbody|t[dhrt]|thead|title|ul?";
const MARKUP = `</?(?:${ELEMENTS})/?>|&(?:amp|lt|gt|quot|nbsp|#\\d+);`;
const ANYWHERE = new RegExp(MARKUP, "gi");
const ALL = new RegExp(`^(?:${MARKUP})$`, "i");

/** Whether a word is a tag or an entity of HTML. */
export const isMarkup = (word: string): boolean => (word.startsWith("<") || word.startsWith("&")) && ALL.test(word);

/** Passes on a text between white space in parts: markup, and what stands before, between and behind. */
export function splitMarkup(chunk: string, accept: (part: string, from: number) => void): void {
  let from = 0;
  if (chunk.includes("<") || chunk.includes("&")) {
    for (const { 0: markup, index } of chunk.matchAll(ANYWHERE)) {
      if (index > from) accept(chunk.slice(from, index), from);
      accept(markup, index);
      from = index + markup.length;
    }
  }
  if (from < chunk.length) accept(chunk.slice(from), from);
}
