/** The scores of a parser as tables and remarks: what `evaluate` and `train --dev` write. */
import type { ParserScores } from "../../../models/parser/index.ts";
import { preparationText } from "../../data/preparation-text.ts";
import { formatCount, formatSeconds, formatTable } from "../../frame/numbers.ts";

const percent = (value: number) => value.toFixed(2).padStart(6);

/** The scores as tables. */
export function scoresText(scores: ParserScores): string {
  const { all, short, cutoff, byLength, seconds, threads } = scores;
  const row = (name: string, value: (summary: typeof all) => string) => [name, value(all), value(short)];
  const overall = formatTable([
    ["", "   all", `≤ ${cutoff} words`],
    row("labelled recall", ({ recall }) => percent(recall)),
    row("labelled precision", ({ precision }) => percent(precision)),
    row("labelled F1", ({ f1 }) => percent(f1)),
    row("exact match", ({ completeMatch }) => percent(completeMatch)),
    row("tag accuracy", ({ tagAccuracy }) => (scores.copyTags ? "copied" : percent(tagAccuracy))),
    row("no crossing", ({ noCrossing }) => percent(noCrossing)),
    row("trees", ({ sentences }) => formatCount(sentences).padStart(6)),
    row("not comparable", ({ errors, skipped }) => formatCount(errors + skipped).padStart(6)),
  ]);
  const lengths = formatTable([
    ["words", "sentences", "    F1", "ms each"],
    ...byLength.map(({ from, to, sentences, f1, milliseconds }) => [
      to === Number.POSITIVE_INFINITY ? `${from} –` : `${from} – ${to}`,
      formatCount(sentences).padStart(9),
      percent(f1),
      milliseconds.toFixed(1).padStart(7),
    ]),
  ]);
  const { low, high } = scores.interval;
  const interval = `95 % interval of F1: ${low.toFixed(2)} – ${high.toFixed(2)} (${formatCount(all.valid)} sentences resampled)`;
  const rate = all.sentences / seconds;
  const speed = `${rate.toFixed(1)} sentences/s with ${threads === 1 ? "1 thread" : `${threads} threads`} (${formatSeconds(seconds)})`;
  const prepared = `gold trees: ${preparationText(scores.preparation)}`;
  return [
    overall,
    lengths,
    [
      interval,
      speed,
      fallbackText(scores.fallbacks),
      ...notComparableText(scores.notComparable),
      prepared,
      ...unseenText(scores.unseenLabels),
    ].join("\n"),
  ].join("\n\n");
}

/** "no fallbacks", or how many of which: "3 fallbacks (relaxed 2, pieces 1)". */
export function fallbackText(fallbacks: Readonly<Record<string, number>>): string {
  const found = Object.entries(fallbacks).filter(([, count]) => count > 0);
  const total = found.reduce((sum, [, count]) => sum + count, 0);
  if (total === 0) return "no fallbacks";
  const kinds = found.map(([name, count]) => `${name} ${count}`).join(", ");
  return `${total === 1 ? "1 fallback" : `${formatCount(total)} fallbacks`} (${kinds})`;
}

const REASONS: Readonly<Record<keyof ParserScores["notComparable"], string>> = {
  punctuation: "with a punctuation tag in one tree only, which --copy-tags would score",
  noWords: "with punctuation tags on every predicted word, which --copy-tags would score",
  otherWords: "whose words the parser spells in another way",
};

/** How many sentences count in no rate, and why; nothing when all count. */
function notComparableText(found: ParserScores["notComparable"]): string[] {
  const reasons = Object.entries(REASONS).filter(([reason]) => found[reason as keyof typeof found] > 0);
  if (reasons.length === 0) return [];
  const counts = reasons.map(([reason, text]) => `${formatCount(found[reason as keyof typeof found])} ${text}`);
  return [`not comparable, and left out of all rates as EVALB does: ${counts.join("; ")}`];
}

/** Labels told by name. */
const SHOWN = 8;

/** Labels of gold trees that the model does not have; nothing when there are none. */
export function unseenText(unseen: Readonly<Record<string, number>>): string[] {
  const found = Object.entries(unseen);
  if (found.length === 0) return [];
  const nodes = found.reduce((sum, [, count]) => sum + count, 0);
  const names = found.slice(0, SHOWN).map(([label, count]) => (count === 1 ? label : `${label} ${count} ×`));
  const more = found.length > SHOWN ? ", …" : "";
  const labels = found.length === 1 ? "1 label" : `${found.length} labels`;
  return [
    `${nodes === 1 ? "1 gold node has" : `${formatCount(nodes)} gold nodes have`} ${labels} that training did not have and can only be missed: ${names.join(", ")}${more}`,
  ];
}
