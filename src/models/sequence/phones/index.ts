export * from "./decoding.ts";
export { foldTimit } from "./folding.ts";
export * from "./learn.ts";
export { FRAME_SIZE, type Frames, frameCentre, mfccFrames, STEP_SECONDS } from "./mfcc.ts";
export * from "./model.ts";
export { learnQuantiser, type Quantiser, quantise } from "./quantiser.ts";
export { type LabelledFrames, labelledFrames, type PhoneFolding, type Recording, type RepairCounts } from "./recordings.ts";
export { resample } from "./resample.ts";
