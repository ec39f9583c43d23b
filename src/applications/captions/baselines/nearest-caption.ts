/**
 * A baseline: the caption of the training data whose things are most nearly those detected, by F1; the first of equals.
 */
import type { Scene } from "../../../formats/images/scenes.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { thingsNamed } from "../mentions.ts";
import type { CaptionsModel } from "../model.ts";
import { byNoun } from "../steps/1-group-nouns.ts";
import { type ThingOptions, thingsOf } from "../things.ts";

export class NearestCaption {
  readonly #captions: readonly string[];
  readonly #knowledge: Knowledge;
  readonly #sizes: readonly number[];
  /** Captions by the things they name. */
  readonly #having = new Map<string, number[]>();

  constructor({ captions, knowledge }: CaptionsModel) {
    this.#captions = captions;
    this.#knowledge = knowledge;
    this.#sizes = captions.map((caption, i) => {
      const named = thingsNamed(caption, knowledge);
      for (const noun of named) {
        const list = this.#having.get(noun);
        if (list === undefined) this.#having.set(noun, [i]);
        else list.push(i);
      }
      return named.size;
    });
  }

  /** Empty where no caption names any of the things. */
  describe(scene: Scene, options: ThingOptions): string {
    const nouns = byNoun(thingsOf(scene, this.#knowledge, options).things).map((kind) => kind[0]!.noun);
    const common = new Map<number, number>();
    for (const noun of nouns) for (const i of this.#having.get(noun) ?? []) common.set(i, (common.get(i) ?? 0) + 1);
    let best: { at: number; f1: number } | undefined;
    for (const [at, shared] of common) {
      const f1 = (2 * shared) / (nouns.length + this.#sizes[at]!);
      if (best === undefined || f1 > best.f1 || (f1 === best.f1 && at < best.at)) best = { at, f1 };
    }
    return best === undefined ? "" : this.#captions[best.at]!;
  }
}
