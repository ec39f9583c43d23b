/** Scenes as a page: a card for each image with its boxes, its description, and what people wrote, where they did. */
import type { Scene } from "../../../formats/images/scenes.ts";
import { escapeXml, FONT } from "../../../trees/drawings/svg-text.ts";
import type { SceneDescription } from "../describe.ts";
import { boxElements, fitted } from "./boxes-svg.ts";
import { coloursOf } from "./colours.ts";
import { type DrawSceneOptions, unsaidText } from "./scene-svg.ts";

const PICTURE = { width: 480, height: 400 };

const STYLE = `
:root { color-scheme: light dark; --page: #f6f7f9; --card: #fff; --line: #e2e5ea; --text: #111827; --small: #5b6472; --frame: #eef0f3 }
@media (prefers-color-scheme: dark) { :root { --page: #0b0f17; --card: #151b26; --line: #2a3342; --text: #f3f4f6; --small: #9ca3af; --frame: #1f2937 } .noun { filter: brightness(1.9) } }
* { box-sizing: border-box }
body { margin: 0; padding: 2rem 1.5rem 3rem; background: var(--page); color: var(--text); font: 16px/1.5 ${FONT} }
main { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(26rem, 100%), 1fr)); gap: 1.5rem; max-width: 90rem; margin: 0 auto }
article { background: var(--card); border: 1px solid var(--line); border-radius: 14px; padding: 1rem 1rem 1.1rem; display: flex; flex-direction: column; gap: .75rem }
svg { width: 100%; height: auto; max-height: 25rem; display: block }
.frame { fill: var(--frame); stroke: var(--line) }
.said { font-size: 1.2rem; line-height: 1.45; margin: 0 }
.noun { font-weight: 700 }
.small, figcaption, li { font-size: .85rem; color: var(--small); margin: 0 }
ul { margin: 0; padding-left: 1.1rem }
h2 { font-size: .75rem; letter-spacing: .06em; text-transform: uppercase; color: var(--small); margin: .25rem 0 0 }
`;

/** The page as one self-contained text; pictures, where there are any, are linked. */
export function scenePage(
  described: readonly { readonly scene: Scene; readonly best: readonly SceneDescription[] }[],
  { images = "" }: DrawSceneOptions = {},
): string {
  const cards = described.map(({ scene, best }, at) => card(scene, best, at, images));
  return (
    `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">` +
    `<title>Descriptions of ${described.length === 1 ? "an image" : `${described.length} images`}</title><style>${STYLE}</style></head>\n<body><main>\n${cards.join("\n")}\n</main></body></html>\n`
  );
}

function card(scene: Scene, best: readonly SceneDescription[], at: number, images: string): string {
  const [first, ...others] = best as [SceneDescription, ...SceneDescription[]];
  const colours = coloursOf(first);
  const { width, height } = fitted(scene, PICTURE.width, PICTURE.height);
  // Every drawing of the page needs a clip of its own.
  const boxes = boxElements(scene, colours.ofThing, { images, ...PICTURE })
    .replace('id="frame"', `id="frame-${at}"`)
    .replace("url(#frame)", `url(#frame-${at})`);
  const words = colours.sentences.map((sentence) =>
    sentence
      .map(({ word, colour, after = "" }) =>
        colour === undefined
          ? escapeXml(word + after)
          : `<span class="noun" style="color:${colour}">${escapeXml(word)}</span>${after}`,
      )
      .join(" "),
  );
  const said = first.text === "" ? "Nothing to describe." : words.join(" ");
  const list = (title: string, texts: readonly string[]) =>
    texts.length === 0
      ? ""
      : `<h2>${title}</h2><ul>${texts.map((text) => `<li>${escapeXml(text)}</li>`).join("")}</ul>`;
  const notes = unsaidText(scene, first);
  return (
    `<article><svg viewBox="0 0 ${Math.ceil(width)} ${Math.ceil(height)}" role="img" aria-label="${escapeXml(`Boxes of ${scene.image}`)}">${boxes}</svg>` +
    `<p class="said">${said}</p>${list(
      "Or",
      others.map(({ text }) => text),
    )}${list("People wrote", scene.descriptions)}` +
    `${notes.length === 0 ? "" : `<p class="small">${escapeXml(notes.join("; "))}</p>`}<p class="small">${escapeXml(scene.image)}</p></article>`
  );
}
