/** Marked captions as text and as HTML. */
import { escapeXml } from "../../trees/index.ts";
import type { MarkedCaption } from "./predict.ts";

/** `[0.98 A man] in [0.12 the air]` */
export function markedText({ caption, phrases }: MarkedCaption): string {
  return pieces(
    { caption, phrases },
    (text) => text,
    (text, probability) => `[${probability.toFixed(2)} ${text}]`,
  );
}

/** A paragraph in which phrases are the darker the likelier they can be seen; the number shows on pointing at one. */
export function markedHtml(marked: MarkedCaption): string {
  const phrase = (text: string, probability: number) => {
    const shade = probability.toFixed(2);
    return `<mark style="background-color: rgb(46 125 50 / ${shade})" title="${shade}">${escapeXml(text)}</mark>`;
  };
  return `<p>${pieces(marked, escapeXml, phrase)}</p>`;
}

/** What stands before and after the paragraphs of a page. */
export const HTML_PAGE = {
  before:
    '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Visual text</title>\n<style>\n' +
    "body { font: 1rem/1.6 sans-serif; margin: 2rem auto; max-width: 45rem; }\n" +
    "mark { color: inherit; border-bottom: 1px solid rgb(46 125 50); padding: 0 0.1em; }\n" +
    "</style>\n</head>\n<body>\n",
  after: "</body>\n</html>\n",
} as const;

function pieces(
  { caption, phrases }: MarkedCaption,
  plain: (text: string) => string,
  marked: (text: string, probability: number) => string,
): string {
  let at = 0;
  let text = "";
  for (const { start, end, probability } of phrases) {
    text += plain(caption.slice(at, start)) + marked(caption.slice(start, end), probability);
    at = end;
  }
  return text + plain(caption.slice(at));
}
