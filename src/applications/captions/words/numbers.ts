/** Numbers as words. */

const WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"] as const;

/** Counted things up to this number are counted out in a description; people say "many" of more. */
export const MOST_COUNTED = 10;

/** "two" to "ten", then "many". */
export const numberWord = (count: number): string => (count <= MOST_COUNTED ? WORDS[count]! : "many");
