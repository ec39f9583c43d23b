/**
 * A detector that errs, simulated on annotated objects. Weak labels are made of the annotations themselves; a detector
 * that knew them all would know the labels. This one finds each object with probability `recall` and also fires where
 * there is nothing: `falseFirings` for each annotated object, of types drawn from all images in proportion to their
 * frequency, somewhere in the image. Its scores are higher for what is there (from 0.3 to 1) than for what is not (from
 * 0 to 0.7). What it does to an image depends on the seed and on the image alone.
 */
import { Random } from "../../../base/index.ts";
import type { Detection, LabelledCaption } from "../../../formats/index.ts";

export interface DetectorErrors {
  readonly recall: number;
  readonly falseFirings: number;
  readonly seed: number;
}

const TRUE_SCORES = [0.3, 1] as const;
const FALSE_SCORES = [0, 0.7] as const;

export function simulateDetector(
  captions: readonly LabelledCaption[],
  { recall, falseFirings, seed }: DetectorErrors,
): LabelledCaption[] {
  const random = new Random(seed);
  const types = captions.flatMap(({ detections = [] }) => detections.map(({ label }) => label));
  const firings = new Map<string, readonly Detection[]>();
  const fire = (image: string, objects: readonly Detection[], [width, height]: readonly [number, number]) => {
    const own = random.stream(image);
    const between = ([low, high]: readonly [number, number]) => low + (high - low) * own.uniform();
    const found = objects.flatMap((object) =>
      own.uniform() < recall ? { ...object, score: between(TRUE_SCORES) } : [],
    );
    const wrong = Array.from({ length: Math.round(falseFirings * objects.length) }, (): Detection => {
      const [w, h] = [width * own.uniform(), height * own.uniform()];
      return {
        label: types[own.integer(types.length)]!,
        box: [(width - w) * own.uniform(), (height - h) * own.uniform(), w, h],
        score: between(FALSE_SCORES),
      };
    });
    return [...found, ...wrong];
  };
  return captions.map((caption, number) => {
    if (caption.detections === undefined) return caption;
    const image = caption.image ?? `${number}`;
    let detections = firings.get(image);
    if (detections === undefined) {
      detections = fire(image, caption.detections, caption.size ?? [1, 1]);
      firings.set(image, detections);
    }
    return { ...caption, detections };
  });
}
