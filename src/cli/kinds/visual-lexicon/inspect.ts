/** `eigentree inspect MODEL` of a lexicon of visual words: the words of every class, by the round that learnt them. */
import type { LexiconEntry, VisualLexicon } from "../../../applications/visual-text/index.ts";
import { flag, whole } from "../../../base/index.ts";
import { defineVerb } from "../../frame/command.ts";
import { shared } from "../../frame/flags.ts";
import { section } from "../../inspection/inspection.ts";
import { openLexiconModel } from "./open.ts";

interface ListedWord {
  readonly word: string;
  readonly iteration: number;
  readonly score: number;
}

type Lists = Readonly<Record<string, readonly ListedWord[]>>;

function listsOf(lexicon: VisualLexicon): Lists {
  const { nouns, adjectives, attributes } = lexicon.model;
  const lists: Record<string, ListedWord[]> = {};
  const add = (list: string, word: string, iteration: number, score: number) => {
    lists[list] ??= [];
    lists[list].push({ word, iteration, score });
  };
  for (const [part, { words }] of [["noun", nouns] as const, ["adjective", adjectives] as const]) {
    for (const place of words.keys()) {
      const { word, class: own, iteration, visualness }: LexiconEntry = lexicon.entry(part, place);
      if (own !== undefined) add(`${own} ${part}s`, word, iteration!, visualness);
    }
  }
  for (const [place, own] of attributes.classes.entries()) {
    if (own >= 0)
      add(
        `attribute ${attributes.names[own]}`,
        adjectives.words[place]!,
        attributes.iterations[place]!,
        attributes.scores[place]!,
      );
  }
  for (const list of Object.values(lists))
    list.sort(
      (a, b) => a.iteration - b.iteration || Math.abs(b.score) - Math.abs(a.score) || (a.word < b.word ? -1 : 1),
    );
  return lists;
}

export const inspect = defineVerb({
  description:
    "Lists the words of every class in the order in which they were learnt, with the round (0 for seeds) and a score: " +
    "for visual and other words how far their neighbours lean (−1 to 1), for attributes the in-degree.",
  options: {
    top: whole("words to list for each class", { default: 20, min: 1 }),
    iterations: flag("list the words round by round", { default: false }),
    ...shared("json", "quiet"),
  },
  examples: [
    ["eigentree inspect visual.model", "what every class begins with"],
    ["eigentree inspect visual.model --top 50 --iterations", "round by round"],
  ],
  async run(context, loaded, _, { top, iterations }) {
    const lexicon = await openLexiconModel(loaded);
    const { model } = lexicon;
    const lists = listsOf(lexicon);
    const shown = Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, list.slice(0, top)]));
    const sizes = Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, list.length]));
    const facts = {
      kind: "visual-lexicon",
      nouns: model.nouns.words.length,
      adjectives: model.adjectives.words.length,
      sizes,
      lists: shown,
      options: model.options,
      report: model.report,
    };
    await context.report(facts, () => {
      const rows = (values: object) =>
        Object.entries(values).map(([name, value]): [string, string] => [name, JSON.stringify(value)]);
      return [
        `${loaded.path}: lexicon of visual words, ${facts.nouns} nouns and ${facts.adjectives} adjectives`,
        ...Object.entries(shown).map(([name, list]) => section(`${name} (${sizes[name]})`, roundsOf(list, iterations))),
        section("Options", rows(model.options)),
        section("Report", rows((model.report ?? {}) as object)),
      ].join("\n\n");
    });
  },
});

function roundsOf(list: readonly ListedWord[], each: boolean): [string, string][] {
  const text = ({ word, score }: ListedWord) => `${word} ${score.toFixed(2)}`;
  if (!each) return [["", list.map((word) => `${text(word)} (${word.iteration})`).join(", ")]];
  const rounds = new Map<number, string[]>();
  for (const word of list) rounds.set(word.iteration, [...(rounds.get(word.iteration) ?? []), text(word)]);
  return [...rounds].map(([round, words]) => [round === 0 ? "seeds" : `round ${round}`, words.join(", ")]);
}
