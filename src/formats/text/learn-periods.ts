/** Which words of a treebank keep their period. */
import { hasPeriod } from "./boundaries.ts";
import type { Segmentation } from "./segmentation.ts";
import { type SpacedSentence, Tally } from "./spaced.ts";

const isDotted = (stem: string) => /^(?:\p{L}\.)+\p{L}$/u.test(stem);

export function learnPeriods(
  treebank: readonly SpacedSentence[],
  defaults: Segmentation,
): Pick<Segmentation, "abbreviations" | "ordinals" | "finalPeriod"> {
  const kept = new Tally();
  const parted = new Tally();
  const final = new Tally();
  const ordinals = { start: 0, startParted: 0, inside: 0, insideParted: 0 };
  for (const { words } of treebank) {
    for (let i = 0; i < words.length; i++) {
      const word = words[i]!;
      if (words[i + 1] !== "." && !word.endsWith(".")) continue;
      const isLast = i >= words.length - 2;
      if (isLast && words[i + 1] === ".") final.add(word.toLowerCase());
      if (/^\d{1,3}\.$/.test(word)) ordinals[i === 0 ? "start" : "inside"]++;
      else if (hasPeriod(word) && i < words.length - 1 && /\p{L}/u.test(word))
        kept.add(word.slice(0, -1).toLowerCase());
      if (words[i + 1] !== "." || isLast) continue;
      if (/^\d{1,3}$/.test(word)) ordinals[i === 0 ? "startParted" : "insideParted"]++;
      else parted.add(word.toLowerCase());
    }
  }
  const learnt = kept
    .keys()
    .filter((stem) => kept.get(stem) > parted.get(stem) && 2 * kept.get(stem) >= final.get(stem));
  const usual = defaults.abbreviations.filter((stem) => parted.get(stem) === 0 && final.get(stem) <= kept.get(stem));
  const abbreviations = [...new Set([...learnt, ...usual])].sort();
  const known = new Set(abbreviations);
  const finals = { doubled: 0, apart: 0, kept: 0 };
  for (const { words } of treebank) {
    const [before = "", last = ""] = words.slice(-2);
    if (hasPeriod(last)) finals.kept++;
    else if (last === "." && hasPeriod(before)) finals.doubled++;
    else if (last === "." && (known.has(before.toLowerCase()) || isDotted(before))) finals.apart++;
  }
  const finalPeriod = (["apart", "kept", "doubled"] as const).reduce((a, b) => (finals[b] > finals[a] ? b : a));
  const isInside = ordinals.inside > ordinals.insideParted && ordinals.inside > 0;
  const isStart = ordinals.start >= ordinals.startParted;
  return { abbreviations, ordinals: isInside ? "inside" : isStart ? "start" : "none", finalPeriod };
}
