/**
 * Images with what was detected in them and what people wrote about them, as JSON (the form of VLT2K):
 *
 *   [{ "image": "12.jpg", "size": [500, 375], "objects": [{ "label": "dog", "box": [x, y, width, height],
 *       "score": 0.9 }],
 *      "descriptions": ["A dog sleeps."] }]
 *
 * A box is given by its upper left corner and its size, in pixels; it may reach over the edge of the image. Everything
 * but image, label and box may be missing.
 */
import type { JsonNode } from "./json.ts";
import { type JsonOptions, parseJson } from "./json.ts";

/** x, y, width, height. */
export type Box = readonly [number, number, number, number];

/** An object that a detector found in an image. */
export interface Detection {
  readonly label: string;
  readonly box: Box;
  /** How sure the detector is, from 0 to 1; 1 where nothing is said. */
  readonly score: number;
  /** Attributes, actions and poses with their scores, where there are. */
  readonly attributes?: Readonly<Record<string, number>>;
  readonly actions?: Readonly<Record<string, number>>;
  readonly poses?: Readonly<Record<string, number>>;
}

/** An image with its objects. */
export interface Scene {
  readonly image: string;
  /** Width and height in pixels. */
  readonly size: readonly [number, number] | undefined;
  readonly objects: readonly Detection[];
  readonly descriptions: readonly string[];
}

const SCORED = ["attributes", "actions", "poses"] as const;

function scoresOf(node: JsonNode): Record<string, number> {
  return Object.fromEntries(node.entries().map(([name, score]) => [name, score.number(0, 1)]));
}

export function detectionOf(node: JsonNode): Detection {
  const scored: { -readonly [K in (typeof SCORED)[number]]?: Record<string, number> } = {};
  for (const name of SCORED) {
    const found = node.optional(name);
    if (found !== undefined) scored[name] = scoresOf(found);
  }
  return {
    label: node.field("label").filledText(),
    box: boxOf(node.field("box")),
    score: node.optional("score")?.number(0, 1) ?? 1,
    ...scored,
  };
}

/** Four numbers, width and height not below 0. */
export function boxOf(node: JsonNode): Box {
  const box = node.numbers(4) as unknown as Box;
  for (const side of [2, 3]) node.items()[side]!.number(0);
  return box;
}

function sceneOf(node: JsonNode): Scene {
  return {
    image: node.field("image").filledText(),
    size: node.optional("size")?.numbers(2, 1) as [number, number] | undefined,
    objects: node.optional("objects")?.items().map(detectionOf) ?? [],
    descriptions:
      node
        .optional("descriptions")
        ?.items()
        .map((text) => text.filledText()) ?? [],
  };
}

/** All scenes of a text: a list of them, or one alone. */
export function readScenes(text: string, options: JsonOptions = {}): Scene[] {
  const whole = parseJson(text, options);
  return Array.isArray(whole.value) ? whole.items().map(sceneOf) : [sceneOf(whole)];
}

/** Scenes as JSON, one per line. */
export const writeScenes = (scenes: Iterable<Scene>): string =>
  `[\n${[...scenes].map((scene) => JSON.stringify(scene)).join(",\n")}\n]\n`;
