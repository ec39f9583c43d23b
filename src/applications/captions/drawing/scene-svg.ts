/** A scene as one SVG: its boxes on the left, its description beside them, nouns in the colours of their boxes. */
import type { Scene } from "../../../formats/images/scenes.ts";
import { escapeXml, FONT, textWidth } from "../../../trees/drawings/svg-text.ts";
import type { SceneDescription } from "../describe.ts";
import { boxElements, fitted } from "./boxes-svg.ts";
import { type ColouredWord, coloursOf } from "./colours.ts";

/** How a scene is drawn. */
export interface DrawSceneOptions {
  /** Folder or address of the pictures; none unless given. */
  readonly images?: string;
}

const PICTURE = { width: 520, height: 420 };
const TEXT_WIDTH = 330;
const TEXT_SIZE = 21;
const LINE = 30;
const SMALL = 12.5;
const MARGIN = 24;
const GAP = 32;

const STYLE = [
  `.sc{font-family:${FONT}}.sc .page{fill:#fff}.sc .frame{fill:#f3f4f6;stroke:#d1d5db}.sc .text{fill:#111827}.sc .small{fill:#6b7280}`,
  "@media(prefers-color-scheme:dark){.sc .page{fill:#111827}.sc .frame{fill:#1f2937;stroke:#374151}.sc .text{fill:#f3f4f6}.sc .small{fill:#9ca3af}.sc .noun{filter:brightness(1.9)}}",
].join("");

/** Words in lines that fit. */
function wrapped(words: readonly ColouredWord[], size: number, width: number): ColouredWord[][] {
  const lines: ColouredWord[][] = [];
  let used = 0;
  for (const word of words) {
    const wide = textWidth(`${word.word} `, size) * (word.colour === undefined ? 1 : 1.06);
    if (lines.length === 0 || used + wide > width) {
      lines.push([]);
      used = 0;
    }
    lines.at(-1)!.push(word);
    used += wide;
  }
  return lines;
}

const spans = (line: readonly ColouredWord[]): string =>
  line
    .map(({ word, colour, after = "" }) =>
      colour === undefined
        ? escapeXml(word + after)
        : `<tspan class="noun" font-weight="700" fill="${colour}">${escapeXml(word)}</tspan>${after}`,
    )
    .join(" ");

/** What was not said, in a few words. */
export function unsaidText(scene: Scene, { leftOut, unsaid, renamed }: SceneDescription): string[] {
  const notes = renamed.map(({ label, noun }) => `${label} is called ${noun}`);
  notes.push(...leftOut.map(({ label, reason }) => `${label}: ${reason}`));
  if (unsaid.length > 0)
    notes.push(`not said: ${[...new Set(unsaid.map((id) => scene.objects[id]!.label))].join(", ")}`);
  return notes.length > 6 ? [...notes.slice(0, 5), `and ${notes.length - 5} more`] : notes;
}

/** The drawing as one line of SVG. */
export function drawScene(scene: Scene, description: SceneDescription, { images = "" }: DrawSceneOptions = {}): string {
  const colours = coloursOf(description);
  const picture = fitted(scene, PICTURE.width, PICTURE.height);
  const left = MARGIN + picture.width + GAP;
  const lines = colours.sentences.flatMap((words) => wrapped(words, TEXT_SIZE, TEXT_WIDTH));
  const empty = description.text === "" ? [[{ word: "Nothing to describe.", colour: undefined }]] : [];
  const texts = [...lines, ...empty].map(
    (line, i) =>
      `<text class="text" x="${left}" y="${MARGIN + TEXT_SIZE + i * LINE}" font-size="${TEXT_SIZE}">${spans(line)}</text>`,
  );
  const below = MARGIN + TEXT_SIZE + (lines.length + empty.length) * LINE + 6;
  const notes = unsaidText(scene, description).flatMap((note) =>
    wrapped(
      note.split(" ").map((word) => ({ word, colour: undefined })),
      SMALL,
      TEXT_WIDTH,
    ),
  );
  const small = notes.map(
    (line, i) => `<text class="small" x="${left}" y="${below + i * 18}" font-size="${SMALL}">${spans(line)}</text>`,
  );
  const height = Math.max(picture.height + 2 * MARGIN, below + notes.length * 18 + MARGIN);
  const width = left + TEXT_WIDTH + MARGIN;
  const title = escapeXml(description.text === "" ? "Nothing to describe." : description.text);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" class="sc" viewBox="0 0 ${Math.round(width)} ${Math.round(height)}" width="${Math.round(width)}" height="${Math.round(height)}" role="img" aria-label="${title}">` +
    `<title>${title}</title><style>${STYLE}</style><rect class="page" width="100%" height="100%"/>` +
    `<g transform="translate(${MARGIN} ${MARGIN})">${boxElements(scene, colours.ofThing, { images, ...PICTURE })}</g>${texts.join("")}${small.join("")}</svg>`
  );
}
