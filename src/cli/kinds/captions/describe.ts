/** `eigentree describe MODEL [FILE…]`: detections in, descriptions out. */
import { join } from "node:path";
import {
  captionsFromParts,
  DESCRIBING_OPTIONS,
  Describer,
  drawScene,
  type SceneDescription,
  scenePage,
} from "../../../applications/captions/index.ts";
import { choice, InputError, text as textOption } from "../../../base/index.ts";
import { checkWritable, makeFolder, writeFileText } from "../../../files/index.ts";
import { formatPenn, type Scene } from "../../../formats/index.ts";
import { defineVerb } from "../../frame/command.ts";
import { file, shared } from "../../frame/flags.ts";
import { counted, formatSeconds } from "../../frame/numbers.ts";
import { readSceneFiles, SCENE_INPUT } from "./data.ts";

export const describe = defineVerb({
  description:
    "FILE holds scenes as JSON: images with labelled boxes, scores, and where there are any attributes, actions and " +
    "poses (docs/captions.md), or COCO's detection results. Every noun of a description comes from a detection. Text " +
    "is a line for each image (with --n-best, as many, then a blank line); brackets are the trees; json has the whole " +
    "derivation; svg draws boxes and description, one line or with --output one file each; html is a page of all images.",
  options: {
    input: SCENE_INPUT,
    categories: file("names of COCO's categories: an annotation file, or a list of id and name"),
    format: choice("form of the output", ["text", "json", "brackets", "svg", "html"], { default: "text" }),
    output: file("where to write: a file, or for svg a folder; by default standard output"),
    images: textOption("folder or address of the pictures, which svg and html then show under the boxes", {
      default: "",
    }),
    ...DESCRIBING_OPTIONS,
    ...shared("json", "quiet"),
  },
  short: { output: "o" },
  examples: [
    ["eigentree describe midge.model scenes.json", "a description for each image"],
    ["eigentree describe midge.model scenes.json --style descriptive --json", "all things, with the derivation"],
    ["eigentree describe midge.model results.json --threshold 0.5 --format html -o page.html", "a page to look at"],
  ],
  async run(context, { parts }, paths, options) {
    const { output } = options;
    const format = options.json ? "json" : options.format;
    if (output !== undefined && format !== "svg") await checkWritable(output);
    const describer = new Describer(captionsFromParts(parts), context.givenOf(DESCRIBING_OPTIONS, options));
    const scenes = await readSceneFiles(paths, options);
    if (scenes.length === 0) throw new InputError("holds no image; expected at least one.", { file: paths.join(", ") });
    const began = performance.now();
    const described = scenes.map((scene) => ({ scene, best: describer.describeAll(scene) }));
    const seconds = (performance.now() - began) / 1000;
    if (format === "svg" && output !== undefined) await writeDrawings(described, output, options.images);
    else {
      const whole =
        format === "html"
          ? scenePage(described, { images: options.images })
          : described.map(({ scene, best }) => `${answer(scene, best, format, options)}\n`).join("");
      if (output === undefined) await context.write(whole);
      else await writeFileText(output, [whole]);
    }
    context.note(`${counted(scenes.length, "image")} in ${formatSeconds(seconds)}${remarks(described)}`);
  },
});

function answer(
  scene: Scene,
  best: readonly SceneDescription[],
  format: "text" | "json" | "brackets" | "svg",
  { nBest, images }: { readonly nBest: number; readonly images: string },
): string {
  if (format === "json") return JSON.stringify(nBest === 1 ? best[0] : { image: scene.image, descriptions: best });
  if (format === "svg") return drawScene(scene, best[0]!, { images });
  const lines = best.map(({ text, sentences }) =>
    format === "text" ? text : sentences.map(({ tree }) => formatPenn(tree)).join("\n"),
  );
  return lines.join("\n") + (nBest > 1 ? "\n" : "");
}

async function writeDrawings(
  described: readonly { readonly scene: Scene; readonly best: readonly SceneDescription[] }[],
  folder: string,
  images: string,
): Promise<void> {
  await makeFolder(folder);
  for (const [i, { scene, best }] of described.entries())
    await writeFileText(join(folder, `${i + 1}.svg`), [`${drawScene(scene, best[0]!, { images })}\n`]);
}

/** What was not said, and why. */
function remarks(described: readonly { readonly best: readonly SceneDescription[] }[]): string {
  const counts = new Map<string, number>();
  let silent = 0;
  const add = (what: string, by: number) => by > 0 && counts.set(what, (counts.get(what) ?? 0) + by);
  for (const { best } of described) {
    const { leftOut, renamed, clipped, text } = best[0]!;
    for (const { reason } of leftOut) add(`left out (${reason})`, 1);
    add("named by a hypernym", renamed.length);
    add("cut at the edge of the image", clipped.length);
    if (text === "") silent++;
  }
  const list = Array.from(counts, ([what, count]) => `${count} ${what}`).join(", ");
  const empty = silent === 0 ? "" : `; ${counted(silent, "image")} without anything to describe`;
  return (list === "" ? "" : `; detections: ${list}`) + empty;
}
