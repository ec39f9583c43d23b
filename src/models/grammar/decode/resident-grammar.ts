/** Grammars in the memory of the kernels, where contractions need no copies. */
import { type LatentChart, latentChart } from "../../../charts/phrases/latent-chart.ts";
import type { LatentGrammar } from "../../../charts/phrases/latent-grammar.ts";
import { type Narrowing, narrowingOf } from "../../../charts/phrases/narrow-grammar.ts";
import type { Skeleton } from "../../../charts/phrases/skeleton.ts";
import type { Block, Floats } from "../../../linalg/kernels/interface.ts";
import { kernels } from "../../../linalg/kernels/kernels.ts";
import type { DirectionTable } from "../lexicon/directions.ts";
import type { Reading } from "../lexicon/lexicon.ts";
import { leafVectors } from "../model.ts";

/** Grammars already in the kernels' memory; their blocks are freed when nobody holds them any more. */
const residents = new WeakMap<LatentGrammar, LatentGrammar>();
const freeing = new FinalizationRegistry<Block<Floats>>((block) => block.free());

/**
 * The grammar with its tensors in the kernels' memory, where contractions need no copies; one copy serves all parsers
 * of a model. Where states are classes they exclude each other, and numbers that count may be 2^200 apart: then the
 * chart is computed in double precision.
 */
export function residentGrammar(grammar: LatentGrammar): LatentGrammar {
  const known = residents.get(grammar);
  if (known !== undefined) return known;
  const k = kernels();
  const { length } = grammar.numbers;
  const isSingle = grammar.numbers instanceof Float32Array && !areClasses(grammar);
  const block: Block<Floats> = isSingle ? k.allocate("f32", length) : k.allocate("f64", length);
  block.view.set(grammar.numbers);
  const resident = {
    ...grammar,
    get numbers() {
      return block.view;
    },
  };
  residents.set(grammar, resident);
  freeing.register(resident, block);
  return resident;
}

/** Whether states are classes, as those of EM: mean outside vectors are all 1, and no state comes before another. */
const areClasses = ({ meanOutside }: LatentGrammar): boolean => meanOutside.every((value) => value === 1);

/**
 * Undefined where the grammar is hardly wider, for half of its states are no saving, or where its first states are not
 * the most important ones.
 */
export function narrowOf(
  grammar: LatentGrammar,
  directions: DirectionTable,
  states: number,
): NarrowGrammar | undefined {
  const most = grammar.states.reduce((largest, m) => Math.max(largest, m), 1);
  const isPointless = states === 0 || most < 2 * states || areClasses(grammar);
  const narrowing = isPointless ? undefined : narrowingOf(grammar, states);
  return narrowing && new NarrowGrammar(narrowing, directions);
}

/** A narrow grammar in the kernels' memory; the tensor of a rule is made for the first sentence that may use it. */
export class NarrowGrammar {
  readonly #form: Narrowing["form"];
  readonly #directions: DirectionTable;
  readonly #grammar: LatentGrammar;
  readonly #formed: Uint8Array;

  constructor({ grammar, form }: Narrowing, directions: DirectionTable) {
    this.#form = form;
    this.#directions = directions;
    this.#grammar = residentGrammar(grammar);
    this.#formed = new Uint8Array(grammar.rules.size);
  }

  chart(
    skeleton: Skeleton,
    words: readonly string[],
    readings: readonly (readonly Reading[])[],
  ): LatentChart | undefined {
    const { numbers } = this.#grammar;
    for (const rule of skeleton.edgeRule) {
      if (this.#formed[rule] === 1) continue;
      this.#formed[rule] = 1;
      this.#form(rule, numbers);
    }
    return latentChart(this.#grammar, skeleton, leafVectors(this.#grammar, this.#directions, words, readings));
  }
}
