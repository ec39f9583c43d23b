/**
 * Describing scenes with a learnt model:
 *
 *   const describer = await open("midge.model", "captions");     // or new Describer(model)
 *   describer.describe({ objects: [{ label: "dog", box: [10, 20, 200, 150] }] }).text;
 */
import { InputError } from "../../base/errors.ts";
import { checkOptions } from "../../base/options.ts";
import type { Detection, Scene } from "../../formats/images/scenes.ts";
import { describeScene, type SceneDescription } from "./describe.ts";
import type { CaptionsModel } from "./model.ts";
import { DESCRIBING_OPTIONS, type DescribingOptions } from "./options.ts";

/** A scene as a caller gives it: a name, a size, and scores may be left out. */
export interface SceneInput {
  readonly image?: string;
  readonly size?: readonly [number, number] | undefined;
  readonly objects: readonly (Omit<Detection, "score"> & { readonly score?: number })[];
}

/** Describes scenes with a model. Every noun of a description comes from a detection. */
export class Describer {
  readonly kind = "captions";
  readonly model: CaptionsModel;
  readonly options: DescribingOptions;

  constructor(model: CaptionsModel, options: Partial<DescribingOptions> = {}) {
    this.model = model;
    this.options = checkOptions("Describer", DESCRIBING_OPTIONS, options);
  }

  /** The best description of a scene; its text is empty where nothing can be described. */
  describe(scene: SceneInput): SceneDescription {
    return this.describeAll(scene)[0]!;
  }

  /** As many descriptions as the option `nBest` asks for, best first; fewer where there are no more. */
  describeAll(scene: SceneInput): SceneDescription[] {
    return describeScene(checkScene(scene), this.model.knowledge, this.options);
  }
}

const isShare = (score: number) => score >= 0 && score <= 1;

/** Scenes that were not read from a file are checked as the reader would. */
function checkScene({ image = "scene", size, objects }: SceneInput): Scene {
  const fail = (id: number, found: string, expected: string): never => {
    throw new InputError(`objects[${id}]: ${found}; expected ${expected}.`);
  };
  const checked = objects.map((detection, id): Detection => {
    const { label, box, score = 1, attributes, actions, poses } = detection;
    if (typeof label !== "string" || label.trim() === "") fail(id, "has no label", "a noun");
    if (!Array.isArray(box) || box.length !== 4 || !box.every(Number.isFinite) || box[2] < 0 || box[3] < 0)
      fail(id, `has the box ${JSON.stringify(box)}`, "[x, y, width, height], width and height not below 0");
    if (!isShare(score)) fail(id, `has the score ${score}`, "a number from 0 to 1");
    for (const scores of [attributes, actions, poses])
      for (const [word, value] of Object.entries(scores ?? {}))
        if (!isShare(value)) fail(id, `gives "${word}" the score ${value}`, "a number from 0 to 1");
    return { ...detection, score };
  });
  return { image, size, objects: checked, descriptions: [] };
}
