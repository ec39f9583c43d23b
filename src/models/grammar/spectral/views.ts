/** Inside and outside features of all nodes of one symbol, as two sparse matrices with a row per node. */
import type { Random } from "../../../base/random.ts";
import type { SparseMatrix } from "../../../linalg/sparse.ts";
import type { FeatureContext, FeatureSet } from "./features.ts";

export interface NodeViews {
  readonly inside: SparseMatrix;
  readonly outside: SparseMatrix;
}

/** Growing rows of feature ids; columns are numbered by first appearance. */
class ViewBuilder {
  readonly #ids = new Map<number, number>();
  readonly #entries: number[] = [];
  readonly #starts: number[] = [0];

  readonly emit = (template: number, value: number): void => {
    const key = value * 16 + template;
    let id = this.#ids.get(key);
    if (id === undefined) this.#ids.set(key, (id = this.#ids.size));
    this.#entries.push(id);
  };

  endRow(): void {
    this.#starts.push(this.#entries.length);
  }

  build(noise: Noise | undefined): SparseMatrix {
    const ids = Uint32Array.from(this.#entries);
    return {
      rows: this.#starts.length - 1,
      columns: this.#ids.size,
      starts: Uint32Array.from(this.#starts),
      ids,
      values:
        noise === undefined ? undefined : Float64Array.from(ids, () => 1 + noise.strength * noise.random.normal()),
      columnScales: undefined,
    };
  }
}

/**
 * Multiplicative Gaussian noise on feature values, which makes the members of an ensemble differ (Narayan and Cohen
 * 2015, section 3.2).
 */
export interface Noise {
  readonly strength: number;
  readonly random: Random;
}

export function viewsOf(context: FeatureContext, features: FeatureSet, nodes: Int32Array, noise?: Noise): NodeViews {
  const inside = new ViewBuilder();
  const outside = new ViewBuilder();
  for (const node of nodes) {
    features.inside(context, node, inside.emit);
    features.outside(context, node, outside.emit);
    inside.endRow();
    outside.endRow();
  }
  return { inside: inside.build(noise), outside: outside.build(noise) };
}
