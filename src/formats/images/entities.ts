/**
 * Captions in the markup of Flickr30k Entities (Plummer et al. 2015), one per line:
 *
 *   [/EN#12/people A man] in [/EN#0/notvisual the air]
 *
 * A phrase carries the number of the entity it names, which captions of one image share, and its types. Number 0 with
 * the type `notvisual` marks what cannot be seen. Brackets outside of such marks are ordinary text.
 */
import { InputError } from "../../base/errors.ts";
import { isBlank, type Line, lineReader } from "../blocks.ts";
import { type ReadOptions, readText, type TextFormat, writeText } from "../reader.ts";
import type { LabelledCaption } from "./labelled-phrases.ts";

/** A marked phrase of a caption, with the objects it names. */
export interface EntityPhrase {
  /** Place in the clean caption, in UTF-16 units; `end` is not included. */
  readonly start: number;
  readonly end: number;
  readonly entity: string;
  readonly types: readonly string[];
}

/** A caption with its marked phrases. */
export interface EntityCaption {
  /** Without marks. */
  readonly caption: string;
  readonly phrases: readonly EntityPhrase[];
}

const OPENING = "[/EN#";
const HEAD = /\[\/EN#(\d+)((?:\/[^\s/[\]]+)+) /y;
const NOT_VISUAL = "notvisual";

function parseLine({ text, number }: Line, file: string | undefined): EntityCaption | undefined {
  if (isBlank(text)) return undefined;
  const fail = (reason: string, at: number): never => {
    throw new InputError(reason, { file, line: number, column: at + 1 });
  };
  const phrases: EntityPhrase[] = [];
  let caption = "";
  let at = 0;
  for (;;) {
    const open = text.indexOf(OPENING, at);
    caption += text.slice(at, open < 0 ? text.length : open);
    if (open < 0) break;
    HEAD.lastIndex = open;
    const head = HEAD.exec(text);
    if (head === null) {
      fail(
        `"${text.slice(open, open + 20)}" opens no phrase; expected [/EN#, a number, types after "/", a blank.`,
        open,
      );
    }
    const from = open + head![0].length;
    const close = text.indexOf("]", from);
    if (close < 0) fail('the phrase opened here is never closed; expected "]".', open);
    const phrase = text.slice(from, close);
    const nested = phrase.indexOf(OPENING);
    if (nested >= 0) fail("a phrase opens inside another one; phrases may not overlap.", from + nested);
    if (isBlank(phrase)) fail("the phrase has no words; expected some.", open);
    const start = caption.length;
    phrases.push({ start, end: start + phrase.length, entity: head![1]!, types: head![2]!.slice(1).split("/") });
    caption += phrase;
    at = close + 1;
  }
  return { caption, phrases };
}

/** Captions with marked phrases, as Flickr30k Entities has them. */
export const entities: TextFormat<EntityCaption> = {
  name: "entities",
  reader: (emit, options) => lineReader((line) => parseLine(line, options.file), emit, options),
  write({ caption, phrases }) {
    let line = "";
    let at = 0;
    for (const { start, end, entity, types } of phrases) {
      if (!(start >= at && end > start && end <= caption.length))
        throw new InputError(`entities cannot hold a phrase from ${start} to ${end}; expected order and no overlap.`);
      line += `${caption.slice(at, start)}${OPENING}${entity}/${types.join("/")} ${caption.slice(start, end)}]`;
      at = end;
    }
    line += caption.slice(at);
    const read = /[\n\r]/.test(line) ? undefined : readText(entities, line, {})[0];
    if (JSON.stringify(read) !== JSON.stringify({ caption, phrases }))
      throw new InputError(
        `entities cannot hold the caption "${caption.slice(0, 40)}": its marks would read otherwise.`,
      );
    return `${line}\n`;
  },
};

/** All captions of a text. */
export const readEntities = (text: string, options: ReadOptions = {}): EntityCaption[] =>
  readText(entities, text, options);

/** Captions with marked phrases as text. */
export const writeEntities = (captions: Iterable<EntityCaption>): string => writeText(entities, captions);

/** What can be seen and what not, for learners; phrases are visual unless they are marked otherwise. */
export const entityLabels = ({ caption, phrases }: EntityCaption): LabelledCaption => ({
  image: undefined,
  caption,
  phrases: phrases.map(({ start, end, types }) => ({ start, end, visual: !types.includes(NOT_VISUAL) })),
  detections: undefined,
});
