// Exponential smoothing along a sequence of words at three rates, and the sums of the smoothed states by word. Eight
// columns of a state at a time stay in registers at all three rates (a panel), while the tokens pass; the next panel
// passes over the same tokens.
import { madd } from "./vector";

/** Columns of a panel times 4 bytes, and those of its state at three rates. */
const PANEL: usize = 32;
const STATE: usize = 3 * PANEL;

/** No word, and no row of the samples. */
const NONE: u32 = 0xffffffff;

/**
 * For the panels from ≤ p < to, along the tokens, or against them if `backwards`: where begin ≤ t < end, sums_p[token]
 * += s and samples[sampleOf[t]]_p ← s; then s_r ← (1 − rate_r)·s_r + rate_r·dictionary_p[token] for r = 0, 1, 2. A
 * token that is NONE sets s to 0.
 */
export function smoothPanels(
  _scratch: usize, tokens: usize, count: i32, begin: i32, end: i32, backwards: i32, rates: usize,
  words: u32, panels: u32, from: u32, to: u32, dictionary: usize, sums: usize, sampleOf: usize, samples: usize,
): void {
  const rate0 = v128.load32_splat(rates);
  const rate1 = v128.load32_splat(rates, 4);
  const rate2 = v128.load32_splat(rates, 8);
  const one = f32x4.splat(1);
  const keep0 = f32x4.sub(one, rate0);
  const keep1 = f32x4.sub(one, rate1);
  const keep2 = f32x4.sub(one, rate2);
  const zero = f32x4.splat(0);
  const first = backwards ? count - 1 : 0;
  const step = backwards ? -1 : 1;
  for (let panel = from; panel < to; panel++) {
    const rows = dictionary + <usize>panel * words * PANEL;
    const totals = sums + <usize>panel * words * STATE;
    const shots = samples + <usize>panel * STATE;
    let a0 = zero;
    let b0 = zero;
    let a1 = zero;
    let b1 = zero;
    let a2 = zero;
    let b2 = zero;
    for (let i = 0, t = first; i < count; i++, t += step) {
      const token = load<u32>(tokens + (<usize>t << 2));
      if (token == NONE) {
        a0 = b0 = a1 = b1 = a2 = b2 = zero;
        continue;
      }
      if (t >= begin && t < end) {
        const total = totals + <usize>token * STATE;
        v128.store(total, f32x4.add(v128.load(total), a0));
        v128.store(total, f32x4.add(v128.load(total, 16), b0), 16);
        v128.store(total, f32x4.add(v128.load(total, 32), a1), 32);
        v128.store(total, f32x4.add(v128.load(total, 48), b1), 48);
        v128.store(total, f32x4.add(v128.load(total, 64), a2), 64);
        v128.store(total, f32x4.add(v128.load(total, 80), b2), 80);
        const sample = load<u32>(sampleOf + (<usize>t << 2));
        if (sample != NONE) {
          const shot = shots + <usize>sample * panels * STATE;
          v128.store(shot, a0);
          v128.store(shot, b0, 16);
          v128.store(shot, a1, 32);
          v128.store(shot, b1, 48);
          v128.store(shot, a2, 64);
          v128.store(shot, b2, 80);
        }
      }
      const row = rows + <usize>token * PANEL;
      const a = v128.load(row);
      const b = v128.load(row, 16);
      a0 = madd<f32>(keep0, a0, f32x4.mul(rate0, a));
      b0 = madd<f32>(keep0, b0, f32x4.mul(rate0, b));
      a1 = madd<f32>(keep1, a1, f32x4.mul(rate1, a));
      b1 = madd<f32>(keep1, b1, f32x4.mul(rate1, b));
      a2 = madd<f32>(keep2, a2, f32x4.mul(rate2, a));
      b2 = madd<f32>(keep2, b2, f32x4.mul(rate2, b));
    }
  }
}
