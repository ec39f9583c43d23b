/** The boxes of a scene over its picture, or over an empty frame where there is no picture. */
import { largest } from "../../../base/largest.ts";
import type { Box, Scene } from "../../../formats/images/scenes.ts";
import { escapeXml, textWidth } from "../../../trees/drawings/svg-text.ts";
import { UNSAID } from "./colours.ts";

const LABEL_SIZE = 12;
const LABEL_HEIGHT = 18;
/** Frame of scenes that do not say how large their image is: what their boxes need. */
const LEAST_SIDE = 64;

export interface BoxesOptions {
  /** Folder or address of the pictures; "" for none. */
  readonly images: string;
  readonly width: number;
  readonly height: number;
}

const round = (value: number): string => String(Math.round(value * 10) / 10);

/** Width and height of a scene: its own, or what its boxes reach. */
export function sizeOf({ size, objects }: Scene): readonly [number, number] {
  if (size !== undefined) return size;
  const ends = (at: 0 | 1) => objects.map(({ box }) => box[at] + box[at + 2]!);
  return [largest(ends(0), LEAST_SIDE), largest(ends(1), LEAST_SIDE)];
}

/** How large a scene is drawn so that it fits. */
export function fitted(
  scene: Scene,
  width: number,
  height: number,
): { readonly width: number; readonly height: number; readonly scale: number } {
  const [own, tall] = sizeOf(scene);
  const scale = Math.min(width / own, height / tall);
  return { width: own * scale, height: tall * scale, scale };
}

/** The address of a scene's picture. */
const pictureOf = (image: string, images: string): string =>
  `${images.replace(/\/$/, "")}/${encodeURIComponent(image)}${/\.\w{2,5}$/.test(image) ? "" : ".jpg"}`;

/** Frame, boxes and labels as elements of an SVG, from (0, 0). Large boxes lie below small ones. */
export function boxElements(scene: Scene, colours: ReadonlyMap<number, string>, options: BoxesOptions): string {
  const { width, height, scale } = fitted(scene, options.width, options.height);
  const frame = `width="${round(width)}" height="${round(height)}" rx="10"`;
  const picture =
    options.images === ""
      ? ""
      : `<image href="${escapeXml(pictureOf(scene.image, options.images))}" width="${round(width)}" height="${round(height)}" preserveAspectRatio="none"/>`;
  const order = scene.objects.map((object, id) => ({ ...object, id }));
  order.sort((a, b) => b.box[2] * b.box[3] - a.box[2] * a.box[3]);
  const taken: Box[] = [];
  const boxes: string[] = [];
  const labels: string[] = [];
  for (const { id, label, box, score } of order) {
    const colour = colours.get(id) ?? UNSAID;
    const [left, top] = [Math.max(0, box[0] * scale), Math.max(0, box[1] * scale)];
    const [right, bottom] = [Math.min(width, (box[0] + box[2]) * scale), Math.min(height, (box[1] + box[3]) * scale)];
    if (right <= left || bottom <= top) continue;
    const dashed = colours.has(id) ? "" : ' stroke-dasharray="4 4"';
    boxes.push(
      `<rect x="${round(left + 1)}" y="${round(top + 1)}" width="${round(Math.max(1, right - left - 2))}" height="${round(Math.max(1, bottom - top - 2))}" rx="5" fill="${colour}" fill-opacity=".09" stroke="${colour}" stroke-width="2"${dashed}/>`,
    );
    const text = score < 1 ? `${label} ${score.toFixed(2).replace(/^0/, "")}` : label;
    // Bold letters are wider than plain ones, by some fonts a fifth.
    const wide = 1.2 * textWidth(text, LABEL_SIZE) + 14;
    const at = freePlace([left + 5, top + 5, wide, LABEL_HEIGHT], taken, width, height);
    taken.push(at);
    labels.push(
      `<rect x="${round(at[0])}" y="${round(at[1])}" width="${round(wide)}" height="${LABEL_HEIGHT}" rx="9" fill="${colour}"/>` +
        `<text x="${round(at[0] + wide / 2)}" y="${round(at[1] + 13)}" text-anchor="middle" font-size="${LABEL_SIZE}" font-weight="600" fill="#fff">${escapeXml(text)}</text>`,
    );
  }
  return `<clipPath id="frame"><rect ${frame}/></clipPath><rect class="frame" ${frame}/><g clip-path="url(#frame)">${picture}${boxes.join("")}${labels.join("")}</g>`;
}

/** A place for a label near where it belongs that covers no other label. */
function freePlace(wanted: Box, taken: readonly Box[], width: number, height: number): Box {
  const [x, y, wide, high] = wanted;
  const left = Math.max(2, Math.min(x, width - wide - 2));
  const free = (top: number) =>
    !taken.some(([a, b, w, h]) => left < a + w + 2 && a < left + wide + 2 && top < b + h + 2 && b < top + high + 2);
  for (let top = Math.max(2, y); top + high < height; top += 4) if (free(top)) return [left, top, wide, high];
  for (let top = Math.min(y, height - high - 2); top > 0; top -= 4) if (free(top)) return [left, top, wide, high];
  return [left, Math.max(2, Math.min(y, height - high - 2)), wide, high];
}
