/**
 * Words of English text as Penn treebanks write them: punctuation apart, clitics apart (do n't, dog 's), straight and curly quotes as `` and '', single ones
 * as ` and ', brackets as -LRB- -RRB- -LSB- -RSB- -LCB- -RCB-, dashes as --, dots as "...". Hyphenated words, numbers (1,000.50, 3:30, 1/2), addresses and
 * abbreviations stay whole. A final period is left to the sentence splitter, which sees what follows.
 */

const BRACKETS = new Map([
  ["(", "-LRB-"],
  [")", "-RRB-"],
  ["[", "-LSB-"],
  ["]", "-RSB-"],
  ["{", "-LCB-"],
  ["}", "-RCB-"],
]);

/** Only letters and hyphens between letters, the common case. */
const PLAIN = /^[A-Za-z]+(?:-[A-Za-z]+)*$/;
const ADDRESS = /^(?:https?:\/\/|www\.)\S+$|^[\w.+-]+@[\w-]+\.[\w.-]+$/i;
const CLITIC = /^(.+?)(n['’]t|['’](?:s|m|d|ll|re|ve))$/i;

/** Words that Penn writes as two, split before the given place. */
const SPLIT_WORDS: ReadonlyMap<string, number> = new Map([
  ["cannot", 3],
  ["gonna", 3],
  ["gotta", 3],
  ["wanna", 3],
  ["lemme", 3],
  ["gimme", 3],
  ["'tis", 2],
  ["'twas", 2],
  ["d'ye", 2],
  ["more'n", 4],
]);

/** Words that begin with an apostrophe, not with a quote. */
const ELIDED = /^['’](?:tis|twas|twere|twill|em|til|till|cause|bout|round|n|cos|\d\ds?)\.?$/i;

/** The longest piece of punctuation, word or number at a place; tried in this order. */
const PIECE =
  /\.{2,}|…|-{2,}|[—―]|["“”„«»]|[()[\]{}]|[!?]+|[,;:](?!\d)|[$£€¥#%@&*=<>|~^_+§¶†‡°©®™•](?!\w)|[$£€¥#%§]|(?:[^\s"“”„«»()[\]{}!?,;:….—―]|\.(?!\.)|[,:](?=\d))+|[,;:]/gy;

function pushWord(word: string, tokens: string[]): void {
  if (word === "") return;
  const clitic = CLITIC.exec(word);
  if (clitic !== null && clitic[1] !== "'" && clitic[1] !== "’") {
    pushWord(clitic[1]!, tokens);
    tokens.push(clitic[2]!.replaceAll("’", "'"));
    return;
  }
  const plain = word.replaceAll("’", "'");
  const split = SPLIT_WORDS.get(plain.toLowerCase());
  if (split === undefined) tokens.push(plain);
  else tokens.push(plain.slice(0, split), plain.slice(split));
}

/** Adds the tokens of a stretch without blanks and double quotes: inner dashes, final apostrophes and ampersands parted. */
export function pushStretch(stretch: string, tokens: string[]): void {
  let word = stretch;
  const parts = word.split(/(--+|(?<!\d)–|–(?!\d))/);
  if (parts.length > 1) {
    for (const part of parts) {
      if (/^(?:--+|–)$/.test(part)) tokens.push("--");
      else if (part !== "") pushStretch(part, tokens);
    }
    return;
  }
  // Leading single quotes; then trailing ones, which may also be the possessive of a plural.
  while (/^['‘’`]./.test(word) && !ELIDED.test(word) && !/^['’](?:s|m|d|ll|re|ve|t)$/i.test(word)) {
    tokens.push("`");
    word = word.slice(1);
  }
  let closing = 0;
  while (word.length > 1 && /['’]$/.test(word)) {
    closing++;
    word = word.slice(0, -1);
  }
  if (word.length > 1 && word.endsWith("%")) {
    pushWord(word.slice(0, -1), tokens);
    tokens.push("%");
  } else pushWord(word === "’" || word === "‘" ? (word === "‘" ? "`" : "'") : word, tokens);
  for (; closing > 0; closing--) tokens.push("'");
}

/**
 * Adds the tokens of a chunk (text between white space) to `tokens`. Periods at the end of words stay with them. `inQuote` says whether a straight quote is
 * open; the new state is returned.
 */
export function tokenizeChunk(chunk: string, tokens: string[], inQuote: boolean): boolean {
  if (PLAIN.test(chunk)) {
    if (chunk.length === 6 || chunk.length === 5) pushWord(chunk, tokens);
    else tokens.push(chunk);
    return inQuote;
  }
  if (chunk === "-" || chunk === "–") {
    tokens.push("--");
    return inQuote;
  }
  if (chunk.includes("''") || chunk.includes("``"))
    return tokenizeChunk(chunk.replaceAll("''", "”").replaceAll("``", "“"), tokens, inQuote);
  const bare = chunk.replace(/[.,;:!?"')\]]+$/, "");
  if (bare !== "" && ADDRESS.test(bare)) {
    tokens.push(bare);
    return bare === chunk ? inQuote : tokenizeChunk(chunk.slice(bare.length), tokens, inQuote);
  }
  PIECE.lastIndex = 0;
  let quoted = inQuote;
  for (let match = PIECE.exec(chunk), last = 0; match !== null; match = PIECE.exec(chunk)) {
    const piece = match[0];
    last = PIECE.lastIndex;
    const bracket = BRACKETS.get(piece);
    if (bracket !== undefined) tokens.push(bracket);
    else if (piece === '"') {
      // A quote before text opens and one after text closes; between blanks it does what is due.
      const opens = last === chunk.length ? match.index === 0 && !quoted : !/[^([{‘'`“"—-]/.test(chunk.slice(0, match.index));
      tokens.push(opens ? "``" : "''");
      quoted = opens;
    } else if (piece === "“" || piece === "„" || piece === "«") tokens.push("``");
    else if (piece === "”" || piece === "»") tokens.push("''");
    else if (piece === "…" || /^\.{2,}$/.test(piece)) tokens.push("...");
    else if (piece === "—" || piece === "―" || /^-{2,}$/.test(piece)) tokens.push("--");
    else if (/^[!?]+$/.test(piece)) tokens.push(piece);
    else if (piece.length === 1 && !/[\p{L}\p{N}]/u.test(piece) && piece !== "'" && piece !== "’" && piece !== "‘") tokens.push(piece);
    else pushStretch(piece, tokens);
  }
  return quoted;
}

const NO_BLANK_BEFORE = new Set([
  ",",
  ".",
  ";",
  ":",
  "!",
  "?",
  "...",
  "''",
  "'",
  "-RRB-",
  "-RSB-",
  "-RCB-",
  "%",
  "n't",
  "'s",
  "'S",
  "'m",
  "'d",
  "'ll",
  "'re",
  "'ve",
]);
const NO_BLANK_AFTER = new Set(["``", "`", "-LRB-", "-LSB-", "-LCB-", "$", "£", "#"]);
const PLAIN_FORM = new Map([...[...BRACKETS].map(([bracket, name]) => [name, bracket] as const), ["``", '"'], ["''", '"'], ["`", "'"]]);

/** Penn tokens as running text: the other way round, as far as there is one. */
export function detokenize(words: readonly string[]): string {
  let text = "";
  let open = true;
  for (const word of words) {
    if (!open && !NO_BLANK_BEFORE.has(word) && !/^[!?]+$/.test(word)) text += " ";
    text += PLAIN_FORM.get(word) ?? word;
    open = NO_BLANK_AFTER.has(word);
  }
  return text;
}
