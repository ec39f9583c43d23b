// C += alpha · A · B with any strides (all in bytes): A_ip at a + i·aRow + p·aStep, B_pj at b + p·bStep + j·bColumn,
// C_ij at c + i·cRow + j.
//
// Blocked as Goto & van de Geijn (2008): a block of B, DEPTH × BREADTH, is packed into panels of TILE_BYTES-wide rows
// that stay in the level-2 cache; one panel (DEPTH · 64 bytes = 16 KB) stays in the level-1 cache while pairs of rows
// of A pass over it. The micro-kernel keeps a 2 × 4-vector tile of C in eight registers: of the tiles tried (2 to 8
// rows, 1 to 6 vectors, unrolled or not) the fastest that V8 compiles without spilling. Every element of C is the same
// sequence of operations wherever its row or column falls in a tile, so that a product may be cut by rows or columns
// without changing a bit.
import { rowsTimesVector, vectorTimesRows } from "./matvec";
import { madd, scale } from "./vector";

/** Rows of B in a packed block. */
const DEPTH: i32 = 256;
/** Bytes of a row of a packed panel: four vectors, 8 f64 or 16 f32. */
const PANEL: usize = 64;
/** Panels in a packed block of B: 32 · 16 KB = 512 KB, half of a usual level-2 cache. */
const PANELS: i32 = 32;
/** Rows of A that pass over one panel before the next: 32 · DEPTH · 8 bytes = 64 KB. */
const HEIGHT: i32 = 32;
/** Below this many rows of A, packing B costs more than it saves. */
const FEW_ROWS: i32 = 12;

/** Bytes of scratch that `gemm` uses: the packed blocks of B and A, and one tile. */
export const GEMM_SCRATCH: usize = <usize>PANELS * <usize>DEPTH * PANEL + <usize>HEIGHT * <usize>DEPTH * 8 + 2 * PANEL;

/** Two rows of C, each one panel wide, += alpha · (two rows of A) · (a panel of B). */
function micro<T>(k: i32, alpha: T, a0: usize, a1: usize, aStep: usize, b: usize, bStep: usize, c0: usize, c1: usize): void {
  let c00 = v128.splat<T>(0);
  let c01 = v128.splat<T>(0);
  let c02 = v128.splat<T>(0);
  let c03 = v128.splat<T>(0);
  let c10 = v128.splat<T>(0);
  let c11 = v128.splat<T>(0);
  let c12 = v128.splat<T>(0);
  let c13 = v128.splat<T>(0);
  for (const end = b + <usize>k * bStep; b < end; b += bStep, a0 += aStep, a1 += aStep) {
    const x0 = sizeof<T>() == 8 ? v128.load64_splat(a0) : v128.load32_splat(a0);
    const x1 = sizeof<T>() == 8 ? v128.load64_splat(a1) : v128.load32_splat(a1);
    const b0 = v128.load(b);
    c00 = madd<T>(x0, b0, c00);
    c10 = madd<T>(x1, b0, c10);
    const b1 = v128.load(b, 16);
    c01 = madd<T>(x0, b1, c01);
    c11 = madd<T>(x1, b1, c11);
    const b2 = v128.load(b, 32);
    c02 = madd<T>(x0, b2, c02);
    c12 = madd<T>(x1, b2, c12);
    const b3 = v128.load(b, 48);
    c03 = madd<T>(x0, b3, c03);
    c13 = madd<T>(x1, b3, c13);
  }
  const f = v128.splat<T>(alpha);
  v128.store(c0, madd<T>(f, c00, v128.load(c0)));
  v128.store(c0, madd<T>(f, c01, v128.load(c0, 16)), 16);
  v128.store(c0, madd<T>(f, c02, v128.load(c0, 32)), 32);
  v128.store(c0, madd<T>(f, c03, v128.load(c0, 48)), 48);
  v128.store(c1, madd<T>(f, c10, v128.load(c1)));
  v128.store(c1, madd<T>(f, c11, v128.load(c1, 16)), 16);
  v128.store(c1, madd<T>(f, c12, v128.load(c1, 32)), 32);
  v128.store(c1, madd<T>(f, c13, v128.load(c1, 48)), 48);
}

/** `k` rows of a panel of B, of which `width` bytes exist; the rest is zero. */
function packPanel<T>(k: i32, width: usize, b: usize, bStep: usize, bColumn: usize, to: usize): void {
  if (bColumn == sizeof<T>()) {
    if (width < PANEL) memory.fill(to, 0, <usize>k * PANEL);
    for (let p = 0; p < k; p++, b += bStep, to += PANEL) {
      if (width == PANEL) {
        v128.store(to, v128.load(b));
        v128.store(to, v128.load(b, 16), 16);
        v128.store(to, v128.load(b, 32), 32);
        v128.store(to, v128.load(b, 48), 48);
      } else for (let j: usize = 0; j < width; j += sizeof<T>()) store<T>(to + j, load<T>(b + j));
    }
    return;
  }
  for (let j: usize = 0; j < PANEL; j += sizeof<T>(), b += bColumn) {
    let from = b;
    let at = to + j;
    if (j < width) for (let p = 0; p < k; p++, from += bStep, at += PANEL) store<T>(at, load<T>(from));
    else for (let p = 0; p < k; p++, at += PANEL) store<T>(at, 0);
  }
}

