/** The plain TypeScript twin: smoothed states along a sequence, O(tokens · panels). */
import { NOTHING, PANEL_COLUMNS, SMOOTHING_RATES, type SmoothPanels } from "../interface.ts";

export const smoothPanels: SmoothPanels = (
  tokens,
  count,
  begin,
  end,
  backwards,
  rates,
  words,
  panels,
  dictionary,
  sums,
  sampleOf,
  samples,
) => {
  const width = SMOOTHING_RATES * PANEL_COLUMNS;
  const state = new Float32Array(width);
  for (let panel = 0; panel < panels; panel++) {
    state.fill(0);
    for (let i = 0; i < count; i++) {
      const t = backwards ? count - 1 - i : i;
      const token = tokens[t]!;
      if (token === NOTHING) {
        state.fill(0);
        continue;
      }
      if (t >= begin && t < end) {
        const total = (panel * words + token) * width;
        for (let j = 0; j < width; j++) sums[total + j]! += state[j]!;
        const sample = sampleOf[t]!;
        if (sample !== NOTHING) samples.set(state, (sample * panels + panel) * width);
      }
      const row = (panel * words + token) * PANEL_COLUMNS;
      for (let j = 0; j < width; j++) {
        const rate = rates[Math.floor(j / PANEL_COLUMNS)]!;
        state[j] = (1 - rate) * state[j]! + rate * dictionary[row + (j % PANEL_COLUMNS)]!;
      }
    }
  }
};
