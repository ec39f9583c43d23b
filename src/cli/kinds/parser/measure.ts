/** Parses gold sentences in threads and scores the trees: what `evaluate` and `train --dev` share. */
import type { ModelParts } from "../../../base/index.ts";
import { type Measurement, type MeasureOptions, measureParser } from "../../../models/parser/index.ts";
import type { Tree } from "../../../trees/index.ts";
import type { Context } from "../../context.ts";
import { formatCount, formatSeconds, formatTable } from "../../numbers.ts";

export type { Measurement };

export const measure = (
  context: Context,
  parts: ModelParts,
  golds: AsyncIterable<Tree> | Iterable<Tree>,
  options: Omit<MeasureOptions, "openWorkers">,
): Promise<Measurement> => measureParser(parts, golds, { ...options, openWorkers: (jobs, setup) => context.workers(jobs, setup) });

const percent = (value: number) => value.toFixed(2).padStart(6);

/** The scores as tables. */
export function measurementText({ scores, seconds, threads }: Measurement): string {
  const { all, short, cutoff, byLength } = scores;
  const row = (name: string, value: (summary: typeof all) => string) => [name, value(all), value(short)];
  const overall = formatTable([
    ["", "   all", `≤ ${cutoff} words`],
    row("labelled recall", ({ recall }) => percent(recall)),
    row("labelled precision", ({ precision }) => percent(precision)),
    row("labelled F1", ({ f1 }) => percent(f1)),
    row("exact match", ({ completeMatch }) => percent(completeMatch)),
    row("tag accuracy", ({ tagAccuracy }) => percent(tagAccuracy)),
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
  const rate = all.sentences / seconds;
  const speed = `${rate.toFixed(1)} sentences/s with ${threads === 1 ? "1 thread" : `${threads} threads`} (${formatSeconds(seconds)})`;
  return [overall, lengths, [speed, fallbackText(scores.fallbacks), ...unseenText(scores.unseenLabels)].join("\n")].join("\n\n");
}

/** "no fallbacks", or how many of which. */
export function fallbackText(fallbacks: Readonly<Record<string, number>>): string {
  const found = Object.entries(fallbacks).filter(([, count]) => count > 0);
  const total = found.reduce((sum, [, count]) => sum + count, 0);
  if (total === 0) return "no fallbacks";
  return `${total === 1 ? "1 fallback" : `${formatCount(total)} fallbacks`}: ${found.map(([name, count]) => `${count} ${name}`).join(", ")}`;
}

/** Labels told by name. */
const SHOWN = 8;

export function unseenText(unseen: Readonly<Record<string, number>>): string[] {
  const found = Object.entries(unseen);
  if (found.length === 0) return [];
  const nodes = found.reduce((sum, [, count]) => sum + count, 0);
  const names = found.slice(0, SHOWN).map(([label, count]) => (count === 1 ? label : `${label} ${count} ×`));
  const more = found.length > SHOWN ? ", …" : "";
  const labels = found.length === 1 ? "1 label" : `${found.length} labels`;
  return [
    `${nodes === 1 ? "1 gold node bears" : `${formatCount(nodes)} gold nodes bear`} ${labels} that training did not have, and can only be missed: ${names.join(", ")}${more}`,
  ];
}