/** Rows of A without gaps, `k` elements each. */
function packRows<T>(rows: i32, k: i32, a: usize, aRow: usize, aStep: usize, to: usize): void {
  const length = <usize>k * sizeof<T>();
  for (let p: usize = 0; p < length; p += sizeof<T>(), a += aStep) {
    let from = a;
    let at = to + p;
    for (let i = 0; i < rows; i++, from += aRow, at += length) store<T>(at, load<T>(from));
  }
}

/** C (rows × one panel, `width` bytes of it) += alpha · A · panel. An unfinished tile is computed whole, on a copy. */
function panelProduct<T>(
  rows: i32, width: usize, k: i32, alpha: T,
  a: usize, aRow: usize, aStep: usize, panel: usize, bStep: usize, c: usize, cRow: usize, tile: usize,
): void {
  for (let i = 0; i < rows; i += 2, a += 2 * aRow, c += 2 * cRow) {
    const second = i + 1 < rows;
    const a1 = second ? a + aRow : a;
    if (second && width == PANEL) micro<T>(k, alpha, a, a1, aStep, panel, bStep, c, c + cRow);
    else {
      memory.copy(tile, c, width);
      if (second) memory.copy(tile + PANEL, c + cRow, width);
      micro<T>(k, alpha, a, a1, aStep, panel, bStep, tile, tile + PANEL);
      memory.copy(c, tile, width);
      if (second) memory.copy(c + cRow, tile + PANEL, width);
    }
  }
}

/**
 * The product where C is one row or one column and the strides let the matrix be read in storage order; false where
 * they do not.
 */
function matrixTimesVector<T>(
  m: i32, n: i32, k: i32, alpha: T,
  a: usize, aRow: usize, aStep: usize, b: usize, bStep: usize, bColumn: usize, c: usize, cRow: usize,
): bool {
  if (n == 1 && aStep == sizeof<T>() && bStep == sizeof<T>()) rowsTimesVector<T>(m, k, alpha, a, aRow, b, c, cRow);
  else if (n == 1 && aRow == sizeof<T>() && cRow == sizeof<T>()) vectorTimesRows<T>(k, m, alpha, b, bStep, a, aStep, c);
  else if (m == 1 && bColumn == sizeof<T>()) vectorTimesRows<T>(k, n, alpha, a, aStep, b, bStep, c);
  else if (m == 1 && bStep == sizeof<T>() && aStep == sizeof<T>()) rowsTimesVector<T>(n, k, alpha, b, bColumn, a, c, sizeof<T>());
  else return false;
  return true;
}

export function gemm<T>(
  scratch: usize, m: i32, n: i32, k: i32, alpha: T,
  a: usize, aRow: usize, aStep: usize, b: usize, bStep: usize, bColumn: usize, beta: T, c: usize, cRow: usize,
): void {
  const lanes = <i32>(PANEL / sizeof<T>());
  const packedRows = scratch + <usize>PANELS * <usize>DEPTH * PANEL;
  const tile = packedRows + <usize>HEIGHT * <usize>DEPTH * 8;
  if (beta != 1) for (let i = 0; i < m; i++) scale<T>(n, beta, c + <usize>i * cRow);
  if ((m == 1 || n == 1) && matrixTimesVector<T>(m, n, k, alpha, a, aRow, aStep, b, bStep, bColumn, c, cRow)) return;
  const packA = aStep != sizeof<T>() && n > 2 * lanes;
  const packB = bColumn != sizeof<T>() || m > FEW_ROWS;
  for (let j0 = 0; j0 < n; j0 += PANELS * lanes) {
    const breadth = min(PANELS * lanes, n - j0);
    for (let p0 = 0; p0 < k; p0 += DEPTH) {
      const depth = min(DEPTH, k - p0);
      const panelBytes = <usize>depth * PANEL;
      const block = b + <usize>p0 * bStep + <usize>j0 * bColumn;
      for (let j = 0; j < breadth; j += lanes) {
        const width = <usize>min(lanes, breadth - j) * sizeof<T>();
        if (packB || width < PANEL)
          packPanel<T>(depth, width, block + <usize>j * bColumn, bStep, bColumn, scratch + <usize>(j / lanes) * panelBytes);
      }
      for (let i0 = 0; i0 < m; i0 += HEIGHT) {
        const height = min(HEIGHT, m - i0);
        let rows = a + <usize>i0 * aRow + <usize>p0 * aStep;
        if (packA) {
          packRows<T>(height, depth, rows, aRow, aStep, packedRows);
          rows = packedRows;
        }
        const rowDistance = packA ? <usize>depth * sizeof<T>() : aRow;
        const step = packA ? sizeof<T>() : aStep;
        for (let j = 0; j < breadth; j += lanes) {
          const width = <usize>min(lanes, breadth - j) * sizeof<T>();
          const packed = packB || width < PANEL;
          const panel = packed ? scratch + <usize>(j / lanes) * panelBytes : block + <usize>j * bColumn;
          const to = c + <usize>i0 * cRow + <usize>(j0 + j) * sizeof<T>();
          panelProduct<T>(height, width, depth, alpha, rows, rowDistance, step, panel, packed ? PANEL : bStep, to, cRow, tile);
        }
      }
    }
  }
}
