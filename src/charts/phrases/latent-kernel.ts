/**
 * The passes of latent-chart.ts in WebAssembly (kernels/latent.ts): one call for all items. Tables of the grammar lie
 * in the kernels' memory as long as the grammar is in use, those of the sentence in an arena that passes from sentence
 * to sentence. Legend: the order of addresses in the table that a call is given is that of kernels/latent.ts.
 */
import type { Block, Floats, Kernels, LatentKernel } from "../../linalg/kernels/interface.ts";
import type { LatentChart, LeafVector } from "./latent-chart.ts";
import type { LatentGrammar } from "./latent-grammar.ts";
import type { Skeleton } from "./skeleton.ts";
import { spanId } from "./span-index.ts";

const ADDRESSES = 27;

interface GrammarTables {
  readonly grammar: LatentGrammar;
  /** Parents, left and right children, samples and offsets of rules; states and offsets of vectors of symbols. */
  readonly ints: Block<Uint32Array>;
  readonly weights: Block<Float64Array>;
  /** Mean insides, mean outsides, roots. */
  readonly vectors: Block<Floats>;
  readonly mostStates: number;
  readonly mostSamples: number;
}

const resident = new WeakMap<LatentGrammar, GrammarTables>();
const freeing = new FinalizationRegistry<readonly Block<Floats | Uint32Array>[]>((blocks) => {
  for (const block of blocks) block.free();
});

const allocateLike = (kernels: Kernels, like: Floats, length: number): Block<Floats> =>
  like instanceof Float32Array ? kernels.allocate("f32", length) : kernels.allocate("f64", length);

function tablesOf(kernels: Kernels, grammar: LatentGrammar): GrammarTables {
  const known = resident.get(grammar);
  if (known !== undefined) return known;
  const { rules, samples, offset, states, vectorOffset, weights, meanInside, meanOutside, root } = grammar;
  const length = vectorOffset[rules.symbols]!;
  const ints = kernels.allocate("u32", 5 * rules.size + 2 * rules.symbols);
  const doubles = kernels.allocate("f64", 4 * rules.size);
  const vectors = allocateLike(kernels, grammar.numbers, 3 * length);
  const columns: ArrayLike<number>[] = [rules.parent, rules.left, rules.right, samples];
  for (const [at, column] of columns.entries()) ints.view.set(column, at * rules.size);
  ints.view.set(offset.subarray(0, rules.size), 4 * rules.size);
  ints.view.set(states, 5 * rules.size);
  ints.view.set(vectorOffset.subarray(0, rules.symbols), 5 * rules.size + rules.symbols);
  doubles.view.set(weights);
  for (const [at, vector] of [meanInside, meanOutside, root].entries()) vectors.view.set(vector, at * length);
  const tables = {
    grammar,
    ints,
    weights: doubles,
    vectors,
    mostStates: states.reduce((most, m) => Math.max(most, m), 1),
    mostSamples: samples.reduce((most, n) => Math.max(most, n), 0),
  };
  resident.set(grammar, tables);
  freeing.register(grammar, [ints, doubles, vectors]);
  return tables;
}

/** Blocks that grow to the largest sentence so far. */
class SentenceArena {
  readonly #blocks = new Map<string, Block<Floats | Uint32Array>>();

  constructor(readonly kernels: Kernels) {}

  block<A extends Floats | Uint32Array>(
    name: string,
    length: number,
    allocate: (length: number) => Block<A>,
  ): Block<A> {
    const known = this.#blocks.get(name);
    if (known !== undefined && known.view.length >= length) return known as Block<A>;
    known?.free();
    const block = allocate(Math.ceil(1.5 * length) + 1024);
    this.#blocks.set(name, block);
    return block;
  }
}

const arenas = new WeakMap<Kernels, SentenceArena>();

/** The chart by the kernel, or undefined where the grammar does not lie in the kernels' memory. */
export function latentChartByKernel(
  kernels: Kernels,
  grammar: LatentGrammar,
  skeleton: Skeleton,
  leafVector: LeafVector,
): { readonly chart: LatentChart | undefined } | undefined {
  const { latent } = kernels;
  if (latent === undefined || latent.address(grammar.numbers) < 0) return undefined;
  const tables = tablesOf(kernels, grammar);
  let arena = arenas.get(kernels);
  if (arena === undefined) arenas.set(kernels, (arena = new SentenceArena(kernels)));
  return { chart: run(kernels, latent, tables, arena, skeleton, leafVector) };
}

