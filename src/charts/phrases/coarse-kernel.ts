/**
 * The passes of coarse-chart.ts in WebAssembly (kernels/coarse.ts): one call for each. Tables of the rules lie in the
 * kernels' memory as long as the rules are in use, those of the sentence in an arena that passes from sentence to
 * sentence. Legend: the order of addresses in the table that a call is given is that of kernels/coarse.ts.
 */
import type { Block, CoarseKernel, Floats, Kernels } from "../../linalg/kernels/interface.ts";
import type { CoarseArena } from "./coarse-arena.ts";
import type { CoarseChart, CoarseColumns, CoarseTask } from "./coarse-chart.ts";
import { leafItems, SKIPPED } from "./coarse-leaves.ts";
import { EVERYTHING, type RuleChoice, RuleChoices } from "./rule-choices.ts";
import type { Rules } from "./rules.ts";
import { spanCount, spanId } from "./span-index.ts";

/** Places of numbers at the head of a sentence's table, behind addresses, and the length of both. */
const EXPECTED = 20;
const SYMBOLS = 21;
const ITEM_ROOM = 22;
const USE_ROOM = 23;
const LEAVES = 24;
const TABLE_HEAD = 26;
/** Addresses and numbers at the head of a choice of rules. */
const CHOICE_HEAD = 8;
/** With more symbols the sets of sisters would take more memory than the rules. */
const MOST_SYMBOLS = 4096;
const FIRST_ROOM = { spans: 512, items: 8192, uses: 8192, symbols: 256 };

const freeing = new FinalizationRegistry<readonly Block<Floats | Uint32Array>[]>((blocks) => {
  for (const block of blocks) block.free();
});

type Room = Record<keyof typeof FIRST_ROOM, number>;

/** Columns of a sentence in the kernels' memory. */
export class KernelArena {
  readonly kernels: Kernels;
  room: Room = { ...FIRST_ROOM };
  #ints: Block<Uint32Array> | undefined;
  #doubles: Block<Float64Array> | undefined;
  #columns: (CoarseColumns & Layout) | undefined;
  /** Held by the registry, which frees what is in it. */
  readonly #blocks: Block<Floats | Uint32Array>[] = [];

