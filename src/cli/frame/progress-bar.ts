/** The progress bar: one line on a terminal, rewritten in place. */
import type { ProgressEvent } from "../../base/index.ts";
import { formatBytes, formatCount, formatSeconds } from "./numbers.ts";

const BAR = 24;
const HOME_AND_ERASE = "\r\u001b[K";

/** `reading a.mrg  ████████░░░░  41 %  1,204 trees/s  12 s left` within `width` columns. */
function renderProgress({ stage, done, total, rate, unit }: ProgressEvent, width: number): string {
  const amount = (value: number) =>
    unit === "bytes" ? formatBytes(value) : `${formatCount(Math.round(value))} ${unit}`;
  const parts = [stage];
  if (total !== undefined && total > 0) {
    const share = Math.min(1, done / total);
    const filled = Math.round(share * BAR);
    parts.push("█".repeat(filled) + "░".repeat(BAR - filled), `${Math.floor(share * 100)} %`);
  } else parts.push(amount(done));
  if (rate > 0) parts.push(`${amount(rate)}/s`);
  if (rate > 0 && total !== undefined && done < total) parts.push(`${formatSeconds((total - done) / rate)} left`);
  const line = parts.join("  ");
  return line.length < width ? line : line.slice(0, Math.max(0, width - 1));
}

export class ProgressBar {
  #shown = false;

  constructor(readonly stream: { write(text: string): boolean; readonly columns?: number | undefined }) {}

  readonly show = (event: ProgressEvent): void => {
    this.stream.write(HOME_AND_ERASE + renderProgress(event, this.stream.columns ?? 80));
    this.#shown = true;
    if (event.total !== undefined && event.done >= event.total) this.clear();
  };

  clear(): void {
    if (this.#shown) this.stream.write(HOME_AND_ERASE);
    this.#shown = false;
  }
}
