/**
 * Detections in the form of COCO's results: `[{ "image_id": 42, "category_id": 18, "bbox": [x, y, width, height],
 * "score": 0.9 }]`. Names of categories come from an annotation file (`{ "categories": [{ "id": 18, "name": "dog" }]
 * }`), from such a list alone, or are COCO's own.
 */
import { type JsonOptions, parseJson } from "./json.ts";
import { boxOf, type Detection, type Scene } from "./scenes.ts";

/** Number and name of the 80 categories of COCO's detection task; eleven numbers up to 90 are not used. */
const COCO_NAMES =
  "1 person,2 bicycle,3 car,4 motorcycle,5 airplane,6 bus,7 train,8 truck,9 boat,10 traffic light,11 fire hydrant," +
  "13 stop sign,14 parking meter,15 bench,16 bird,17 cat,18 dog,19 horse,20 sheep,21 cow,22 elephant,23 bear,24 zebra," +
  "25 giraffe,27 backpack,28 umbrella,31 handbag,32 tie,33 suitcase,34 frisbee,35 skis,36 snowboard,37 sports ball," +
  "38 kite,39 baseball bat,40 baseball glove,41 skateboard,42 surfboard,43 tennis racket,44 bottle,46 wine glass,47 cup," +
  "48 fork,49 knife,50 spoon,51 bowl,52 banana,53 apple,54 sandwich,55 orange,56 broccoli,57 carrot,58 hot dog,59 pizza," +
  "60 donut,61 cake,62 chair,63 couch,64 potted plant,65 bed,67 dining table,70 toilet,72 tv,73 laptop,74 mouse," +
  "75 remote,76 keyboard,77 cell phone,78 microwave,79 oven,80 toaster,81 sink,82 refrigerator,84 book,85 clock,86 vase," +
  "87 scissors,88 teddy bear,89 hair drier,90 toothbrush";

/** The names of COCO's categories by their numbers. */
export const COCO_CATEGORIES: ReadonlyMap<number, string> = new Map(
  COCO_NAMES.split(",").map((entry) => {
    const blank = entry.indexOf(" ");
    return [Number(entry.slice(0, blank)), entry.slice(blank + 1)];
  }),
);

/** Names by number, from an annotation file or a list of categories. */
export function readCocoCategories(text: string, options: JsonOptions = {}): Map<number, string> {
  const whole = parseJson(text, options);
  const list = Array.isArray(whole.value) ? whole : whole.field("categories");
  const names = new Map<number, string>();
  for (const category of list.items()) {
    const id = category.field("id");
    const number = id.whole(0);
    if (names.has(number)) id.fail(`category ${number} occurs twice; expected each once.`);
    names.set(number, category.field("name").filledText());
  }
  return names;
}

/** How COCO's files are read. */
export interface CocoReadOptions extends JsonOptions {
  /** Names of categories (COCO's). */
  readonly categories?: ReadonlyMap<number, string> | undefined;
}

/** The detections of each image, in the order in which images first occur; ids of images become texts. */
export function readCocoDetections(text: string, options: CocoReadOptions = {}): Scene[] {
  const { categories = COCO_CATEGORIES } = options;
  const byImage = new Map<string, Detection[]>();
  for (const node of parseJson(text, options).items()) {
    const id = node.field("image_id");
    const image = typeof id.value === "number" ? `${id.whole(0)}` : id.filledText();
    const category = node.field("category_id");
    const label = categories.get(category.whole(0));
    if (label === undefined)
      category.fail(
        `category ${category.value} has no name; expected one of the ${categories.size} known; give the names of your categories.`,
      );
    const detection = { label: label!, box: boxOf(node.field("bbox")), score: node.field("score").number(0, 1) };
    const known = byImage.get(image);
    if (known === undefined) byImage.set(image, [detection]);
    else known.push(detection);
  }
  return Array.from(byImage, ([image, objects]) => ({ image, size: undefined, objects, descriptions: [] }));
}
