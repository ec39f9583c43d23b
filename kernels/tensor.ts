// Contractions of an ma × mb × mc tensor, T_ijk at ((i · mb) + j) · mc + k. Each is two products with the tensor laid
// flat as ma × (mb · mc): its rows against the outer product of the children, or its weighted sum of rows, an mb × mc
// matrix, against the sister. Both read T once, in order. `scratch` holds mb · mc elements.
import { rowsTimesVector, vectorTimesRows } from "./matvec";
import { axpy } from "./vector";

export function contractPairs<T>(ma: i32, mb: i32, mc: i32, t: usize, p: usize, out: usize): void {
  const pairs = mb * mc;
  rowsTimesVector<T>(ma, pairs, 1, t, <usize>pairs * sizeof<T>(), p, out, sizeof<T>());
}

export function contract<T>(scratch: usize, ma: i32, mb: i32, mc: i32, t: usize, l: usize, r: usize, out: usize): void {
  const row = <usize>mc * sizeof<T>();
  memory.fill(scratch, 0, <usize>mb * row);
  for (let j: usize = 0; j < <usize>mb; j++) axpy<T>(mc, load<T>(l + j * sizeof<T>()), r, scratch + j * row);
  contractPairs<T>(ma, mb, mc, t, scratch, out);
}

/** scratch ← Σ_i b_i T_i, mb × mc. */
function weightedSlices<T>(scratch: usize, ma: i32, mb: i32, mc: i32, t: usize, b: usize): void {
  const pairs = mb * mc;
  memory.fill(scratch, 0, <usize>pairs * sizeof<T>());
  vectorTimesRows<T>(ma, pairs, 1, b, sizeof<T>(), t, <usize>pairs * sizeof<T>(), scratch);
}

export function contractLeft<T>(scratch: usize, ma: i32, mb: i32, mc: i32, t: usize, b: usize, r: usize, out: usize): void {
  weightedSlices<T>(scratch, ma, mb, mc, t, b);
  rowsTimesVector<T>(mb, mc, 1, scratch, <usize>mc * sizeof<T>(), r, out, sizeof<T>());
}

export function contractRight<T>(scratch: usize, ma: i32, mb: i32, mc: i32, t: usize, b: usize, l: usize, out: usize): void {
  weightedSlices<T>(scratch, ma, mb, mc, t, b);
  vectorTimesRows<T>(mb, mc, 1, l, sizeof<T>(), scratch, <usize>mc * sizeof<T>(), out);
}

/** out_n ← y_n ⊗ z_n for `count` rows: what turns a third moment into one matrix product. */
export function pairRows<T>(count: i32, my: i32, mz: i32, y: usize, yRow: usize, z: usize, zRow: usize, out: usize): void {
  const row = <usize>mz * sizeof<T>();
  memory.fill(out, 0, <usize>count * <usize>my * row);
  for (let n = 0; n < count; n++, y += yRow, z += zRow) {
    for (let j: usize = 0; j < <usize>my; j++, out += row) axpy<T>(mz, load<T>(y + j * sizeof<T>()), z, out);
  }
}
