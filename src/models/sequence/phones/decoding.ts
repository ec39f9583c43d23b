/** How phone models are decoded unless told otherwise. */
import { TAGGING_OPTIONS } from "../decode.ts";

/** Frames overlap and follow each other closely, so that each tells less than it seems to: weights are taken to this power. */
export const PHONE_DECODING = { power: 0.4, beam: 0.001, pruning: 0.01 } as const;

export const PHONE_TAGGING_OPTIONS = {
  ...TAGGING_OPTIONS,
  beam: { ...TAGGING_OPTIONS.beam, default: PHONE_DECODING.beam },
  pruning: { ...TAGGING_OPTIONS.pruning, default: PHONE_DECODING.pruning },
  power: { ...TAGGING_OPTIONS.power, default: PHONE_DECODING.power },
};