function run(
  kernels: Kernels,
  latent: LatentKernel,
  { grammar, ints: ruleInts, weights, vectors: means, mostStates, mostSamples }: GrammarTables,
  arena: SentenceArena,
  skeleton: Skeleton,
  leafVector: LeafVector,
): LatentChart | undefined {
  const { items, words, symbol, start, edgeStarts, edgeRule, edgeLeft, edgeRight, firstItem, itemCount } = skeleton;
  const { rules, states, samples, vectorOffset, root } = grammar;
  const edges = edgeRule.length;
  let length = 0;
  for (let item = 0; item < items; item++) length += states[symbol[item]!]!;
  let products = 0;
  for (let edge = 0; edge < edges; edge++) products += 2 * samples[edgeRule[edge]!]!;
  const scratch = Math.max(mostStates ** 2 + mostStates, 3 * mostSamples);
  // All blocks are there before any view is taken: memory may grow.
  const floats = `floats${grammar.numbers.BYTES_PER_ELEMENT}`;
  const intBlock = arena.block("ints", ADDRESSES + 4 * items + 1 + 4 * edges, (n) => kernels.allocate("u32", n));
  const doubleBlock = arena.block("doubles", 2 * items + edges, (n) => kernels.allocate("f64", n));
  const floatLength = 2 * length + products + scratch;
  const floatBlock = arena.block(floats, floatLength, (n) => allocateLike(kernels, grammar.numbers, n));
  const [table, mass, work] = [intBlock.view, doubleBlock.view, floatBlock.view];

  const atSymbol = ADDRESSES;
  const atEdgeStarts = atSymbol + items;
  const atEdgeRule = atEdgeStarts + items + 1;
  const atEdgeLeft = atEdgeRule + edges;
  const atEdgeRight = atEdgeLeft + edges;
  const atVector = atEdgeRight + edges;
  const atExponent = atVector + items;
  const atProduct = atExponent + items;
  table.set(symbol, atSymbol);
  table.set(edgeStarts, atEdgeStarts);
  table.set(edgeRule, atEdgeRule);
  table.set(edgeLeft, atEdgeLeft);
  table.set(edgeRight, atEdgeRight);
  for (let item = 0, at = 0; item < items; item++) {
    table[atVector + item] = at;
    at += states[symbol[item]!]!;
  }
  for (let edge = 0, at = 0; edge < edges; edge++) {
    table[atProduct + edge] = at;
    at += 2 * samples[edgeRule[edge]!]!;
  }
  work.fill(0, 0, 2 * length);
  const int = (at: number) => latent.address(table) + 4 * at;
  const size = work.BYTES_PER_ELEMENT;
  const rule = (at: number) => latent.address(ruleInts.view) + 4 * at;
  const vector = (at: number) => latent.address(means.view) + size * at * vectorOffset[rules.symbols]!;
  const float = (at: number) => latent.address(work) + size * at;
  const double = (at: number) => latent.address(mass) + 8 * at;
  table.set([
    ...[0, 1, 2, 3, 4].map((column) => rule(column * rules.size)),
    latent.address(weights.view),
    ...[rule(5 * rules.size), rule(5 * rules.size + rules.symbols)],
    ...[vector(0), vector(1), vector(2)],
    latent.address(grammar.numbers),
    ...[atSymbol, atEdgeStarts, atEdgeRule, atEdgeLeft, atEdgeRight, atVector, atExponent].map(int),
    ...[double(0), float(0), float(length), float(2 * length), int(atProduct)],
    ...[double(items), double(2 * items), float(2 * length + products)],
  ]);
  for (let item = 0; item < items; item++)
    if (edgeStarts[item] === edgeStarts[item + 1])
      leafVector(start[item]!, symbol[item]!, work, table[atVector + item]!);
  latent.inside(work, table, items);

  // Z relative to the largest exponent of the items over the whole sentence, and β̃ of those.
  const top = spanId(0, words, words);
  const [first, last] = [firstItem[top]!, firstItem[top]! + itemCount[top]!];
  const exponentOf = (item: number) => table[atExponent + item]! | 0;
  let reference = exponentOf(first);
  for (let item = first; item < last; item++) reference = Math.max(reference, exponentOf(item));
  let total = 0;
  for (let item = first; item < last; item++) {
    const [at, from] = [table[atVector + item]!, vectorOffset[symbol[item]!]!];
    const scale = 2 ** (exponentOf(item) - reference);
    for (let i = 0; i < states[symbol[item]!]!; i++) total += scale * root[from + i]! * work[at + i]!;
  }
  if (!Number.isFinite(total) || total === 0) return undefined;
  for (let item = first; item < last; item++) {
    const [at, from] = [length + table[atVector + item]!, vectorOffset[symbol[item]!]!];
    const scale = 2 ** (exponentOf(item) - reference) / total;
    for (let i = 0; i < states[symbol[item]!]!; i++) work[at + i] = scale * root[from + i]!;
  }
  latent.outside(work, table, items);
  return {
    skeleton,
    itemMarginal: mass.slice(items, 2 * items),
    edgeMarginal: mass.slice(2 * items, 2 * items + edges),
    logTotal: Math.log(Math.abs(total)) + reference * Math.LN2,
    sign: Math.sign(total),
  };
}
