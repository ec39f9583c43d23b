/** `describe` and `labels`: descriptions of images from labelled boxes, and the labels that can be described. */
import { DESCRIBING_OPTIONS, Describer, type SceneInput } from "../applications/captions/index.ts";
import type { Json } from "../base/model-parts.ts";
import { whole } from "../base/options.ts";
import { defineVerb, listOf, NUMBER, objectOf, TEXT, WHOLE } from "./verb.ts";

/** More boxes than anybody draws: the time grows with the square of their number. */
const MOST_OBJECTS = 40;

const isTable = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const areNumbers = (value: unknown, count: number): boolean =>
  Array.isArray(value) && value.length === count && value.every(Number.isFinite);
const areScores = (value: unknown): boolean =>
  value === undefined || (isTable(value) && Object.values(value).every(Number.isFinite));

function isObject(value: unknown): boolean {
  if (!isTable(value)) return false;
  const { label, box, score, attributes, actions, poses, ...rest } = value;
  return (
    typeof label === "string" &&
    label.length <= 100 &&
    areNumbers(box, 4) &&
    (score === undefined || Number.isFinite(score)) &&
    [attributes, actions, poses].every(areScores) &&
    Object.keys(rest).length === 0
  );
}

function isScene(value: unknown): boolean {
  if (!isTable(value)) return false;
  const { image, size, objects, ...rest } = value;
  return (
    (image === undefined || typeof image === "string") &&
    (size === undefined || areNumbers(size, 2)) &&
    Array.isArray(objects) &&
    objects.length <= MOST_OBJECTS &&
    objects.every(isObject) &&
    Object.keys(rest).length === 0
  );
}

const SCORES = { type: "object", additionalProperties: NUMBER } as const;
const OBJECT = objectOf(
  {
    label: TEXT,
    box: { ...listOf(NUMBER), minItems: 4, maxItems: 4, description: "x, y, width, height in pixels" },
    score: NUMBER,
    attributes: SCORES,
    actions: SCORES,
    poses: SCORES,
  },
  ["score", "attributes", "actions", "poses"],
);

export const describe = defineVerb({
  name: "describe",
  summary: "describe images from the labelled boxes in them",
  kinds: ["captions"],
  items: {
    name: "scenes",
    meaning: "images, each with what is to be seen where",
    expected: `{ image, size, objects: [{ label, box, score, attributes, actions, poses }] } with at most ${MOST_OBJECTS} objects`,
    schema: objectOf(
      {
        image: TEXT,
        size: { ...listOf(NUMBER), minItems: 2, maxItems: 2 },
        objects: { ...listOf(OBJECT), maxItems: MOST_OBJECTS },
      },
      ["image", "size"],
    ),
    accepts: isScene,
  },
  options: DESCRIBING_OPTIONS,
  answer: objectOf({
    descriptions: listOf(objectOf({ text: TEXT, sentences: listOf({ type: "object" }), score: NUMBER })),
  }),
  size: ({ objects }: SceneInput) => 4 * objects.length,
  run({ model }, scene: SceneInput, options): Json {
    const own = new Describer(model, options);
    return JSON.parse(JSON.stringify({ descriptions: own.describeAll(scene) })) as Json;
  },
});

export const labels = defineVerb({
  name: "labels",
  summary: "list the nouns that a describer knows, the most frequent first",
  kinds: ["captions"],
  options: { count: whole("nouns to list", { default: 500, min: 1, max: 20_000 }) },
  answer: objectOf({ labels: listOf(objectOf({ label: TEXT, count: WHOLE })) }),
  run({ model }, _, { count }): Json {
    const { contexts, totals } = model.knowledge.tables.nouns.columns;
    const found = contexts.map((label, at) => ({ label, count: totals[at]! })).sort((x, y) => y.count - x.count);
    return { labels: found.slice(0, count) };
  },
});