  constructor(kernels: Kernels) {
    this.kernels = kernels;
    freeing.register(this, this.#blocks);
  }

  /** Makes room; whatever was in the columns is lost if that moves them. */
  reserve(needed: Partial<Room>): void {
    let larger = this.#ints === undefined;
    for (const [name, count] of Object.entries(needed) as [keyof Room, number][]) {
      if (count <= this.room[name]) continue;
      this.room[name] = Math.max(count, 2 * this.room[name]);
      larger = true;
    }
    if (!larger) return;
    this.#columns = undefined;
    for (const block of this.#blocks.splice(0)) block.free();
    const { spans, items, uses, symbols } = this.room;
    this.#ints = this.kernels.allocate("u32", TABLE_HEAD + 8 * spans + 3 * items + 4 * uses);
    this.#doubles = this.kernels.allocate("f64", 3 * items + uses + symbols);
    this.#blocks.push(this.#ints, this.#doubles);
  }

  /** Views of the columns; made again where memory has grown. */
  columns(coarse: CoarseKernel): CoarseColumns & Layout {
    if (this.#columns?.table.buffer !== this.#ints!.view.buffer) this.#columns = this.#views(coarse);
    return this.#columns!;
  }

  /** Their addresses go into the head of the table. */
  #views({ address }: CoarseKernel): CoarseColumns & Layout {
    const [table, doubles] = [this.#ints!.view, this.#doubles!.view];
    const { spans, items, uses, symbols } = this.room;
    let int = TABLE_HEAD;
    let double = 0;
    const ints = (length: number) => {
      int += length;
      return new Int32Array(table.buffer, table.byteOffset + 4 * (int - length), length);
    };
    const reals = (length: number) => {
      double += length;
      return doubles.subarray(double - length, double);
    };
    const bySpan = Array.from({ length: 8 }, () => ints(spans)) as Eight<Int32Array>;
    const [symbol, word, wordItem] = [ints(items), ints(items), ints(items)];
    const [parent, left, right, rule] = [ints(uses), ints(uses), ints(uses), ints(uses)];
    const [inside, outside, bits] = [reals(items), reals(items), reals(items)];
    const [posterior, sums] = [reals(uses), reals(symbols)];
    const start = address(table) - table.byteOffset;
    const order = [symbol, inside, outside, word, wordItem, bits, parent, left, right, rule, posterior, sums];
    table.set([...bySpan, ...order].map((array) => start + array.byteOffset));
    table[ITEM_ROOM] = items;
    table[USE_ROOM] = uses;
    const [firstItem, itemCount, exponent, , , choice, firstUse, useCount] = bySpan;
    const byUse = { firstUse, useCount, parent, left, right, rule, posterior };
    return { table, choice, firstItem, itemCount, exponent, symbol, inside, outside, ...byUse };
  }
}

type Eight<T> = [T, T, T, T, T, T, T, T];

interface Layout {
  readonly table: Uint32Array;
  /** By span: the address of the rules that it may use, 0 where there are none. */
  readonly choice: Int32Array;
}

/** The chart by the kernel, or undefined where there is none, or there are too many symbols for it. */
export function coarseByKernel(kernels: Kernels, task: CoarseTask, holder: CoarseArena): CoarseChart | undefined {
  const { coarse } = kernels;
  if (coarse === undefined || task.rules.symbols > MOST_SYMBOLS) return undefined;
  if (holder.kernel?.kernels !== kernels) holder.kernel = new KernelArena(kernels);
  const { rules, readings } = task;
  const words = readings.length;
  const needed = readings.reduce((sum, list) => sum + list.length, 0) + rules.symbols;
  holder.kernel.reserve({ spans: spanCount(words), symbols: rules.symbols, items: needed });
  const arena = holder.kernel;
  for (;;) {
    // All blocks are there before any view is taken: memory may grow.
    const expected = residentNumbers(kernels, task.expected);
    const addressOf = choiceAddresses(kernels, task);
    const columns = arena.columns(coarse);
    columns.table[EXPECTED] = expected;
    const chart = passes(coarse, task, columns, addressOf);
    if (typeof chart === "object") return chart;
    arena.reserve({ [chart]: 2 * arena.room[chart] });
  }
}

/** What room was too small for, where it was. */
function passes(
  coarse: CoarseKernel,
  { rules, roots, readings, beam, expected, threshold, least, filter }: CoarseTask,
  columns: CoarseColumns & Layout,
  addressOf: (open: number) => number,
): CoarseChart | "items" | "uses" {
  const words = readings.length;
  const { table, choice, firstItem, itemCount, exponent, symbol, inside, outside } = columns;
  const spans = spanCount(words);
  columns.useCount.fill(0, 0, spans);
  if (filter === undefined) choice.fill(addressOf(EVERYTHING), 0, spans);
  else for (let span = 0; span < spans; span++) choice[span] = addressOf(filter.open[span]!);
  let items = 0;
  const add = (of: number, value: number) => {
    symbol[items] = of;
    inside[items++] = value;
  };
  for (let at = 0; at < words; at++) {
    const span = spanId(at, at + 1, words);
    firstItem[span] = items;
    exponent[span] = leafItems(readings[at]!, beam, expected, add);
    itemCount[span] = items - firstItem[span]!;
  }
  table[SYMBOLS] = rules.symbols;
  table[LEAVES] = items;
  items = coarse.inside(table, words, beam);
  if (items < 0) return "items";
  const top = spanId(0, words, words);
  const [first, last] = [firstItem[top]!, firstItem[top]! + itemCount[top]!];
  let total = 0;
  for (let item = first; item < last; item++) total += roots[symbol[item]!]! * inside[item]!;
  if (!(total > 0)) return { words, items, uses: 0, columns, threshold, total: 0 };
  outside.fill(0, 0, items);
  for (let item = first; item < last; item++) outside[item] = roots[symbol[item]!]! / total;
  const uses = coarse.outside(table, words, threshold, least, SKIPPED * least);
  return uses < 0 ? "uses" : { words, items, uses, columns, threshold, total };
}

/** Addresses of tables that lie in the memory of some kernels. */
type Residents<Of extends object> = WeakMap<Kernels, WeakMap<Of, number>>;

function residentsOf<Of extends object>(kernels: Kernels, all: Residents<Of>): WeakMap<Of, number> {
  let own = all.get(kernels);
  if (own === undefined) all.set(kernels, (own = new WeakMap()));
  return own;
}

const numbers: Residents<Float64Array> = new WeakMap();

function residentNumbers(kernels: Kernels, list: Float64Array): number {
  const known = residentsOf(kernels, numbers);
  let address = known.get(list);
  if (address === undefined) {
    const block = kernels.allocate("f64", list.length);
    block.view.set(list);
    known.set(list, (address = kernels.coarse!.address(block.view)));
    freeing.register(list, [block]);
  }
  return address;
}

/** The addresses of the choices of rules that a sentence needs, made now. */
function choiceAddresses(kernels: Kernels, { rules, filter }: CoarseTask): (open: number) => number {
  const choices = new RuleChoices(rules, filter);
  const addresses = new Int32Array(EVERYTHING + 1).fill(-1);
  const find = (open: number) => {
    if (addresses[open]! >= 0) return;
    const choice = choices.of(open);
    addresses[open] = choice === undefined ? 0 : residentChoice(kernels, rules, choice);
  };
  find(EVERYTHING);
  if (filter !== undefined) for (const open of filter.open) find(open);
  return (open) => addresses[open]!;
}

const resident: Residents<RuleChoice> = new WeakMap();

/** Bits and pairs by left symbol, rules by pair (kernels/coarse.ts), in the kernels' memory; returns their address. */
function residentChoice(kernels: Kernels, rules: Rules, choice: RuleChoice): number {
  const known = residentsOf(kernels, resident).get(choice);
  if (known !== undefined) return known;
  const { symbols, pairStarts, pairRight } = rules;
  const words = Math.ceil(symbols / 64);
  const sets = symbols * words;
  const size = choice.ids.length;
  const pairs: number[] = [];
  for (let pair = 0; pair < pairRight.length; pair++)
    if (choice.ruleStarts[pair + 1]! > choice.ruleStarts[pair]!) pairs.push(pair);
  const ints = kernels.allocate("u32", CHOICE_HEAD + 3 * sets + pairs.length + 1 + 2 * size);
  const doubles = kernels.allocate("f64", size);
  const view = ints.view;
  const atPairs = CHOICE_HEAD + 2 * sets;
  const atStarts = atPairs + sets;
  const atParents = atStarts + pairs.length + 1;
  const atIds = atParents + size;
  const halves = view.subarray(CHOICE_HEAD, atPairs);
  let at = 0;
  for (let left = 0; left < symbols; left++) {
    for (let word = 0, from = pairStarts[left]!; word < words; word++) {
      view[atPairs + left * words + word] = at;
      for (; from < pairStarts[left + 1]! && pairRight[from]! < 64 * (word + 1); from++) {
        if (pairs[at] !== from) continue;
        // The lower half of a set comes first.
        halves[2 * left * words + (pairRight[from]! >> 5)]! |= 1 << (pairRight[from]! & 31);
        view[atStarts + at++] = choice.ruleStarts[from]!;
      }
    }
  }
  view[atStarts + pairs.length] = size;
  view.set(choice.parent, atParents);
  view.set(choice.ids, atIds);
  doubles.view.set(choice.probability);
  const address = kernels.coarse!.address(view);
  const places = [CHOICE_HEAD, atPairs, atStarts, atParents, atIds].map((place) => address + 4 * place);
  view.set([words, ...places, kernels.coarse!.address(doubles.view)]);
  residentsOf(kernels, resident).set(choice, address);
  freeing.register(choice, [ints, doubles]);
  return address;
}
