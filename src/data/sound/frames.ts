/**
 * Recordings as labelled frames. A frame has the phone that is spoken at its centre. Repairs are few and counted: sound
 * at another rate is resampled; an interval that runs past the end of the sound by at most one window is cut; frames
 * that no interval covers, or whose phone the folding drops, are left out.
 */
import { InputError } from "../../base/errors.ts";
import type { Audio } from "../../formats/sound/audio.ts";
import { addSegment, type Segment } from "../../formats/sound/segments.ts";
import { foldTimit } from "./folding.ts";
import { FRAME_SIZE, type Frames, frameCentre, mfccFrames } from "./mfcc.ts";
import { resample } from "./resample.ts";

/** A sound, and what is said in it when. */
export interface Recording {
  /** As errors call it. */
  readonly name: string;
  readonly audio: Audio;
  readonly segments: readonly Segment[];
}

/** The frames of a recording, each with its phone. */
export interface LabelledFrames extends Frames {
  readonly name: string;
  readonly labels: readonly string[];
}

/** How often each repair was made. */
export type RepairCounts = Map<string, number>;

export const FOLDINGS = ["none", "timit39"] as const;
/** Which phones are taken for one another. */
export type PhoneFolding = (typeof FOLDINGS)[number];

/** How far an interval may run past the end of the sound, in seconds: one window. */
const TOLERATED = 0.025;

export function count(repairs: RepairCounts, what: string, by = 1): void {
  if (by > 0) repairs.set(what, (repairs.get(what) ?? 0) + by);
}

/** The frames of a sound at the rate a model works with. */
export function framesOf(audio: Audio, rate: number, repairs: RepairCounts): Frames {
  for (const repair of audio.repairs) count(repairs, `recordings: ${repair}`);
  if (audio.rate !== rate) count(repairs, `recordings resampled from ${audio.rate} to ${rate} Hz`);
  return mfccFrames(resample(audio.samples, audio.rate, rate), rate);
}

export function labelledFrames(
  recording: Recording,
  rate: number,
  folding: PhoneFolding,
  repairs: RepairCounts,
): LabelledFrames {
  const { name, audio, segments } = recording;
  const duration = audio.samples.length / audio.rate;
  const checked: Segment[] = [];
  for (const segment of segments) addSegment(checked, segment, { file: name });
  const last = segments.at(-1);
  if (last === undefined)
    throw new InputError("the recording has no intervals; expected at least one phone.", { file: name });
  if (last.end > duration + TOLERATED) {
    throw new InputError(
      `the interval "${last.label}" ends at ${last.end.toFixed(3)} s and the sound at ${duration.toFixed(3)} s; ` +
        "expected the same sound and rate.",
      { file: name },
    );
  }
  if (last.end > duration) count(repairs, "intervals cut at the end of the sound");
  const frames = framesOf(audio, rate, repairs);
  const labels: string[] = [];
  const kept: number[] = [];
  let uncovered = 0;
  let dropped = 0;
  let s = 0;
  for (let i = 0; i < frames.count; i++) {
    const time = frameCentre(i);
    while (s < segments.length && segments[s]!.end <= time) s++;
    const segment = segments[s];
    if (segment === undefined || segment.start > time) {
      uncovered++;
      continue;
    }
    const label = folding === "timit39" ? foldTimit(segment.label) : segment.label;
    if (label === undefined) {
      dropped++;
      continue;
    }
    labels.push(label);
    kept.push(i);
  }
  count(repairs, "frames left out: no interval covers them", uncovered);
  count(repairs, "frames left out: their phone is folded away", dropped);
  if (kept.length === frames.count) return { ...frames, name, labels };
  const values = new Float32Array(kept.length * FRAME_SIZE);
  for (const [to, from] of kept.entries())
    values.set(frames.values.subarray(from * FRAME_SIZE, (from + 1) * FRAME_SIZE), to * FRAME_SIZE);
  return { name, count: kept.length, values, labels };
}
