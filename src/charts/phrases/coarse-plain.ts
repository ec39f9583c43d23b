/**
 * The passes of coarse-chart.ts in TypeScript: the twin of kernels/coarse.ts, which adds in the same order, and what
 * computes where there is no WebAssembly.
 */
import { type CoarseArena, PlainArena } from "./coarse-arena.ts";
import type { CoarseChart, CoarseTask } from "./coarse-chart.ts";
import { leafItems, NEGLIGIBLE_EXPONENT, SKIPPED } from "./coarse-leaves.ts";
import { EVERYTHING, type RuleChoice, RuleChoices } from "./rule-choices.ts";
import { pairOf } from "./rules.ts";
import { spanCount, spanId } from "./span-index.ts";

/** Exponent of a span that nothing has reached. */
const UNSET = -0x40000000;

export function plainCoarseChart(task: CoarseTask, holder: CoarseArena): CoarseChart {
  holder.plain ??= new PlainArena();
  return new PlainPasses(task, holder.plain).run();
}

class PlainPasses {
  readonly #task: CoarseTask;
  readonly #arena: PlainArena;
  readonly #words: number;
  readonly #choices: RuleChoices;

  constructor(task: CoarseTask, arena: PlainArena) {
    this.#task = task;
    this.#arena = arena;
    this.#words = task.readings.length;
    this.#choices = new RuleChoices(task.rules, task.filter);
  }

  run(): CoarseChart {
    const { rules, roots, readings, beam, expected, threshold } = this.#task;
    const [arena, words] = [this.#arena, this.#words];
    arena.open(spanCount(words), rules.symbols);
    for (let at = 0; at < words; at++) {
      const span = spanId(at, at + 1, words);
      arena.firstItem[span] = arena.items;
      arena.exponent[span] = leafItems(readings[at]!, beam, expected, (symbol, inside) =>
        arena.addItem(span, symbol, inside),
      );
    }
    for (let length = 2; length <= words; length++)
      for (let start = 0; start + length <= words; start++) this.#insideSpan(start, start + length);
    const { firstItem, itemCount, symbol, inside, outside } = arena;
    const top = spanId(0, words, words);
    const [first, last] = [firstItem[top]!, firstItem[top]! + itemCount[top]!];
    let total = 0;
    for (let item = first; item < last; item++) total += roots[symbol[item]!]! * inside[item]!;
    const { items } = arena;
    if (!(total > 0)) return { words, items, uses: 0, columns: arena, threshold, total: 0 };
    outside.fill(0, 0, items);
    for (let item = first; item < last; item++) outside[item] = roots[symbol[item]!]! / total;
    for (let length = words; length >= 2; length--)
      for (let start = 0; start + length <= words; start++) this.#outsideSpan(start, start + length);
    return { words, items, uses: arena.uses, columns: arena, threshold, total };
  }

  #choice(span: number): RuleChoice | undefined {
    return this.#choices.of(this.#task.filter?.open[span] ?? EVERYTHING);
  }

  #insideSpan(start: number, end: number): void {
    const { rules, beam, expected } = this.#task;
    const [arena, words] = [this.#arena, this.#words];
    const { firstItem, itemCount, exponent, symbol, inside, sums } = arena;
    const span = spanId(start, end, words);
    firstItem[span] = arena.items;
    const choice = this.#choice(span);
    if (choice === undefined) return;
    const { ruleStarts, parent, probability } = choice;
    let reference = UNSET;
    for (let split = start + 1; split < end; split++) {
      const [left, right] = [spanId(start, split, words), spanId(split, end, words)];
      if (itemCount[left] === 0 || itemCount[right] === 0) continue;
      reference = Math.max(reference, exponent[left]! + exponent[right]!);
    }
    if (reference === UNSET) return;
    for (let split = start + 1; split < end; split++) {
      const left = spanId(start, split, words);
      const right = spanId(split, end, words);
      const difference = exponent[left]! + exponent[right]! - reference;
      if (itemCount[left] === 0 || itemCount[right] === 0 || difference < NEGLIGIBLE_EXPONENT) continue;
      const scale = 2 ** difference;
      for (let l = firstItem[left]!; l < firstItem[left]! + itemCount[left]!; l++) {
        const x = inside[l]! * scale;
        for (let r = firstItem[right]!; r < firstItem[right]! + itemCount[right]!; r++) {
          const pair = pairOf(rules, symbol[l]!, symbol[r]!);
          if (pair < 0) continue;
          const product = x * inside[r]!;
          for (let rule = ruleStarts[pair]!; rule < ruleStarts[pair + 1]!; rule++)
            sums[parent[rule]!]! += product * probability[rule]!;
        }
      }
    }
    let largest = 0;
    let likeliest = 0;
    for (let above = 0; above < rules.symbols; above++) {
      largest = Math.max(largest, sums[above]!);
      likeliest = Math.max(likeliest, sums[above]! * expected[above]!);
    }
    if (largest === 0) return;
    const own = Math.floor(Math.log2(largest));
    exponent[span] = reference + own;
    for (let above = 0; above < rules.symbols; above++) {
      const sum = sums[above]!;
      if (sum > 0 && sum * expected[above]! >= beam * likeliest) arena.addItem(span, above, sum * 2 ** -own);
    }
    sums.fill(0, 0, rules.symbols);
  }

  /** β̃ of what lies below the items of a span, and the uses of rules that are likely enough to be listed. */
  #outsideSpan(start: number, end: number): void {
    const { rules, threshold, least } = this.#task;
    const [arena, words] = [this.#arena, this.#words];
    const { firstItem, itemCount, exponent, symbol, inside, outside, sums: betas } = arena;
    const span = spanId(start, end, words);
    arena.firstUse[span] = arena.uses;
    const skip = SKIPPED * least;
    const [first, last] = [firstItem[span]!, firstItem[span]! + itemCount[span]!];
    let most = 0;
    for (let item = first; item < last; item++) {
      // Pruned parents send nothing.
      const kept = outside[item]! > 0 && inside[item]! * outside[item]! >= threshold;
      betas[symbol[item]!] = kept ? outside[item]! : 0;
      if (kept) most = Math.max(most, outside[item]!);
    }
    if (most > 0) {
      const { ruleStarts, parent, probability, ids } = this.#choice(span)!;
      for (let split = start + 1; split < end; split++) {
        const left = spanId(start, split, words);
        const right = spanId(split, end, words);
        if (itemCount[left] === 0 || itemCount[right] === 0) continue;
        const scale = 2 ** (exponent[left]! + exponent[right]! - exponent[span]!);
        for (let l = firstItem[left]!; l < firstItem[left]! + itemCount[left]!; l++) {
          const x = inside[l]! * scale;
          for (let r = firstItem[right]!; r < firstItem[right]! + itemCount[right]!; r++) {
            const pair = pairOf(rules, symbol[l]!, symbol[r]!);
            const product = x * inside[r]!;
            if (pair < 0 || product * most < skip) continue;
            let weight = 0;
            for (let rule = ruleStarts[pair]!; rule < ruleStarts[pair + 1]!; rule++) {
              const share = betas[parent[rule]!]! * probability[rule]!;
              if (share === 0) continue;
              weight += share;
              if (share * product < least) continue;
              let above = first;
              while (symbol[above] !== parent[rule]) above++;
              arena.addUse(span, above, l, r, ids[rule]!, share * product);
            }
            outside[l]! += weight * scale * inside[r]!;
            outside[r]! += weight * x;
          }
        }
      }
    }
    for (let item = first; item < last; item++) betas[symbol[item]!] = 0;
  }
}
