/** The seeds of Dodge et al. 2012: tables 1, 2 and 4. */

/** What a word can be: to be seen in an image, or not. */
export const VISUAL_CLASSES = ["visual", "nonvisual"] as const;

const list = (text: string): readonly string[] => text.split(" ");

/** Table 1, nouns; as `VISUAL_CLASSES`. */
export const NOUN_SEEDS = {
  visual: list("car house tree horse animal man table bottle woman computer"),
  nonvisual: list("idea bravery deceit trust dedication anger humour luck inflation honesty"),
} as const;

/** Table 1, adjectives. */
export const ADJECTIVE_SEEDS = {
  visual: list("brown green wooden striped orange rectangular furry shiny rusty feathered"),
  nonvisual: list("public original whole righteous political personal intrinsic individual initial total"),
} as const;

/** Table 4. */
export const ATTRIBUTE_SEEDS = {
  colour: list("purple blue maroon beige green"),
  material: list("plastic cotton wooden metallic silver"),
  shape: list("circular square round rectangular triangular"),
  size: list("small big tiny tall huge"),
  surface: list("coarse smooth furry fluffy rough"),
  direction: list("sideways north upward left down"),
  pattern: list("striped dotted checked plaid quilted"),
  quality: list("shiny rusty dirty burned glittery"),
  beauty: list("beautiful cute pretty gorgeous lovely"),
  age: list("young mature immature older senior"),
  ethnicity: list("french asian american greek hispanic"),
} as const;

/** Table 2: verbs whose objects can be seen, and verbs whose objects cannot. */
export const PREDICATE_SEEDS = {
  visual: list(
    "attend buy clean comb cook drink eat fry pack paint photograph smash spill steal taste tie touch watch wear wipe",
  ),
  nonvisual: list(
    "achieve admire admit advocate alleviate appreciate arrange criticize eradicate induce investigate minimize " +
      "overcome promote protest relieve resolve review support tolerate",
  ),
} as const;
