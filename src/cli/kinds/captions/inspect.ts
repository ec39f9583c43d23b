/** `eigentree inspect MODEL [WORD…]`: what is known in all, or about nouns, with counts. */

import {
  type CaptionsReport,
  captionsFromParts,
  type Knowledge,
  nounOf,
} from "../../../applications/captions/index.ts";
import { quoted } from "../../../base/index.ts";
import { defineVerb } from "../../frame/command.ts";
import { FailedError } from "../../frame/failures.ts";
import { shared } from "../../frame/flags.ts";
import { formatTable } from "../../frame/numbers.ts";

/** Words that a table shows. */
const SHOWN = 8;

const QUESTIONS = [
  ["modifiers", "modifiers"],
  ["does", "subjectVerbs"],
  ["is done to it", "objectVerbs"],
  ["is … something", "subjectPrepositions"],
  ["something is … it", "objectPrepositions"],
] as const;

function factsOf(word: string, knowledge: Knowledge) {
  const noun = nounOf(word, knowledge)?.noun;
  if (noun === undefined || !knowledge.knows(noun)) return undefined;
  const { tables } = knowledge;
  const determiners = ["bare", "modified"].flatMap((kind) =>
    tables.determiners
      .row(`${noun}\tone\t${kind}`)
      .slice(0, 4)
      .map(({ value, count }) => ({ word: value === "" ? "none" : value, with: kind, count })),
  );
  const position = [1, 2, 3].map((at) => tables.positions.count(`3\t${noun}`, String(at)));
  return {
    word,
    noun,
    count: knowledge.count(noun),
    plural: knowledge.plural(noun),
    mass: knowledge.isMass(noun),
    hypernyms: knowledge.hypernyms(noun),
    determiners,
    positionsOfThree: position,
    together: tables.together.row(noun).slice(0, SHOWN),
    ...Object.fromEntries(QUESTIONS.map(([, table]) => [table, knowledge.likely(table, noun).slice(0, SHOWN)])),
  } as const;
}

type Facts = NonNullable<ReturnType<typeof factsOf>> & Record<string, unknown>;

function factsText(facts: Facts, knowledge: Knowledge): string {
  const list = (table: (typeof QUESTIONS)[number][1]) =>
    knowledge
      .likely(table, facts.noun)
      .slice(0, SHOWN)
      .map(({ word, probability, count }) => `${word} ${probability.toFixed(3)} (${count})`)
      .join(", ") || "–";
  const rows: (readonly [string, string])[] = [
    ["seen", `${facts.count} times; plural ${facts.plural}${facts.mass ? "; a mass noun" : ""}`],
    ["hypernyms", facts.hypernyms.join(" → ") || "–"],
    [
      "determiners",
      facts.determiners.map((entry) => `${entry.word} (${entry.count}, ${entry.with})`).join(", ") || "–",
    ],
    ["first, second, third of three", facts.positionsOfThree.join(", ")],
    ...QUESTIONS.map(([name, table]) => [name, list(table)] as const),
    ["together with", facts.together.map(({ value, count }) => `${value} (${count})`).join(", ") || "–"],
  ];
  const name = facts.word === facts.noun ? facts.noun : `${facts.word}, described as ${facts.noun}`;
  return `${name}\n${formatTable(
    rows.map((row) => [...row]),
    "  ",
  )}`;
}

export const inspect = defineVerb({
  description:
    "Without WORD what was learnt in all; with words what is known about each noun: probabilities as they are used, " +
    "shrunk towards the noun's class, and in brackets how often the noun itself was seen with the word.",
  arguments: ["[WORD…]"],
  options: shared("json"),
  examples: [
    ["eigentree inspect midge.model", "how much is known"],
    ["eigentree inspect midge.model dog sky", "what is known about two nouns"],
  ],
  async run(context, { parts }, words) {
    const { knowledge, options, report, kind, captions } = captionsFromParts(parts);
    if (words.length === 0) {
      const facts = report as unknown as Omit<CaptionsReport, "times">;
      await context.report({ kind, options, report }, () =>
        formatTable([
          ["sentences", facts.sentences],
          ["with at most three things", `${(100 * facts.atMostThreeThings).toFixed(1)} %`],
          ["nouns", facts.nouns],
          ["verbs", facts.verbs],
          ["modifiers", `${facts.modifiers}, ${facts.classified} with a class`],
          ["pairs of nouns or classes", facts.pairs],
          ["further nouns by WordNet", facts.otherNames],
          ["captions kept", captions.length],
          ...facts.warnings.map((warning) => ["warning", warning] as [string, string]),
        ]),
      );
      return;
    }
    const found = words.map((word) => {
      const facts = factsOf(word, knowledge);
      if (facts === undefined)
        throw new FailedError(
          `nothing is known about ${quoted(word)}: no caption has it three times, and WordNet has no known noun above it.`,
        );
      return facts as unknown as Facts;
    });
    await context.report(found, () => found.map((facts) => factsText(facts, knowledge)).join("\n\n"));
  },
});
