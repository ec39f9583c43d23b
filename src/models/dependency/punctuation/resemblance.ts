/**
 * Which of several treebanks a text is like, by its frequent words:
 *
 *   odds(w) = log p(w | treebank) − log p(w | first treebank),   the mean over the words of a text
 *
 * A text is taken for one of another treebank than the first only where it is nearly as typical of it as that treebank
 * itself: spoken genres that the first treebank lacks are otherwise taken for e-mail.
 */

/** How many words have odds, the most frequent ones. */
const FREQUENT = 2000;
/** Occurrences added to those of every word. */
const PRIOR = 3;
/** Known words that a text needs to be judged. */
const FEWEST = 300;
/** Share of a treebank's own mean odds that a text must reach. */
const TYPICAL = 0.8;

export interface Resemblance {
  readonly words: readonly string[];
  /** For each treebank but the first the odds of the words, and their mean over its own text. */
  readonly odds: readonly { readonly values: readonly number[]; readonly own: number }[];
}

const plain = (word: string): string => word.toLowerCase().replace(/\d/g, "0");

/** `texts`: the sentences of each treebank. */
export function learnResemblance(texts: readonly (readonly (readonly string[])[])[]): Resemblance {
  const counts = texts.map((sentences) => countsOf(sentences));
  const total = new Map<string, number>();
  for (const row of counts) for (const [word, count] of row) total.set(word, (total.get(word) ?? 0) + count);
  const words = [...total]
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, FREQUENT)
    .map(([word]) => word);
  const logs = counts.map((row) => {
    const sum = words.reduce((all, word) => all + (row.get(word) ?? 0) + PRIOR, 0);
    return words.map((word) => Math.log(((row.get(word) ?? 0) + PRIOR) / sum));
  });
  const bare = logs.slice(1).map((row) => ({ values: row.map((log, w) => rounded(log - logs[0]![w]!)), own: 1 }));
  const odds = bare.map(({ values }, k) => ({
    values,
    own: meanOdds({ words, odds: bare }, texts[k + 1]!)[k]!.mean,
  }));
  return { words, odds };
}

/** The number of the treebank that a text is like; 0, the first, where nothing speaks clearly for another. */
export function mostAlike(resemblance: Resemblance, sentences: Iterable<readonly string[]>): number {
  let [best, most] = [0, TYPICAL];
  meanOdds(resemblance, sentences).forEach(({ mean, known }, k) => {
    const { own } = resemblance.odds[k]!;
    if (known < FEWEST || own <= 0 || mean / own <= most) return;
    [best, most] = [k + 1, mean / own];
  });
  return best;
}

function meanOdds({ words, odds }: Resemblance, sentences: Iterable<readonly string[]>) {
  const places = new Map(words.map((word, w) => [word, w]));
  const sums = odds.map(() => 0);
  let known = 0;
  for (const sentence of sentences) {
    for (const word of sentence) {
      const place = places.get(plain(word));
      if (place === undefined) continue;
      known++;
      for (let k = 0; k < sums.length; k++) sums[k]! += odds[k]!.values[place]!;
    }
  }
  return sums.map((sum) => ({ mean: sum / Math.max(known, 1), known }));
}

function countsOf(sentences: readonly (readonly string[])[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const sentence of sentences)
    for (const word of sentence) counts.set(plain(word), (counts.get(plain(word)) ?? 0) + 1);
  return counts;
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000;
