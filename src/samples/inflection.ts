/** English inflection by rule, with the exceptions the lexicon needs. */

const IRREGULAR_PLURALS: Readonly<Record<string, string>> = {
  man: "men",
  woman: "women",
  child: "children",
  mouse: "mice",
  sheep: "sheep",
  goose: "geese",
  deer: "deer",
  wolf: "wolves",
  knife: "knives",
  scarf: "scarves",
  shelf: "shelves",
  potato: "potatoes",
  tomato: "tomatoes",
  crisis: "crises",
};

/** Past and past participle. */
const IRREGULAR_VERBS: Readonly<Record<string, readonly [string, string]>> = {
  be: ["was", "been"],
  beg: ["begged", "begged"],
  begin: ["began", "begun"],
  bend: ["bent", "bent"],
  bite: ["bit", "bitten"],
  break: ["broke", "broken"],
  bring: ["brought", "brought"],
  build: ["built", "built"],
  buy: ["bought", "bought"],
  catch: ["caught", "caught"],
  come: ["came", "come"],
  cut: ["cut", "cut"],
  do: ["did", "done"],
  draw: ["drew", "drawn"],
  drive: ["drove", "driven"],
  eat: ["ate", "eaten"],
  feed: ["fed", "fed"],
  fight: ["fought", "fought"],
  find: ["found", "found"],
  fly: ["flew", "flown"],
  forbid: ["forbade", "forbidden"],
  give: ["gave", "given"],
  go: ["went", "gone"],
  hang: ["hung", "hung"],
  have: ["had", "had"],
  hear: ["heard", "heard"],
  hide: ["hid", "hidden"],
  hit: ["hit", "hit"],
  hurt: ["hurt", "hurt"],
  keep: ["kept", "kept"],
  kneel: ["knelt", "knelt"],
  know: ["knew", "known"],
  leave: ["left", "left"],
  lend: ["lent", "lent"],
  meet: ["met", "met"],
  pay: ["paid", "paid"],
  put: ["put", "put"],
  read: ["read", "read"],
  run: ["ran", "run"],
  say: ["said", "said"],
  see: ["saw", "seen"],
  sell: ["sold", "sold"],
  send: ["sent", "sent"],
  shoot: ["shot", "shot"],
  show: ["showed", "shown"],
  sing: ["sang", "sung"],
  sleep: ["slept", "slept"],
  speak: ["spoke", "spoken"],
  steal: ["stole", "stolen"],
  swim: ["swam", "swum"],
  take: ["took", "taken"],
  teach: ["taught", "taught"],
  tell: ["told", "told"],
  think: ["thought", "thought"],
  throw: ["threw", "thrown"],
  understand: ["understood", "understood"],
  become: ["became", "become"],
  write: ["wrote", "written"],
};

/**
 * Verbs of more than one syllable that double their last consonant, in addition to the short ones that the rule finds.
 */
const DOUBLING: ReadonlySet<string> = new Set(["admit", "prefer", "begin", "forbid"]);

/** Words whose spelling hides their first sound, for "a" and "an". */
const CONSONANT_SOUND = /^(uni|use|eu|one)/i;
const VOWEL_SOUND = /^(hour|honest)/i;

const withS = (word: string): string => {
  if (/(s|x|z|ch|sh|[^aeiou]o)$/.test(word)) return `${word}es`;
  return /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`;
};

export const plural = (noun: string): string =>
  IRREGULAR_PLURALS[noun] ?? (/(piano|memo)$/.test(noun) ? `${noun}s` : withS(noun));

/** "stop" → "stopp": one syllable, one vowel, one consonant that is not w, x or y. */
const doubled = (verb: string): string =>
  DOUBLING.has(verb) || /^[^aeiou]*[aeiou][^aeiouwxy]$/.test(verb) ? verb + verb.at(-1)! : verb;

const withEd = (verb: string): string => {
  if (verb.endsWith("e")) return `${verb}d`;
  return /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ied` : `${doubled(verb)}ed`;
};

const withIng = (verb: string): string => {
  if (verb.endsWith("ie")) return `${verb.slice(0, -2)}ying`;
  return /[^eoy]e$/.test(verb) && verb !== "be" ? `${verb.slice(0, -1)}ing` : `${doubled(verb)}ing`;
};

export type VerbTag = "VB" | "VBD" | "VBG" | "VBN" | "VBP" | "VBZ";

/** Who a finite verb agrees with. */
export interface Agreement {
  readonly plural: boolean;
  readonly person: 1 | 2 | 3;
}

function formOfBe(tag: VerbTag, { plural: many, person }: Agreement): string {
  if (tag === "VBD") return many || person === 2 ? "were" : "was";
  if (tag === "VBZ") return "is";
  if (tag === "VBP") return many || person === 2 ? "are" : "am";
  return tag === "VBG" ? "being" : tag === "VBN" ? "been" : "be";
}

/** The form of a verb that the tag names. */
export function verbForm(verb: string, tag: VerbTag, agreement: Agreement): string {
  if (verb === "be") return formOfBe(tag, agreement);
  if (tag === "VBZ") return verb === "have" ? "has" : withS(verb);
  if (tag === "VBD") return IRREGULAR_VERBS[verb]?.[0] ?? withEd(verb);
  if (tag === "VBN") return IRREGULAR_VERBS[verb]?.[1] ?? withEd(verb);
  return tag === "VBG" ? withIng(verb) : verb;
}

/** The tag of a verb in the present. */
export const presentTag = ({ plural: many, person }: Agreement): VerbTag => (!many && person === 3 ? "VBZ" : "VBP");

/** "a" or "an", by the word that follows. */
export const indefiniteArticle = (next: string): string =>
  VOWEL_SOUND.test(next) || (/^[aeiou]/i.test(next) && !CONSONANT_SOUND.test(next)) ? "an" : "a";

const IRREGULAR_COMPARATIVES: Readonly<Record<string, string>> = { good: "better", bad: "worse", ill: "worse" };

/** The comparative in -er, or undefined when it takes "more": longer than a syllable, and not in -y or a silent -e. */
export function comparative(adjective: string): string | undefined {
  const irregular = IRREGULAR_COMPARATIVES[adjective];
  if (irregular !== undefined) return irregular;
  if (/[^aeiou]y$/.test(adjective)) return `${adjective.slice(0, -1)}ier`;
  if (/^[^aeiou]*[aeiou]+[^aeiou]+e$/.test(adjective)) return `${adjective}r`;
  return (adjective.match(/[aeiou]+/g) ?? []).length > 1 ? undefined : `${doubled(adjective)}er`;
}
