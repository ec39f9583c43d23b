/** A baseline: "There is a dog, a cat and a tree." in the order of the detections, three nouns a sentence. */
import type { Scene } from "../../../formats/images/scenes.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { finished, textOf } from "../realise.ts";
import { byNoun, MOST_NOUNS } from "../steps/1-group-nouns.ts";
import { groupPlurals } from "../steps/4-group-plurals.ts";
import { coordination, thereIs } from "../steps/6-combine-trees.ts";
import { nounPhrase } from "../steps/noun-phrase.ts";
import { type ThingOptions, thingsOf } from "../things.ts";

/** As many sentences as `sentences` allows, all for 0. */
export function templateDescription(
  scene: Scene,
  knowledge: Knowledge,
  options: ThingOptions & { readonly sentences: number },
): string {
  const entities = byNoun(thingsOf(scene, knowledge, options).things).map((kind) => groupPlurals(kind, [], knowledge));
  const texts: string[] = [];
  for (
    let at = 0;
    at < entities.length && (options.sentences === 0 || texts.length < options.sentences);
    at += MOST_NOUNS
  ) {
    const group = entities.slice(at, at + MOST_NOUNS);
    const phrases = group.map((entity) => nounPhrase(entity, { modifiers: false, indefinite: true }, knowledge));
    texts.push(textOf(finished(thereIs(coordination(phrases), group[0]!.many))));
  }
  return texts.join(" ");
}
