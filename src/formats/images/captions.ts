/**
 * Captions of images: `image TAB caption` as Flickr8k has it, where `image#3` is the image's fourth caption; or
 * captions alone, one per line.
 */
import { InputError } from "../../base/errors.ts";
import { quoted } from "../../base/quoted.ts";
import { counted, fieldColumn, isBlank, type Line, lineReader } from "../blocks.ts";
import { type ReadOptions, readText, type TextFormat, writeText } from "../reader.ts";

/** A caption and the image it describes. */
export interface ImageCaption {
  readonly image: string;
  /** Which caption of its image it is, from 0, where the file says so. */
  readonly number: number | undefined;
  readonly caption: string;
}

const IMAGE = /^(.+?)(?:#(\d{1,9}))?$/;

function parseLine({ text, number }: Line, file: string | undefined): ImageCaption | undefined {
  if (isBlank(text)) return undefined;
  const fields = text.split("\t");
  const fail = (reason: string, field = 0): never => {
    throw new InputError(reason, { file, line: number, column: fieldColumn(fields, field) });
  };
  if (fields.length !== 2) {
    const place = fields.length > 2 ? 2 : 0;
    fail(
      `this line has ${counted(fields.length, "column")}; expected 2: an image and a caption, with a tab between.`,
      place,
    );
  }
  const [name, caption] = fields as [string, string];
  const [, image, index] = IMAGE.exec(name.trim()) ?? [];
  if (image === undefined) fail("the name of the image is empty; expected one.");
  if (isBlank(caption)) fail("the caption is empty; expected words.", 1);
  return { image: image!, number: index === undefined ? undefined : Number(index), caption };
}

/** What ends a field beside others, and what ends a line by itself. */
const FIELD_END = /[\t\n\r]/;
const LINE_END = /\n|\r$/;

const checkLine = (kind: string, text: string, end: RegExp = FIELD_END): string => {
  if (isBlank(text)) throw new InputError(`captions cannot hold an empty ${kind}; leave it out.`);
  if (end.test(text))
    throw new InputError(`captions cannot hold the ${kind} ${quoted(text)}: it has a tab or line end in it.`);
  return text;
};

/** Captions with the names of their images, one per line. */
export const imageCaptions: TextFormat<ImageCaption> = {
  name: "image-captions",
  reader: (emit, options) => lineReader((line) => parseLine(line, options.file), emit, options),
  write({ image, number, caption }) {
    const name = checkLine("image", image) + (number === undefined ? "" : `#${number}`);
    const [, read, index] = IMAGE.exec(name.trim())!;
    if (read !== image || index !== (number === undefined ? undefined : `${number}`))
      throw new InputError(`captions cannot hold the image "${image}", which would be read as "${read}"; rename it.`);
    return `${name}\t${checkLine("caption", caption)}\n`;
  },
};

/** All captions of a text with images. */
export const readImageCaptions = (text: string, options: ReadOptions = {}): ImageCaption[] =>
  readText(imageCaptions, text, options);

/** Captions with their images as text, one per line. */
export const writeImageCaptions = (captions: Iterable<ImageCaption>): string => writeText(imageCaptions, captions);

/** Plain captions, one per line. */
export const captions: TextFormat<string> = {
  name: "captions",
  reader: (emit, options) => lineReader(({ text }) => (isBlank(text) ? undefined : text), emit, options),
  write: (caption) => `${checkLine("caption", caption, LINE_END)}\n`,
};

/** All captions of a text, one per line; blank lines are left out. */
export const readCaptions = (text: string, options: ReadOptions = {}): string[] => readText(captions, text, options);

/** Captions as text, one per line. */
export const writeCaptions = (all: Iterable<string>): string => writeText(captions, all);
