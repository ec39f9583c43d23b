/** Recognising phones in recordings. */
export { evaluatePhones, type PhoneScores } from "./evaluate.ts";
export { phonesKind } from "./kind.ts";
export {
  learnPhones,
  PHONE_DEFAULTS,
  PHONE_METHODS,
  type PhoneOptions,
  type PhoneReport,
  type QuantisedFrames,
  type QuantiserSettings,
  quantiseFrames,
} from "./learn.ts";
export { classNames, type FrameClasses, type PhoneModel } from "./model.ts";
export { PHONES_KIND, PHONES_VERSION, phonesFromParts, phonesToParts } from "./parts.ts";
export { PHONE_DECODING, PHONE_TAGGING_OPTIONS, PhoneTagger, type PhoneTaggingOptions } from "./predict.ts";
