/** What all learners of parsers take and give. */
import { type Progress, Stage } from "../../base/progress.ts";
import type { HeadTable } from "../../trees/heads.ts";
import type { FeatureSet } from "./features.ts";
import type { LexiconOptions } from "./lexicon.ts";
import type { ParserModel } from "./model.ts";

/** What belongs to learning but is no number or name. */
export interface LearningContext {
  /** The generic table when left out. */
  readonly heads?: HeadTable;
  /** Features of one's own, instead of a named set. */
  readonly features?: FeatureSet;
  readonly lexicon?: LexiconOptions;
  readonly progress?: Progress;
}

export interface StageTime {
  readonly stage: string;
  readonly seconds: number;
}

export interface LearntParser<Report> {
  readonly model: ParserModel;
  readonly report: Report;
}

/** Runs the stages of a learner, reports their progress and keeps their times. */
export class StageClock {
  readonly times: StageTime[] = [];

  constructor(readonly progress: Progress | undefined) {}

  run<T>(stage: string, unit: string, total: number, body: (advance: (by?: number) => void) => T): T {
    const running = new Stage(stage, unit, total, this.progress);
    const result = body((by) => running.advance(by));
    this.times.push({ stage, seconds: running.finish() });
    return result;
  }

  async runAsync(stage: string, unit: string, total: number, body: (advance: (by?: number) => void) => Promise<void>): Promise<void> {
    const running = new Stage(stage, unit, total, this.progress);
    await body((by) => running.advance(by));
    this.times.push({ stage, seconds: running.finish() });
  }
}
