/**
 * English words that carry grammar rather than content, in small letters; the clitics are as the tokenizer cuts them.
 */
const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  `a about above across after again against all almost along already also although always am among an and another any
  anyone anything are around as at away back be became because become becomes been before behind being below beside
  between both but by can cannot could d did do does doing done down during each either else ever every for from further
  get gets getting give given go goes going got had has have having he her here hers herself him himself his how however
  i if in into is it its itself just least less let ll m made make makes many may me might mine more most much must my
  myself n't near neither nor of off often on once one only onto or other others our ours ourselves out over own per
  perhaps quite rather re s same shall she should since so some such t than that the their theirs them themselves then
  there therefore these they this those though through thus to together too toward towards under until up upon us ve very
  was we well were what when where whether which while who whom whose why will with within without would yet you your
  yours yourself 's 'll 're 've 'd 'm`.split(/\s+/),
);

export const isFunctionWord = (folded: string): boolean => FUNCTION_WORDS.has(folded);

/** Words that negate a statement. */
const NEGATIONS: ReadonlySet<string> = new Set(
  "no not n't never none nobody nothing nowhere neither nor without cannot hardly".split(" "),
);

export const isNegation = (folded: string): boolean => NEGATIONS.has(folded);
